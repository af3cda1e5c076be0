"""How the robot runs: its conditions now, samples of them, and those before an onset."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TypeVar

from robot_memory.clock import Instant
from robot_memory.ledger import OperatingSample
from robot_memory.perception.conditions.operating_conditions import OperatingConditions
from robot_memory.perception.conditions.operating_sampler import OperatingSampler, Signals
from robot_memory.perception.occurrences.detection import Detection

Value = TypeVar("Value")
#: The type of a table's rows.
TABLE = "csv"


class OperatingRecord:
    """Samples the operating conditions.

    Args:
        conditions: the operating conditions now, such as speed.
        signals: returns what detectors have read, by name, at a stamp.
    """

    def __init__(self, conditions: OperatingConditions, signals: Signals) -> None:
        self._conditions = conditions
        self._sampler = OperatingSampler(self._now, signals)

    def _now(self, stamp: float) -> dict[str, float | str]:
        return {**self._conditions.now(stamp), **self._conditions.words()}

    def advance(self, stamp: float, running: float) -> None:
        """Let time pass; running: for how many seconds the robot has run."""
        self._sampler.advance(stamp, running)

    def take(self, now: Instant) -> list[OperatingSample]:
        """Return the samples since the last call."""
        return [
            OperatingSample(now.earlier(stamp), seconds, values)
            for stamp, seconds, values in self._sampler.take()
        ]

    def before(
        self, onset: float, detection: Detection, topic: str, *, is_table: bool
    ) -> dict[str, float | str]:
        """Return the conditions a little before an onset, without what tells of its own component.

        Args:
            onset: seconds.
            detection: what the onset is about.
            topic: where that was said.
            is_table: whether that is a table, whose columns are of many components.
        """
        own = self._conditions.conditions_from(topic)
        values = self._sampler.before(onset)
        return without_own(values, detection, topic=topic, is_table=is_table, own_conditions=own)


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
