"""Detects that a file or a folder has changed, without opening it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from robot_memory.foundation.text.unicode_text import storable

#: Inode, time of the last change (ns) and size; None if the file does not exist.
Sign = tuple[int, int, int] | None
# Two changes within one tick of the clock that the kernel dates files with look like one change.
# No kernel ticks slower than this.
_TICK = 20_000_000  # ns
#: Folders to which retention moved files.
ARCHIVE = "archive"
_SET_ASIDE = ".damaged-"


def sign_of(path: Path) -> Sign:
    """Return a sign that changes with a file, or with the names in a folder."""
    try:
        return sign_from(os.stat(path))  # noqa: PTH116  a third of the time that Path.stat takes
    except OSError:
        return None


def sign_from(status: os.stat_result) -> Sign:
    """Return the sign for a file status."""
    return (status.st_ino, status.st_mtime_ns, status.st_size)


def files_below(
    folder: Path | str,
    kinds: tuple[str, ...],
    depth: int = 0,
    left_out: frozenset[str] = frozenset({ARCHIVE}),
) -> Iterator[tuple[str, Sign]]:
    """Yield the files of a folder by relative name, each with its sign.

    Symbolic links, hidden files and files that were set aside as damaged are skipped.

    Args:
        folder: the folder; need not exist.
        kinds: the endings of the names to yield.
        depth: how many levels of subfolders to search.
        left_out: names of files and folders to skip.
    """
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in found:
        if entry.name.startswith(".") or _SET_ASIDE in entry.name or entry.name in left_out:
            continue
        if storable(entry.name) != entry.name:
            continue  # the name cannot be stored as text
        if entry.is_dir(follow_symlinks=False):
            if depth:
                for name, sign in files_below(entry.path, kinds, depth - 1, left_out):
                    yield f"{entry.name}/{name}", sign
        elif entry.name.endswith(kinds) and entry.is_file(follow_symlinks=False):
            yield entry.name, sign_from(entry.stat(follow_symlinks=False))


def version_of(sign: Sign) -> str:
    """Return the version of a file that was read; unique while the file may still change."""
    return str(sign) if is_settled([sign]) else f"{sign} at {time.time_ns()}"


def is_settled(signs: Iterable[Sign]) -> bool:
    """Tell whether any later change of the files with these signs will change the signs."""
    newest = max((sign[1] for sign in signs if sign), default=0)
    return newest < time.time_ns() - _TICK
