"""Counter: one that only rose restarts at a low value, and did not overflow."""

from __future__ import annotations

import math

from robot_memory.perception.signals.signal import Signal

_TELLS = 20  # counts upward, none downward, that make a counter
#: Counts at which counters begin at zero again: powers of two and of ten; degrees.
_MODULI = (
    *(2.0**bits for bits in (7, 8, 10, 12, 15, 16, 24, 31, 32, 53, 63, 64)),
    *(10.0**digits for digits in range(2, 10)),
    360.0,
)
_STEPS = 4.0  # times its largest step so far that a counter may go when it overflows
_DISORDER = 4.0  # times its largest step so far that a late value may lie back


class CounterRestart(Signal):
    """Reports a counter that restarts: the driver, board or wheel that counts has restarted.

    A signal is a counter if its values are integers that only rise. An overflow scores 0: a fall to
    just above the start from just below 2^8, 2^16, 2^32 and other usual moduli, or from where the
    counter overflowed before. A value that arrives a few steps late scores 0 too.

    Score: 1.0 for ``hold`` seconds after a restart, else 0. A fall of a signal that is no counter
    scores 0.

    Args:
        learn: seconds before a restart is reported.
        hold: seconds for which it is reported.
    """

    KEPT = ("_counts", "_largest", "_known_for", "_seen")

    def __init__(self, *, learn: float = 10.0, hold: float = 5.0) -> None:
        super().__init__()
        self._learn, self._hold = learn, hold
        self._known_for = 0.0
        self._counts = 0  # upward, since the last step that no counter takes
        self._largest = 0.0  # step upward
        self._seen = 0.0  # modulus of its own
        self._begin()

    def _begin(self) -> None:
        self._last, self._active_for = math.nan, 0.0

    @property
    def is_counter(self) -> bool:
        """Whether the signal counts, as far as seen."""
        return self._counts >= _TELLS and self._known_for >= self._learn

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return 1 if the counter has just restarted, else 0."""
        step = self._step(stamp, value)
        if step is None:
            return 0.0
        self._known_for += step
        self._active_for = max(0.0, self._active_for - step)
        last, self._last = self._last, value
        if value != math.floor(value):
            self._counts = 0
        elif value > last:
            self._rise(value - last)
        elif value < last:
            self._fall(last, value)
        return 1.0 if self._active_for > 0.0 else 0.0

    def _rise(self, step: float) -> None:
        if self.is_counter and step > 1000.0 * self._largest:
            self._counts = 0  # no counter jumps so
        self._counts += 1
        self._largest = max(self._largest, step)

    def _fall(self, last: float, value: float) -> None:
        if not self.is_counter:
            self._counts = 0
        elif last - value <= _DISORDER * self._largest and value > _DISORDER * self._largest:
            self._last = last  # late
        elif not self._carries(last, value):
            if value < 0.0 or value > 0.5 * last:
                self._counts = 0  # it goes down, but not to a beginning
            else:
                self._active_for, self._seen = self._hold, last

    def _carries(self, last: float, value: float) -> bool:
        reach = _STEPS * self._largest
        if self._seen and abs(last - self._seen) <= reach and value <= reach:
            return True
        return any(
            0.0 <= modulus - last <= reach and modulus - last + value <= reach
            for modulus in _MODULI
        )
