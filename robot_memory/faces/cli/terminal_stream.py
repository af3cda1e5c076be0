"""Escapes all output of a verb, so that no foreign text can control the terminal."""

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

_DEFAULT = "less -FRX"  # ends after a single page, shows colours, keeps the screen


@contextmanager
def pager_before(stream: TextIO, environment: Mapping[str, str]) -> Iterator[TextIO]:
    """Yield the stream for an answer on a terminal: a pager's input, or the terminal itself.

    If the pager cannot be started, none is used. The reader may leave early.

    Args:
        stream: the terminal; only a real terminal is paged.
        environment: names the pager; PAGER=cat or an empty value disables it.
    """
    try:
        words = shlex.split(environment.get("PAGER", _DEFAULT if shutil.which("less") else ""))
        pager = None
        if words not in ([], ["cat"]) and environment.get("TERM") != "dumb":
            pager = Popen(
                words, stdin=PIPE, stdout=stream, text=True, encoding="utf-8",
                errors="backslashreplace", env={"LESS": "FRX", **environment},
            )  # fmt: skip
    except (OSError, ValueError):  # ValueError: unbalanced quotes
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
    """A text's emphasis on a terminal; the value is its SGR code (ECMA-48 §8.3.117)."""

    STRONG = "1"
    DIM = "2"
    RED = "31"
    GREEN = "32"
    YELLOW = "33"


class TerminalStream(io.TextIOBase):
    """A stream that escapes all text and passes it on.

    Args:
        environment: NO_COLOR (https://no-color.org) and TERM decide about colours.
        may_break: whether output may be lost. If so, text is dropped once its reader has gone, as
            for error messages; otherwise the writer gets the error.
    """

    def __init__(
        self,
        stream: TextIO,
        environment: Mapping[str, str] = os.environ,
        *,
        may_break: bool = False,
    ) -> None:
        if isinstance(stream, io.TextIOWrapper):  # it may lack characters: they become "?"
            stream.reconfigure(errors="replace")
        self._stream = stream
        self._environment = environment
        self._may_break = may_break
        is_plain = bool(environment.get("NO_COLOR")) or environment.get("TERM") == "dumb"
        self._has_colours = stream.isatty() and not is_plain
        self.can_redraw = stream.isatty() and environment.get("TERM") != "dumb"

    def write(self, text: str) -> int:
        """Write a text without terminal control characters."""
        self._write(terminal_text(text))
        return len(text)

    def write_styled(self, text: str, style: TextStyle | None) -> None:
        """Write a text in a style if the terminal has colours."""
        if style is None or not self._has_colours:
            self.write(text)
        else:
            self._write(f"\x1b[{style.value}m{terminal_text(text)}\x1b[0m")

    @contextmanager
    def paged(self, rows: int) -> Iterator[None]:
        """Send the block's output through a pager if it has more rows than the terminal."""
        if rows < shutil.get_terminal_size().lines:  # the prompt needs one row
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
        """Replace the line at the cursor; only if :attr:`can_redraw`."""
        self._write(f"\r\x1b[K{terminal_text(text)}")
        self.flush()

    def _write(self, text: str) -> None:
        with self._breaking():
            self._stream.write(text)

    def flush(self) -> None:
        """Pass on the waiting text."""
        with self._breaking():
            self._stream.flush()

    @contextmanager
    def _breaking(self) -> Iterator[None]:
        """Drop all further text if the reader has gone and output may be lost."""
        try:
            yield
        except BrokenPipeError:
            if not self._may_break:
                raise
            broken, self._stream = self._stream, open_nothing()
            # Python writes its buffered text at exit, which must not fail then.
            os.dup2(self._stream.fileno(), broken.fileno())

    def isatty(self) -> bool:
        """Whether a person reads the output."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._stream.fileno()

    @property
    def columns(self) -> int | None:
        """The terminal's width; None if it is no terminal: lines are not wrapped then."""
        return shutil.get_terminal_size().columns if self.isatty() else None

    @property
    def buffer(self) -> BinaryIO:
        """The byte stream below, for documents that are passed on unchanged."""
        return self._stream.buffer


def open_nothing() -> TextIO:
    """Return a stream that discards all text."""
    return Path(os.devnull).open("w", encoding="utf-8")


@contextmanager
def harmless_output() -> Iterator[None]:
    """Escape everything printed in the block; closed streams (``>&-``) are tolerated."""
    out = TerminalStream(sys.stdout or open_nothing())
    err = TerminalStream(sys.stderr or open_nothing(), may_break=True)
    with redirect_stdout(out), redirect_stderr(err):
        try:
            yield
        finally:
            err.flush()
