"""``~/limits``: the learned limits as typed data, and the speed that approved ones allow.

Specification: rules.md §12.4.

See docs/reference/topics.md.
"""

from __future__ import annotations

import math
import time

from rclpy.node import Node

from robot_memory.limits.learned_limits import LearnedLimits
from robot_memory.limits.limit import Limit
from robot_memory.limits.limit_approvals import LimitApproval, acting_limits
from robot_memory.limits.place_limit import PlaceLimit
from robot_memory.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.limits.speed_limit import LearnedSpeed, learned_speed, tighter
from robot_memory.limits.standing_approvals import StandingApprovals
from robot_memory.memory import RobotMemory
from robot_memory.msg import LearnedLimit
from robot_memory.msg import LearnedLimits as LearnedLimitsMessage
from robot_memory.msg import PlaceLimit as PlaceLimitMessage
from robot_memory.ros.convert import to_text, to_time
from robot_memory.ros.qos import LATCHED
from robot_memory.ros.speed_limiter import SpeedLimiter

_LOOK_INTERVAL = 5.0  # s between two checks for limits and approvals that changed
_CONFIDENCE_STEP = 0.01  # a smaller change alone is not published

_Approved = tuple[Limit, LimitApproval]
_ApprovedPlace = tuple[PlaceLimit, LimitApproval]


class LimitPublisher:
    """Publishes the active limits when they change, and lets approved ones act.

    Args:
        node: whose ``~`` the topic is under.
        memory: whose limits.
        limiter: publishes the speed; None where ``limits.apply`` is off.
    """

    def __init__(self, node: Node, memory: RobotMemory, limiter: SpeedLimiter | None) -> None:
        self._publisher = node.create_publisher(LearnedLimitsMessage, "~/limits", LATCHED)
        self._memory = memory
        self._limits = LearnedLimits(memory)
        self._standing = StandingApprovals(self._limits.approvals.of)
        self._places = PlaceLimitApprovals(memory)
        self._limiter = limiter
        self._published: tuple[object, ...] | None = None
        self._looked = -_LOOK_INTERVAL
        self._failure: Exception | None = None
        self._recorded: LearnedSpeed | None = None
        self._is_resumed = limiter is None

    def tick(self) -> None:
        """Publish the limits, and the speed that they allow, where they changed.

        Raises:
            RobotMemoryError, OSError, sqlite3.Error: what is there cannot be read, at each tick
                until it can; the speed stays as it was, and so does each limit whose approval
                cannot be read.
        """
        if self._limiter is not None:
            self._limiter.repeat()
        now = time.monotonic()
        if now - self._looked < _LOOK_INTERVAL:
            if self._failure is not None:
                raise self._failure
            return
        self._looked = now
        try:
            self._look()
        except Exception as error:
            self._failure = error
            raise
        self._failure = None

    def _look(self) -> None:
        approvals = self._standing.of(self._limits.active())
        places = [found for found in self._places.signed() if found[1].is_valid]
        if self._limiter is not None:
            learned = self._resume(self._limiter, learned_speed(acting_limits(approvals)))
            self._limiter.hold(learned)
        self._publish(approvals, places)
        self._record()
        self._standing.check_all_read()

    def _resume(self, limiter: SpeedLimiter, learned: LearnedSpeed | None) -> LearnedSpeed | None:
        """Take back, once, a speed that a crash of this node left behind and that has ended.

        Returns:
            The speed to hold: no looser than the one left behind, as long as it is unknown whether
            that has ended.
        """
        if self._is_resumed:
            return learned
        self._recorded = left = self._limits.approvals.last_speed_limit()
        if left is not None and self._standing.missed(left.ids):
            return tighter(left, learned)
        if left is not None and learned is None:
            limiter.release()
        self._is_resumed = True
        return learned

    def _publish(self, approvals: list[_Approved], places: list[_ApprovedPlace]) -> None:
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
        """Put on record what the robot is held to now, where that changed; until it succeeds."""
        in_force = self._limiter.in_force if self._limiter else None
        if in_force == self._recorded:
            return
        speed, ids = (in_force.speed, in_force.ids) if in_force else (None, ())
        now = self._memory.clock.now().time
        self._limits.approvals.record_speed_limit(speed, ids, now)
        self._recorded = in_force

    def close(self) -> None:
        """Take the speed back: nobody watches any longer whether its limit still holds."""
        if self._limiter is None:
            return
        self._limiter.hold(None)
        self._publish([], [])
        self._record()


def _content(limit: Limit) -> tuple[object, ...]:
    """Return what a subscriber needs to be told again."""
    confidence = round(limit.confidence / _CONFIDENCE_STEP)
    return limit.id, limit.value, limit.text, limit.last_confirmed, confidence


def _message(limit: Limit, approval: LimitApproval) -> LearnedLimit:
    evidence, is_word = limit.evidence, isinstance(limit.value, str)
    return LearnedLimit(
        entry_id=limit.id,
        explains=limit.explains,
        component=to_text(limit.component),
        variable=to_text(limit.variable),
        bound=limit.bound.value,
        value=math.nan if is_word else float(limit.value),
        state=to_text(str(limit.value)) if is_word else "",
        unit=limit.unit,
        text=to_text(limit.text),
        confidence=limit.confidence,
        since=to_time(limit.since),
        last_confirmed=to_time(limit.last_confirmed),
        approved_by=approval.operator,
        onsets=evidence.onsets,
        onsets_beyond=evidence.beyond,
        time_share=evidence.share,
        hours=evidence.hours,
        rate_ratio=evidence.ratio,
        rate_ratio_low=evidence.low,
        rate_ratio_high=math.nan if evidence.high is None else evidence.high,
        p=evidence.p,
    )


def _place_message(limit: PlaceLimit, approval: LimitApproval) -> PlaceLimitMessage:
    return PlaceLimitMessage(
        entry_id=limit.id,
        frame_id=limit.circle.frame,
        x=limit.circle.x,
        y=limit.circle.y,
        radius=limit.circle.radius,
        speed=limit.speed,
        approved_by=approval.operator,
    )
