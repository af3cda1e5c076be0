"""A component with a command and a measured response: a fan's duty cycle and its speed.

See docs/reference/detectors.md, "signal"; docs/explanation/perception.md, "Commands and their
effect".
"""

from __future__ import annotations

import re
from functools import lru_cache

from robot_memory.perception.detector import DetectorContext
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.generic.monitored_signal import FindingReporter
from robot_memory.perception.signals.actuator_response import ActuatorResponse

_COMMAND = re.compile(
    r"(?<![a-z])(cmd|command(ed)?|target|set_?point|desired|demand(ed)?|duty|pwm|throttle)(?![a-z])",
    re.IGNORECASE,
)
_FRESH = 5.0  # s for which a command holds
_MOST = 16  # pairs of a command and an effect


class ActuatedComponent:
    """The commands of one component and what answers them.

    What does not answer while an emergency stop or a brake keeps the robot from moving is well, and
    nothing is learned of it then.

    Args:
        context: what its detector may know.
    """

    def __init__(self, context: DetectorContext) -> None:
        self._context = context
        self._holds = context.shared.surroundings.motion.holds
        self._commands: dict[SignalName, tuple[float, float]] = {}
        self._pairs: dict[tuple[SignalName, SignalName], _Pair] = {}

    def note(self, name: SignalName, stamp: float, value: float) -> None:
        """Take in a number of the component.

        Args:
            name: of the signal.
            stamp: seconds.
            value: in its own unit.
        """
        if _is_command(name.quantity):
            self._commands[name] = stamp, value
            return
        for command, (told_at, told) in self._commands.items():
            if abs(stamp - told_at) <= _FRESH:
                pair = self._pair(command, name)
                if pair is None:
                    continue
                if self._holds.are_on(stamp):
                    pair.rest()
                else:
                    pair.observe(stamp, told, value)

    def close(self) -> None:
        """Take in that it is not checked any more: it was replaced."""
        for pair in self._pairs.values():
            pair.close()

    def _pair(self, command: SignalName, effect: SignalName) -> _Pair | None:
        pair = self._pairs.get((command, effect))
        if pair is None and len(self._pairs) < _MOST:
            pair = self._pairs[command, effect] = _Pair(self._context, command, effect)
        return pair


@lru_cache(1024)  # asked of each value
def _is_command(quantity: str) -> bool:
    return _COMMAND.search(quantity) is not None


class _Pair:
    def __init__(self, context: DetectorContext, command: SignalName, effect: SignalName) -> None:
        self._response = context.learn(
            f"{effect.text} response to {command.quantity}", ActuatorResponse()
        )
        self._reporter = FindingReporter(context, effect, "unanswered", 0.0)

    def close(self) -> None:
        self._reporter.close()

    def rest(self) -> None:
        self._response.rest()

    def observe(self, stamp: float, told: float, value: float) -> None:
        score = self._response.observe(stamp, told, value)
        self._reporter.judge(stamp, value, score)
