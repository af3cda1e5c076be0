"""A CSV file, or a folder of them, as a recording: each file is a topic, each row a message."""

from __future__ import annotations

import heapq
import re
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from robot_memory.perception.perception import Message
from robot_memory.perception.replay.recording import (
    EARLIEST,
    LATEST,
    Defects,
    Recording,
    RecordingError,
    Wanted,
    moment_of,
)
from robot_memory.perception.replay.tables.contents import (
    export_contents,
    is_export,
    table_contents,
)
from robot_memory.perception.replay.tables.dialect import COMMENT, Dialect, dialect_of, fits
from robot_memory.perception.replay.tables.rows import Report, Row, TextFile, read_rows
from robot_memory.perception.replay.tables.times import find_time

SAMPLE = 1 << 16
"""Bytes of a file that are examined to find its format."""
LARGE_SAMPLE = 1 << 20
"""The same if these hold no readable row, as a single row may be longer."""
_YEAR, _MONTH, _DAY = r"(?:19|20)\d\d", r"(?:0[1-9]|1[0-2])", r"(?:0[1-9]|[12]\d|3[01])"
_CLOCK = (
    r"(?:[01]\d|2[0-3])[-_:.h]?[0-5]\d(?:[-_:.m]?[0-5]\ds?(?:[.,_-]?\d{1,9})?)?"
    r"(?:Z|UTC|[+-]\d\d:?\d\d)?"
)
_STAMP = re.compile(
    rf"(?<![A-Za-z\d])(?:(?:{_YEAR}[-_. ]?{_MONTH}[-_. ]?{_DAY}|{_DAY}[-_.]{_MONTH}[-_.]{_YEAR}"
    rf"|{_MONTH}[-_.]{_DAY}[-_.]{_YEAR})"
    rf"(?:(?:[T_\-. ]{{1,3}}|[_ ]at[_ ])?{_CLOCK})?(?:[-_]\d{{1,3}})?"
    rf"|{_YEAR}[-_.]{_MONTH}|{_YEAR}[-_.]?W\d\d|\d\d([-:.])\d\d\1\d\d|1\d{{9}}(?:\d{{3}}){{0,3}})"
    r"(?![A-Za-z\d])"
)
"""A date, optionally with a time and a file number within the day; a month; a week; a time; a count
of seconds, or of their fractions, since 1970."""
_RUNNING = re.compile(
    r"(?:\(\d{1,9}\)|(?<![A-Za-z])(?:part|chunk|segment|split)[-_ ]?\d{1,9}"
    r"|(?<![A-Za-z\d])0\d{2,5})\Z",
    re.IGNORECASE,
)
"""A running number at the end of a name: `(2)`, `part3`, `001`. The last kind begins with zero, as
`101` may be the robot's number."""
_BETWEEN = "-_. "
_BAG_PREFIX = re.compile(r"\A.*\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d[^-]*-(?=.)")
"""The name of a bag by `rosbag record`, before the name of the topic."""


class Extent(NamedTuple):
    """First and last time in a table, and how often its rows step back in time."""

    start: float
    end: float
    steps_back: int


class Table:
    """One CSV file, one topic.

    Each row is read twice: once only for its time, so that unordered rows can be sorted, and once
    for its content.
    """

    def __init__(self, path: Path, defects: Defects) -> None:
        self.path = path
        self._defects = defects
        self._text = TextFile(path)
        self._dialect = _dialect(path, self._text)
        self.columns = names = self._dialect.names
        sample = self._dialect.sample
        self._time = find_time(names, sample, self._dialect.decimal_comma)
        if self._time is None:
            raise RecordingError(path, f"none of its {len(names)} columns tells the time")
        export = is_export(names, self._time.columns)
        self.topic = topic_of_export(path) if export else topic_of_table(path)
        make_contents = export_contents if export else table_contents
        self._contents = make_contents(self._dialect, self._time.columns)
        self.type = self._contents.type
        self.is_dated = self._time.is_dated
        self._offset = 0.0
        moment = None if self.is_dated else moment_of(path)
        if moment is not None:
            self.begin_at(moment.timestamp())
            self.is_dated = True

    @property
    def extent(self) -> Extent | None:
        """The first and last time; None without any row that has a time."""
        told = self._told
        if told is None:
            return None
        return Extent(told.start + self._offset, told.end + self._offset, told.steps_back)

    def begin_at(self, time: float) -> None:
        """Set the time of the first row to `time`, seconds since the epoch."""
        if self._told is not None:
            self._offset = time - self._told.start

    def call_by_file(self) -> None:
        """Use the file's whole name as its topic: 'log (1).csv' becomes '/log_1'."""
        self.topic = _topic(self.path.stem)

    @cached_property
    def _told(self) -> Extent | None:
        start, end, latest, steps_back = float("inf"), float("-inf"), float("-inf"), 0
        for _, time in self._timed(lambda line, why: None):
            steps_back += time < latest
            latest = time
            start, end = min(start, time), max(end, time)
        return Extent(start, end, steps_back) if start <= end else None

    def messages(self) -> Iterator[Message]:
        """Yield the rows as messages, in time order."""
        rows = self._timed(self._report)
        if self.extent is None:
            self._defects.add(str(self.path), "no row that can be read")
        elif self.extent.steps_back:
            self._defects.note(
                str(self.path),
                f"its rows go back in time {self.extent.steps_back} times; put in order",
            )
            rows = self._in_order(rows)
        for row, time in rows:
            content = self._contents.build(row.cells)
            yield Message(self.topic, self.type, time + self._offset, content)

    def _report(self, line: int, why: str) -> None:
        self._defects.add(f"{self.path}:{line}", why)

    def _timed(self, report: Report) -> Iterator[tuple[Row, float]]:
        """Yield the readable rows, each with its time; `report` receives the others."""
        assert self._time is not None
        read = self._time.read
        for row in _rows(self._text, self._dialect, report):
            try:
                yield row, read(row.cells)
            except (ValueError, OverflowError) as error:
                time_text = " ".join(row.cells[at] for at in self._time.columns)
                report(row.line, f"{_time_problem(time_text, error)}; the row is left out")

    def _in_order(self, rows: Iterator[tuple[Row, float]]) -> Iterator[tuple[Row, float]]:
        """Yield the rows ordered by time. Only times and offsets are held in memory."""
        times, offsets = array("d"), array("Q")
        for row, time in rows:
            times.append(time)
            offsets.append(row.offset)
        with self._text.open() as file:
            for at in sorted(range(len(times)), key=times.__getitem__):
                file.seek(offsets[at])
                yield next(read_rows(file, self._dialect.separator, 0)), times[at]


def _time_problem(text: str, error: Exception) -> str:
    if isinstance(error, OverflowError):
        limits = f"{EARLIEST:,.0f} to {LATEST:,.0f} seconds since 1970"
        return f"its time ({text!r:.60}) is beyond {limits}"
    return f"its time can't be read ({text!r:.60})" if text else "has no time"


def _rows(text: TextFile, dialect: Dialect, report: Report) -> Iterator[Row]:
    width = len(dialect.names)
    with text.open() as file:
        file.seek(text.start)
        for _ in range(dialect.first_line - 1):
            file.readline()
        for row in read_rows(file, dialect.separator, dialect.first_line, report):
            cells = row.cells
            if cells[0].startswith(COMMENT) or not any(cells):
                continue
            if fits(cells, width):
                yield row
            else:
                report(row.line, f"has {len(cells)} of {width} columns; the row is left out")


def _dialect(path: Path, text: TextFile) -> Dialect:
    dialect = _dialect_of(path, text.beginning(SAMPLE))
    if dialect is None or not dialect.sample:
        dialect = _dialect_of(path, text.beginning(LARGE_SAMPLE))
    if dialect is not None and dialect.sample:
        return dialect
    if dialect is None:
        raise RecordingError(path, "no table: its lines don't have the same number of columns")
    raise RecordingError(path, f"a header, but no row below it{_first_problem(text, dialect)}")


def _first_problem(text: TextFile, dialect: Dialect) -> str:
    """Return what is wrong with the first row below the header, '' if there is none."""
    problems: list[str] = []
    for _ in _rows(text, dialect, lambda line, why: problems.append(f"line {line}: {why}")):
        break
    return f" that can be read; {problems[0]}" if problems else ""


def _dialect_of(path: Path, beginning: str) -> Dialect | None:
    if not beginning.strip():
        raise RecordingError(path, "the file is empty")
    if "\0" in beginning:
        raise RecordingError(path, "null bytes at its beginning, it is not a text file")
    return dialect_of(beginning)


SUFFIXES = (".csv", ".tsv")


class TableRecording(Recording):
    """One or several tables, merged by time."""

    def __init__(self, path: Path, tables: Sequence[Table], defects: Defects) -> None:
        self.path = path
        self.defects = defects
        self._tables = tables
        self.topics = {table.topic: table.type for table in tables}
        self.is_dated = any(table.is_dated for table in tables)
        start = min((it.extent.start for it in tables if it.is_dated and it.extent), default=None)
        undated = [table for table in tables if not table.is_dated]
        if undated and start is not None:
            reason = "its times tell no date; it counts as begun with the other tables"
            for table in undated:
                table.begin_at(start)
                defects.note(str(table.path), reason)

    def begin_at(self, time: float) -> None:
        """Set the start of tables without a date to `time`, seconds since the epoch."""
        start = self.start or 0.0
        for table in self._tables:
            if table.extent is not None:
                table.begin_at(table.extent.start - start + time)

    def span(self) -> tuple[float, float] | None:
        """Return the times of the first and last row. Reads all times."""
        extents = [table.extent for table in self._tables if table.extent is not None]
        if not extents:
            return None
        return min(extent.start for extent in extents), max(extent.end for extent in extents)

    def _messages(self, wanted: Wanted) -> Iterator[Message]:
        streams = [table.messages() for table in self._tables if wanted(table.topic, table.type)]
        yield from heapq.merge(*streams, key=attrgetter("stamp"))


def open_table(path: Path) -> TableRecording:
    """Open one CSV file, or all of them in a folder, one topic each."""
    defects = Defects()
    if path.is_file():
        return TableRecording(path, [Table(path, defects)], defects)
    tables = []
    for file in sorted(
        it for it in path.iterdir() if it.suffix.lower() in SUFFIXES and it.is_file()
    ):
        try:
            tables.append(Table(file, defects))
        except RecordingError as error:
            defects.add(str(file), error.reason)
    _tell_apart(tables)
    if not tables:
        raise RecordingError(path, f"none of its CSV files can be read ({defects[0]})")
    return TableRecording(path, tables, defects)


def _tell_apart(tables: Sequence[Table]) -> None:
    """Name tables of one topic after their files if they are parallel: `pump_001`, `pump_002`.

    Tables of one logger follow each other, and have the same columns.
    """
    by_topic: dict[str, list[Table]] = {}
    for table in tables:
        by_topic.setdefault(table.topic, []).append(table)
    for alike in (alike for alike in by_topic.values() if len(alike) > 1):
        spans = sorted((it.extent.start, it.extent.end) for it in alike if it.extent)
        overlap = any(after[0] < before[1] for before, after in pairwise(spans))
        if overlap or len({table.columns for table in alike}) > 1:
            for table in alike:
                table.call_by_file()


def topic_of_export(path: Path) -> str:
    """Return '/mavros/imu/data' for 'mavros-imu-data.csv'; exports write '-' for '/'."""
    stem = _lasting(_BAG_PREFIX.sub("", path.stem)) or path.stem
    parts = [re.sub(r"\W+", "_", part) for part in stem.split("-")]
    return "/" + "/".join(part for part in parts if part)


def topic_of_table(path: Path) -> str:
    """Return '/Robot_log' for 'Robot log (1).csv', and for 'Robot log 2026-03-10.csv'.

    A file named only by a date or a number is named after its folder.
    """
    names = (path.stem, *(folder.name for folder in path.absolute().parents))
    return _topic(next(filter(None, map(_lasting, names)), "table"))


def _topic(name: str) -> str:
    return "/" + re.sub(r"\W+", "_", name).strip("_")


def _lasting(name: str) -> str:
    """Return the common part of the names of one logger's files; '' if there is none.

    They differ in a date, a time or a running number, which is not part of the topic: otherwise
    each day would be another part of the robot. `robot_7` and `pump2` keep their numbers.
    """
    parts = [part.strip(_BETWEEN) for part in _STAMP.sub("\n", name).split("\n")]
    lasting, before = "_".join(filter(None, parts)) if len(parts) > 1 else name, ""
    while lasting != before:
        before, lasting = lasting, _RUNNING.sub("", lasting.rstrip(_BETWEEN))
    lasting = lasting.strip("()[]")
    return "" if lasting.isdigit() else lasting
