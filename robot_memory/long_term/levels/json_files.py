"""Writes and reads the files of the levels: pretty-printed JSON, and JSON lines.

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
#: The lock file for writers in a folder.
LOCK = ".lock"

_PIECE = 1 << 16  # bytes
_STALE = timedelta(hours=1)
_SET_ASIDE = ".damaged-"  # as files.set_aside names them


@dataclass(frozen=True)
class JsonLine:
    """A line of a JSON-lines file that holds an object; line numbers start at 1."""

    number: int
    data: Mapping[str, Any]


def to_json(data: Mapping[str, Any], indent: int | None = None) -> bytes:
    """Return an object as JSON; without ``indent`` on one line.

    Raises InvalidInput if JSON cannot hold the object.
    """
    try:
        text = json.dumps(data, indent=indent, ensure_ascii=False, allow_nan=False)
        text.encode()  # raises for a lone surrogate
        return visible_json(text).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"nothing was written: JSON cannot hold it: {error}") from None


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Replace a file with an object, pretty-printed; durable when this returns."""
    write(path, to_json(data, indent=2))


def write(path: Path, data: bytes) -> None:
    """Replace a file, and make its folder if missing; durable when this returns."""
    files.make_private_folder(path.parent)
    files.replace_durably(path, data)


def read_json(path: Path) -> Any:
    """Return the data of a JSON file; None if the file does not exist, or was damaged.

    A damaged file is set aside and reported.
    """
    try:
        return json.loads(files.read_regular(path))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError) as error:
        return put_aside(path, str(error))


def read_object(path: Path) -> dict[str, Any] | None:
    """Return the object in a JSON file; None if there is none. The file is never changed."""
    return parse_line(files.read_existing(path) or b"")


def keep_object(path: Path, data: Mapping[str, Any], default: Mapping[str, Any]) -> None:
    """Store an object in a JSON file, unless it is unchanged. A damaged file is set aside.

    Args:
        default: the meaning of a missing file; not written if the file is missing.
    """
    old = read_object(path)
    if old is None and path.exists():
        put_aside(path, "is not a JSON object")
    if data != (default if old is None else old):
        write_json(path, data)


def read_record(path: Path, read: Callable[[Any, str], Record]) -> Record | None:
    """Return the record in a JSON file; None as :func:`read_json`, or if the record is invalid.

    Args:
        read: makes the record from the data, and gets the file name for its errors.
    """
    data = read_json(path)
    try:
        return None if data is None else read(data, str(path))
    except InvalidInput as error:
        put_aside(path, str(error))
        return None


def locked(folder: Path, patience: float = file_lock.LOCK_PATIENCE) -> AbstractContextManager[None]:
    """Hold the writers' lock of a folder, which is made if missing."""
    files.make_private_folder(folder)
    return file_lock.locked(folder / LOCK, patience=patience)


def own_files(folder: Path, *patterns: str) -> list[Path]:
    """Return the files of a folder by name, without hidden, damaged and linked ones.

    Files whose names are no valid text are left out as well: nothing could refer to them.
    """
    found = {path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}
    return sorted(
        path
        for path in found
        if not (is_skipped(path.name) or path.is_symlink()) and storable(path.name) == path.name
    )


def is_skipped(name: str) -> bool:
    """Tell whether a name belongs to a hidden file, or to a damaged file that was set aside."""
    return name.startswith(".") or _SET_ASIDE in name


def sweep_temporaries(paths: Iterable[Path], now: datetime) -> None:
    """Remove temporary files that a crash left at least an hour ago.

    A file that is being written stays, whatever its age by the clock.
    """
    for path in paths:
        try:
            changed = datetime.fromtimestamp(path.lstat().st_mtime, timezone.utc)
        except FileNotFoundError:
            continue  # it was in use, and has its final name now
        if now - changed > _STALE:
            files.remove_abandoned(path)


def put_aside(path: Path, problem: str) -> None:
    """Set a damaged file aside and report it."""
    _LOG.error("%s: %s; it was moved to %s", path, problem, files.set_aside(path))


def repair_end(path: Path) -> None:
    """Make a file of lines end with a complete line, after a crash in the middle of a line.

    A line that lacks only its line end gets one. A fragment was never acknowledged; it is kept
    beside the file, as ``events.damaged-<time>.jsonl``.
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
        files.append_durably(path, b"")  # appends only the line end
        return
    fragment = path.with_name(f".{path.name}.fragment")
    files.write_durably(fragment, rest, like=path)
    copy = files.set_aside(fragment, name=path)
    if path.stat().st_size != size:  # another program continues the line: it is no fragment
        copy.unlink()
        return
    os.truncate(path, size - len(rest))
    _LOG.error("%s ended in the middle of a line; the fragment was moved to %s", path, copy)


def unfinished(file: BinaryIO, size: int) -> bytes:
    """Return the bytes after the last line break within the first ``size`` bytes of a file."""
    position, rest = size, b""
    while position > 0 and b"\n" not in rest:
        start = max(0, position - _PIECE)
        file.seek(start)
        rest = file.read(position - start) + rest
        position = start
    return rest.rpartition(b"\n")[2]


def parse_line(text: bytes) -> dict[str, Any] | None:
    """Return the object in a line; None if there is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def read_lines(path: Path, *, newest: int | None = None) -> Iterator[JsonLine]:
    """Yield the objects in a JSON-lines file, if it exists, oldest first; or of its newest lines.

    Lines without an object are reported.
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
    """Move to the beginning of the newest lines, and return the number of lines before them."""
    breaks = 0
    while piece := file.read(_PIECE):
        breaks += piece.count(b"\n")
    skipped = max(0, breaks - newest)
    file.seek(0)
    for _ in range(skipped):
        file.readline()
    return skipped
