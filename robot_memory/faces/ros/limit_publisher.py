"""``~/limits``: the learned limits as typed data, and the speed that approved limits allow.

Specification: rules.md §12.4.

See docs/reference/topics.md.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from rclpy.node import Node

from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit import (
    LearnedSpeed,
    Limit,
    LimitTerms,
    PlaceLimit,
    learned_speed,
)
from robot_memory.applications.limits.limit_signature import LimitApproval, SignedLimit
from robot_memory.applications.limits.standing_approvals import StandingApprovals
from robot_memory.faces.ros.convert import to_text, to_time
from robot_memory.faces.ros.held_topic import SpeedLimiter
from robot_memory.faces.ros.qos import LATCHED, make_publisher
from robot_memory.memory import RobotMemory
from robot_memory.msg import LearnedLimit
from robot_memory.msg import LearnedLimits as LearnedLimitsMessage
from robot_memory.msg import PlaceLimit as PlaceLimitMessage

_LOOK_INTERVAL = 5.0  # s between two checks for limits and approvals that changed
_CONFIDENCE_STEP = 0.01  # a smaller change alone is not published

_Held = tuple[SignedLimit, LimitApproval]
_Listed = tuple[LimitTerms, LimitApproval]
_ListedPlace = tuple[PlaceLimit, LimitApproval]


class RepeatedLook:
    """Calls a function every five seconds; its error is raised until a call succeeds."""

    def __init__(self, look: Callable[[], None]) -> None:
        self._look = look
        self._looked = -math.inf
        self._failure: Exception | None = None

    def tick(self) -> None:
        """Call the function if it is due.

        Raises:
            Exception: the error of the last call, raised at each tick.
        """
        now = time.monotonic()
        if now - self._looked >= _LOOK_INTERVAL:
            self._looked, self._failure = now, None
            try:
                self._look()
            except Exception as error:
                self._failure = error
        if self._failure is not None:
            raise self._failure


class LimitPublisher:
    """Publishes the active limits when they change; a limiter enforces the approved ones."""

    def __init__(self, node: Node, memory: RobotMemory, limiter: SpeedLimiter | None) -> None:
        self._publisher = make_publisher(node, LearnedLimitsMessage, "~/limits", LATCHED)
        self._memory = memory
        self._limits = LearnedLimits(memory)
        self._standing = StandingApprovals(self._limits.signed)
        self._limiter = limiter
        self._published: tuple[object, ...] | None = None
        self._looks = RepeatedLook(self._look)
        self._recorded: LearnedSpeed | None = None
        self._is_resumed = False

    def tick(self) -> None:
        """Publish the limits and the speed they allow, if they changed.

        Raises:
            RobotMemoryError, OSError, sqlite3.Error: the records cannot be read. It is raised at
                each tick until they can. The speed stays the same, and so does each limit whose
                approval cannot be read.
        """
        if self._limiter is not None:
            self._limiter.repeat()
        self._looks.tick()

    def _look(self) -> None:
        # Signed limits come first: no unreadable record may keep them from acting.
        held, unread = self._hold(), None
        try:
            held = self._resume(held)
        except OSError as error:
            unread = error
        approvals = self._limits.listed(
            (one, how) for one, how in held if isinstance(one, LimitTerms)
        )
        self._publish(approvals, [(one, how) for one, how in held if isinstance(one, PlaceLimit)])
        if unread is not None:
            raise unread
        self._record()
        if self._limiter is not None:
            self._limits.signed.keep()
        self._standing.check_learned()
        self._limits.signed.approvals.in_force.check()

    def _hold(self) -> list[_Held]:
        """Limit the robot to the limits in force, and return them."""
        held = self._standing.look()
        if self._limiter is not None:
            self._limiter.hold(_speed_of(held))
        return held

    def _resume(self, held: list[_Held]) -> list[_Held]:
        """Continue once with the last run's speed, or end it; return the limits held."""
        if self._limiter is None or self._is_resumed:
            return held
        approvals, rrn = self._limits.signed.approvals, self._memory.rrn
        self._standing.resume(self._limits.signed.last_signed())
        self._recorded = left = approvals.in_force.speed()
        self._standing.resume(left.terms(rrn) if left is not None else [])
        held = self._hold()
        if left is not None and _speed_of(held) is None:
            self._limiter.release()
        self._standing.resume(approvals.in_force.places(rrn))
        self._is_resumed = True
        return self._standing.look()

    def _publish(self, approvals: list[_Listed], places: list[_ListedPlace]) -> None:
        in_force = self._limiter.in_force if self._limiter else None
        content = (in_force, *places, *((_content(limit), how) for limit, how in approvals))
        if content == self._published:
            return
        self._published = content
        self._publisher.publish(
            LearnedLimitsMessage(
                stamp=to_time(self._memory.clock.now().time),
                limits=[_message(limit, approval) for limit, approval in approvals],
                places=[_place_message(limit, approval) for limit, approval in places],
                speed_in_force=in_force.speed if in_force else math.nan,
            )
        )

    def _record(self) -> None:
        """Record the speed now in force if it changed; retried until it succeeds."""
        in_force = self._limiter.in_force if self._limiter else None
        if in_force == self._recorded:
            return
        speed, ids = (in_force.speed, in_force.ids) if in_force else (None, ())
        now = self._memory.clock.now().time
        self._limits.signed.approvals.in_force.record_speed(speed, ids, now)
        self._recorded = in_force


def _speed_of(held: list[_Held]) -> LearnedSpeed | None:
    return learned_speed(one for one, _ in held if isinstance(one, LimitTerms))


def _content(limit: LimitTerms) -> tuple[object, ...]:
    """Return the content whose change requires a new message."""
    if not isinstance(limit, Limit):
        return (limit,)
    confidence = round(limit.confidence / _CONFIDENCE_STEP)
    return limit.id, limit.value, limit.text, limit.last_confirmed, confidence


def _message(limit: LimitTerms, approval: LimitApproval) -> LearnedLimit:
    """Return a limit with its signed value, or with its learned value if it is not signed."""
    value = limit.value if approval.value is None else approval.value
    is_word = isinstance(value, str)
    return LearnedLimit(
        entry_id=to_text(limit.id),
        variable=to_text(limit.variable),
        bound=limit.bound.value,
        value=math.nan if is_word else float(value),
        state=to_text(str(value)) if is_word else "",
        unit=to_text(limit.unit),
        approved_by=to_text(approval.operator),
        approval_problem=to_text(approval.reason),
        **(_learned_fields(limit) if isinstance(limit, Limit) else _signed_fields(limit)),
    )


def _learned_fields(limit: Limit) -> dict[str, Any]:
    evidence = limit.evidence
    return {
        "explains": to_text(limit.explains),
        "component": to_text(limit.component),
        "text": to_text(limit.text),
        "confidence": limit.confidence,
        "since": to_time(limit.since),
        "last_confirmed": to_time(limit.last_confirmed),
        "onsets": evidence.onsets,
        "onsets_beyond": evidence.beyond,
        "time_share": evidence.share,
        "hours": evidence.hours,
        "rate_ratio": evidence.ratio,
        "rate_ratio_low": evidence.low,
        "rate_ratio_high": math.nan if evidence.high is None else evidence.high,
        "p": evidence.p,
    }


def _signed_fields(limit: LimitTerms) -> dict[str, Any]:
    """Return the fields of a limit whose entry is no longer active: it has no evidence."""
    ratios = dict.fromkeys(("rate_ratio", "rate_ratio_low", "rate_ratio_high", "p"), math.nan)
    return {"text": to_text(limit.words()), **ratios}


def _place_message(limit: PlaceLimit, approval: LimitApproval) -> PlaceLimitMessage:
    return PlaceLimitMessage(
        entry_id=to_text(limit.id),
        frame_id=limit.circle.frame,
        x=limit.circle.x,
        y=limit.circle.y,
        radius=limit.circle.radius,
        speed=limit.speed,
        approved_by=to_text(approval.operator),
        approval_problem=to_text(approval.reason),
    )
