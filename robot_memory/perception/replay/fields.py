"""A message as plain fields, decoded without ROS libraries."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any


class Fields(SimpleNamespace):
    """Named values, as attributes (`row.speed`) and by name (`row["Temp (°C)"]`).

    It has no methods of its own, so that a column may be called anything, 'values' too.
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
    """A `builtin_interfaces/msg/Time`."""
    return Fields(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)
