"""Finds damaged parts of a ULog file and removes them: pyulog alone would lose more, silently."""

from __future__ import annotations

import io
import mmap
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low

from robot_memory.perception.replay.record_walk import Gap, walk
from robot_memory.perception.replay.ulog.ulog_clock import LONGEST_PAUSE
from robot_memory.perception.replay.ulog.ulog_reader import FLAGS, HEAD, UlogDefinitions, UlogReader

FILE_HEADER = 16
APPENDED = 1
"""First of the incompatible flags: the places where data was appended are filled in."""

NEAR = 5
"""The times before a damaged place that tell where it lies: one of them may be damaged too."""

CUT = "the log is cut off or damaged from here on"
NO_MESSAGE = "no message begins here; what was there is lost"


@dataclass(frozen=True)
class UlogDamage:
    """What is wrong with a file.

    Attributes:
        defects: for each damaged place where it is and what is wrong there.
        whole: the file without these places; None where there are none.
    """

    defects: list[tuple[str, str]]
    whole: io.BytesIO | None


def find_damage(path: Path) -> UlogDamage:
    """Go through a file from message to message."""
    if path.stat().st_size <= FILE_HEADER:
        return UlogDamage([], None)
    with path.open("rb") as file:
        data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    definitions = UlogDefinitions()
    defects: list[tuple[str, str]] = []
    kept: list[tuple[int, int]] = []
    begin = FILE_HEADER
    for end in [*_appended(data), len(data)]:
        times: deque[int] = deque(maxlen=NEAR)
        for found in walk(UlogReader(data, end, definitions), begin):
            if isinstance(found, Gap):
                after = f"after {_latest(times) / 1e6:.6f} s" if times else "at its start"
                where = f"bytes {found.begin} to {found.end}, {after}"
                defects.append((where, CUT if found.end == end else NO_MESSAGE))
            else:
                if found.record is not None:
                    times.append(found.record)
                kept.append((found.begin, found.end))
        begin = end
    return UlogDamage(defects, _without_damage(data, kept) if defects else None)


def _latest(times: Sequence[int]) -> int:
    """Return the last of some times, but for those that damage made."""
    middle = median_low(times)
    return next(time for time in reversed(times) if abs(time - middle) <= LONGEST_PAUSE)


def _without_damage(data: memoryview, kept: list[tuple[int, int]]) -> io.BytesIO:
    whole = io.BytesIO()
    whole.write(data[:FILE_HEADER])
    for begin, end in kept:
        if data[begin + HEAD.size - 1] == ord("B"):
            continue  # the places of appended data are others now
        whole.write(data[begin:end])
    whole.seek(0)
    return whole


def _appended(data: memoryview) -> list[int]:
    """Where data was appended after a crash: the message before may be unfinished."""
    if len(data) < FILE_HEADER + HEAD.size + FLAGS.size:
        return []
    size, kind = HEAD.unpack_from(data, FILE_HEADER)
    if kind != ord("B") or size < FLAGS.size:
        return []
    _, incompatible, *places = FLAGS.unpack_from(data, FILE_HEADER + HEAD.size)
    if not incompatible[0] & APPENDED:
        return []
    return sorted(place for place in places if FILE_HEADER < place < len(data))
