"""Reports sources that fail together once: silent sources, and components with stale data.

A link or a node is the common cause of sources that fall silent together. Their rates differ, so
they are noticed one after another. Therefore the times since which they fail are compared, and the
first one noticed waits a moment for others. Components that report stale data in the same message
have one cause, too.

See docs/reference/detectors.md, "diagnostics"; docs/explanation/perception.md, "One cause, one
entry".
"""

from __future__ import annotations

import math
import posixpath
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from robot_memory.ledger import Key, Severity
from robot_memory.perception.masking.masking import shown
from robot_memory.perception.occurrences.detection import MEMBERS, SILENT, Detection

_MOST_NAMED = 32  # members named in the evidence

# Sources that fall silent.
_WAIT = 10.0  # s in which others may turn out to fail as well
_RETURNS = 10.0  # s in which sources with one cause may recover one after another
_SLACK = 3.0  # s between failures of one cause: nodes go down one after another
#: Seconds after which a source may have fallen silent together with others …
LATE = 2.0
_SLOWEST = 8.0  # … if its interval, s, is no longer, so that this is soon certain
_LIKELY, _LIKELY_INTERVALS = 3.0, 4.0  # s, and intervals, after which a source is probably silent
_SAME = 0.5  # of the members of two groups, the share that both have
_MOST_KNOWN = 32  # groups
_MOST_MEMBERS = 64  # members of a group
_LISTED = 3  # members listed in its name

# Stale data.
_MANY = 4  # components with stale data in one message that have one cause
_MOST_KEYS = 256  # groups with stale data


class FaultGroup(NamedTuple):
    """The name of sources that fail together: in a key, and at the beginning of a sentence."""

    name: str
    words: str


#: The name of a new group when too many groups are known.
_MIXED = FaultGroup("several topics", "Several topics")


class FaultGroups:
    """Knows earlier groups: six topics today and five of them tomorrow make the same entry.

    The robot's ``namespace`` is common to its topics anyway, and so names no group.
    """

    def __init__(self, namespace: str = "/") -> None:
        self._namespace = _parts(namespace)
        self._known: list[list[str]] = []

    def state(self) -> dict[str, Any]:
        """Return the known groups, as JSON data."""
        return {"companies": [list(members) for members in self._known]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with a result of :meth:`state` from before a restart."""
        known = [[str(name) for name in members] for members in state["companies"]]
        self._known = known[:_MOST_KNOWN]

    def of(self, names: Sequence[str]) -> FaultGroup:
        """Return the group of two or more sources that fail together now."""
        members = sorted(set(names))[:_MOST_MEMBERS]
        best = max(self._known, key=lambda known: _likeness(known, members), default=[])
        if _likeness(best, members) >= _SAME:
            return self._call(best)
        if len(self._known) >= _MOST_KNOWN:
            return _MIXED
        self._known.append(members)
        return self._call(members)

    def _call(self, members: Sequence[str]) -> FaultGroup:
        space = self._common_namespace(members)
        if space:
            return FaultGroup(space, f"Topics under {space}")
        drivers = {name.partition(":")[0] if ":" in name else "" for name in members}
        if len(drivers) == 1 and "" not in drivers:
            (driver,) = drivers
            return FaultGroup(driver, f"Components of {driver}")
        *first, last = members if len(members) <= _LISTED else [*members[:_LISTED], "others"]
        words = f"{', '.join(first)} and {last}"
        return FaultGroup(words, words)

    def _common_namespace(self, members: Sequence[str]) -> str:
        if not all(name.startswith("/") for name in members):
            return ""
        common = posixpath.commonpath(list(map(posixpath.dirname, members)))
        return common if len(_parts(common)) > len(self._namespace) else ""


def _likeness(one: Sequence[str], other: Sequence[str]) -> float:
    both = len(set(one).intersection(other))
    return both / max(1, len(set(one).union(other)))


def _parts(name: str) -> list[str]:
    return [part for part in name.split("/") if part]


@dataclass(frozen=True)
class SilentSource:
    """A topic or a component that is not received.

    Attributes:
        alone: its detection if it is the only one.
        lasts: for how many seconds it has been silent.
        interval: its usual time between two messages, s.
        is_sure: whether it is reported even alone; else only together with a sure one.
    """

    name: str
    topic: str
    alone: Detection
    lasts: float
    interval: float
    is_sure: bool

    @property
    def counts(self) -> bool:
        """Whether it is overdue enough to be considered."""
        return self.is_sure or (self.lasts > LATE and self.interval <= _SLOWEST)

    @property
    def is_likely(self) -> bool:
        """Whether it is so much overdue that it counts as silent beside a sure one."""
        return self.is_sure or self.lasts >= max(_LIKELY, _LIKELY_INTERVALS * self.interval)

    def may_share_cause(self, other: SilentSource) -> bool:
        """Tell whether both failed at about the same time."""
        longer = self.lasts - other.lasts
        return longer <= self.interval + _SLACK and -longer <= other.interval + _SLACK


@dataclass
class _Cause:
    """Sources that fail together, or a single one."""

    first: SilentSource
    detection: Detection
    names: set[str]
    well_since: float | None = None

    def takes(self, other: SilentSource) -> bool:
        """Tell whether another source belongs to it; a cause of one source takes none."""
        is_open = len(self.names) > 1 and self.well_since is None
        return is_open and self.first.may_share_cause(other)


class FaultGrouping:
    """Collects silent sources, and makes one entry for those with one cause."""

    def __init__(self, groups: FaultGroups) -> None:
        self.groups = groups
        self._causes: list[_Cause] = []
        self._found: dict[str, float] = {}
        self._told: dict[str, float] = {}  # until when they were reported together with others
        self._failing: dict[str, SilentSource] = {}

    def report(self, failing: SilentSource) -> None:
        """Report that a source fails; call it before each :meth:`advance` as long as it does."""
        if failing.counts:
            self._failing[failing.name] = failing

    def advance(self, stamp: float) -> Iterator[tuple[str, Detection]]:
        """Yield detections, each with its topic; sources without a report are well again."""
        failing, self._failing = self._failing, {}
        if not failing and not self._causes:  # nearly always: all are well
            self._found, self._told = {}, {}
            return
        for cause in list(self._causes):
            yield cause.first.topic, self._go_on(cause, failing, stamp)
        grouped = {name for cause in self._causes for name in cause.names}
        free = {name: one for name, one in failing.items() if name not in grouped}
        self._found = {name: at for name, at in self._found.items() if name in free}
        self._told = {name: at for name, at in self._told.items() if name in free}
        for one in sorted(free.values(), key=lambda one: (-one.lasts, one.name)):
            if one.is_sure and one.name in free:
                yield from self._judge(one, free, stamp)

    def _go_on(self, cause: _Cause, failing: dict[str, SilentSource], stamp: float) -> Detection:
        """Return a cause's detection; it is over when all are well, or some stay silent."""
        still = [failing[name] for name in cause.names if name in failing]
        cause.first = failing.get(cause.first.name, cause.first)
        if len(still) < len(cause.names) and cause.well_since is None:
            cause.well_since = stamp
        is_late = cause.well_since is not None and stamp - cause.well_since > _RETURNS
        if not still or is_late:
            self._causes.remove(cause)
            self._told.update(dict.fromkeys((one.name for one in still), stamp))
            return replace(cause.detection, present=False)
        return replace(cause.detection, magnitude=max(one.alone.magnitude for one in still))

    def _judge(
        self, one: SilentSource, free: dict[str, SilentSource], stamp: float
    ) -> Iterator[tuple[str, Detection]]:
        """Yield a source that certainly fails, with those that fail with it; or wait for them."""
        for cause in self._causes:
            if cause.takes(one):
                cause.names.add(one.name)
                del free[one.name]
                return
        found = self._found.setdefault(one.name, stamp)
        mates = [other for other in free.values() if other.may_share_cause(one)]
        likely = [other for other in mates if other.is_likely]
        if len(likely) < len(mates) and stamp - found < _WAIT:
            return
        for other in likely:
            del free[other.name]
        detection = self._detection(one, likely)
        began = max(stamp - one.lasts + one.interval, self._told.get(one.name, -math.inf))
        self._causes.append(_Cause(one, detection, {other.name for other in likely}))
        yield one.topic, replace(detection, at=found, since=min(found, began))

    def _detection(self, one: SilentSource, likely: list[SilentSource]) -> Detection:
        if len(likely) == 1:
            return one.alone
        names = sorted(other.name for other in likely)
        group = self.groups.of(names)
        alone = [other.alone for other in likely]
        return Detection(
            key=Key("together", group.name, SILENT),
            present=True,
            text=f"{group.words} fall silent together while the robot runs",
            severity=one.alone.severity,
            confidence=max(detection.confidence for detection in alone),
            magnitude=max(detection.magnitude for detection in alone),
            kind=SILENT,
            detail={MEMBERS: names[:_MOST_NAMED]},
            debounce=max((detection.debounce for detection in alone), key=lambda it: it.quiet),
        )


class StaleGrouping:
    """Makes one fault of the stale data of many components that begin in one message.

    If a bus is cut off, the data of all components on it become stale: the silence has one cause.
    Errors and warnings are a component's own statement, and stay separate.
    """

    def __init__(self, groups: FaultGroups) -> None:
        self._groups = groups
        self._failing: OrderedDict[Key, set[str]] = OrderedDict()

    def join(self, begun: Mapping[str, Detection]) -> dict[str, Detection]:
        """Return the detections for complaints that begin in one message, by status name."""
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
        """Note that a component no longer complains; tell whether no other one does."""
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
        group = self._groups.of(components)
        complaint = first.text.removeprefix(f"{shown(first.key.component)} reports ")
        return replace(
            first,
            key=Key("together", group.name, first.key.symptom),
            text=f"{group.words} report {complaint}",
            detail={**first.detail, MEMBERS: components[:_MOST_NAMED]},
        )
