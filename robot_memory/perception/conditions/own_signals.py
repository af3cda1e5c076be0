"""Leaves out conditions that are the very signal in which an onset was found."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TypeVar

from robot_memory.perception.occurrences.detection import Detection

Value = TypeVar("Value")
#: The type of a table's rows.
TABLE = "csv"


def without_own(
    values: Mapping[str, Value],
    detection: Detection,
    *,
    topic: str,
    is_table: bool,
    own_conditions: Collection[str],
) -> dict[str, Value]:
    """Leave out what tells of the same component: "battery low below 20 % charge" says nothing.

    Args:
        values: conditions by name.
        detection: what the onset is about.
        topic: where that was said.
        is_table: whether that is a table, whose columns are of many components.
        own_conditions: the conditions that are read from that topic.
    """
    component = detection.key.component
    are_others = is_table and component == topic
    return {
        name: value
        for name, value in values.items()
        if name not in own_conditions
        and not (_is_signal(name) and _names(_quantity(name), detection.text))
        and (are_others or not _names(component, name))
    }


def _is_signal(name: str) -> bool:
    """Tell a signal, ``/joint_states elbow effort``, from a condition such as ``speed``."""
    return "/" in name or " " in name


def _quantity(name: str) -> str:
    """Return a signal's name without the axis: ``/imu linear_acceleration.x`` has two others."""
    stem, dot, axis = name.rpartition(".")
    return stem if dot and " " not in axis else name


def _names(word: str, text: str) -> bool:
    return bool(word) and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None
