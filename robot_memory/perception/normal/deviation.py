"""A deviation is a state: it began, it was so and is so, and it ends."""

from __future__ import annotations

import math
from dataclasses import dataclass

from robot_memory.perception.normal.columns import ColumnKind, Signal
from robot_memory.perception.normal.regression import Fit


@dataclass(eq=False)
class Deviation:
    """What is not normal.

    Attributes:
        kind: what of the source.
        signal: whose number it is; None: it is a topic's timing.
        topic: where it is read; of diagnostics the status.
        column: where it stands in the record.
        sign: 1: too high, -1: too low.
        begin: seconds.
        told: when there was enough evidence.
        low: the least value of like circumstances.
        high: the greatest one.
        at_begin: what it was in the window in which it began; NaN: that is not known.
        value: what it was when it was told, or when it went further since.
        last_value: what it was last.
        circumstances: the signals on which what is expected depends.
        nats: the evidence when it was told.
        clarity: what a second look found then, as a multiple of what it must find; infinity where
            none was needed.
        since: the window in which it was told.
        usual: the value that was expected.
        before: how far the windows before were from it.
        size: how far it was from both when it was told.
        extent: how far it was when it had the value.
        end: None: it is still so.
        unusual_for: windows from when it became unusual until it was told.
        fit: what it should be by other signals; None where that is not known.
        is_calm: whether what others do not tell of it hardly changes from second to second.
        lasted_before: seconds for which the same was told shortly before.
        condition: under which it shows; empty: there is none; None: it is not known.
    """

    kind: ColumnKind
    signal: Signal | None
    topic: str
    column: int
    sign: int
    begin: float
    told: float
    circumstances: tuple[Signal, ...]
    nats: float
    since: int
    at_begin: float = math.nan
    clarity: float = math.inf
    usual: float = 0.0
    low: float = 0.0
    high: float = 0.0
    before: float = 0.0
    size: float = 0.0
    value: float = 0.0
    last_value: float = 0.0
    extent: float = 0.0
    end: float | None = None
    over: int = 0
    last: float = 0.0
    unusual_for: int = 0
    fit: Fit | None = None
    condition: str | None = None
    is_calm: bool = False
    lasted_before: float = 0.0

    @property
    def lasted(self) -> float:
        """For how long it was so, with the same shortly before; seconds."""
        return self.lasted_before + self.last - self.begin

    @property
    def stands_still(self) -> bool:
        """Whether it is that a number does not change any more."""
        return self.kind is ColumnKind.SPREAD and self.sign < 0
