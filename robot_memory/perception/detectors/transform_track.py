"""One transform: its rate, its stamps, and its motion (rules.md §5.12).

See docs/reference/detectors.md, "transforms".
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from robot_memory.perception.detectors.rate_detector import MessageInterval

Pose = tuple[float, float, float, float, float, float, float]
"""x, y, z in metres, and a unit quaternion x, y, z, w."""

_STEP = 0.02  # m, and rad: a smaller step is noise, not an alternation
_RETURN = 0.3  # share of a step by which a returning value may miss the value before it
_SOON = 0.5  # s within which an alternation returns; a jump stays for longer
_WINDOW, _RETURNS, _SHARE = 10.0, 5, 0.7  # s; least returns in it; least share of its large steps
_MOST_STEPS = 500  # large steps that are kept
_HALF_TURN = 2.5  # rad from which a turn's direction is ambiguous: a wheel, a rotor
_COMPARABLE = 0.5  # share of the steps that return: smaller ones are the frame's usual motion
_RECENT = 0.2  # weight of the last step that returned, in their mean
_BEYOND = 3.0  # times the fastest motion so far
_ALIKE, _ONWARD = 2.0, 1.5  # ratio of two steps of one motion, at most; both to the first, at least
_PAUSE, _INTERVALS = 2.0, 10.0  # s, and intervals, without a value: its publisher was away
#: The roles of transforms.
LOCALISATION, ODOMETRY = "localisation", "odometry"
_LEARN = 60.0  # values, and seconds, before its rate is known
_ODOMETRY_BEGINS, _LOCALISATION_BEGINS = 60.0, 300.0  # s in which jumps belong to the start
_MAP = re.compile(r"(^|[/_])(map|earth|world|utm)$")
_ODOM = re.compile(r"(^|[/_])odom")
_SPEED, _TURN_RATE = 5.0, 10.0  # m/s and rad/s that every jump of odometry exceeds
_FARTHEST = 1e12  # m, beyond any robot's range; sums of larger numbers may overflow


@dataclass(frozen=True)
class Step:
    """The difference between two values of a transform."""

    metres: float
    radians: float
    seconds: float

    @property
    def size(self) -> float:
        """The larger of metres and radians."""
        return max(self.metres, self.radians)


@dataclass(frozen=True)
class _Candidate:
    """A large step: the next value shows whether it is a jump, an alternation or fast motion."""

    step: Step
    origin: Pose
    at: float
    is_jump: bool


class FrameMotion:
    """Follows the values of one transform.

    A step below ``least``, in metres and in radians, is never a jump; None: jumps are no fault.
    With ``in_steps`` the transform moves only in steps, and has no speed.
    """

    def __init__(self, least: float | None, *, in_steps: bool) -> None:
        self._least, self._is_in_steps = least, in_steps
        self._pose: Pose | None = None
        self._at = -math.inf
        self._candidate: _Candidate | None = None
        self._jump: _Candidate | None = None
        self._large: deque[tuple[float, bool]] = deque()
        self._returns, self._returned = 0, 0.0
        self._fastest = self._turns_fastest = 0.0

    def observe(self, at: float, pose: Pose, interval: float) -> Step | None:
        """Take in a value; return the jump before it, once the jump has lasted.

        ``at`` is its stamp, ``interval`` the usual time between two values; both in seconds.
        """
        last, seconds = self._pose, at - self._at
        if seconds == 0.0:
            return None  # the same value, sent again
        self._pose, self._at = pose, at
        if last is None or not 0.0 < seconds < max(_PAUSE, _INTERVALS * interval):
            self._candidate = self._jump = None
            return None
        candidate, self._candidate = self._candidate, None
        if last == pose and candidate is None and self._jump is None:
            return None
        step = _step(last, pose, seconds)
        if candidate is not None and self._goes_on(candidate, step, pose, interval):
            self._learn(candidate.step, interval)
            candidate = replace(candidate, is_jump=False)
        if candidate is None or not self._returns_to_origin(candidate, at, pose):
            self._judge(step, last, interval)
        return self._confirmed(at, pose)

    def _goes_on(self, candidate: _Candidate, step: Step, pose: Pose, interval: float) -> bool:
        """Tell whether a step continues a motion: after a jump, the next step is not as fast."""
        if not candidate.is_jump or self._is_in_steps:
            return False
        first, least = candidate.step, self._least or 0.0
        ratio = self._seconds(step, interval) / self._seconds(first, interval)
        if first.metres > least:
            is_onward = math.dist(candidate.origin[:3], pose[:3]) >= _ONWARD * first.metres
            return is_onward and _is_alike(first.metres * ratio, step.metres)
        return _is_alike(first.radians * ratio, step.radians)

    def _returns_to_origin(self, candidate: _Candidate, at: float, pose: Pose) -> bool:
        """Tell whether the value after a large step equals the one before it."""
        back = _step(candidate.origin, pose, at - candidate.at)
        has_returned = back.size <= _RETURN * candidate.step.size and back.seconds <= _SOON
        self._count(at, candidate.step, has_returned)
        if candidate.is_jump and not has_returned:
            self._jump = self._jump or candidate
        return has_returned

    def _confirmed(self, at: float, pose: Pose) -> Step | None:
        """Return a jump once the frame has stayed away from its place before it."""
        jump = self._jump
        if jump is None:
            return None
        back = _step(jump.origin, pose, at - jump.at)
        if back.size <= 0.5 * jump.step.size:
            self._jump = self._candidate = None  # the frame is back, which is no other jump
            return None
        if back.seconds < _SOON:
            return None
        self._jump = None
        return jump.step

    def _judge(self, step: Step, origin: Pose, interval: float) -> None:
        """Take in a step; a large step is judged with the next value."""
        is_jump = self._is_beyond(step, interval)
        if is_jump or step.size > _STEP:
            self._candidate = _Candidate(step, origin, self._at - step.seconds, is_jump)
        if not is_jump:
            self._learn(step, interval)

    def _learn(self, step: Step, interval: float) -> None:
        seconds = self._seconds(step, interval)
        self._fastest = max(self._fastest, step.metres / seconds)
        self._turns_fastest = max(self._turns_fastest, step.radians / seconds)

    def _seconds(self, step: Step, interval: float) -> float:
        """Return the duration of a step; stamps that are too close count as farther apart."""
        return 1.0 if self._is_in_steps else max(step.seconds, 0.5 * interval, 1e-3)

    def _is_beyond(self, step: Step, interval: float) -> bool:
        least = self._least
        if least is None:
            return False
        seconds = self._seconds(step, interval)
        speed, turn_rate = (0.0, 0.0) if self._is_in_steps else (_SPEED, _TURN_RATE)
        fastest = max(speed, _BEYOND * self._fastest)
        turns = max(turn_rate, _BEYOND * self._turns_fastest)
        return (step.metres > least and step.metres / seconds > fastest) or (
            step.radians > least and step.radians / seconds > turns
        )

    def alternates(self, now: float) -> bool:
        """Tell whether values alternate, as those of two publishers do."""
        self._forget(now)
        return self._returns >= _RETURNS and self._returns >= _SHARE * len(self._large)

    def _count(self, at: float, step: Step, has_returned: bool) -> None:
        size = step.size
        if step.radians > _HALF_TURN and step.metres <= _STEP:
            return
        if has_returned:
            self._returned += (size - self._returned) * (_RECENT if self._returned else 1.0)
        elif size < _COMPARABLE * self._returned:
            return
        self._large.append((at, has_returned))
        self._returns += has_returned
        self._forget(at)

    def _forget(self, now: float) -> None:
        large = self._large
        while large and (now - large[0][0] > _WINDOW or len(large) > _MOST_STEPS):
            self._returns -= large.popleft()[1]


def _is_alike(expected: float, size: float) -> bool:
    return expected <= _ALIKE * size and size <= _ALIKE * expected


def _step(before: Pose, after: Pose, seconds: float) -> Step:
    cosine = abs(sum(one * other for one, other in zip(before[3:], after[3:], strict=True)))
    return Step(math.dist(before[:3], after[:3]), 2.0 * math.acos(min(1.0, cosine)), seconds)


class TransformTrack:
    """Follows one transform from its first value on, in seconds in which the robot runs.

    ``least`` is the size of a jump in metres and radians, by role.

    Attributes:
        name: of the transform: 'map to odom'.
        role: LOCALISATION, ODOMETRY or empty.
        interval: the usual time between two values.
        heard: when it was last received, seconds in which the robot runs.
        offset: by how many seconds its last stamp was ahead of its reception, apart from a constant
            that is the same for all transforms; NaN if it has no stamp.
        jumps: the times of its last jumps.
    """

    def __init__(self, parent: str, child: str, now: float, least: Mapping[str, float]) -> None:
        self.parent, self.child = parent, child
        self.name = f"{parent} to {child}"
        self.role = _role(parent)
        self.interval = MessageInterval(_LEARN)
        self.heard = self._begun = now
        self.offset = math.nan
        self.jumps: deque[float] = deque(maxlen=20)
        self._motion = FrameMotion(least.get(self.role), in_steps=self.role != ODOMETRY)
        self._stamp = 0.0

    def observe(self, received: float, now: float, transform: Any) -> Step | None:
        """Take in a ``TransformStamped``; return a jump, except at the start.

        ``received`` never steps, ``now`` excludes the robot's pauses; both in seconds.
        """
        if now > self.heard:
            self.interval.learn(now - self.heard)
        self.heard = now
        stamp = transform.header.stamp
        self._stamp = at = stamp.sec + stamp.nanosec * 1e-9
        self.offset = at - received if at > 0.0 else math.nan
        pose = _pose(transform.transform)
        if pose is None:
            return None
        jump = self._motion.observe(at, pose, self.interval.seconds)
        begins = _ODOMETRY_BEGINS if self.role is ODOMETRY else _LOCALISATION_BEGINS
        return jump if now - self._begun > begins else None

    @property
    def alternates(self) -> bool:
        """Whether its values alternate, as those of two publishers do."""
        return self._motion.alternates(self._stamp)


def _role(parent: str) -> str:
    """Return the role of a transform from its parent's name in REP 105; empty for other parents."""
    if _ODOM.search(parent):
        return ODOMETRY
    return LOCALISATION if _MAP.search(parent) else ""


def _pose(transform: Any) -> Pose | None:
    """Return the value of a transform; None if it is not finite, or too far away."""
    at, turned = transform.translation, transform.rotation
    pose = (at.x, at.y, at.z, turned.x, turned.y, turned.z, turned.w)
    return pose if all(abs(value) <= _FARTHEST for value in pose) else None
