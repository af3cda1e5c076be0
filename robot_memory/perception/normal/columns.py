"""The columns of the record: the quantities learned of each signal and each topic."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating[Any]]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
_Item = TypeVar("_Item", bound=np.generic)


class ColumnKind(IntEnum):
    """The quantity of a signal or a topic that a column holds."""

    LEVEL = 0  # median of a window; for a count, its rise
    SPREAD = 1  # mean change from sample to sample
    JUMP = 2  # largest change from sample to sample
    RESIDUAL = 3  # mean difference from the prediction by related signals
    RESIDUAL_SPREAD = 4  # mean change of that difference
    INTERVAL = 5  # median time between messages, s
    GAP = 6  # longest time between messages, s
    AGE = 7  # median time from the header's stamp to the reception, s


OF_SIGNAL = (
    ColumnKind.LEVEL,
    ColumnKind.SPREAD,
    ColumnKind.JUMP,
    ColumnKind.RESIDUAL,
    ColumnKind.RESIDUAL_SPREAD,
)
OF_TOPIC = (ColumnKind.INTERVAL, ColumnKind.GAP, ColumnKind.AGE)
#: Compared as a ratio to the usual value, and by the logarithm of a time.
RELATIVE = (ColumnKind.SPREAD, ColumnKind.JUMP, ColumnKind.RESIDUAL_SPREAD)
TIMES = (ColumnKind.INTERVAL, ColumnKind.GAP)
#: Never too small.
UPWARD = (ColumnKind.JUMP, ColumnKind.RESIDUAL_SPREAD, ColumnKind.GAP)


#: The unit of a number that stands for a text.
TEXT = "text"


@dataclass(frozen=True)
class Signal:
    """A number in messages.

    Attributes:
        component: the topic with the names of the elements that contain the number, or the status.
        quantity: the field; for diagnostics the key.
        topic: the topic; for diagnostics the status.
        received_on: the topic that it is received on.
        unit: of the number; empty if it is not known.
    """

    component: str
    quantity: str
    topic: str
    received_on: str = ""
    unit: str = ""

    @property
    def text(self) -> str:
        """Component and quantity in one."""
        return f"{self.component} {self.quantity}".strip()


class Columns:
    """The meaning of each column; signals and topics are added as they appear.

    Attributes:
        source: for each column the number of its signal, or of its topic.
        group: for each column a number that all columns of its topic share.
    """

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.topics: list[str] = []
        self._groups: dict[str, int] = {}
        self.kind: Numbers = np.zeros(0, np.int64)
        self.source: Numbers = np.zeros(0, np.int64)
        self.group: Numbers = np.zeros(0, np.int64)
        self.is_relative = self.is_time = self.is_upward = np.zeros(0, bool)
        self._of: dict[tuple[ColumnKind, int], int] = {}
        self._of_kind: dict[ColumnKind, Numbers] = {}

    def __len__(self) -> int:
        return len(self.kind)

    def follow(self, signals: Sequence[Signal], topics: Sequence[str]) -> None:
        """Add columns for new signals and topics."""
        added = [
            (kind, number, signals[number].topic)
            for number in range(len(self.signals), len(signals))
            for kind in OF_SIGNAL
        ]
        added += [
            (kind, number, topics[number])
            for number in range(len(self.topics), len(topics))
            for kind in OF_TOPIC
        ]
        if not added:
            return
        self.signals, self.topics = list(signals), list(topics)
        for place, (kind, number, _) in enumerate(added, start=len(self)):
            self._of[kind, number] = place
        groups = [self._groups.setdefault(topic, len(self._groups)) for _, _, topic in added]
        self.kind = np.append(self.kind, [kind for kind, _, _ in added])
        self.source = np.append(self.source, [number for _, number, _ in added])
        self.group = np.append(self.group, groups)
        self.is_relative, self.is_time, self.is_upward = (
            np.isin(self.kind, kinds) for kinds in (RELATIVE, TIMES, UPWARD)
        )
        self._of_kind.clear()

    def of(self, kind: ColumnKind) -> Numbers:
        """Return the columns of a kind, in the order of their signals or topics."""
        found = self._of_kind.get(kind)
        if found is None:
            found = self._of_kind[kind] = np.flatnonzero(self.kind == kind)
        return found

    def column(self, kind: ColumnKind, source: int) -> int:
        """Return the column of a signal or a topic."""
        return self._of[kind, source]

    def of_signals(self, chosen: Flags, kinds: Collection[ColumnKind]) -> Flags:
        """Tell which columns belong to chosen signals and are of these kinds."""
        flags = np.zeros(len(self), bool)
        for kind in kinds:
            flags[self.of(kind)] = chosen
        return flags

    def group_of(self, signal: int) -> int:
        """Return the group of a signal."""
        return int(self.group[self._of[ColumnKind.LEVEL, signal]])


def grown(values: npt.NDArray[_Item], size: int, fill: float) -> npt.NDArray[_Item]:
    """Extend the last axis of an array to a size with a fill value."""
    missing = size - values.shape[-1]
    if missing <= 0:
        return values
    added = np.full((*values.shape[:-1], missing), fill, values.dtype)
    return np.concatenate([values, added], axis=-1)


def median(values: Floats, axis: int = 0) -> Floats:
    """Return the median of known values, else NaN; faster than ``np.nanmedian``."""
    ordered = np.sort(np.moveaxis(values, axis, 0) if axis else values, axis=0)
    rows = ordered.reshape(len(ordered), math.prod(ordered.shape[1:]))
    count = len(rows)
    if count and np.isfinite(rows[0]).all() and np.isfinite(rows[-1]).all():  # all is known
        middle: Floats = 0.5 * (rows[(count - 1) // 2] + rows[count // 2])
    else:
        known = np.count_nonzero(np.isfinite(rows), axis=0)
        at, last = np.arange(len(known)), np.maximum(known - 1, 0)
        low, high = rows[last // 2, at], rows[np.minimum(known // 2, last), at]
        middle = np.where(known > 0, 0.5 * (low + high), np.nan)
    return middle.reshape(ordered.shape[1:]).astype(values.dtype, copy=False)


def between(values: Floats, share: float) -> tuple[Floats, Floats]:
    """Return each column's quantiles at ``share`` and ``1 - share``; NaN if no value is known."""
    if not len(values):
        return np.full(values.shape[1], np.nan), np.full(values.shape[1], np.nan)
    ordered = np.sort(values, axis=0)
    last = np.maximum(np.isfinite(ordered).sum(axis=0) - 1, 0)
    at = np.arange(values.shape[1])
    return ordered[(share * last).astype(int), at], ordered[((1.0 - share) * last).astype(int), at]
