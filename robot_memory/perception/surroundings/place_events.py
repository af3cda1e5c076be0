"""Events that detectors report, with the robot's position.

One event makes no entry. It becomes a row of the ledger; places are computed from these rows.

See docs/explanation/perception.md, "Conditions and places".
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.token_bucket import Allowance
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.ledger.position import Position
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.occurrences.occurrence_limiter import Quota
from robot_memory.perception.surroundings.surroundings import Surroundings

_AWAY = 3.0  # m from the last event that the robot must have been, and …
_SIGMAS = 4.0  # … so many standard deviations
_SAME = 2.0  # s within which two detections are one event
_LATE = 0.3  # s from an event to its detection, during which the robot moves on
_MOST_SORTS = 64  # kinds of events, the latest ones
#: Events of one kind: 30 at once and 120 an hour; of all kinds, 120 and 600.
_EACH, _TOGETHER = Allowance(30.0, 120.0 / 3600.0), Allowance(120.0, 600.0 / 3600.0)


@dataclass
class _Leg:
    """The time since the last event of a kind: its position, and the robot's largest distance."""

    number: int
    at: Position
    stamp: float
    farthest: float = 0.0


class PlaceEvents:
    """Makes rows of events in the surroundings, if the robot's position is known."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._legs: OrderedDict[Key, _Leg] = OrderedDict()
        self._quota = Quota(_EACH, _TOGETHER, everyone="surroundings")
        self._session = ""

    def advance(self, stamp: float) -> None:
        """Update how far the robot has moved away from the last events."""
        here = self._surroundings.position(stamp) if self._legs else None
        if here is None:
            return
        for leg in self._legs.values():
            if leg.at.frame == here.frame:
                leg.farthest = max(leg.farthest, here.distance(leg.at))

    def to_row(
        self, detection: Detection, instant: Instant, topic: str, conditions: Mapping[str, float]
    ) -> Observation | None:
        """Return the row of an event; None if its position is unknown, or there are too many."""
        here = self._surroundings.position(instant.uptime)
        if here is None:
            return None
        self._session = self._session or f"{instant.uptime:.3f}"
        last = self._legs.get(detection.key)
        leg = self._leg(detection.key, here, instant.uptime)
        if last is not None and abs(instant.uptime - last.stamp) < _SAME:
            return None
        if self._quota.refuses(detection.key.to_text(), instant.uptime):
            return None
        speed = self._surroundings.motion.speed(instant.uptime)
        at = Position(here.frame, here.x, here.y, here.sigma + _LATE * speed)
        readings = {**conditions, **detection.readings}
        return Observation(
            kind=Kind.EVENT,
            instant=instant,
            summary=detection.text,
            key=detection.key,
            detector=detection.key.detector,
            topic=topic,
            component=detection.key.component,
            severity=detection.severity,
            entry_type="environment_note",
            confidence=detection.confidence,
            tags=detection.tags,
            context={name: value for name, value in readings.items() if math.isfinite(value)},
            detail={**detection.detail, **self._where(at, leg)},
        )

    def _where(self, at: Position, leg: _Leg) -> dict[str, Any]:
        path = self._surroundings.path
        anew = "" if at.is_lasting else f" {self._surroundings.epoch}"
        return {
            "at": at.as_dict(),
            "session": f"{self._session}{anew}",
            "leg": leg.number,
            "visits": path.visits(at),
            "way": round(path.metres, 1),
        }

    def _leg(self, key: Key, here: Position, stamp: float) -> _Leg:
        """Return the leg of an event: a new one if the robot has been away since the last event."""
        last = self._legs.get(key)
        number = 0
        if last is not None:
            is_same = last.at.frame == here.frame
            gone = max(last.farthest, here.distance(last.at)) if is_same else 0.0
            is_away = not is_same or gone > _AWAY + _SIGMAS * here.sigma
            number = last.number + is_away
        self._legs[key] = leg = _Leg(number, here, stamp)
        self._legs.move_to_end(key)
        if len(self._legs) > _MOST_SORTS:
            self._legs.popitem(last=False)
        return leg
