"""Shows the progress of a task that takes more than two seconds, on standard error."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

from robot_memory.faces.cli.terminal_stream import TerminalStream

_PATIENCE = 2.0  # s before anything is shown
_INTERVAL = 0.2  # s between two updates
_CELLS = 24  # characters of the bar


class Progress:
    """A line drawn while a block runs, and erased after it. No line in pipes and logs.

    Args:
        fraction: returns the share done, from 0 to 1; None if unknown. It is called in another
            thread.
        patience: seconds before anything is shown.
        found: returns a text about the findings so far; called like ``fraction``.
    """

    def __init__(
        self,
        title: str,
        fraction: Callable[[], float | None] = lambda: None,
        patience: float = _PATIENCE,
        found: Callable[[], str] = str,
    ) -> None:
        self._title, self._fraction, self._patience = title, fraction, patience
        self._found = found
        self._stream = sys.stderr
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Progress:
        stream = self._stream
        if isinstance(stream, TerminalStream) and stream.can_redraw:
            self._thread = threading.Thread(target=self._draw, args=(stream,), daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._done.set()
        if self._thread is not None:
            self._thread.join()

    def _draw(self, stream: TerminalStream) -> None:
        began = time.monotonic()
        if self._done.wait(self._patience):
            return
        while True:
            elapsed = time.monotonic() - began
            columns = stream.columns or 80
            line = progress_line(self._title, self._fraction(), elapsed, self._found())
            stream.redraw(line[: columns - 1])
            if self._done.wait(_INTERVAL):
                break
        stream.redraw("")


def progress_line(title: str, fraction: float | None, elapsed: float, found: str = "") -> str:
    """Return a line with the progress of a task that began ``elapsed`` seconds ago."""
    so_far = f"; {found}" if found else ""
    if fraction is None:
        return f"{title} … {elapsed:.0f} s{so_far}"
    share = min(1.0, max(0.0, fraction))
    full = round(share * _CELLS)
    bar = "█" * full + "░" * (_CELLS - full)
    left = f", about {elapsed / share - elapsed:.0f} s left" if share >= 0.05 else ""
    return f"{title} {bar} {share:4.0%}, {elapsed:.0f} s{left}{so_far}"
