"""Faults in the graph of nodes and topics, as detections (rules.md §5.11).

See docs/explanation/perception.md, "Faults that no driver reports".
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Key, Severity
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.ros_graph.clock_offsets import ComputerClock, is_same

_QOS = Debounce(onset=10.0, end=10.0, quiet=60.0, ends_silently=True)  # s
#: A killed node stays in the graph for 20 s.
_NAMES = Debounce(onset=45.0, end=10.0, quiet=60.0, ends_silently=True)  # s
_LOST = Debounce(onset=20.0, end=5.0, quiet=60.0, ends_silently=True)  # s
_CLOCK = Debounce(onset=15.0, end=30.0, quiet=120.0, ends_silently=True)  # s
_MOST_NAMED = 10  # nodes, and topics, named in the evidence
_TOOL = re.compile(r"_|rosbag2|rviz|rqt|ros2cli|foxglove|launch_")
_MINTED = re.compile(r"[a-f]*\d[0-9a-f]{2,}")


def is_tool(node_name: str) -> bool:
    """Tell whether a node is a tool, not a part of the robot: a command, a viewer, a recorder."""
    return _TOOL.match(node_name) is not None


def lasting_name(node: str) -> str:
    """Return a node's name without numbers that change at each start."""
    parts = node.split("_")
    while len(parts) > 1 and _MINTED.fullmatch(parts[-1]):
        parts.pop()
    return "_".join(parts)


def qos_mismatch(
    topic: str, publisher: str, subscriber: str, why: str, settings: Settings
) -> Detection:
    """Report a subscription that is incompatible with a publisher; both are full node names."""
    symptom = f"{lasting_name(subscriber)} does not hear {lasting_name(publisher)}"
    text = f"{symptom} on {topic}: incompatible QoS, {why}"
    fault = _fault(Key("graph", topic, symptom), text, "qos", _QOS, settings)
    return replace(fault, detail={"publisher": publisher, "listener": subscriber})


def lost_publisher(topic: str, listener: str, settings: Settings) -> Detection:
    """Report a topic with fewer publishers than usual, although a node listens to it."""
    text = f"{topic} lost a publisher while nodes listen to it"
    fault = _fault(Key("graph", topic, "lost publisher"), text, "publisher", _LOST, settings)
    return replace(fault, detail={"listener": listener})


def gone_node(node: str, topics: Sequence[str], listener: str, settings: Settings) -> Detection:
    """Report a node that left the graph although others listen to its topics."""
    text = f"Node {lasting_name(node)} is gone while others listen to it"
    fault = _fault(Key("graph", lasting_name(node), "gone"), text, "node", _LOST, settings)
    detail = {"nodes": [node], "topics": sorted(topics)[:_MOST_NAMED], "listener": listener}
    return replace(fault, detail=detail)


def same_name(node: str, settings: Settings) -> Detection:
    """Report nodes that share one name: parameters and services reach only one of them."""
    text = f"Several nodes are called {node}: misconfigured launch, or a second start"
    return _fault(Key("graph", node, "same name"), text, "name", _NAMES, settings)


def different_clock(clock: ComputerClock, settings: Settings) -> Detection:
    """Report that another computer's clock differs from ours, with nodes and seconds."""
    others = " and of other nodes" if len(clock.nodes) > 1 else ""
    where = "ahead of" if clock.offset.seconds > 0.0 else "behind"
    or_late = "" if clock.offset.seconds > 0.0 else ", or its messages take that long"
    node = lasting_name(clock.nodes[0])
    text = f"The clock of {node}{others} is {where} that of this computer{or_late}"
    return _clock_fault(clock, "differs", text, settings)


def odd_headers(clock: ComputerClock, settings: Settings) -> Detection:
    """Report that header stamps differ from the times at which messages are sent."""
    others = " and other nodes" if len(clock.nodes) > 1 else ""
    where = "from the future" if clock.offset.seconds > 0.0 else "far behind"
    or_old = "" if clock.offset.seconds > 0.0 else ", or readings are old"
    node = lasting_name(clock.nodes[0])
    text = f"Header stamps of {node}{others} are {where}: a clock of a sensor differs{or_old}"
    return _clock_fault(clock, "header stamps", text, settings)


def is_same_clock(one: Detection, other: Detection) -> bool:
    """Tell whether two clock detections are about one clock: equal seconds, and a shared node."""
    shared = set(_nodes(one)) & set(_nodes(other))
    is_alike = is_same(one.readings["seconds"], other.readings["seconds"])
    return one.key.symptom == other.key.symptom and bool(shared) and is_alike


def _nodes(clock: Detection) -> list[str]:
    nodes = clock.detail["nodes"]
    return nodes if isinstance(nodes, list) else []


def _clock_fault(clock: ComputerClock, symptom: str, text: str, settings: Settings) -> Detection:
    key = Key("clock", lasting_name(clock.nodes[0]), symptom)
    drift = clock.offset.drift
    readings = {"seconds": clock.offset.seconds, "seconds_per_hour": drift}
    return replace(
        _fault(key, text, "clock", _CLOCK, settings),
        magnitude=abs(clock.offset.seconds),
        readings={name: value for name, value in readings.items() if math.isfinite(value)},
        detail={"nodes": clock.nodes[:_MOST_NAMED], "topics": clock.topics[:_MOST_NAMED]},
    )


def _fault(key: Key, text: str, kind: str, debounce: Debounce, settings: Settings) -> Detection:
    return Detection(
        key,
        present=True,
        text=text,
        severity=Severity.WARN,
        confidence=settings.confidence_warn,
        magnitude=1.0,
        kind=kind,
        debounce=debounce,
    )


BRING_UP = 300.0
"""Seconds after the start in which nodes appear and vanish, as at every start."""

_STEADY = 60.0  # s for which a topic must keep its number of publishers before that is usual
_SETTLE = 10.0  # s before it is reported: in a shutdown, nodes leave one after another
_SHUT_DOWN = 2  # nodes that leave within that time: several nodes rarely fail at once
_FORGOTTEN = 3600.0  # s without a publisher, after which a topic is no longer expected


@dataclass
class _Topic:
    """A topic: its number of publishers, since when, and the usual number."""

    count: int
    since: float
    usual: int = 0


class LostPublishers:
    """Notices topics with fewer publishers than usual.

    If most topics lose their publishers at once, the robot is being shut down: nothing is reported.
    If several nodes leave within seconds, a part of the robot is being shut down: their topics are
    not reported.
    """

    def __init__(self) -> None:
        self._nodes: frozenset[str] = frozenset()
        self._departures: deque[float] = deque(maxlen=100)
        self._topics: dict[str, _Topic] = {}
        self._begun: float | None = None

    def observe(
        self, stamp: float, counts: Mapping[str, int], nodes: Collection[str] = ()
    ) -> set[str]:
        """Return the topics that have had fewer publishers than usual for some seconds.

        ``stamp`` never steps; ``counts``: number of publishers by topic; ``nodes``: all nodes.
        """
        if self._begun is None:
            self._begun = stamp
        self._departures.extend(stamp for _ in self._nodes - set(nodes))
        self._nodes = frozenset(nodes)
        for topic in self._topics.keys() - counts.keys():
            self._note(topic, 0, stamp)
        for topic, count in counts.items():
            self._note(topic, count, stamp)
        if stamp - self._begun < BRING_UP:
            for known in self._topics.values():
                known.usual = min(known.usual, known.count)
        usual = [topic for topic, known in self._topics.items() if known.usual]
        lost = {topic for topic in usual if self._topics[topic].count < self._topics[topic].usual}
        if 2 * len(lost) > len(usual):
            return set()
        return {topic for topic in lost if self._is_missed(self._topics[topic], stamp)}

    def _is_missed(self, topic: _Topic, stamp: float) -> bool:
        if stamp - topic.since < _SETTLE:
            return False
        left = sum(abs(departed - topic.since) <= _SETTLE for departed in self._departures)
        if left >= _SHUT_DOWN:
            topic.usual = topic.count
            return False
        return True

    def _note(self, topic: str, count: int, stamp: float) -> None:
        known = self._topics.setdefault(topic, _Topic(count, stamp))
        if count != known.count:
            known.count, known.since = count, stamp
        if count > known.usual and stamp - known.since >= _STEADY:
            known.usual = count
        if not count and (not known.usual or stamp - known.since > _FORGOTTEN):
            del self._topics[topic]
