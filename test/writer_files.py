"""Finds files of the writers in ``bench/faulty_disk`` that are open to others or to planted links.

Runs in its own process, because the writers change patience and the umask. Prints JSON: for each
writer, the files that others may read or write, and the files written outside of the home through a
link with a temporary file's name.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
sys.path.insert(0, str(Path(__file__).parent / "governance"))

from faulty_disk.trial import Writer
from faulty_disk.writers import WRITERS

_RANDOM = re.compile(r"\.[0-9a-f]{16}\.tmp$|/\.(ex|im)port-")
_SECRET = "not to be touched"


@contextmanager
def _made_files(home: Path) -> Iterator[list[Path]]:
    """Collect the files below a home that are created during the block."""
    made: list[Path] = []
    opened = os.open

    def watched(path: Any, flags: int, *more: Any, **options: Any) -> int:
        if flags & os.O_CREAT and home in Path(os.fsdecode(path)).parents:
            made.append(Path(os.fsdecode(path)))
        return opened(path, flags, *more, **options)

    os.open = watched
    try:
        yield made
    finally:
        os.open = opened


@contextmanager
def _without_umask() -> Iterator[None]:
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def _open_to_others(home: Path) -> list[str]:
    return [
        f"{path.relative_to(home)} {path.lstat().st_mode & 0o777:o}"
        for path in home.rglob("*")
        if not path.is_symlink() and path.lstat().st_mode & 0o077
    ]


def _passing(writer: Writer, home: Path) -> list[Path]:
    """Return the predictable names of temporary files below the home."""
    writer.prepare(home)
    before = set(home.rglob("*"))
    with _made_files(home) as made, _without_umask():
        writer.work(home, lambda word: None)
    return [
        path.relative_to(home)
        for path in dict.fromkeys(made)
        if path not in before and not path.exists() and not _RANDOM.search(str(path))
    ]


def _followed(writer: Writer, home: Path, names: list[Path]) -> list[str]:
    """Plant links with names of temporary files; return those through which a file was written."""
    writer.prepare(home)
    outside = home.with_name("outside")
    outside.mkdir()
    for number, name in enumerate(names):
        (outside / str(number)).write_text(_SECRET)
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).symlink_to(outside / str(number))
    with suppress(OSError):
        writer.work(home, lambda word: None)
    return [
        str(name)
        for number, name in enumerate(names)
        if (outside / str(number)).read_text() != _SECRET
    ]


def main() -> None:
    """Try all writers."""
    os.umask(0o077)
    found = {}
    for name, writer in WRITERS.items():
        with tempfile.TemporaryDirectory() as folder:
            homes = Path(folder).resolve()
            passing = _passing(writer, homes / "a")
            found[name] = {
                "open": _open_to_others(homes / "a"),
                "passing": [str(path) for path in passing],
                "followed": _followed(writer, homes / "b", passing) if passing else [],
            }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
