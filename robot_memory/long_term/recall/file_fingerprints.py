"""What tells that a file or a folder has changed, without opening it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from robot_memory.foundation.text.unicode_text import storable

#: Inode, time of the last change (ns) and size; None where there is nothing.
Sign = tuple[int, int, int] | None
# What changes twice within one tick of the clock by which the kernel dates files looks
# as if it had changed once. No kernel ticks slower than this.
_TICK = 20_000_000  # ns
#: Folders of what retention moved away.
ARCHIVE = "archive"
_SET_ASIDE = ".damaged-"


def sign_of(path: Path) -> Sign:
    """Return what changes when a file, or the names in a folder, do."""
    try:
        return sign_from(os.stat(path))  # noqa: PTH116  a third of the time that Path.stat takes
    except OSError:
        return None


def sign_from(status: os.stat_result) -> Sign:
    """Return the sign of what has this status."""
    return (status.st_ino, status.st_mtime_ns, status.st_size)


def files_below(
    folder: Path | str,
    kinds: tuple[str, ...],
    depth: int = 0,
    left_out: frozenset[str] = frozenset({ARCHIVE}),
) -> Iterator[tuple[str, Sign]]:
    """Yield the files of a folder by name, relative to it, each with its sign.

    Symbolic links, hidden files and those that were set aside are skipped.

    Args:
        folder: where; need not exist.
        kinds: what their names end in.
        depth: how many folders deep to look.
        left_out: names of folders to skip.
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
            continue  # no text can name it
        if entry.is_dir(follow_symlinks=False):
            if depth:
                for name, sign in files_below(entry.path, kinds, depth - 1, left_out):
                    yield f"{entry.name}/{name}", sign
        elif entry.name.endswith(kinds) and entry.is_file(follow_symlinks=False):
            yield entry.name, sign_from(entry.stat(follow_symlinks=False))


def version_of(sign: Sign) -> str:
    """Return what says which version of a file was read; of one that may change yet, no other."""
    return str(sign) if is_settled([sign]) else f"{sign} at {time.time_ns()}"


def is_settled(signs: Iterable[Sign]) -> bool:
    """Tell whether a later change of what has these signs will change them."""
    newest = max((sign[1] for sign in signs if sign), default=0)
    return newest < time.time_ns() - _TICK
