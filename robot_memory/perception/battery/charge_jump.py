"""Whether a battery's gauge jumps: no battery gains or loses a tenth of its charge in seconds.

See docs/reference/detectors.md, "battery".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

_JUMP = 0.10  # share of charge
_AT_ONCE = 10.0  # s between two readings that can tell a jump
_SAME_VOLTAGE = 0.05  # share by which it may differ: more is another battery
_SOON = 600.0  # s
_HELD = 60.0  # s for which a jump is told


class ChargeJump:
    """Finds jumps to and fro of the charge that the voltage knows nothing of."""

    def __init__(self) -> None:
        self._time = 0.0
        self._last: tuple[float, float] | None = None  # charge and voltage
        self._jumps: deque[tuple[float, bool]] = deque(maxlen=8)  # when, and whether upward

    def jumps(self, step: float, readings: Mapping[str, float]) -> bool:
        """Take in readings ``step`` seconds after the last; tell whether the gauge jumps.

        One jump may be a gauge that corrects itself; down and up again within ten minutes is none.
        """
        self._time += step
        charge, voltage = readings.get("charge"), readings.get("voltage", 0.0)
        if charge is None:
            self._last = None
            return False
        last, self._last = self._last, (charge, voltage)
        if last is not None and step <= _AT_ONCE:
            is_same = abs(voltage - last[1]) <= _SAME_VOLTAGE * abs(last[1])
            if is_same and abs(charge - last[0]) >= _JUMP:
                self._jumps.append((self._time, charge > last[0]))
        recent = [rises for when, rises in self._jumps if self._time - when <= _SOON]
        is_fresh = bool(self._jumps) and self._time - self._jumps[-1][0] <= _HELD
        return is_fresh and True in recent and False in recent
