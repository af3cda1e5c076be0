"""The program that shows a long answer in pages: what PAGER names, else less."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from subprocess import PIPE, Popen
from typing import TextIO, cast

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
        _await(pager)


def _await(pager: Popen[str]) -> None:
    """Wait until the reader leaves; Ctrl-C is for the pager then."""
    while True:
        with suppress(KeyboardInterrupt):
            pager.wait()
            return
