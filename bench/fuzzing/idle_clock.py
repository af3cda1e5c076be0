"""An event loop that does not wait: its clock skips idle time."""

from __future__ import annotations

import asyncio
import selectors
from typing import Any

import anyio.to_thread


class IdleClockLoop(asyncio.SelectorEventLoop):
    """Runs timers at once, in order, but waits for worker threads."""

    def __init__(self) -> None:
        self._selector_of_ours = _IdleSelector()
        super().__init__(self._selector_of_ours)
        self._selector_of_ours.threads = self.run_until_complete(_threads())

    def time(self) -> float:
        """Return the seconds of a clock that advances only while the loop is idle.

        So a process that is stopped for a while sees no jump in time.
        """
        return self._selector_of_ours.skipped


class _IdleSelector(selectors.DefaultSelector):
    """Waits only for threads.

    Attributes:
        skipped: the skipped seconds.
        threads: the limiter; a thread that works for the loop borrows a token from it.
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
