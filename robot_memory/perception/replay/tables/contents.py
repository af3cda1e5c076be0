"""Converts the rows of a table to the content of messages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from robot_memory.foundation.text import yaml_reading
from robot_memory.perception.replay.fields import (
    LOG,
    LOG_OF_ROS1,
    ColumnNesting,
    Fields,
    log_of_ros1,
    ros_time,
)
from robot_memory.perception.replay.tables.dialect import Dialect
from robot_memory.perception.replay.tables.rows import is_nothing, is_text, value

EXPORT_PREFIXES = ("field.", "header.")
"""Prefixes of field names in exports, and in nothing else."""

EXPORT_PREFIX = "field."
"""The prefix of each field's name in the output of `rostopic echo -p`."""

TABLE_TYPE = "csv"
_BOOL, _NUMBER, _TEXT = "std_msgs/msg/Bool", "std_msgs/msg/Float32", "std_msgs/msg/String"
"""Types of messages with only `data`, by its content. The size of a number is not exported."""

Reader = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Contents:
    """A table's message type, and the function that builds message content from a row's cells."""

    type: str
    build: Callable[[Sequence[str]], Any]


def is_export(names: Sequence[str], time_columns: Sequence[int]) -> bool:
    """Whether the columns are fields of a message: 'field.data', 'header.stamp.secs'."""
    fields = [name for at, name in enumerate(names) if name and at not in time_columns]
    if names[0] == "%time" or any(name.startswith(EXPORT_PREFIXES) for name in fields):
        return True
    dotted = [name for name in fields if "." in name.strip(".") and " " not in name]
    return fields == ["data"] or 2 * len(dotted) > len(fields)


def table_contents(dialect: Dialect, time_columns: Sequence[int]) -> Contents:
    """Return the contents of a plain table: an attribute for each column, NaN for 'no value'.

    Values are numbers, booleans and texts. The time is no attribute: it is the message's stamp.
    """
    columns = [at for at, name in enumerate(dialect.names) if name and at not in time_columns]
    names = [dialect.names[at] for at in columns]
    readers = [(at, _table_reader(dialect, at)) for at in columns]

    def build(cells: Sequence[str]) -> Fields:
        return Fields(**dict(zip(names, [read(cells[at]) for at, read in readers], strict=True)))

    return Contents(TABLE_TYPE, build)


def _table_reader(dialect: Dialect, column: int) -> Reader:
    comma = dialect.decimal_comma
    if _is_text_column([row[column] for row in dialect.sample], comma):
        return str.strip
    return lambda cell: value(cell, comma)


def export_contents(dialect: Dialect, time_columns: Sequence[int]) -> Contents:
    """Return the contents of an exported topic: nested fields, and the type that they imply."""
    columns = [at for at, name in enumerate(dialect.names) if name and at not in time_columns]
    nesting = ColumnNesting([_field_name(dialect.names[at]) for at in columns], digits=True)
    sample = [[row[at] for at in columns] for row in dialect.sample]
    known = _type_of(nesting.paths, sample)
    readers = [
        (column, _export_reader(path, [row[at] for row in sample], dialect.decimal_comma, known))
        for at, (column, path) in enumerate(zip(columns, nesting.paths, strict=True))
    ]
    lists = known.lists if known else ()
    type_name = known.name if known else ""
    is_ros1_log = type_name == LOG_OF_ROS1

    def build(cells: Sequence[str]) -> Any:
        content = nesting.build([read(cells[at]) for at, read in readers])
        for path in lists:
            _ensure_list(content, path)
        return log_of_ros1(content) if is_ros1_log else content

    return Contents(LOG if is_ros1_log else type_name, build)


def _field_name(column: str) -> str:
    """Return the ROS 2 name of a field: 'field.header.stamp.secs' is 'header.stamp.sec'."""
    name = column.removeprefix(EXPORT_PREFIX)
    return name.replace(".stamp.secs", ".stamp.sec").replace(".stamp.nsecs", ".stamp.nanosec")


def _export_reader(
    path: str, sample: Sequence[str], decimal_comma: bool, known: _KnownType | None
) -> Reader:
    if known and path in known.flags:
        return lambda cell: cell.strip().lower() in ("1", "1.0", "true")
    if path.rpartition(".")[2] == "stamp" and all(cell.strip().isdecimal() for cell in sample):
        return lambda cell: ros_time(int(cell))
    if (known and path in known.texts) or _is_text_column(sample, decimal_comma):
        return str
    if all(not cell.strip() for cell in sample):
        return lambda cell: _number(cell, decimal_comma) if cell.strip() else ""
    return lambda cell: _number(cell, decimal_comma)


def _number(cell: str, decimal_comma: bool) -> Any:
    """Return an int if it is written as one; otherwise the result of `value`."""
    if cell.lstrip("-").isdecimal():
        return int(cell)
    return value(cell, decimal_comma)


def _is_text_column(sample: Sequence[str], decimal_comma: bool) -> bool:
    """Whether it holds texts, and otherwise only gaps."""
    cells = [cell for cell in sample if not is_nothing(cell)]
    return bool(cells) and all(is_text(cell, decimal_comma) for cell in cells)


def _ensure_list(content: Any, path: str) -> None:
    """Add an empty list at 'status', or for 'status[].values' in each element at 'values'."""
    outer, separator, inner = path.partition("[].")
    if separator:
        for element in getattr(content, outer):
            _ensure_list(element, inner)
    else:
        content.__dict__.setdefault(outer, [])


@dataclass(frozen=True, slots=True)
class _KnownType:
    """A standard ROS type, with the rules for recognising and reading its exported fields.

    Paths are written with [] for any index: 'status[].name'.

    Attributes:
        fields: the message's own fields, except its header, that an export always has.
        optional: fields that may be missing: empty lists have no columns; ROS 1 has fewer fields.
        texts: paths that are text, even if they look like numbers.
        flags: paths that are boolean, even if they are written 1 or 0.
        lists: paths that are empty lists if the export has no columns for them.
    """

    name: str
    fields: frozenset[str]
    optional: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    lists: tuple[str, ...] = field(default=())


def _type(
    name: str, fields: str, optional: str = "", texts: str = "", flags: str = "", lists: str = ""
) -> _KnownType:
    return _KnownType(
        name,
        frozenset(fields.split()),
        frozenset(optional.split()),
        frozenset(texts.split()),
        frozenset(flags.split()),
        tuple(lists.split()),
    )


def _known_types() -> Iterator[_KnownType]:
    text = Path(__file__).with_name("known_types.yaml").read_text(encoding="utf-8")
    return (_type(name, **words) for name, words in yaml_reading.load(text).items())


_KNOWN = tuple(_known_types())


def _type_of(paths: Sequence[str], sample: Sequence[Sequence[str]]) -> _KnownType | None:
    """Return the type that has these columns as fields; None if it is not a known one.

    Types that have only `data` are distinguished by sample rows.
    """
    tops = {path.partition(".")[0].removesuffix("[]") for path in paths} - {"header"}
    if tops == {"data"} and "data" in paths:
        return _data_type([row[paths.index("data")] for row in sample])
    for known in _KNOWN:
        if known.fields <= tops <= known.fields | known.optional:
            return known
    return None


def _data_type(cells: Collection[str]) -> _KnownType:
    if cells and {cell.strip().lower() for cell in cells} <= {"0", "1", "true", "false"}:
        return _type(_BOOL, "data", flags="data")
    if any(is_text(cell, decimal_comma=False) for cell in cells):
        return _type(_TEXT, "data", texts="data")
    return _type(_NUMBER, "data")
