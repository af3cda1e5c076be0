"""Numbers that a rule's field names, and limits that it gives them (rules.md §10.11)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.foundation.secrets.secrets_filter import names_a_secret
from robot_memory.foundation.wording.varying_text import SLOT, VaryingText
from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.field_path import shortest_gap
from robot_memory.perception.generic.signal_name import DIAGNOSTICS, SignalName
from robot_memory.perception.normal.deviation import rounded
from robot_memory.perception.occurrences.detection import Debounce, Detection

_MOST_SIGNALS = 256  # of one field of one topic
_LONGEST_LABELS = 1024  # characters that name a number; numbers with longer names are ignored


class FieldDetector(Detector):
    """Reads the numbers that a rule's field names, and tells them to all.

    A message of statuses is read as far as the statuses are this robot's.
    """

    READS_FIELD: ClassVar[bool] = True

    def _set_up(self) -> None:
        if self._context.field is None:
            raise ValueError(f"{type(self).__name__} on {self._context.topic} needs a field")
        self._path = self._context.field
        self._names: dict[tuple[str, ...], SignalName | None] = {}

    @property
    def fields(self) -> frozenset[str] | None:
        """The fields of its path."""
        return self._path.fields

    def numbers(self, stamp: float, content: Any) -> list[tuple[SignalName, float]]:
        """Read a message's numbers, and return them by name."""
        if not getattr(content, "has_values", True):
            return []  # statuses whose values were read a moment ago
        names, note = self._names, self._context.shared.readings.note
        is_diagnostics = self._context.type == DIAGNOSTICS
        devices = self._context.shared.status_names.names_of(content) if is_diagnostics else {}
        numbers = []
        for said, value in self._path.read(content):
            labels = (devices.get(said[0], said[0]), *said[1:]) if devices and said else said
            if labels not in names:
                if len(names) >= _MOST_SIGNALS or sum(map(len, labels)) > _LONGEST_LABELS:
                    continue
                names[labels] = self._name(labels, said, content)
            name = names[labels]
            if name is not None:
                note(name.text, stamp, value)
                numbers.append((name, value))
        return numbers

    def _name(
        self, labels: tuple[str, ...], said: tuple[str, ...], content: Any
    ) -> SignalName | None:
        """Name a number; None for another robot's number, and for a secret."""
        context = self._context
        if labels and names_a_secret(labels[-1]):
            return None
        if context.type == DIAGNOSTICS and labels:
            ids = [status.hardware_id for status in content.status if status.name == said[0]]
            if not context.scope.keeps_status(said[0], ids[0] if ids else "", context.topic):
                return None
        return SignalName.of(context.topic, context.type, self._path, labels)


_DEBOUNCE = Debounce(onset=1.0, end=30.0, quiet=600.0)  # s


class OutOfRangeDetector(FieldDetector):
    """Reports a reading beyond given limits.

    There is nothing to learn: the limits are given. NaN and infinity are no measurement. The
    sentence has the reading and the limits: "tank level is 12, below its limit of 20".
    """

    JUDGES_SENSORS: ClassVar[bool] = True
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "every": DetectorOption(0.0, "s between two readings, at least"),
        "low": DetectorOption(-math.inf, "least possible reading, in its own unit", low=-math.inf),
        "high": DetectorOption(math.inf, "greatest possible reading", low=-math.inf),
    }

    def _set_up(self) -> None:
        super()._set_up()
        self._low, self._high = self._options["low"], self._options["high"]
        given = [limit for limit in (self._low, self._high) if math.isfinite(limit)]
        self._limits = [f"{limit:.12g}" for limit in given]
        side = "below its limit of" if math.isfinite(self._low) else "above its limit of"
        self._beyond_what = side if len(given) < 2 else f"outside its limits of {SLOT} to"
        self._gap = shortest_gap(self._options["every"])
        self._beyond: set[SignalName] = set()

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message."""
        if self._context.type != DIAGNOSTICS:  # diagnostics arrive in several messages
            self.due = stamp + self._gap
        for name, value in self.numbers(stamp, content):
            if not math.isfinite(value):
                continue
            is_beyond = not self._low <= value <= self._high
            if is_beyond or name in self._beyond:
                yield self._detection(name, value, is_beyond=is_beyond)

    def _detection(self, name: SignalName, value: float, *, is_beyond: bool) -> Detection:
        (self._beyond.add if is_beyond else self._beyond.discard)(name)
        extent = max(self._low - value, value - self._high, 0.0)
        told = VaryingText.of(
            f"{name.text.replace(SLOT, '*')} is {SLOT}, {self._beyond_what} {SLOT}",
            [f"{float(rounded([value], extent)[0]):.12g}", *self._limits],
        )
        return self._fault(
            Key("signal", name.component, f"{name.quantity} out of range".strip()),
            told.pattern,
            spreads=told.spreads,
            extent=extent,
            present=is_beyond,
            kind="out of range",
            readings={name.text: value},
            debounce=_DEBOUNCE,
        )

    @classmethod
    def problems(cls, options: Mapping[str, float]) -> Iterable[str]:
        """Find limits that are the wrong way round."""
        if options["low"] > options["high"]:
            yield "low is above high"
