"""How much of its voltage a battery usually loses under load, and whether it loses far more.

See docs/reference/detectors.md, "battery".
"""

from __future__ import annotations

import math
from collections import deque

from robot_memory.perception.persistent_state import PersistentState

_BLOCK, _BLOCKS = 10.0, 6  # s, and how many of them are a minute
_LEARN = 600.0  # s in which any loss is normal
_TIMES = 2.0  # times as much as ever
_LEAST = 0.04  # share of its voltage that it must lose, at least
_HELD = 60.0  # s for which it counts: loads come and go
_RELEARN = 14_400.0  # s in which a larger loss becomes usual to 63 %


class SagBaseline(PersistentState):
    """Learns the largest loss of voltage within a minute, as a share of it.

    Attributes:
        is_exceeded: whether it has just lost twice as much, and at least 4 %.
    """

    KEPT = ("_most", "_seconds")

    def __init__(self) -> None:
        self._most = 0.0
        self._seconds = 0.0
        self.is_exceeded = False
        self.restart()

    def restart(self) -> None:
        """Forget the voltage, not what is usual."""
        self._highest: deque[float] = deque(maxlen=_BLOCKS)
        self._block = 0.0
        self._held = 0.0
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
