"""Whether a battery's voltage sags: it falls by a share of itself, and faster than it empties.

See docs/reference/detectors.md, "battery".
"""

from __future__ import annotations

import math
import statistics
from collections import deque

from robot_memory.perception.persistent_state import PersistentState

_BLOCK, _BLOCKS = 10.0, 6  # s, and how many of them are a minute
_LEARN = 600.0  # s in which any loss is normal
_TIMES = 2.0  # times as much as ever
_LEAST = 0.04  # share of its voltage that it must lose, at least
_HELD = 60.0  # s for which it counts: loads come and go
_RELEARN = 14_400.0  # s in which a larger loss becomes usual to 63 %
_FAST, _SLOW = 1.0, 60.0  # time constants, s
_WHILE_SAGGING = 10.0  # times slower: the battery's own voltage is not learned anew
_LONGEST_STEP = 30.0  # s; after a longer pause its own voltage is learned anew


class SagBaseline(PersistentState):
    """Learns the largest loss of voltage within a minute, as a share of it.

    Attributes:
        is_exceeded: whether it has just lost twice as much, and at least 4 %.
    """

    KEPT = ("_most", "_seconds")

    def __init__(self) -> None:
        self._most = self._seconds = 0.0
        self.restart()

    def restart(self) -> None:
        """Forget the voltage, not what is usual."""
        self._highest: deque[float] = deque(maxlen=_BLOCKS)
        self._block = self._held = 0.0
        self.is_exceeded = False

    def observe(self, step: float, voltage: float) -> None:
        """Take in a voltage without noise, ``step`` seconds after the last one."""
        self._block += step
        if self._block >= _BLOCK or not self._highest:
            self._block = 0.0
            self._highest.append(voltage)
        self._highest[-1] = max(self._highest[-1], voltage)
        lost = 1.0 - voltage / max(self._highest)
        self._seconds += step
        if self._seconds < _LEARN:
            self._most = max(self._most, lost)
            return
        self._held = max(0.0, self._held - step)
        if lost >= max(_LEAST, _TIMES * self._most):
            self._held = _HELD
        if lost > self._most:
            self._most += (lost - self._most) * -math.expm1(-step / _RELEARN)
        self.is_exceeded = self._held > 0.0


class VoltageSag:
    """Compares the voltage with the battery's own over the last minute, at any scale.

    It sags when it loses a share of that which no battery should lose, or far more than this one
    ever lost: with its resistance, so with age and cold, all that it loses under load grows.

    Args:
        sag: share of its own voltage that is lost.
        sag_end: and at which it is a sag no longer.
        warm_up: seconds of data before it is judged.
    """

    def __init__(self, sag: float, sag_end: float, warm_up: float) -> None:
        self._limit, self._limit_end, self._warm_up = sag, sag_end, warm_up
        self._fast = self._slow = math.nan
        self._voltages: deque[float] = deque(maxlen=3)
        self._known_for = 0.0
        self.usual = SagBaseline()
        self.is_sagging = False
        self.lost = 0.0

    def restart(self) -> None:
        """Forget the voltage: another battery, a charger, or nothing measured for a while."""
        self._fast = math.nan
        self._voltages.clear()
        self._known_for = 0.0
        self.usual.restart()
        self.is_sagging = False

    def observe(self, step: float, voltage: float) -> None:
        """Take in a voltage, ``step`` seconds after the last one."""
        if step > _LONGEST_STEP:
            self.restart()
        self._voltages.append(voltage)
        voltage = statistics.median(self._voltages)  # one reading that is far off is no sag
        if math.isnan(self._fast):
            self._fast = self._slow = voltage
            return
        self._known_for += step
        self._fast += (voltage - self._fast) * -math.expm1(-step / _FAST)
        slow = _SLOW * (_WHILE_SAGGING if self.is_sagging else 1.0)
        self._slow += (voltage - self._slow) * -math.expm1(-step / slow)
        self.lost = 1.0 - self._fast / self._slow
        self.usual.observe(step, self._fast)
        limit = self._limit_end if self.is_sagging else self._limit
        is_much = self.lost >= limit or self.usual.is_exceeded
        self.is_sagging = self._known_for >= self._warm_up and is_much
