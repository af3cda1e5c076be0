"""A message as plain fields, decoded without ROS libraries, or built from flat columns.

'status0.name', 'status0.level', 'status1.name', … are a list `status` of objects with a `name` and
a `level`; 'covariance0' … 'covariance8' are a list `covariance`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from types import SimpleNamespace
from typing import Any, TypeAlias


class Fields(SimpleNamespace):
    """Named values, as attributes (`row.speed`) and by name (`row["Temp (°C)"]`).

    It has no public methods, so that a column may have any name, even 'values'.
    """

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]

    def __contains__(self, name: str) -> bool:
        return name in self.__dict__

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__)

    def __len__(self) -> int:
        return len(self.__dict__)


def ros_time(nanoseconds: int) -> Fields:
    """Return a `builtin_interfaces/msg/Time`."""
    return Fields(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)


BRACKETED = re.compile(r"(.+)\[(\d+)\]")
NUMBERED = re.compile(r"(.*?\D)(0|[1-9]\d*)", re.A)

Builder: TypeAlias = Callable[[Sequence[Any]], Any]
Item: TypeAlias = tuple[tuple[str, ...], int]
"""The remaining names of the path to a column, and the column's number."""


class ColumnNesting:
    """The nested object that flat columns represent.

    A number at the end of a name is an index only if all of 0 … n-1 exist: 'temperature1' and
    'temperature2' stay two fields. 'status[0]' can be an index, and, if `digits` is true, 'status0'
    and 'status_0' (of the latter at least two must exist).

    Attributes:
        paths: the path of each column in the object, with [] for any index: 'status[].name'.
        build: builds the object from the columns' values.
    """

    def __init__(self, columns: Sequence[str], digits: bool) -> None:
        self.paths = list(columns)
        self._digits = digits
        self.build = self._fields([(tuple(name.split(".")), at) for at, name in enumerate(columns)])

    def _fields(self, items: Sequence[Item], above: str = "") -> Builder:
        """Return a builder of an object with all of `items`, whose path so far is `above`."""
        named: dict[str, list[Item]] = {}
        for path, at in items:
            named.setdefault(path[0], []).append((path[1:], at))
        lists = self._lists(named)
        in_lists = {name for family in lists.values() for name in family}
        builders: dict[str, Builder] = {}
        for name, members in named.items():
            if name not in in_lists:
                builders |= self._member(name, members, above)
        for base, family in lists.items():
            where = f"{above}{base}[]"
            builders[base] = _list_of([self._value(named[name], where) for name in family])
        return _object_of(builders)

    def _member(self, name: str, members: Sequence[Item], above: str) -> dict[str, Builder]:
        """Return the builders for `name`: one value or object; a mixture is split by full names."""
        if _kind(members) != "mixture":
            return {name: self._value(members, f"{above}{name}")}
        flat = [(".".join((name, *below)), at) for below, at in members]
        return {text: self._value([((), at)], f"{above}{text}") for text, at in flat}

    def _value(self, members: Sequence[Item], path: str) -> Builder:
        if _kind(members) == "object":
            return self._fields(members, f"{path}.")
        column = members[0][1]
        self.paths[column] = path
        return _Leaf(column)

    def _lists(self, named: Mapping[str, Sequence[Item]]) -> dict[str, list[str]]:
        """Return the lists among the names: base to the names of its elements, in order."""
        families: dict[str, dict[int, str]] = {}
        for name in named:
            base, index = self._indexed(name)
            if index >= 0:
                families.setdefault(base, {})[index] = name
        lists: dict[str, list[str]] = {}
        for base, family in families.items():
            stem = base.rstrip("_") if self._digits and len(family) > 1 else base
            kinds = {_kind(named[name]) for name in family.values()}
            complete = sorted(family) == list(range(len(family)))
            is_free = stem not in named and stem not in lists and not stem.endswith("_")
            if complete and is_free and kinds in ({"value"}, {"object"}):
                lists[stem] = [family[at] for at in sorted(family)]
        return lists

    def _indexed(self, name: str) -> tuple[str, int]:
        """Split 'status0' into ('status', 0); the index is -1 for a name without one."""
        match = BRACKETED.fullmatch(name) or (NUMBERED.fullmatch(name) if self._digits else None)
        return (match[1], int(match[2])) if match else (name, -1)


class _Leaf:
    """The value of one column."""

    def __init__(self, column: int) -> None:
        self.column = column

    def __call__(self, values: Sequence[Any]) -> Any:
        return values[self.column]


def _kind(members: Sequence[Item]) -> str:
    """Whether a name's columns are one value, an object, or a mixture of both."""
    if len(members) == 1 and not members[0][0]:
        return "value"
    return "object" if all(path for path, _ in members) else "mixture"


def _picker(builders: Sequence[Builder]) -> Builder | None:
    """Return a builder of all values at once if they are plain values; itemgetter is fast."""
    leaves = [builder.column for builder in builders if isinstance(builder, _Leaf)]
    return itemgetter(*leaves) if len(leaves) == len(builders) > 1 else None


def _object_of(builders: Mapping[str, Builder]) -> Builder:
    names = list(builders)
    pick = _picker(list(builders.values()))
    if pick is not None:
        return lambda values: Fields(**dict(zip(names, pick(values), strict=True)))
    pairs = list(builders.items())
    return lambda values: Fields(**{name: build(values) for name, build in pairs})


def _list_of(builders: Sequence[Builder]) -> Builder:
    pick = _picker(builders)
    if pick is not None:
        return lambda values: list(pick(values))
    return lambda values: [build(values) for build in builders]


LEVELS = {1: 10, 2: 20, 4: 30, 8: 40, 16: 50}
"""Log levels of ROS 1 (a bit each) to those of ROS 2: debug, info, warn, error, fatal."""


LOG_OF_ROS1, LOG = "rosgraph_msgs/msg/Log", "rcl_interfaces/msg/Log"
"""The log type in ROS 1 and in ROS 2, which have different fields."""


def log_of_ros1(log: Any) -> Fields:
    """Return a log message of ROS 1 as one of ROS 2."""
    return Fields(
        stamp=log.header.stamp,
        level=LEVELS.get(log.level, log.level),
        name=log.name,
        msg=log.msg,
        file=log.file,
        function=log.function,
        line=log.line,
    )


LOGS_OF_FOXGLOVE = ("foxglove.Log", "foxglove_msgs/msg/Log")
"""The log type of Foxglove's schemas, in JSON and in ROS."""

_LEVELS_OF_FOXGLOVE = {
    spelling: 10 * number
    for number, name in enumerate(("UNKNOWN", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL"))
    for spelling in (number, name)
}


def log_of_foxglove(log: Any) -> Fields:
    """Return a log message of Foxglove's schema, which may lack fields in JSON, as one of ROS 2."""
    stamp = getattr(log, "timestamp", None)
    return Fields(
        stamp=Fields(
            sec=getattr(stamp, "sec", 0),
            nanosec=getattr(stamp, "nsec", getattr(stamp, "nanosec", 0)),
        ),
        level=_LEVELS_OF_FOXGLOVE.get(getattr(log, "level", 0), 0),
        name=str(getattr(log, "name", "")),
        msg=str(getattr(log, "message", "")),
        file=str(getattr(log, "file", "")),
        function="",
        line=getattr(log, "line", 0),
    )
