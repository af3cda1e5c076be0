"""Groups components that report stale data in the same message: they have one cause.

See docs/reference/detectors.md, "diagnostics"; docs/explanation/perception.md, "One cause, one
entry".
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from robot_memory.ledger import Key, Severity
from robot_memory.perception.fault_grouping.fault_grouping import FaultGroup
from robot_memory.perception.masking.component_names import shown
from robot_memory.perception.occurrences.detection import Detection

_MANY = 4  # components whose data become stale in one message by one cause
_MOST_NAMED = 32  # components that the evidence names
_MOST_KEYS = 256  # groups whose data are stale


class StaleGrouping:
    """Makes one fault of the stale data of many components that begin at once.

    A bus that is cut off makes the data of all that is on it stale: nothing is heard of them any
    more, and that has one cause. Errors and warnings are each component's own word, and stay so.

    Args:
        call: what those are called who fail together.
    """

    def __init__(self, call: Callable[[Sequence[str]], FaultGroup]) -> None:
        self._call = call
        self._failing: OrderedDict[Key, set[str]] = OrderedDict()

    def join(self, begun: Mapping[str, Detection]) -> dict[str, Detection]:
        """Return what is told of complaints that begin in one message, by status name."""
        grouped = dict(begun)
        by_symptom: dict[str, list[str]] = {}
        for name, detection in begun.items():
            if detection.severity is Severity.STALE:
                by_symptom.setdefault(detection.key.symptom, []).append(name)
        for names in by_symptom.values():
            if len(names) >= _MANY:
                shared = self._shared(begun, names)
                self._failing.setdefault(shared.key, set()).update(names)
                grouped.update(dict.fromkeys(names, shared))
        while len(self._failing) > _MOST_KEYS:
            self._failing.popitem(last=False)
        return grouped

    def leaves(self, name: str, key: Key) -> bool:
        """Note that a component complains no more; tell whether nobody else does."""
        members = self._failing.get(key)
        if members is None:
            return True
        members.discard(name)
        if members:
            return False
        del self._failing[key]
        return True

    def _shared(self, begun: Mapping[str, Detection], names: Sequence[str]) -> Detection:
        first = begun[names[0]]
        components = sorted({begun[name].key.component for name in names})
        group = self._call(components)
        complaint = first.text.removeprefix(f"{shown(first.key.component)} reports ")
        return replace(
            first,
            key=Key("together", group.name, first.key.symptom),
            text=f"{group.words} report {complaint}",
            detail={**first.detail, "members": components[:_MOST_NAMED]},
        )
