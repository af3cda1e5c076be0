"""Limits as values: a learned one with its evidence (rules.md §12.1), and one at a place (§12.6).

Here is also the speed that approved limits allow, never more than what others allow (rules.md
§12.3).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from robot_memory.entries import MemoryEntry
from robot_memory.entries.limit_rules import BOUNDS
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.ledger import Observation
from robot_memory.long_term.limit_search.limit_lifecycle import unit_of

#: The speed of a place that the robot stays out of, m/s.
KEEP_OUT = 0.0
#: Speeds are multiples of this, m/s: one step of a filter mask.
SPEED_STEP = 0.05
#: The highest speed that a filter mask can say, m/s.
HIGHEST_SPEED = 100 * SPEED_STEP
#: The radius of the smallest and of the largest circle in which one may hold, m.
SMALLEST_RADIUS, LARGEST_RADIUS = 0.3, 100.0


class LimitBound(str, Enum):
    """On which side of its value a variable is to stay."""

    MAXIMUM = "maximum"
    MINIMUM = "minimum"
    NOT = "not"  # of a mode, a flag or a time of day: anything but this value


@dataclass(frozen=True)
class LimitEvidence:
    """The numbers that a limit rests on (docs/explanation/conditions.md)."""

    onsets: int  # onsets of the fault at which the variable was known
    beyond: int  # how many of them lie beyond the limit
    share: float  # share of the time beyond it, 0.0 to 1.0
    hours: float  # of driving or running in which the variable was known
    ratio: float  # how many times as often onsets come beyond it, in the same time
    # low, high: bounds of that ratio, 95 %; ``high`` is None where it has none
    low: float
    high: float | None
    p: float  # probability that chance alone does as much, corrected for the whole search


@dataclass(frozen=True)
class LimitTerms:
    """What an operator signs of a limit; it holds everywhere."""

    rrn: str  # the robot that learned it, for which alone it can be approved
    id: str  # its entry
    first_row: int  # the row of the ledger that told it first
    variable: str  # what is limited: ``speed``, ``turn_rate``, ``mode``, the name of a reading
    bound: LimitBound  # on which side of the value it is to stay
    # the bound, in the unit; of a mode, a flag or a time of day the value to avoid
    value: float | str
    unit: str  # as in ``m/s``; empty where it has none or none is known

    scope = "limit"  # of its approval

    @property
    def digest(self) -> str:
        """The SHA-256 of what an operator approves; another value needs another approval."""
        value = self.value if isinstance(self.value, str) else f"{self.value:.10g}"
        approved = {"rrn": self.rrn, "limit": self.id, **self.terms["limit"], "value": value}
        return hashlib.sha256(canonical_json(approved)).hexdigest()

    @property
    def terms(self) -> dict[str, Any]:
        """What stands in the approval, to be read again by :func:`.limit_signature.read_limit`."""
        limit = {
            "first_row": self.first_row,
            "variable": self.variable,
            "bound": self.bound.value,
            "value": self.value,
            "unit": self.unit,
        }
        return {"limit": limit}

    @property
    def is_speed_maximum(self) -> bool:
        """Whether a navigation stack can obey it as the highest speed, m/s, above 0."""
        is_speed = self.variable == "speed" and self.bound is LimitBound.MAXIMUM
        return is_speed and not isinstance(self.value, str) and self.value > 0.0

    def limits_same_as(self, other: LimitTerms) -> bool:
        """Tell whether both are of the same entry and bound the same variable on the same side."""
        return (self.id, self.variable, self.bound) == (other.id, other.variable, other.bound)

    def covers(self, other: object) -> bool:
        """Tell whether it allows nothing that another limit of the entry does not allow."""
        if not isinstance(other, LimitTerms):
            return False
        if self.is_speed_maximum and other.is_speed_maximum:
            return float(self.value) <= float(other.value)
        return self.words() == other.words()

    def words(self) -> str:
        """Return the limit itself in words: ``speed ≤ 0.3 m/s``."""
        if isinstance(self.value, str):
            return f"{self.variable} is not {self.value}"
        sign = {LimitBound.MAXIMUM: "≤", LimitBound.MINIMUM: "≥", LimitBound.NOT: "≠"}[self.bound]
        return f"{self.variable} {sign} {self.value:.10g} {self.unit}".rstrip()


@dataclass(frozen=True)
class Limit(LimitTerms):
    """A limit that the robot learned, as far as its entry is active."""

    explains: str  # the entry of the fault that comes beyond it
    component: str  # that fails beyond it
    text: str  # the sentence of its entry
    confidence: float  # effective now, 0.0 to 1.0
    # since, last_confirmed: UTC
    since: datetime
    last_confirmed: datetime
    evidence: LimitEvidence  # the numbers


def limit_of(rrn: str, row: Observation, entry: MemoryEntry, confidence: float) -> Limit | None:
    """Return the limit that an active entry is; None where its newest row does not say one."""
    detail = row.detail
    terms = terms_of(rrn, row)
    if terms is None:
        return None
    try:
        return Limit(
            **vars(terms),
            explains=str(detail["explains"]),
            component=row.component,
            text=entry.text,
            confidence=confidence,
            since=entry.first_seen,
            last_confirmed=entry.last_reinforced,
            evidence=_evidence_of(detail),
        )
    except (KeyError, OverflowError, TypeError, ValueError):
        return None


def terms_of(rrn: str, row: Observation) -> LimitTerms | None:
    """Return what an operator signs of the limit of a row; None where it does not say one."""
    detail = row.detail
    try:
        return LimitTerms(
            rrn=rrn,
            id=row.entry_id,
            first_row=int(detail["since"]) or row.id,
            variable=str(detail["variable"]),
            bound=LimitBound(BOUNDS[detail["side"]]),
            value=_value_of(detail["limit"]),
            unit=unit_of(str(detail["variable"])),
        )
    except (KeyError, OverflowError, TypeError, ValueError):
        return None


def _value_of(value: object) -> float | str:
    if isinstance(value, str):
        return value
    number = float(value)  # type: ignore[arg-type]  # what is no number is refused
    if not math.isfinite(number):
        raise ValueError(f"{number} is no limit")
    return number


def _evidence_of(detail: Mapping[str, Any]) -> LimitEvidence:
    high = detail["high"]
    numbers = {name: float(detail[name]) for name in ("share", "hours", "ratio", "low", "p")}
    return LimitEvidence(
        int(detail["onsets"]), int(detail["within"]), high=None if high is None else float(high),
        **numbers,
    )  # fmt: skip


@dataclass(frozen=True)
class Circle:
    """Where it holds."""

    frame: str  # of the map, as in ``map``
    # x, y: the centre, metres
    x: float
    y: float
    radius: float  # metres

    def words(self) -> str:
        """Return it in words: ``within 1.2 m of (3.10, 0.40) in map``."""
        return f"within {self.radius:.1f} m of ({self.x:.2f}, {self.y:.2f}) in {self.frame}"


@dataclass(frozen=True)
class PlaceLimit:
    """What an operator asks for at a place that the robot learned."""

    rrn: str  # the robot, for which alone it is approved
    id: str  # the entry of the place
    circle: Circle  # where it holds
    # the highest one there, m/s, a multiple of :data:`SPEED_STEP`; :data:`KEEP_OUT`: the robot
    # stays out
    speed: float

    scope = "place"  # of its approval

    @property
    def digest(self) -> str:
        """The SHA-256 of what an operator approves."""
        approved = {"rrn": self.rrn, "entry": self.id, **self.terms}
        return hashlib.sha256(canonical_json(approved)).hexdigest()

    @property
    def terms(self) -> dict[str, Any]:
        """What stands in the approval, to be read again by :func:`.limit_signature.read_limit`."""
        return {"value": self.speed, "place": asdict(self.circle)}

    @property
    def value(self) -> float:
        """What was approved: the speed."""
        return self.speed

    @property
    def is_keep_out(self) -> bool:
        """Whether the robot stays out."""
        return self.speed == KEEP_OUT

    def covers(self, other: object) -> bool:
        """Tell whether it allows nothing anywhere that another limit does not allow."""
        if not isinstance(other, PlaceLimit) or self.circle.frame != other.circle.frame:
            return False
        mine, theirs = self.circle, other.circle
        distance = math.hypot(theirs.x - mine.x, theirs.y - mine.y)
        return distance + theirs.radius <= mine.radius and self.speed <= other.speed

    def words(self) -> str:
        """Return the limit in words: ``at most 0.2 m/s within 1.2 m of (3.10, 0.40) in map``."""
        what = "keep out" if self.is_keep_out else f"at most {self.speed:.10g} m/s"
        return f"{what} {self.circle.words()}"


def mask_speed(speed: float) -> float:
    """Return the highest speed of a filter mask that is not above ``speed``, m/s."""
    return round(math.floor(speed / SPEED_STEP + 1e-9) * SPEED_STEP, 10)


#: The value with which nav2_msgs/SpeedLimit says that there is no limit.
NO_LIMIT = 0.0


@dataclass(frozen=True)
class SpeedLimit:
    """A highest speed, as nav2_msgs/SpeedLimit has it."""

    speed: float = NO_LIMIT  # m/s, or percent of the robot's highest speed; 0.0: no limit
    is_percentage: bool = False  # whether it is percent

    @property
    def limits(self) -> bool:
        """Whether it limits anything; 100 % of the highest speed does not."""
        return self.speed > NO_LIMIT and not (self.is_percentage and self.speed >= 100.0)


@dataclass(frozen=True)
class LearnedSpeed:
    """The lowest of the approved speed maxima."""

    speed: float  # m/s
    ids: tuple[str, ...]  # the limits that ask for it

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
