"""What began together is told together, and each deviation by itself when it outlasts the others.

What begins in many topics at once is held back: the robot does something for the first time.

Specification: rules.md §10.4 and §10.5.

See docs/explanation/perception.md, "One cause, one entry".
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from robot_memory.perception.normal.columns import RELATIVE
from robot_memory.perception.normal.deviation import Deviation

_TOGETHER = 60.0  # s between the beginnings of what is told together
_LEADS = 25.0  # s after the first in which another one may lead
_SAME_TOPIC = 300.0  # s from the first on in which its topic is told with it
#: Seconds until a calm lead is told: what the robot does for the first time is over sooner.
_CALM_LASTS = 120.0
_CLEAR = 3.0  # times what a second look must find, from which noise is told at once
_NOISE_LASTS = 60.0  # s until weaker noise is told: moving a joint by hand is over sooner
_SHORTLY_BEFORE = 600.0  # s; the same noise within them counts as well
_MANY = 6  # topics that deviate at once when the robot does something for the first time
_FIRST_TIME_LASTS = 1800.0  # s; what so many topics are for longer is no task that is new


class DeviationGroups:
    """Puts deviations together as they come.

    Nothing is dropped because something else is the matter: a group has a lead, and the others are
    evidence of it until it is over. What begins in many topics at once waits: the robot may do
    something for the first time. Of that is told what outlasts it.
    """

    def __init__(self) -> None:
        self._groups: list[_Group] = []
        self._latest: dict[int, Deviation] = {}  # by column

    def add(self, one: Deviation) -> None:
        """Take in a deviation that begins to be told."""
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
        """Yield what is to be told now, each with the lead of its group; the lead comes first."""
        for group in self._groups:
            if not group.is_settled and stamp - group.first.told >= _LEADS:
                group.settle()
            elif group.is_settled and group.waiting and group.lead.end is not None:
                group.choose_lead()  # what comes when the first is over is told together, too
            if group.is_new:
                group.end_first_time(stamp)
            if group.is_settled:
                group.drop_short()
            if group.is_settled and not (group.is_new or group.is_held):
                waiting, group.waiting = group.waiting, []
                yield from ((one, group.lead) for one in waiting)
        self._groups = [one for one in self._groups if stamp - one.end <= 2.0 * _TOGETHER]
        oldest = stamp - 2.0 * _SHORTLY_BEFORE  # what is told now may have begun minutes ago
        self._latest = {at: one for at, one in self._latest.items() if one.last >= oldest}

    def finish(self) -> Iterator[tuple[Deviation, Deviation]]:
        """Yield what still waits, as nothing more comes."""
        yield from self.advance(math.inf)


class _Group:
    """What began together; the first one is the first that was told by the model."""

    def __init__(self, first: Deviation) -> None:
        self.first = self.lead = first
        self.members = [first]
        self.waiting = [first]
        self.is_settled = self.is_new = False

    @property
    def end(self) -> float:
        """When the last one ended; infinity while one lasts."""
        return max(math.inf if one.end is None else one.end for one in self.members)

    def takes(self, one: Deviation) -> bool:
        """Tell whether another deviation began with these, or in the topic of the first one."""
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
        """Choose the lead: of the signal with the most evidence what says it most plainly.

        Where it stands still, its level is only where it stopped.
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
        """Drop what ended with a lead that was over too soon; what outlasts it is led anew."""
        if self.waiting and self.lead.end is not None and _is_short(self.lead):
            self.waiting = [one for one in self.waiting if one.end is None]
            if self.waiting:
                self.choose_lead()

    def end_first_time(self, stamp: float) -> None:
        """Let what still deviates be told, where few topics do, or as many for too long."""
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
        """Whether the lead must last, and it is not known yet that it does."""
        return self.lead.end is None and _is_short(self.lead)

    def settle(self) -> None:
        """Choose the lead, and tell whether the robot does something for the first time."""
        self.choose_lead()
        self.is_new = len({one.topic for one in self.members}) >= _MANY
        self.is_settled = True


def _is_short(one: Deviation) -> bool:
    """Tell whether a deviation is one that must last, and did not."""
    if one.kind in RELATIVE and one.clarity < _CLEAR and one.lasted < _NOISE_LASTS:
        return True
    return one.is_calm and one.last - one.told < _CALM_LASTS
