"""What is printed, made harmless for a terminal: whatever a verb prints passes here."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import BinaryIO, TextIO

from robot_memory.escaping import terminal_text


class TerminalStream(io.TextIOBase):
    """A stream that escapes what is written to it and hands it on.

    Args:
        stream: where to.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text without anything that a terminal would obey."""
        self._stream.write(terminal_text(text))
        return len(text)

    def flush(self) -> None:
        """Hand on what waits."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Tell whether a person reads it."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the number of the file."""
        return self._stream.fileno()

    @property
    def buffer(self) -> BinaryIO:
        """The stream of bytes below, for documents that are not shown but handed on."""
        return self._stream.buffer


@contextmanager
def harmless_output() -> Iterator[None]:
    """Escape all that is printed meanwhile."""
    out, err = TerminalStream(sys.stdout), TerminalStream(sys.stderr)
    with redirect_stdout(out), redirect_stderr(err):
        try:
            yield
        finally:
            err.flush()
