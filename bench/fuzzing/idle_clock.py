"""An event loop that does not wait: its clock skips the time in which nothing is to be done."""

from __future__ import annotations

import asyncio
import selectors
from typing import Any

import anyio.to_thread


class IdleClockLoop(asyncio.SelectorEventLoop):
    """Runs timers at once, in their order; threads that were asked for work are waited for."""

    def __init__(self) -> None:
        self._selector_of_ours = _IdleSelector()
        super().__init__(self._selector_of_ours)
        self._selector_of_ours.threads = self.run_until_complete(_threads())

    def time(self) -> float:
        """Return seconds of a clock that only runs when nothing is to be done.

        So a process that is stopped for a while finds no time gone.
        """
        return self._selector_of_ours.skipped


class _IdleSelector(selectors.DefaultSelector):
    """Waits only for threads.

    Attributes:
        skipped: seconds that nobody waited.
        threads: those that work for the loop borrow tokens from it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.skipped = 0.0
        self.threads: Any = None

    def select(self, timeout: float | None = None) -> Any:
        if not timeout or timeout < 0 or self.threads is None or self.threads.borrowed_tokens:
            return super().select(timeout)
        ready = super().select(0)
        if not ready:
            self.skipped += timeout
        return ready


async def _threads() -> Any:
    return anyio.to_thread.current_default_thread_limiter()
