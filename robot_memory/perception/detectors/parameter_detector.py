"""Parameters that differ from those of their node's last good start.

Parameters are compared, stored and shown as text.

Specification: rules.md §5.14.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, ClassVar

from robot_memory.foundation.secrets.secrets_filter import names_a_secret
from robot_memory.foundation.text.outside_text import LONGEST_NAME, take_in
from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.ros_graph.graph_faults import is_tool, lasting_name

_MOST = 5000  # parameters of all nodes
_MOST_OF_ONE = 1000  # parameters of one node that are kept, at most
_CHANGES, _SHARE = 2, 3  # least changes, and one in so many starts, of an unsteady one
_NAME = "parameters"
_SETTLE = 5.0  # s without a change after which a node has all its parameters
_MOST_TOLD = 5  # differences of one node that are reported individually
_MOST_LISTED = 20  # differences that the evidence lists
_MOST_NODES = 500  # nodes of one run
_MOST_ALIKE = 20  # nodes of one run whose names differ only in a number
_MOMENT = Debounce(onset=0.0, end=1.0, quiet=60.0, momentary=True)  # s
_LONGEST = 80  # characters of a value; a longer value is stored as its length and digest
#: By rcl_interfaces/msg/ParameterType; byte arrays are left out.
_TEXT_OF: Mapping[int, Callable[[Any], str]] = {
    1: lambda value: "true" if value.bool_value else "false",
    2: lambda value: str(value.integer_value),
    3: lambda value: repr(float(value.double_value)),
    4: lambda value: str(value.string_value),
    6: lambda value: str(list(value.bool_array_value)),
    7: lambda value: str(list(value.integer_array_value)),
    8: lambda value: str(list(value.double_array_value)),
    9: lambda value: str(list(value.string_array_value)),
}


@dataclass(frozen=True)
class NodeParameters:
    """All parameters of a node from one request, as texts by name; the node by its full name."""

    node: str
    values: Mapping[str, str]


@dataclass
class _Known:
    """A parameter: its value at the last good start, and how often it changed."""

    value: str
    starts: int = 1
    changes: int = 0

    @property
    def is_steady(self) -> bool:
        """Whether it is steady, unlike ports, paths and times, which change at every start."""
        return self.changes < _CHANGES or _SHARE * self.changes < self.starts


class ParameterHistory:
    """Remembers the parameters of each node across restarts."""

    def __init__(self) -> None:
        self._nodes: dict[str, dict[str, _Known]] = {}

    def was(self, node: str, name: str, value: str) -> str | None:
        """Return a parameter's value at the last good start, if it differs now.

        None if it is the same, if it was not known, or if it changes at every start.
        """
        known = self._nodes.get(node, {}).get(name)
        return known.value if known and known.value != value and known.is_steady else None

    def knows(self, node: str) -> bool:
        """Tell whether a node of this name had a good start."""
        return node in self._nodes

    def adopt(self, node: str, values: Mapping[str, str], *, is_all: bool = True) -> None:
        """Take in the parameters of a good start; ``is_all``: the node has no others.

        If there are too many, the nodes with the oldest good start are forgotten. Of one node, at
        most ``_MOST_OF_ONE`` parameters are kept.
        """
        former = self._nodes.pop(node, {})
        known = {name: it for name, it in former.items() if name in values or not is_all}
        for name, value in values.items():
            before = known.get(name)
            if before is not None:
                before.starts += 1
                before.changes += before.value != value
                before.value = value
            elif len(known) < _MOST_OF_ONE:
                known[name] = _Known(value)
        self._nodes[node] = known
        while sum(map(len, self._nodes.values())) > _MOST:
            del self._nodes[next(iter(self._nodes))]

    def state(self) -> dict[str, Any]:
        """Return the known parameters, as JSON data."""
        return {
            "nodes": {
                node: {name: [it.value, it.starts, it.changes] for name, it in known.items()}
                for node, known in self._nodes.items()
            }
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with a result of :meth:`state` from before a restart."""
        self._nodes = {
            node: {
                name: _Known(str(value), int(starts), int(changes))
                for name, (value, starts, changes) in known.items()
            }
            for node, known in state["nodes"].items()
        }


@dataclass
class _Node:
    """A node in this run.

    Attributes:
        full_name: with the number that may differ at each start.
        changed: when a parameter last changed, or a fault last named the node.
        is_adopted: whether its parameters are stored as those of a good start.
    """

    full_name: str
    values: dict[str, str] = field(default_factory=dict)
    is_complete: bool = False
    changed: float = 0.0
    is_judged: bool = True
    is_adopted: bool = False
    told: dict[Key, Detection] = field(default_factory=dict)


class ParameterDetector(Detector):
    """Reports parameters of a node that differ from those of its last good start.

    A start is good if for ten minutes no fault names the node. A difference is reported once in a
    run, and once more if a fault follows that names the node. Parameters that change at every third
    start or more often are not reported, nor parameters with the name of a secret.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "good": DetectorOption(600.0, "s without a fault that make a start a good one", low=1.0),
    }
    TYPE: ClassVar[str] = "rcl_interfaces/msg/ParameterEvent"
    IS_SHARED: ClassVar[bool] = True

    def _set_up(self) -> None:
        self._history = self._context.learn(_NAME, ParameterHistory())
        self._nodes: dict[str, _Node] = {}
        self._alike: dict[str, set[str]] = {}
        self._seen = self._context.shared.onsets.count

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in all parameters of a node, or the declared and changed ones."""
        if self._keeps(content.node):
            node = self._node(content.node)
            if isinstance(content, NodeParameters):
                values, node.is_complete = dict(content.values), True
            else:
                given = (*content.new_parameters, *content.changed_parameters)
                told = ((it.name, value_text(it.name, it.value)) for it in given)
                values = node.values | {key: text for key, text in told if text is not None}
            values = dict(islice(values.items(), _MOST_OF_ONE))
            if values != node.values:
                component = lasting_name(content.node).strip("/")  # parameters may be versions
                self._context.shared.versions.note(self._context.topic, component, values.items())
                node.values = values
                node.changed, node.is_judged, node.is_adopted = stamp, False, False
        yield from ()

    def _keeps(self, node: str) -> bool:
        is_ours = self._context.scope.keeps_logger(node.strip("/"), self._context.topic)
        alike = self._alike.get(lasting_name(node), set())
        has_room = len(alike) < _MOST_ALIKE and len(self._nodes) < _MOST_NODES
        return is_ours and (node in alike or has_room) and not is_tool(node.rpartition("/")[2])

    def _node(self, full_name: str) -> _Node:
        """Return a node of this run, keyed without its number if no other node has that name."""
        lasting = lasting_name(full_name)
        alike = self._alike.setdefault(lasting, set())
        alike.add(full_name)
        other = self._nodes.get(lasting)
        if other is not None and len(alike) > 1 and other.full_name != lasting:
            self._nodes[other.full_name] = self._nodes.pop(lasting)
            other.is_judged = other.is_adopted = False
        is_alone = len(alike) == 1 and not self._history.knows(full_name)
        return self._nodes.setdefault(lasting if is_alone else full_name, _Node(full_name))

    def advance(self, stamp: float) -> Iterator[Detection]:
        """Judge nodes whose parameters are complete; repeat differences that a fault follows."""
        onsets = [
            onset for onset in self._context.shared.onsets.after(self._seen)
            if onset.detector != _NAME
        ]  # fmt: skip
        self._seen = self._context.shared.onsets.count
        for name, node in self._nodes.items():
            if not node.is_judged and stamp - node.changed >= _SETTLE:
                node.is_judged = True
                yield from self._judge(name, node)
            fault = next((onset.text for onset in onsets if onset.names(node.full_name)), "")
            if fault:
                node.changed = max(node.changed, stamp)  # a good start has no fault
                yield from self._tell_again(node, fault)
            elif not node.is_adopted and stamp - node.changed >= self._options["good"]:
                node.is_adopted = True
                self._history.adopt(name, node.values, is_all=node.is_complete)
                node.told = {}

    def _judge(self, name: str, node: _Node) -> Iterator[Detection]:
        pairs = ((key, self._history.was(name, key, now)) for key, now in node.values.items())
        different = {key: (was, node.values[key]) for key, was in pairs if was is not None}
        for detection in self._differences(name.strip("/"), different):
            if detection.key not in node.told:
                node.told[detection.key] = detection
                yield detection

    def _differences(
        self, node: str, different: Mapping[str, tuple[str, str]]
    ) -> Iterator[Detection]:
        if len(different) > _MOST_TOLD:
            listed = {key: list(pair) for key, pair in list(different.items())[:_MOST_LISTED]}
            text = f"{node}: many parameters differ from the last good start"
            yield self._detection(node, "many differ", text, {"was and is": listed})
            return
        for key, (was, now) in different.items():
            text = f"{node}: {key} is {now}, was {was} at the last good start"
            detail = {"parameter": key, "value": now, "was": was}
            yield self._detection(node, f"{key} is {now}", text, detail)

    def _tell_again(self, node: _Node, fault: str) -> Iterator[Detection]:
        """Report differences again with the fault that followed: once in a run."""
        for key, told in node.told.items():
            if "fault" not in told.detail:
                confidence = self._context.settings.confidence_warn
                detail = {**told.detail, "fault": fault}
                node.told[key] = replace(told, confidence=confidence, detail=detail)
                yield node.told[key]

    def _detection(
        self, node: str, symptom: str, text: str, detail: Mapping[str, object]
    ) -> Detection:
        return self._fault(
            Key(_NAME, node, symptom),
            text,
            score=0.0,
            magnitude=0.0,
            kind="configuration",
            detail=detail,
            debounce=_MOMENT,
        )


def value_text(name: str, value: Any) -> str | None:
    """Return the text of a ``ParameterValue``; None if it has none, or may be a secret."""
    make = _TEXT_OF.get(value.type)
    if make is None or len(name) > LONGEST_NAME or names_a_secret(name):
        return None
    text = make(value)
    if len(text) > _LONGEST:
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
        return f"a value of {len(text)} characters ({digest})"
    return None if take_in(f"{name}={text}").removed else text
