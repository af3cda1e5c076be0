"""Recognises the kind of a recording by its content, and by its name only if needed."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from robot_memory.perception.replay.json_lines import JsonLines
from robot_memory.perception.replay.recording import (
    Recording,
    RecordingError,
    ReplayExtraMissing,
)
from robot_memory.perception.replay.tables.table import open_table

EXTRA = ("rosbags", "pyulog", "numpy", "lz4", "ruamel")
"""The packages that the `replay` extra installs."""

LOOK = 4096
"""Bytes of a file that are examined."""

SUFFIXES = {".bag": "rosbag1", ".mcap": "MCAP", ".db3": "sqlite3", ".ulg": "ULog"}
"""Suffixes of formats that begin with a magic number."""

ARCHIVES = {b"\x1f\x8b": "gunzip", b"BZh": "bunzip2", b"\xfd7zXZ\0": "unxz", b"PK\x03\x04": "unzip"}
"""Other compressed formats and archives, and the program that unpacks each."""

HINTS = 5
"""Names that an error about a folder mentions."""


def open_recording(path: Path) -> Recording:
    """Open the recording at `path`.

    It may be a rosbag1 file, a rosbag2 folder or one .mcap or .db3 file, a ULog file, a CSV file
    or a folder of them, or a file of diagnostics as JSON lines.

    Raises:
        RecordingError: it can't be replayed; the error says which path and why.
    """
    try:
        opener = _folder_opener(path) if path.is_dir() else _file_opener(path)
        with _the_extra_for(path):
            return opener(path)
    except OSError as error:
        raise RecordingError(path, error.strerror or str(error)) from error


Opener = Callable[[Path], Recording]


def _file_opener(path: Path) -> Opener:
    if not path.exists():
        raise RecordingError(path, "no such file or folder")
    if not path.is_file():
        raise RecordingError(path, "neither a file nor a folder")
    with path.open("rb") as file:
        beginning = file.read(LOOK)
    for mark, opener in MARKS.items():
        if beginning.startswith(mark):
            return opener
    if reason := _why_not(beginning, path.suffix.lower()):
        raise RecordingError(path, reason)
    is_json = beginning.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")
    return JsonLines if is_json else open_table


def _why_not(beginning: bytes, suffix: str) -> str:
    """Return why a file without a known magic number is no recording; '' if it may be text."""
    if not beginning:
        return "the file is empty"
    if not beginning.strip(b"\0"):
        return "it begins with zeros: it was never written to the disk"
    if beginning.startswith(b"#ROSBAG"):
        version = str(beginning[:16].partition(b"\n")[0], "ascii", "replace")
        return f"{version!r} is an old format; rosbag migrate makes it new"
    for mark, program in ARCHIVES.items():
        if beginning.startswith(mark):
            return f"it is compressed or an archive: unpack it with {program} first"
    if suffix in SUFFIXES:
        return f"named {suffix}, but does not begin as a {SUFFIXES[suffix]} file does"
    if b"\0" in beginning and not beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "no recording of a known format"
    return ""


def _folder_opener(path: Path) -> Opener:
    names = sorted(entry.name for entry in path.iterdir())
    suffixes = [Path(name).suffix.lower() for name in names]
    if (
        "metadata.yaml" in names
        or not {".db3", ".mcap"}.isdisjoint(suffixes)
        or any(name.endswith((".db3.zstd", ".mcap.zstd", ".mcap.zst")) for name in names)
    ):
        return _bag2_folder
    if not {".csv", ".tsv"}.isdisjoint(suffixes):
        return open_table
    if not names:
        raise RecordingError(path, "the folder is empty")
    inside = [
        entry.name
        for entry in path.iterdir()
        if entry.is_dir() or entry.suffix.lower() in (*SUFFIXES, ".jsonl")
    ]
    hint = f"; give one of what is in it: {', '.join(sorted(inside)[:HINTS])}" if inside else ""
    raise RecordingError(path, f"no rosbag2 folder and no folder of CSV files{hint}")


@contextmanager
def _the_extra_for(path: Path) -> Iterator[None]:
    """Raise an error that says what to install if a library of the extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library in EXTRA:
            raise ReplayExtraMissing(path, library) from error
        raise


def _bag(suffix: str) -> Opener:
    def opener(path: Path) -> Recording:
        from robot_memory.perception.replay.bags.bag_recording import open_bag

        return open_bag(suffix, path)

    return opener


def _bag2_folder(path: Path) -> Recording:
    from robot_memory.perception.replay.bags.bag_recording import open_folder

    return open_folder(path)


def _ulog(path: Path) -> Recording:
    from robot_memory.perception.replay.ulog.ulog_recording import ULogRecording

    return ULogRecording(path)


MARKS: dict[bytes, Opener] = {
    b"#ROSBAG V2.0\n": _bag(".bag"),
    b"\x89MCAP0\r\n": _bag(".mcap"),
    b"SQLite format 3\0": _bag(".db3"),
    b"ULog\x01\x12\x35": _ulog,
    b"\x28\xb5\x2f\xfd": _bag(".zstd"),
}
"""Magic numbers of the formats that have one."""
