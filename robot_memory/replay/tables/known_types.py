"""Standard ROS types that can be recognised by the fields of an exported topic."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from robot_memory import yaml_reading
from robot_memory.replay.tables.cells import is_text


@dataclass(frozen=True, slots=True)
class KnownType:
    """A type and how its fields are recognised and read.

    Paths are written with [] for any index: 'status[].name'.

    Attributes:
        fields: the message's own fields, its header aside, that an export always has.
        optional: those that it may lack: empty lists have no columns; ROS 1 has fewer fields.
        texts: paths that are text, even where it looks like a number.
        flags: paths that are true or false, even where that is written 1 or 0.
        lists: paths that are empty lists where the export has no columns for them.
    """

    name: str
    fields: frozenset[str]
    optional: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    lists: tuple[str, ...] = field(default=())


def _type(
    name: str, fields: str, optional: str = "", texts: str = "", flags: str = "", lists: str = ""
) -> KnownType:
    return KnownType(
        name,
        frozenset(fields.split()),
        frozenset(optional.split()),
        frozenset(texts.split()),
        frozenset(flags.split()),
        tuple(lists.split()),
    )


def _known_types() -> Iterator[KnownType]:
    text = Path(__file__).with_name("known_types.yaml").read_text(encoding="utf-8")
    return (_type(name, **words) for name, words in yaml_reading.load(text).items())


KNOWN = tuple(_known_types())

BOOL, NUMBER, TEXT = "std_msgs/msg/Bool", "std_msgs/msg/Float32", "std_msgs/msg/String"
"""A message with nothing but `data`, by what that is. An export doesn't tell a number's size."""


def known_type(paths: Sequence[str], sample: Sequence[Sequence[str]]) -> KnownType | None:
    """The type whose fields these columns have; None if it is not one of the known ones.

    Args:
        paths: the columns' paths, as in `ColumnNesting.paths`.
        sample: some rows of those columns, to tell the types that have nothing but `data` apart.
    """
    tops = {path.partition(".")[0].removesuffix("[]") for path in paths} - {"header"}
    if tops == {"data"} and "data" in paths:
        return _data_type([row[paths.index("data")] for row in sample])
    for known in KNOWN:
        if known.fields <= tops <= known.fields | known.optional:
            return known
    return None


def _data_type(cells: Collection[str]) -> KnownType:
    if cells and {cell.strip().lower() for cell in cells} <= {"0", "1", "true", "false"}:
        return _type(BOOL, "data", flags="data")
    if any(is_text(cell, decimal_comma=False) for cell in cells):
        return _type(TEXT, "data", texts="data")
    return _type(NUMBER, "data")
