"""``~/limits``: the learned limits as typed data, and the speed that approved ones allow."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from robot_memory.limits.learned_limits import LearnedLimits
from robot_memory.limits.limit import Limit
from robot_memory.limits.speed_limit import learned_speed
from robot_memory.memory import RobotMemory
from robot_memory.msg import LearnedLimit
from robot_memory.msg import LearnedLimits as LearnedLimitsMessage
from robot_memory.ros.convert import to_text, to_time
from robot_memory.ros.speed_limiter import SpeedLimiter

_LOOK_INTERVAL = 5.0  # s between two checks for limits and approvals that changed
_CONFIDENCE_STEP = 0.01  # a smaller change alone is not published

if TYPE_CHECKING:
    from robot_memory.limits.limit_approvals import LimitApproval

    _Approved = tuple[Limit, LimitApproval]


class LimitPublisher:
    """Publishes the active limits when they change, and lets approved ones act.

    Args:
        node: whose ``~`` the topic is under.
        memory: whose limits.
        limiter: publishes the speed; None where ``limits.apply`` is off.
    """

    def __init__(self, node: Node, memory: RobotMemory, limiter: SpeedLimiter | None) -> None:
        profile = QoSProfile(
            depth=1,
            reliability=ReliabilityPolicy.RELIABLE,
            durability=DurabilityPolicy.TRANSIENT_LOCAL,
        )
        self._publisher = node.create_publisher(LearnedLimitsMessage, "~/limits", profile)
        self._memory = memory
        self._limits = LearnedLimits(memory)
        self._limiter = limiter
        self._published: tuple[object, ...] | None = None
        self._looked = -_LOOK_INTERVAL

    def tick(self) -> None:
        """Publish the limits, and the speed that they allow, where they changed.

        Raises:
            RobotMemoryError, OSError: what is there cannot be read; the speed stays as it was.
        """
        if self._limiter is not None:
            self._limiter.tell_late_joiners()
        now = time.monotonic()
        if now - self._looked < _LOOK_INTERVAL:
            return
        self._looked = now
        approved = [(limit, self._limits.approvals.of(limit)) for limit in self._limits.active()]
        self._apply([limit for limit, approval in approved if approval.is_valid])
        self._publish(approved)

    def _apply(self, approved: list[Limit]) -> None:
        if self._limiter is None:
            return
        learned = learned_speed(approved)
        if self._limiter.hold(learned):
            speed, ids = (learned.speed, learned.ids) if learned else (None, ())
            now = self._memory.clock.now().time
            self._limits.approvals.record_speed_limit(speed, ids, now)

    def _publish(self, approved: list[_Approved]) -> None:
        speed = self._limiter.learned if self._limiter else None
        content = (speed, *((_content(limit), approval) for limit, approval in approved))
        if content == self._published:
            return
        self._published = content
        self._publisher.publish(
            LearnedLimitsMessage(
                stamp=to_time(self._memory.clock.now().time),
                limits=[_message(limit, approval) for limit, approval in approved],
                speed_in_force=speed.speed if speed else math.nan,
            )
        )

    def close(self) -> None:
        """Take the speed back: nobody watches any longer whether its limit still holds."""
        if self._limiter is not None and self._limiter.hold(None):
            now = self._memory.clock.now().time
            self._limits.approvals.record_speed_limit(None, (), now)


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
