"""A CSV file, or a folder of them, as a recording."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import Path

from robot_memory.perception.message import Message
from robot_memory.perception.replay.defects import Defects
from robot_memory.perception.replay.recording import RecordingError, Wanted, everything
from robot_memory.perception.replay.tables.table import Extent, Table

SUFFIXES = (".csv", ".tsv")


class TableRecording:
    """One or several tables, merged by time."""

    def __init__(self, path: Path, tables: Sequence[Table], defects: Defects) -> None:
        self.path = path
        self.defects = defects
        self._tables = tables
        self.topics = {table.topic: table.type for table in tables}

    @property
    def start(self) -> float | None:
        """Time of the first row, seconds since the epoch. Reads all times."""
        return min((extent.start for extent in self._extents()), default=None)

    @property
    def duration(self) -> float | None:
        """Seconds from the first row to the last. Reads all times."""
        extents = self._extents()
        if not extents:
            return None
        return max(extent.end for extent in extents) - min(extent.start for extent in extents)

    def definition(self, type_name: str) -> str:
        """Nothing: this format has no definitions."""
        return ""

    def messages(self, wanted: Wanted | None = None) -> Iterator[Message]:
        """Every wanted row that can be read, in time order."""
        self.defects.begin_reading()
        accept = wanted or everything
        streams = [table.messages() for table in self._tables if accept(table.topic, table.type)]
        yield from heapq.merge(*streams, key=attrgetter("stamp"))

    def _extents(self) -> list[Extent]:
        return [table.extent for table in self._tables if table.extent is not None]


def open_table(path: Path) -> TableRecording:
    """One CSV file."""
    defects = Defects()
    return TableRecording(path, [Table(path, defects)], defects)


def table_files(path: Path) -> list[Path]:
    """The CSV files in a folder."""
    return sorted(
        file for file in path.iterdir() if file.suffix.lower() in SUFFIXES and file.is_file()
    )


def open_table_folder(path: Path) -> TableRecording:
    """All CSV files in a folder, one topic each."""
    defects = Defects()
    tables = []
    for file in table_files(path):
        try:
            tables.append(Table(file, defects))
        except RecordingError as error:
            defects.add(str(file), error.reason)
    if not tables:
        raise RecordingError(path, f"none of its CSV files can be read ({defects[0]})")
    return TableRecording(path, tables, defects)
