"""Groups deviations that began together, and reports them together.

A deviation that outlasts the others is reported by itself. If many topics begin to deviate at once,
they are held back: the robot does something for the first time.

Specification: rules.md §10.4 and §10.5.

See docs/explanation/perception.md, "One cause, one entry".
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from robot_memory.perception.normal.columns import RELATIVE
from robot_memory.perception.normal.deviation import Deviation

_TOGETHER = 60.0  # s between the beginnings of deviations that are reported together
_LEADS = 25.0  # s after the first deviation in which another one may lead
_SAME_TOPIC = 300.0  # s from the first deviation on in which others of its topic join it
#: Seconds until a calm lead is reported: a task that is done for the first time is over sooner.
_CALM_LASTS = 120.0
_CLEAR = 3.0  # times what a second look must find: such noise is reported at once
_NOISE_LASTS = 60.0  # s until weaker noise is reported: moving a joint by hand is over sooner
_SHORTLY_BEFORE = 600.0  # s; the same noise within this time counts as well
_MANY = 6  # topics that deviate at once when the robot does something for the first time
_FIRST_TIME_LASTS = 1800.0  # s; if so many topics deviate for longer, the cause is no new task


class DeviationGroups:
    """Groups deviations as they arrive.

    No deviation is dropped because another one exists: a group has a lead, and the others are its
    evidence until it is over. If many topics begin to deviate at once, the group waits: the robot
    may do something for the first time. Only deviations that outlast this are reported.
    """

    def __init__(self) -> None:
        self._groups: list[_Group] = []
        self._latest: dict[int, Deviation] = {}  # by column

    def add(self, one: Deviation) -> None:
        """Take in a new deviation."""
        before = self._latest.get(one.column)
        if before is not None and one.begin - before.last <= _SHORTLY_BEFORE:
            one.lasted_before = before.lasted
        self._latest[one.column] = one
        for group in self._groups:
            if group.takes(one):
                group.add(one)
                return
        self._groups.append(_Group(one))

    def advance(self, stamp: float) -> Iterator[tuple[Deviation, Deviation]]:
        """Yield the deviations to report now, each with its group's lead; the lead comes first."""
        for group in self._groups:
            if not group.is_settled and stamp - group.first.told >= _LEADS:
                group.settle()
            elif group.is_settled and group.waiting and group.lead.end is not None:
                group.choose_lead()  # those that come after its end are grouped, too
            if group.is_new:
                group.end_first_time(stamp)
            if group.is_settled:
                group.drop_short()
            if group.is_settled and not (group.is_new or group.is_held):
                waiting, group.waiting = group.waiting, []
                yield from ((one, group.lead) for one in waiting)
        self._groups = [one for one in self._groups if stamp - one.end <= 2.0 * _TOGETHER]
        oldest = stamp - 2.0 * _SHORTLY_BEFORE  # a reported one may have begun minutes ago
        self._latest = {at: one for at, one in self._latest.items() if one.last >= oldest}

    def finish(self) -> Iterator[tuple[Deviation, Deviation]]:
        """Yield the deviations that still wait, at the end of the messages."""
        yield from self.advance(math.inf)


class _Group:
    """Deviations that began together; the first one is the one that was detected first."""

    def __init__(self, first: Deviation) -> None:
        self.first = self.lead = first
        self.members = [first]
        self.waiting = [first]
        self.is_settled = self.is_new = False

    @property
    def end(self) -> float:
        """When the last deviation ended; infinity while one lasts."""
        return max(math.inf if one.end is None else one.end for one in self.members)

    def takes(self, one: Deviation) -> bool:
        """Tell whether another deviation began with these, or in the topic of the first."""
        first = self.first
        if abs(one.begin - first.begin) <= _TOGETHER:
            return True
        end = math.inf if first.end is None else first.end
        latest = min(end + _TOGETHER, first.begin + _SAME_TOPIC)
        is_during = first.begin - _TOGETHER <= one.begin <= latest
        return one.topic == first.topic and is_during

    def add(self, one: Deviation) -> None:
        """Add a deviation."""
        self.members.append(one)
        self.waiting.append(one)

    def choose_lead(self) -> None:
        """Choose the lead: the plainest deviation of the signal with the most evidence.

        If a signal stands still, its level only shows where it stopped.
        """
        most = max(self.waiting, key=lambda one: one.nats)
        of_signal = [one for one in self.waiting if one.signal is most.signal]
        self.lead = (
            most
            if most.signal is None
            else min(of_signal, key=lambda one: (not one.stands_still, one.kind))
        )
        self.waiting.sort(key=lambda one: one is not self.lead)

    def drop_short(self) -> None:
        """If the lead was too short, drop what ended with it; the rest gets a new lead."""
        if self.waiting and self.lead.end is not None and _is_short(self.lead):
            self.waiting = [one for one in self.waiting if one.end is None]
            if self.waiting:
                self.choose_lead()

    def end_first_time(self, stamp: float) -> None:
        """Release the lasting deviations if they are in few topics, or lasted too long."""
        lasting = [one for one in self.members if one.end is None]
        lasted = min(stamp, max(one.last for one in self.members)) - self.first.told
        if len({one.topic for one in lasting}) >= _MANY and lasted < _FIRST_TIME_LASTS:
            return
        self.is_new = False
        self.waiting = [one for one in self.waiting if one.end is None]
        if self.waiting:
            self.choose_lead()

    @property
    def is_held(self) -> bool:
        """Whether the lead must last for a time, and has not done so yet."""
        return self.lead.end is None and _is_short(self.lead)

    def settle(self) -> None:
        """Choose the lead, and decide whether the robot does something for the first time."""
        self.choose_lead()
        self.is_new = len({one.topic for one in self.members}) >= _MANY
        self.is_settled = True


def _is_short(one: Deviation) -> bool:
    """Tell whether a deviation must last for a time, and did not."""
    if one.kind in RELATIVE and one.clarity < _CLEAR and one.lasted < _NOISE_LASTS:
        return True
    return one.is_calm and one.last - one.told < _CALM_LASTS
