"""When to log a lasting problem: at its start, once an hour while it lasts, at its end."""

from __future__ import annotations

from collections import deque

_HOUR = 3600.0  # s
_MOST_STARTS = 5  # in an hour: a problem that comes and goes must not fill the log


class LoggedProblem:
    """Decides which log line about one problem is due. Times are monotonic, in seconds."""

    def __init__(self) -> None:
        self._kind: object = None
        self._is_open = False
        self._logged: deque[float] = deque(maxlen=_MOST_STARTS)

    def found(self, now: float, kind: object = None) -> bool:
        """Note that the problem exists; return whether a line about it is due.

        Args:
            kind: the kind of the problem; another kind is a new start.
        """
        lasts = self._is_open and kind == self._kind
        if lasts and now - self._logged[-1] < _HOUR:
            return False
        if len(self._logged) == _MOST_STARTS and now - self._logged[0] < _HOUR:
            return False
        self._is_open, self._kind = True, kind
        self._logged.append(now)
        return True

    def ended(self) -> bool:
        """Note that the problem is over; return whether a line about that is due."""
        was_open, self._is_open = self._is_open, False
        return was_open

    def is_forgotten(self, now: float) -> bool:
        """Whether nothing about the problem needs to be kept."""
        return not self._is_open and (not self._logged or now - self._logged[-1] >= _HOUR)
