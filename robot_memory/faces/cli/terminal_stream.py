"""Escapes all output of a verb, so that no text of others can control the terminal."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from enum import Enum
from pathlib import Path
from subprocess import PIPE, Popen
from typing import BinaryIO, TextIO, cast

from robot_memory.foundation.text.escaping import terminal_text

_DEFAULT = "less -FRX"  # ends at once where one page is enough, shows colours, leaves the text


@contextmanager
def pager_before(stream: TextIO, environment: Mapping[str, str]) -> Iterator[TextIO]:
    """Yield what takes an answer for a terminal: a pager's input, or the terminal itself.

    A pager that cannot be started is none. Its reader may leave early.

    Args:
        stream: the terminal; only a real one is paged.
        environment: names the pager; PAGER=cat, or an empty one, is none.
    """
    try:
        words = shlex.split(environment.get("PAGER", _DEFAULT if shutil.which("less") else ""))
        pager = None
        if words not in ([], ["cat"]) and environment.get("TERM") != "dumb":
            pager = Popen(
                words, stdin=PIPE, stdout=stream, text=True, encoding="utf-8",
                errors="backslashreplace", env={"LESS": "FRX", **environment},
            )  # fmt: skip
    except (OSError, ValueError):  # ValueError: its quotes do not match
        pager = None
    if pager is None or pager.stdin is None:
        yield stream
        return
    try:
        with suppress(BrokenPipeError), pager.stdin:
            yield cast(TextIO, pager.stdin)
    finally:
        while pager.poll() is None:
            with suppress(KeyboardInterrupt):  # until the reader leaves, Ctrl-C is for the pager
                pager.wait()


class TextStyle(Enum):
    """How a text stands out on a terminal; the value is its SGR code (ECMA-48 §8.3.117)."""

    STRONG = "1"
    DIM = "2"
    RED = "31"
    GREEN = "32"
    YELLOW = "33"


class TerminalStream(io.TextIOBase):
    """A stream that escapes what is written to it and hands it on.

    Args:
        environment: NO_COLOR (https://no-color.org) and TERM say whether colours are wanted.
        may_break: whether nobody needs to read it. What is written after its reader has gone is
            dropped then, as complaints are; else whoever writes is told.
    """

    def __init__(
        self,
        stream: TextIO,
        environment: Mapping[str, str] = os.environ,
        *,
        may_break: bool = False,
    ) -> None:
        if isinstance(stream, io.TextIOWrapper):  # which may have few signs: the others become "?"
            stream.reconfigure(errors="replace")
        self._stream = stream
        self._environment = environment
        self._may_break = may_break
        is_plain = bool(environment.get("NO_COLOR")) or environment.get("TERM") == "dumb"
        self._has_colours = stream.isatty() and not is_plain
        self.can_redraw = stream.isatty() and environment.get("TERM") != "dumb"

    def write(self, text: str) -> int:
        """Write a text without anything that a terminal would obey."""
        self._write(terminal_text(text))
        return len(text)

    def write_styled(self, text: str, style: TextStyle | None) -> None:
        """Write a text that stands out where the terminal has colours."""
        if style is None or not self._has_colours:
            self.write(text)
        else:
            self._write(f"\x1b[{style.value}m{terminal_text(text)}\x1b[0m")

    @contextmanager
    def paged(self, rows: int) -> Iterator[None]:
        """Show what is written meanwhile in pages, where it has more rows than the terminal."""
        if rows < shutil.get_terminal_size().lines:  # the prompt needs one
            yield
            return
        self.flush()
        terminal = self._stream
        with pager_before(terminal, self._environment) as self._stream:
            try:
                yield
            finally:
                self._stream = terminal

    def redraw(self, text: str) -> None:
        """Replace the line that the cursor is on; only where :attr:`can_redraw`."""
        self._write(f"\r\x1b[K{terminal_text(text)}")
        self.flush()

    def _write(self, text: str) -> None:
        with self._breaking():
            self._stream.write(text)

    def flush(self) -> None:
        """Hand on what waits."""
        with self._breaking():
            self._stream.flush()

    @contextmanager
    def _breaking(self) -> Iterator[None]:
        """Drop from now on what is written, where the reader has gone and that does not matter."""
        try:
            yield
        except BrokenPipeError:
            if not self._may_break:
                raise
            broken, self._stream = self._stream, open_nothing()
            # What waits there is written when Python ends, which must not fail then.
            os.dup2(self._stream.fileno(), broken.fileno())

    def isatty(self) -> bool:
        """Tell whether a person reads it."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the number of the file."""
        return self._stream.fileno()

    @property
    def columns(self) -> int | None:
        """How wide the terminal is; None where it is none: lines are not wrapped there."""
        return shutil.get_terminal_size().columns if self.isatty() else None

    @property
    def buffer(self) -> BinaryIO:
        """The stream of bytes below, for documents that are not shown but handed on."""
        return self._stream.buffer


def open_nothing() -> TextIO:
    """Return a stream whose text nobody gets."""
    return Path(os.devnull).open("w", encoding="utf-8")


@contextmanager
def harmless_output() -> Iterator[None]:
    """Escape all that is printed meanwhile; a stream that was closed (``>&-``) takes it too."""
    out = TerminalStream(sys.stdout or open_nothing())
    err = TerminalStream(sys.stderr or open_nothing(), may_break=True)
    with redirect_stdout(out), redirect_stderr(err):
        try:
            yield
        finally:
            err.flush()
