"""Signals of one kind, as four motors' temperatures: which one differs (rules.md §10.5).

What one number should be, only its like can tell: a motor may be hot because it works hard, but
then so are the others. So what is usual is learned of each signal together with the others of its
kind and with the motion of the robot, and one that differs from them is reported.

See docs/explanation/perception.md, "Redundant signals".
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from robot_memory.perception.baselines import Baselines, is_of
from robot_memory.perception.findings.findings import Finding, Findings
from robot_memory.perception.findings.redundancy_relation import RedundancyRelation, RedundantSignal
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.settings import Settings

_EVERY = 1.0  # s between two samples
_FRESH = 3.0  # s for which a value is the present one
_MOST = 12  # signals of one kind
_MOST_FAMILIES = 64  # kinds of signals
_NIGHT = 300.0  # s without a sample after which another session begins
_STANDS = 0.02  # m/s and rad/s; less is standing
_GOES, _TURNS = 0.1, 0.05  # m/s and rad/s; more is moving
_PAUSE = 5.0  # s without a sample after which what had just begun begins anew
_SETTLED = 15.0  # s without a newcomer before a family is complete


class RedundantSignals:
    """Families of signals of one kind.

    Args:
        baselines: what is normal for this robot.
        findings: told of a signal that differs from the others of its kind.
        settings: first confidences.
    """

    def __init__(self, baselines: Baselines, findings: Findings, settings: Settings) -> None:
        self._baselines, self._findings, self._settings = baselines, findings, settings
        self._families: dict[str, _Family] = {}
        self._moved_at = -math.inf
        self._motion: tuple[float, float] | tuple[()] = ()

    def note(self, kind: str, name: SignalName, topic: str, stamp: float, value: float) -> None:
        """Take in the value of a signal.

        Args:
            kind: what the signals of its kind have in common.
            name: of the signal.
            topic: where it is read.
            stamp: seconds.
            value: in its own unit.
        """
        family = self._families.get(kind)
        if family is None:
            if len(self._families) >= _MOST_FAMILIES:
                return
            family = self._families[kind] = _Family(kind, self._baselines)
        if family.note(name, topic, stamp, value):
            self._findings.budget.enrol(name, "apart")

    def move(self, stamp: float, speed: float, turn_rate: float) -> None:
        """Take in how the robot moves, m/s and rad/s; NaN tells nothing."""
        if not (math.isfinite(speed) and math.isfinite(turn_rate)):
            return
        self._moved_at, self._motion = stamp, (speed, turn_rate)

    def is_mobile(self, stamp: float) -> bool:
        """Tell whether odometry says how the robot moves.

        Wheels and rotors work together, as the motion asks; each joint of an arm has a task of its
        own, so that what they had to do with one another in one programme is over in the next.
        """
        return stamp - self._moved_at <= _FRESH

    def is_standing(self, stamp: float) -> bool:
        """Tell whether odometry says that the robot does not move."""
        return self.is_mobile(stamp) and all(abs(value) < _STANDS for value in self._motion)

    def is_moving(self, stamp: float) -> bool:
        """Tell whether odometry says, beyond its noise, that the robot moves."""
        speed, turn_rate = self._motion if self._motion and self.is_mobile(stamp) else (0.0, 0.0)
        return abs(speed) > _GOES or abs(turn_rate) > _TURNS

    def renew(self, component: str) -> None:
        """Learn anew the families that a replaced component belongs to."""
        for kind in [kind for kind, family in self._families.items() if family.has(component)]:
            family = self._families.pop(kind)
            family.forget()
            for name in family.names:
                self._findings.budget.leave(name, "apart")

    def advance(self, stamp: float) -> None:
        """Judge all families; call it about once a second."""
        motion = self._motion if self.is_mobile(stamp) else ()
        for family in self._families.values():
            for finding in family.sample(stamp, motion, self._settings):
                self._findings.report(finding)


class _Family:
    """Signals of one kind, and what they have to do with one another."""

    def __init__(self, kind: str, baselines: Baselines) -> None:
        self._kind, self._baselines = kind, baselines
        self._members: dict[SignalName, RedundantSignal] = {}
        self._complete_at = math.inf
        self._sampled = -math.inf
        self._relation: RedundancyRelation | None = None

    @property
    def names(self) -> Collection[SignalName]:
        return self._members.keys()

    def has(self, component: str) -> bool:
        return any(is_of(component, name.text) for name in self._members)

    def forget(self) -> None:
        self._baselines.forget(f"{self._kind} among")

    def note(self, name: SignalName, topic: str, stamp: float, value: float) -> bool:
        """Take in a value; return whether its signal is a new member."""
        member = self._members.get(name)
        is_new = member is None and len(self._members) < _MOST
        if is_new:
            member = self._members[name] = RedundantSignal(name, topic)
            self._complete_at, self._relation = stamp + _SETTLED, None
        if member is not None:
            member.stamp, member.value = stamp, value
        return is_new

    def sample(self, stamp: float, motion: Sequence[float], settings: Settings) -> list[Finding]:
        if stamp - self._sampled < _EVERY or stamp < self._complete_at or len(self._members) < 2:
            return []
        members = sorted(self._members.values(), key=lambda member: member.name.text)
        if any(not _is_measured(member, stamp) for member in members):
            return []
        gap, self._sampled = stamp - self._sampled, stamp
        if self._relation is None or self._relation.others != len(motion):
            self._relation = RedundancyRelation(members, len(motion))
            moving = " that move" if motion else ""
            name = f"{self._kind} among {len(members)} siblings{moving}"
            self._baselines.keep(name, members[0].topic, self._relation)
        if gap > _PAUSE:
            self._relation.pause()
        if _NIGHT < gap < math.inf:
            self._relation.begin_session()
        values = [member.value for member in members]
        return self._relation.judge(stamp, min(gap, _PAUSE), values, motion, settings)


def _is_measured(member: RedundantSignal, stamp: float) -> bool:
    """Tell whether the value of a signal is the present one."""
    return stamp - member.stamp <= _FRESH and math.isfinite(member.value)
