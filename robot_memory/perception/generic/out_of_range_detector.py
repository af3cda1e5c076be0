"""Numbers with given limits: readings beyond them (rules.md §10.11)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import DetectorContext, DetectorOption
from robot_memory.perception.fields.reading_interval import shortest_gap
from robot_memory.perception.generic.field_detector import FieldDetector
from robot_memory.perception.generic.signal_name import DIAGNOSTICS, SignalName
from robot_memory.perception.occurrences.detection import Debounce, Detection

_DEBOUNCE = Debounce(onset=1.0, end=30.0, quiet=600.0)  # s


class OutOfRangeDetector(FieldDetector):
    """Reports a reading beyond given limits.

    There is nothing to learn: the limits are given. NaN and infinity are no measurement.
    """

    JUDGES_SENSORS: ClassVar[bool] = True
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "every": DetectorOption(0.0, "s between two readings, at least"),
        "low": DetectorOption(-math.inf, "least possible reading, in its own unit", low=-math.inf),
        "high": DetectorOption(math.inf, "greatest possible reading", low=-math.inf),
    }

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._low, self._high = self._options["low"], self._options["high"]
        self._gap = shortest_gap(self._options["every"])
        self._beyond: set[SignalName] = set()

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message."""
        if self._context.type != DIAGNOSTICS:  # which comes in parts
            self.due = stamp + self._gap
        for name, value in self.numbers(stamp, content):
            if not math.isfinite(value):
                continue
            is_beyond = not self._low <= value <= self._high
            if is_beyond or name in self._beyond:
                yield self._detection(name, value, is_beyond=is_beyond)

    def _detection(self, name: SignalName, value: float, *, is_beyond: bool) -> Detection:
        (self._beyond.add if is_beyond else self._beyond.discard)(name)
        return Detection(
            Key("signal", name.component, f"{name.quantity} out of range".strip()),
            present=is_beyond,
            text=f"{name.text} is beyond what is possible",
            confidence=self._context.settings.first_confidence(score=1.0),
            magnitude=1.0,
            kind="out of range",
            readings={name.text: value},
            debounce=_DEBOUNCE,
        )

    @classmethod
    def problems(cls, options: Mapping[str, float]) -> Iterable[str]:
        """Find limits that are the wrong way round."""
        if options["low"] > options["high"]:
            yield "low is above high"
