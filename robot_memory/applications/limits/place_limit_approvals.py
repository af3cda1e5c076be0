"""Approves limits at learned places (rules.md §12.6).

:mod:`.limit` defines the signed value, :mod:`.limit_approvals` makes the signature, and
:mod:`.signed_limits` reads both.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from robot_memory.applications.limits.limit import (
    HIGHEST_SPEED,
    KEEP_OUT,
    LARGEST_RADIUS,
    SMALLEST_RADIUS,
    SPEED_STEP,
    Circle,
    PlaceLimit,
    mask_speed,
)
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.standing_approvals import signed_or_held
from robot_memory.foundation.errors import AssistRefused, Defect, InvalidInput
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import WGS84

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys
    from robot_memory.memory import RobotMemory


class PlaceLimitApprovals:
    """Approves the place limits of a memory."""

    def __init__(self, memory: RobotMemory) -> None:
        self._memory = memory
        self._signed = SignedLimits(memory)
        self.approvals = self._signed.approvals

    def acting(self) -> list[PlaceLimit]:
        """Return the acting place limits: their approval is valid, or they are held."""
        found = signed_or_held(self._signed).places
        return [limit for limit, approval in found if approval.acts]

    def offered(self, limited: Collection[str]) -> list[Place]:
        """Return the active places at which a limit can be signed, but for some by entry."""
        return [one for one in self._active() if _has_map(one) and one.entry_id not in limited]

    def approve(
        self, entry_id: str, keys: RobotKeys, now: datetime, *, speed: float | None,
        radius: float | None = None,
    ) -> PlaceLimit:  # fmt: skip
        """Let an operator limit the robot at a learned place.

        Args:
            speed: the highest speed there, m/s, 0.05 to 5.0, rounded down to steps of 0.05; None:
                the robot must not enter.
            radius: metres, 0.3 to 100; None: the place's radius plus twice its centre's
                uncertainty.

        Raises:
            UnknownEntry: no entry has that id.
            InvalidInput: the speed or the radius is out of range.
            AssistRefused: it is no active place on a lasting map, another place is limited in
                another frame, the robot has no name yet, or the operator is not enrolled.
            OSError: the disk refused; nothing was approved.
        """
        if speed is not None:
            _check("speed", speed, SPEED_STEP, HIGHEST_SPEED)
        place = self._place(self._memory.why(entry_id, limit=1)[0].id)
        if radius is None:
            radius = place.radius + 2.0 * place.centre.sigma
            radius = min(max(radius, SMALLEST_RADIUS), LARGEST_RADIUS)
        _check("radius", radius, SMALLEST_RADIUS, LARGEST_RADIUS)
        centre = place.centre
        self._check_frame(centre.frame, but=place.entry_id)
        where = Circle(centre.frame, round(centre.x, 3), round(centre.y, 3), round(radius, 3))
        highest = KEEP_OUT if speed is None else mask_speed(speed)
        limit = PlaceLimit(self._memory.rrn, place.entry_id, where, highest)
        self.approvals.approve(limit, keys, now)
        return limit

    def _active(self) -> list[Place]:
        memory = self._memory
        told = {entry.id for _, entry in memory.entries(min_confidence=memory.settings.inject_min)}
        places = memory.ledger.places() if memory.has_ledger else []
        return [one for one in places if one.entry_id in told]

    def _place(self, entry_id: str) -> Place:
        place = next((one for one in self._active() if one.entry_id == entry_id), None)
        if place is None:
            raise AssistRefused(
                f"{entry_id} is no active place that the robot learned; nothing was signed: "
                "`robot-memory limits list` names those that can be limited"
            )
        if not _has_map(place):
            raise AssistRefused(
                f"{entry_id} is a place in the frame {place.centre.frame}, and a filter mask needs "
                "a map in metres that is the same tomorrow; nothing was signed"
            )
        return place

    def _check_frame(self, frame: str, *, but: str) -> None:
        """Refuse a second frame: a mask has only one."""
        for limit in self.acting():
            if limit.id != but and limit.circle.frame != frame:
                raise AssistRefused(
                    f"{limit.id} is limited in the frame {limit.circle.frame}, and a filter mask "
                    f"has one frame, so no place in {frame} can be; nothing was signed: withdraw "
                    f"that one first with `robot-memory limits withdraw {limit.id} "
                    "--key FILE`"
                )


def _has_map(place: Place) -> bool:
    return place.centre.frame != WGS84 and place.centre.is_lasting


def _check(name: str, value: float, least: float, most: float) -> None:
    if math.isfinite(value) and least <= value <= most:
        return
    problem = f"{value:g} is not within {least:g} to {most:g}"
    raise InvalidInput("nothing was signed", [Defect(name, problem)])
