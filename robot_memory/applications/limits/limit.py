"""Limits as values: a learned limit with its evidence (rules.md §12.1), and a place limit (§12.6).

Also the speed that approved limits allow, which is never above the limits of others (rules.md
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

#: The speed for a place that the robot must not enter, m/s.
KEEP_OUT = 0.0
#: Speeds are multiples of this step of a filter mask, m/s.
SPEED_STEP = 0.05
#: The highest speed that a filter mask can express, m/s.
HIGHEST_SPEED = 100 * SPEED_STEP
#: The smallest and the largest radius of a place limit, m.
SMALLEST_RADIUS, LARGEST_RADIUS = 0.3, 100.0


class LimitBound(str, Enum):
    """The side of its value on which a variable must stay."""

    MAXIMUM = "maximum"
    MINIMUM = "minimum"
    NOT = "not"  # for a mode, a flag or a time of day: any other value


@dataclass(frozen=True)
class LimitEvidence:
    """The numbers that a limit rests on (docs/explanation/conditions.md)."""

    onsets: int  # onsets of the fault with a known value of the variable
    beyond: int  # how many of them lie beyond the limit
    share: float  # share of the time beyond it, 0.0 to 1.0
    hours: float  # driving or running time with a known value of the variable
    ratio: float  # rate of onsets beyond the limit, relative to the rate within it
    # low, high: bounds of that ratio, 95 %; ``high`` is None if unbounded
    low: float
    high: float | None
    p: float  # probability of this by chance alone, corrected for the whole search


@dataclass(frozen=True)
class LimitTerms:
    """The terms of a limit that an operator signs; it holds everywhere."""

    rrn: str  # the robot that learned it; it can be approved only for this robot
    id: str  # its entry
    first_row: int  # the first ledger row with the limit
    variable: str  # the limited variable: ``speed``, ``turn_rate``, ``mode``, the name of a reading
    bound: LimitBound  # the side of the value on which the variable must stay
    # the bound, in the unit; for a mode, a flag or a time of day, the value to avoid
    value: float | str
    unit: str  # as in ``m/s``; empty if there is none or it is unknown

    scope = "limit"  # scope of its approval

    @property
    def digest(self) -> str:
        """The SHA-256 of the approved terms; another value needs another approval."""
        value = self.value if isinstance(self.value, str) else f"{self.value:.10g}"
        approved = {"rrn": self.rrn, "limit": self.id, **self.terms["limit"], "value": value}
        return hashlib.sha256(canonical_json(approved)).hexdigest()

    @property
    def terms(self) -> dict[str, Any]:
        """The terms in the approval, as read by :func:`.limit_signature.read_limit`."""
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
        """Whether it is a maximum speed above 0, m/s, that a navigation stack can obey."""
        is_speed = self.variable == "speed" and self.bound is LimitBound.MAXIMUM
        return is_speed and not isinstance(self.value, str) and self.value > 0.0

    def limits_same_as(self, other: LimitTerms) -> bool:
        """Whether both limit the same variable of the same entry on the same side."""
        return (self.id, self.variable, self.bound) == (other.id, other.variable, other.bound)

    def covers(self, other: object) -> bool:
        """Whether it allows nothing that another limit of the entry forbids."""
        if not isinstance(other, LimitTerms):
            return False
        if self.is_speed_maximum and other.is_speed_maximum:
            return float(self.value) <= float(other.value)
        return self.words() == other.words()

    def words(self) -> str:
        """Return the limit in words: ``speed ≤ 0.3 m/s``."""
        if isinstance(self.value, str):
            return f"{self.variable} is not {self.value}"
        sign = {LimitBound.MAXIMUM: "≤", LimitBound.MINIMUM: "≥", LimitBound.NOT: "≠"}[self.bound]
        return f"{self.variable} {sign} {self.value:.10g} {self.unit}".rstrip()


@dataclass(frozen=True)
class Limit(LimitTerms):
    """A learned limit whose entry is active."""

    explains: str  # the entry of the fault that occurs beyond it
    component: str  # the component that fails beyond it
    text: str  # the sentence of the limit's entry
    confidence: float  # current effective confidence, 0.0 to 1.0
    # since, last_confirmed: UTC
    since: datetime
    last_confirmed: datetime
    evidence: LimitEvidence  # the numbers


def limit_of(rrn: str, row: Observation, entry: MemoryEntry, confidence: float) -> Limit | None:
    """Return the limit for an active entry; None if its newest row contains none."""
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
    """Return the terms to sign for a row's limit; None if the row contains none."""
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

    frame: str  # map frame, as in ``map``
    # x, y: the centre, metres
    x: float
    y: float
    radius: float  # metres

    def words(self) -> str:
        """Return the circle in words: ``within 1.2 m of (3.10, 0.40) in map``."""
        return f"within {self.radius:.1f} m of ({self.x:.2f}, {self.y:.2f}) in {self.frame}"


@dataclass(frozen=True)
class PlaceLimit:
    """An operator's limit at a place that the robot learned."""

    rrn: str  # the robot; it is approved only for this robot
    id: str  # the place's entry
    circle: Circle  # where it holds
    # the highest speed there, m/s, a multiple of :data:`SPEED_STEP`; :data:`KEEP_OUT`: the robot
    # must not enter
    speed: float

    scope = "place"  # scope of its approval

    @property
    def digest(self) -> str:
        """The SHA-256 of the approved terms."""
        approved = {"rrn": self.rrn, "entry": self.id, **self.terms}
        return hashlib.sha256(canonical_json(approved)).hexdigest()

    @property
    def terms(self) -> dict[str, Any]:
        """The terms in the approval, as read by :func:`.limit_signature.read_limit`."""
        return {"value": self.speed, "place": asdict(self.circle)}

    @property
    def value(self) -> float:
        """The approved value: the speed."""
        return self.speed

    @property
    def is_keep_out(self) -> bool:
        """Whether the robot must not enter."""
        return self.speed == KEEP_OUT

    def covers(self, other: object) -> bool:
        """Whether it allows nothing anywhere that another limit forbids."""
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


#: The value that means "no limit" in nav2_msgs/SpeedLimit.
NO_LIMIT = 0.0


@dataclass(frozen=True)
class SpeedLimit:
    """A maximum speed like nav2_msgs/SpeedLimit."""

    speed: float = NO_LIMIT  # m/s, or percent of the robot's highest speed; 0.0: no limit
    is_percentage: bool = False  # whether ``speed`` is a percentage

    @property
    def limits(self) -> bool:
        """Whether it limits anything; 100 % of the highest speed does not."""
        return self.speed > NO_LIMIT and not (self.is_percentage and self.speed >= 100.0)


@dataclass(frozen=True)
class LearnedSpeed:
    """The lowest of the approved speed maxima."""

    speed: float  # m/s
    ids: tuple[str, ...]  # the limits that require it

    def terms(self, rrn: str) -> list[LimitTerms]:
        """Return its limits, with no other terms than the speed."""
        return [LimitTerms(rrn, one, 0, "speed", LimitBound.MAXIMUM, self.speed, "m/s")
                for one in self.ids]  # fmt: skip


def learned_speed(approved: Iterable[LimitTerms]) -> LearnedSpeed | None:
    """Return the lowest speed that approved limits require; None if none limits the speed.

    A maximum of 0 or less would stop the robot for good, or mean "no limit" to Nav2, so it is
    ignored.
    """
    maxima = [(float(one.value), one.id) for one in approved if one.is_speed_maximum]
    if not maxima:
        return None
    lowest, _ = min(maxima)
    return LearnedSpeed(lowest, tuple(sorted({i for value, i in maxima if value == lowest})))


def speed_to_publish(learned: LearnedSpeed | None, others: SpeedLimit) -> SpeedLimit:
    """Return the limit that must hold: the lower of the learned speed and others' limit.

    Nav2 obeys only the newest message, so the learned speed must not replace a lower limit. A
    percentage cannot be compared with a speed: then the signed speed holds.
    """
    if learned is None:
        return others
    is_lower = others.limits and not others.is_percentage and others.speed <= learned.speed
    return others if is_lower else SpeedLimit(learned.speed)
