"""How a frame moves in its parent: where it jumps, and where two values alternate.

Specification: rules.md §5.12.

See docs/reference/detectors.md, "transforms".
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, replace

Pose = tuple[float, float, float, float, float, float, float]
"""x, y, z in metres, and a unit quaternion x, y, z, w."""

_STEP = 0.02  # m, and rad: less is noise, and no alternation
_RETURN = 0.3  # share of a step by which the value before is missed that it returns to
_SOON = 0.5  # s within which it returns; a jump stays for longer
_WINDOW, _RETURNS, _SHARE = 10.0, 5, 0.7  # s; returns in it, at least; share of its large steps
_MOST_STEPS = 500  # large steps
_HALF_TURN = 2.5  # rad from which a turn may as well be one to the other side: a wheel, a rotor
_COMPARABLE = 0.5  # share of the steps that return: smaller ones are how the frame moves
_RECENT = 0.2  # weight of the last step that returned
_BEYOND = 3.0  # times what it ever moved
_ALIKE, _ONWARD = 2.0, 1.5  # times a step that the next one is at most, and that both go together
_PAUSE, _INTERVALS = 2.0, 10.0  # s, and intervals, without a value: its publisher was away


@dataclass(frozen=True)
class StepLimit:
    """What a frame may move from one value to the next, before it is known how it moves.

    Attributes:
        metres, radians: less is never a jump.
        speed, turn_rate: in m/s and rad/s; None: a frame that moves in steps only.
    """

    metres: float
    radians: float
    speed: float | None = None
    turn_rate: float | None = None


@dataclass(frozen=True)
class Step:
    """What lies between two values of a transform.

    Attributes:
        metres, radians: how far they are apart.
        seconds: likewise.
    """

    metres: float
    radians: float
    seconds: float

    @property
    def size(self) -> float:
        """Metres or radians, whichever are more."""
        return max(self.metres, self.radians)


@dataclass(frozen=True)
class _Candidate:
    """A large step that is a jump, an alternation or a fast motion: the next value tells."""

    step: Step
    origin: Pose
    at: float
    is_jump: bool


class FrameMotion:
    """Follows the values of one transform.

    Args:
        limit: beyond what a step may be a jump; None: its jumps are no fault.
    """

    def __init__(self, limit: StepLimit | None) -> None:
        self._limit = limit
        self._pose: Pose | None = None
        self._at = -math.inf
        self._candidate: _Candidate | None = None
        self._jump: _Candidate | None = None
        self._large: deque[tuple[float, bool]] = deque()
        self._returns, self._returned = 0, 0.0
        self._fastest = self._turns_fastest = 0.0

    def observe(self, at: float, pose: Pose, interval: float) -> Step | None:
        """Take in a value; return the jump before it, once that has lasted.

        Args:
            at: its stamp, seconds.
            pose: the value.
            interval: seconds that usually lie between two values.
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
        """Tell whether a step is a motion: a jump is one step, and the next is not as fast."""
        if not candidate.is_jump or self._is_in_steps:
            return False
        first, limit = candidate.step, self._limit
        ratio = self._seconds(step, interval) / self._seconds(first, interval)
        if limit is not None and first.metres > limit.metres:
            is_onward = math.dist(candidate.origin[:3], pose[:3]) >= _ONWARD * first.metres
            return is_onward and _is_alike(first.metres * ratio, step.metres)
        return _is_alike(first.radians * ratio, step.radians)

    def _returns_to_origin(self, candidate: _Candidate, at: float, pose: Pose) -> bool:
        """Tell whether the value after a large step is the one before it."""
        back = _step(candidate.origin, pose, at - candidate.at)
        has_returned = back.size <= _RETURN * candidate.step.size and back.seconds <= _SOON
        self._count(at, candidate.step, has_returned)
        if candidate.is_jump and not has_returned:
            self._jump = self._jump or candidate
        return has_returned

    def _confirmed(self, at: float, pose: Pose) -> Step | None:
        """Return the jump after which the frame has stayed away from where it was."""
        jump = self._jump
        if jump is None:
            return None
        back = _step(jump.origin, pose, at - jump.at)
        if back.size <= 0.5 * jump.step.size:
            self._jump = self._candidate = None  # it is back, which is no other jump
            return None
        if back.seconds < _SOON:
            return None
        self._jump = None
        return jump.step

    def _judge(self, step: Step, origin: Pose, interval: float) -> None:
        """Take in a step: a large one is looked at again with the next value."""
        is_jump = self._is_beyond(step, interval)
        if is_jump or step.size > _STEP:
            self._candidate = _Candidate(step, origin, self._at - step.seconds, is_jump)
        if not is_jump:
            self._learn(step, interval)

    def _learn(self, step: Step, interval: float) -> None:
        seconds = self._seconds(step, interval)
        self._fastest = max(self._fastest, step.metres / seconds)
        self._turns_fastest = max(self._turns_fastest, step.radians / seconds)

    @property
    def _is_in_steps(self) -> bool:
        """Whether the frame moves in steps only, so that it has no speed."""
        return self._limit is None or self._limit.speed is None

    def _seconds(self, step: Step, interval: float) -> float:
        """Return in which time a step was made; stamps that lie close together count as apart."""
        return 1.0 if self._is_in_steps else max(step.seconds, 0.5 * interval, 1e-3)

    def _is_beyond(self, step: Step, interval: float) -> bool:
        limit = self._limit
        if limit is None:
            return False
        seconds = self._seconds(step, interval)
        fastest = max(limit.speed or 0.0, _BEYOND * self._fastest)
        turns = max(limit.turn_rate or 0.0, _BEYOND * self._turns_fastest)
        return (step.metres > limit.metres and step.metres / seconds > fastest) or (
            step.radians > limit.radians and step.radians / seconds > turns
        )

    def alternates(self, now: float) -> bool:
        """Tell whether its values go back and forth, as those of two publishers do.

        Args:
            now: seconds, on the axis of the stamps.
        """
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
        """Forget the large steps that are not of the last seconds, and those that are too many."""
        large = self._large
        while large and (now - large[0][0] > _WINDOW or len(large) > _MOST_STEPS):
            self._returns -= large.popleft()[1]


def _is_alike(expected: float, size: float) -> bool:
    return expected <= _ALIKE * size and size <= _ALIKE * expected


def _step(before: Pose, after: Pose, seconds: float) -> Step:
    cosine = abs(sum(one * other for one, other in zip(before[3:], after[3:], strict=True)))
    return Step(math.dist(before[:3], after[:3]), 2.0 * math.acos(min(1.0, cosine)), seconds)
