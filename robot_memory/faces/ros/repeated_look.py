"""Looks at intervals; a failure stands in between, until a look succeeds."""

from __future__ import annotations

import time
from collections.abc import Callable


class RepeatedLook:
    """Does what is not due at every tick.

    Args:
        look: what is done; it may raise.
    """

    def __init__(self, look: Callable[[], None]) -> None:
        self._look = look
        self._looked = float("-inf")
        self._failure: Exception | None = None

    def tick(self, interval: float) -> None:
        """Look if that is due.

        Args:
            interval: s between two looks.

        Raises:
            Exception: the last look failed, as it did; at each tick until one succeeds.
        """
        now = time.monotonic()
        if now - self._looked >= interval:
            self._looked, self._failure = now, None
            try:
                self._look()
            except Exception as error:
                self._failure = error
        if self._failure is not None:
            raise self._failure
