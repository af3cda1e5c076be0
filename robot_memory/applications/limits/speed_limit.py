"""The speed that approved limits allow, never more than what others allow (rules.md §12.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from robot_memory.applications.limits.limit import LimitBound, LimitTerms

#: The value with which nav2_msgs/SpeedLimit says that there is no limit.
NO_LIMIT = 0.0


@dataclass(frozen=True)
class SpeedLimit:
    """A highest speed, as nav2_msgs/SpeedLimit has it.

    Attributes:
        speed: m/s, or percent of the robot's highest speed; 0.0: no limit.
        is_percentage: whether it is percent.
    """

    speed: float = NO_LIMIT
    is_percentage: bool = False

    @property
    def limits(self) -> bool:
        """Whether it limits anything; 100 % of the highest speed does not."""
        return self.speed > NO_LIMIT and not (self.is_percentage and self.speed >= 100.0)


@dataclass(frozen=True)
class LearnedSpeed:
    """The lowest of the approved speed maxima.

    Attributes:
        speed: m/s.
        ids: the limits that ask for it.
    """

    speed: float
    ids: tuple[str, ...]

    def terms(self, rrn: str) -> list[LimitTerms]:
        """Return its limits, which say no more than the speed."""
        return [LimitTerms(rrn, one, 0, "speed", LimitBound.MAXIMUM, self.speed, "m/s")
                for one in self.ids]  # fmt: skip


def learned_speed(approved: Iterable[LimitTerms]) -> LearnedSpeed | None:
    """Return the lowest speed that approved limits ask for; None where none limits the speed.

    A maximum of 0 or less would stop the robot for good, or mean "no limit" to Nav2: it is none.
    """
    maxima = [(float(one.value), one.id) for one in approved if one.is_speed_maximum]
    if not maxima:
        return None
    lowest, _ = min(maxima)
    return LearnedSpeed(lowest, tuple(sorted({i for value, i in maxima if value == lowest})))


def speed_to_publish(learned: LearnedSpeed | None, others: SpeedLimit) -> SpeedLimit:
    """Return what is to hold: the lower one of the learned speed and what others have set.

    Nav2 obeys the newest message alone, so the learned speed must not replace a lower one. A
    percentage cannot be compared with a speed: what an operator signed holds.
    """
    if learned is None:
        return others
    is_lower = others.limits and not others.is_percentage and others.speed <= learned.speed
    return others if is_lower else SpeedLimit(learned.speed)
