"""The models that all detectors of one robot share; the smallest of them are defined here.

Specification: rules.md §1.12 and §10.1.

See docs/explanation/perception.md, "One cause, one entry"; docs/reference/detectors.md,
"diagnostics".
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.foundation.settings import Settings
from robot_memory.perception.baselines import Baselines, State
from robot_memory.perception.fault_grouping.fault_grouping import FaultGrouping, FaultGroups
from robot_memory.perception.masking.masking import node_name
from robot_memory.perception.message_definition import DefinitionCatalogue
from robot_memory.perception.normal.signal_monitor import NUMBERS, SignalMonitor
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.occurrences.freeze_frame import RecentReadings
from robot_memory.perception.surroundings.floor_map import FLOOR_MAP, FloorMap
from robot_memory.perception.surroundings.surroundings import Surroundings
from robot_memory.perception.version_watch import VersionWatch


class SharedModels:
    """One instance of each model for all detectors.

    ``goals`` counts each action's goals that ended since it was last read, without those that
    clients cancelled, which are no trials.
    """

    def __init__(
        self,
        settings: Settings,
        baselines: Mapping[str, State],
        namespace: str,
        definitions: DefinitionCatalogue | None = None,
    ) -> None:
        self.definitions = definitions or DefinitionCatalogue()
        self.activity = ListeningTime()
        self.readings = RecentReadings()
        self.baselines = Baselines(baselines)
        groups = FaultGroups(namespace)
        self.fault_grouping = FaultGrouping(groups)
        self.floor_map = FloorMap()
        self.frames = FrameTree()
        self.monitor = SignalMonitor(settings)
        self.onsets = RecentOnsets()
        self.surroundings = Surroundings()
        self.goals = Counter[str]()
        self.status_names = DuplicateStatusNames()
        self.versions = VersionWatch()
        self.baselines.keep("together", "", groups)
        self.baselines.keep(NUMBERS, "", self.monitor)
        self.baselines.keep(FLOOR_MAP, "", self.floor_map)
        self.baselines.keep("shared status names", "", self.status_names)


_SHORTEST_PAUSE = 2.0  # s without any message
_GAPS_OF_A_PAUSE = 5.0  # usual gaps between messages that make a pause
_LONGEST_GAP = 60.0  # s; a longer gap counts as this in the mean
_REMEMBERED = 100  # gaps in the mean that is the usual gap
_SHORTEST_SILENCE = 30.0  # s without any message after which the robot counts as silent


class ListeningTime:
    """A time axis that advances only while messages of the robot are received.

    During a pause of a recording, or an outage of the robot's whole network, no single topic is
    silent: all are. The length of a pause depends on the robot: a robot that is heard four hundred
    times a second pauses sooner than one that is heard every ten seconds.

    Attributes:
        running: how long the robot was heard, s.
        last: the stamp of its last message; None before the first.
    """

    def __init__(self) -> None:
        self.running = 0.0
        self.last: float | None = None
        self._usual = 0.0
        self._count = 0

    def note_message(self, stamp: float) -> None:
        """Note that a message of this robot arrived, on any topic."""
        last, self.last = self.last, stamp
        if last is None or stamp <= last:
            return
        gap = stamp - last
        if self._count < _REMEMBERED:
            self._count += 1
        counted = gap if gap < _LONGEST_GAP else _LONGEST_GAP
        self._usual += 1.0 / self._count * (counted - self._usual)
        if gap <= _SHORTEST_PAUSE or gap <= _GAPS_OF_A_PAUSE * self._usual:
            self.running += gap

    @property
    def patience(self) -> float:
        """For how long no message may come before the robot counts as silent, s."""
        return max(_SHORTEST_SILENCE, _GAPS_OF_A_PAUSE * self._usual)


_MOST = 200  # onsets, the newest
_NODES = ("nodes", "server", "publisher", "listener")  # keys of a detail that hold full node names
_SEPARATOR = re.compile(r"[/.]")


@dataclass(frozen=True)
class RecentOnset:
    """An onset and its serial number; its detail may contain full node names."""

    number: int
    detector: str
    component: str
    nodes: frozenset[str]
    text: str

    def names(self, node: str) -> bool:
        """Tell whether it is about a node, given its full name; words of its text do not count.

        A component names a node by its full name, or by a part of a logger's or status's name:
        'robot.controller_server.costs', 'controller_server: rate'.
        """
        own = node.rpartition("/")[2]
        if own and (node in self.nodes or node == self.component):
            return True
        if not own or self.component.startswith("/"):
            return False  # not a node: a topic, or another node
        parts = _SEPARATOR.split(self.component.partition(":")[0])
        return own in parts or node_name(own) in parts


class RecentOnsets:
    """The last onsets, and how many there were in all."""

    def __init__(self) -> None:
        self.count = 0
        self._onsets: deque[RecentOnset] = deque(maxlen=_MOST)

    def note(self, detection: Detection) -> None:
        """Take in an onset."""
        self.count += 1
        key = detection.key
        nodes = frozenset(_nodes(detection.detail))
        text = f"{key.component}: {detection.text}"
        self._onsets.append(RecentOnset(self.count, key.detector, key.component, nodes, text))

    def after(self, number: int) -> Iterator[RecentOnset]:
        """Return the kept onsets with a higher number."""
        return (onset for onset in self._onsets if onset.number > number)


def _nodes(detail: Mapping[str, object]) -> Iterator[str]:
    for name in _NODES:
        told = detail.get(name, ())
        for node in told if isinstance(told, list) else (told,):
            if isinstance(node, str):
                yield node


_MOST_FRAMES = 2000  # frames with a parent, fixed and moving ones each


class FrameTree:
    """The parents of frames, as the transforms of /tf and /tf_static name them.

    A frame has one fixed parent and one moving parent: the last one named counts.
    """

    def __init__(self) -> None:
        self._fixed: dict[str, str] = {}
        self._moving: dict[str, str] = {}
        self._children: Counter[str] = Counter()

    def fix(self, parent: str, child: str) -> None:
        """Take in a static transform."""
        self._hang(self._fixed, parent, child)

    def move(self, parent: str, child: str) -> None:
        """Take in a transform that is published repeatedly."""
        self._hang(self._moving, parent, child)

    def _hang(self, parents: dict[str, str], parent: str, child: str) -> None:
        before = parents.get(child)
        if before == parent or (before is None and len(parents) >= _MOST_FRAMES):
            return
        parents[child] = parent
        self._children[parent] += 1
        if before is not None:
            self._children[before] -= 1
            if not self._children[before]:
                del self._children[before]

    def parent(self, child: str) -> str:
        """Return the last moving parent of a frame; empty if there is none."""
        return self._moving.get(child, "")

    def fixed_parent(self, child: str) -> str:
        """Return the fixed parent of a frame; empty if there is none."""
        return self._fixed.get(child, "")

    def carries(self, frame: str) -> bool:
        """Tell whether other frames are attached to this one."""
        return frame in self._children


_MOST_NAMES = 2048  # names of statuses
_MOST_DEVICES = 16  # hardware ids of one name: if there are more, they are readings


class DuplicateStatusNames:
    """Distinguishes devices with the same status name by their hardware ids.

    diagnostic_updater begins a status name with the node's name, without its namespace: the
    drivers /front/urg_node and /rear/urg_node both report as "urg_node: Status". A hardware id that
    returns after another one is a separate device. An id that does not return was replaced, and
    the name stays unchanged. The shared names are kept over restarts.
    """

    def __init__(self) -> None:
        #: The ids seen under each name, the present one last; empty if the ids are readings.
        self._ids: OrderedDict[str, list[str]] = OrderedDict()
        self._shared: OrderedDict[str, None] = OrderedDict()

    def name_of(self, name: str, hardware_id: str) -> str:
        """Return a status's name, with its hardware id if several devices share the name."""
        if hardware_id and name in self._shared:
            return f"{name} ({hardware_id})"
        return name

    def names_of(self, content: Any) -> dict[str, str]:
        """Return the device names in a DiagnosticArray, by shared status name."""
        if not self._shared:
            return {}
        return {
            status.name: self.name_of(status.name, status.hardware_id)
            for status in content.status
            if status.name in self._shared
        }

    def names(self) -> Iterable[str]:
        """Return the status names that were noted since the start."""
        return self._ids

    def is_new(self, name: str, hardware_id: str) -> bool:
        """Tell whether an id differs from the last one of its name, so that it must be noted."""
        ids = self._ids.get(name)
        return ids is None or (bool(ids) and ids[-1] != hardware_id)

    def note(self, name: str, hardware_id: str) -> None:
        """Note the id of a status of this robot; statuses of other robots must not be noted."""
        ids = self._ids.setdefault(name, [hardware_id])
        if len(self._ids) > _MOST_NAMES:
            self._ids.popitem(last=False)
        if ids and ids[-1] != hardware_id:
            self._change(name, ids, hardware_id)

    def _change(self, name: str, ids: list[str], hardware_id: str) -> None:
        if hardware_id in ids:
            ids.remove(hardware_id)
            self._shared[name] = None
            if len(self._shared) > _MOST_NAMES:
                self._shared.popitem(last=False)
        ids.append(hardware_id)
        if len(ids) > _MOST_DEVICES:
            ids.clear()
            self._shared.pop(name, None)

    def state(self) -> dict[str, Any]:
        """Return the shared names."""
        return {"shared": list(self._shared)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with a result of :meth:`state`.

        Raises:
            ValueError: the state has another structure.
        """
        names = state.get("shared")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError(f"the shared names of statuses are {names!r:.200}, expected a list")
        self._shared = OrderedDict.fromkeys(names[-_MOST_NAMES:])
