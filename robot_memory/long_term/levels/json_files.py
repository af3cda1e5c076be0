"""Writing and reading the files of the levels: JSON that is pretty-printed, and JSON lines.

See docs/reference/levels.md, "Files".
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.text.escaping import visible_json
from robot_memory.foundation.text.unicode_text import storable

Record = TypeVar("Record")

_LOG = logging.getLogger(__name__)
#: The file in a folder that a writer locks.
LOCK = ".lock"

_PIECE = 1 << 16  # bytes
_STALE = timedelta(hours=1)
_SET_ASIDE = ".damaged-"  # as files.set_aside names them


@dataclass(frozen=True)
class JsonLine:
    """A line of a JSON-lines file that holds an object; numbers count from 1."""

    number: int
    data: Mapping[str, Any]


def to_json(data: Mapping[str, Any], indent: int | None = None) -> bytes:
    """Return an object as JSON, without an indent on one line.

    InvalidInput says that it holds what JSON cannot hold.
    """
    try:
        text = json.dumps(data, indent=indent, ensure_ascii=False, allow_nan=False)
        text.encode()  # raises where half a character stands in it
        return visible_json(text).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"nothing was written: JSON cannot hold it: {error}") from None


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Replace a file by an object, pretty-printed; durable when this returns."""
    write(path, to_json(data, indent=2))


def write(path: Path, data: bytes) -> None:
    """Replace a file, making its folder where it is missing; durable when this returns."""
    files.make_private_folder(path.parent)
    files.replace_durably(path, data)


def read_json(path: Path) -> Any:
    """Return what a JSON file holds; None where there is none, or it was damaged.

    A damaged one is set aside and reported.
    """
    try:
        return json.loads(files.read_regular(path))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError) as error:
        return put_aside(path, str(error))


def read_object(path: Path) -> dict[str, Any] | None:
    """Return the object in a JSON file, which stays as it is; None where there is none."""
    return parse_line(files.read_existing(path) or b"")


def keep_object(path: Path, data: Mapping[str, Any], default: Mapping[str, Any]) -> None:
    """Let a JSON file hold an object; no change, no write. A damaged file is set aside.

    Args:
        default: what no file means, and is not written where there is none.
    """
    old = read_object(path)
    if old is None and path.exists():
        put_aside(path, "is not a JSON object")
    if data != (default if old is None else old):
        write_json(path, data)


def read_record(path: Path, read: Callable[[Any, str], Record]) -> Record | None:
    """Return the record in a JSON file; None as of :func:`read_json`.

    Args:
        read: makes the record of the data, given the name of the file for its errors.
    """
    data = read_json(path)
    try:
        return None if data is None else read(data, str(path))
    except InvalidInput as error:
        put_aside(path, str(error))
        return None


def locked(folder: Path, patience: float = file_lock.LOCK_PATIENCE) -> AbstractContextManager[None]:
    """Hold the lock of who writes in a folder, which is made where it is missing."""
    files.make_private_folder(folder)
    return file_lock.locked(folder / LOCK, patience=patience)


def own_files(folder: Path, *patterns: str) -> list[Path]:
    """Return the files of a folder by name, without hidden, damaged and linked ones.

    Neither are those whose name is no text: nothing that is written could name them.
    """
    found = {path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}
    return sorted(
        path
        for path in found
        if not (is_skipped(path.name) or path.is_symlink()) and storable(path.name) == path.name
    )


def is_skipped(name: str) -> bool:
    """Tell whether a name is that of something hidden, or of a damaged file set aside."""
    return name.startswith(".") or _SET_ASIDE in name


def sweep_temporaries(paths: Iterable[Path], now: datetime) -> None:
    """Remove temporary files that a crash left an hour ago or longer.

    One that somebody is writing stays, whatever the clock says of its age.
    """
    for path in paths:
        try:
            changed = datetime.fromtimestamp(path.lstat().st_mtime, timezone.utc)
        except FileNotFoundError:
            continue  # it was in use, and has its name now
        if now - changed > _STALE:
            files.remove_abandoned(path)


def put_aside(path: Path, problem: str) -> None:
    """Set a damaged file aside and report it."""
    _LOG.error("%s: %s; it was moved to %s", path, problem, files.set_aside(path))


def repair_end(path: Path) -> None:
    """Make a file of lines end with a whole line, after a crash in the middle of one.

    A line that lacks only its end gets it. A fragment was never acknowledged; it is kept beside
    the file, as ``events.damaged-<time>.jsonl``.
    """
    try:
        with files.open_regular(path) as file:
            size = file.seek(0, os.SEEK_END)
            rest = unfinished(file, size)
    except FileNotFoundError:
        return
    if not rest:
        return
    if parse_line(rest) is not None:
        files.append_durably(path, b"")  # which ends the line
        return
    fragment = path.with_name(f".{path.name}.fragment")
    files.write_durably(fragment, rest, like=path)
    copy = files.set_aside(fragment, name=path)
    if path.stat().st_size != size:  # another program goes on with it: it is no fragment
        copy.unlink()
        return
    os.truncate(path, size - len(rest))
    _LOG.error("%s ended in the middle of a line; the fragment was moved to %s", path, copy)


def unfinished(file: BinaryIO, size: int) -> bytes:
    """Return what follows the last line break within the first bytes of a file."""
    position, rest = size, b""
    while position > 0 and b"\n" not in rest:
        start = max(0, position - _PIECE)
        file.seek(start)
        rest = file.read(position - start) + rest
        position = start
    return rest.rpartition(b"\n")[2]


def parse_line(text: bytes) -> dict[str, Any] | None:
    """Return the object in a line; None where there is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def read_lines(path: Path, *, newest: int | None = None) -> Iterator[JsonLine]:
    """Yield the objects in a JSON-lines file, if it is there, oldest first; or of its newest lines.

    Lines that hold none are reported.
    """
    try:
        file = files.open_regular(path)
    except FileNotFoundError:
        return
    with file:
        skipped = 0 if newest is None else _skip(file, newest)
        for number, text in enumerate(file, skipped + 1):
            data = parse_line(text)
            if data is not None:
                yield JsonLine(number, data)
            elif text.strip():
                _LOG.warning("%s:%d: is not a JSON object; it is skipped", path, number)


def _skip(file: BinaryIO, newest: int) -> int:
    """Move to where the newest lines begin, and return how many lines come before them."""
    breaks = 0
    while piece := file.read(_PIECE):
        breaks += piece.count(b"\n")
    skipped = max(0, breaks - newest)
    file.seek(0)
    for _ in range(skipped):
        file.readline()
    return skipped
