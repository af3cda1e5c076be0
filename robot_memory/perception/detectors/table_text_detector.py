"""Texts of a table that say that something is the matter: error "nozzle 4 blocked".

See docs/reference/detectors.md, "table_text".
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from robot_memory.foundation.secrets.secrets_filter import names_a_secret
from robot_memory.foundation.text.outside_text import LONGEST_NAME, take_in
from robot_memory.foundation.wording.spoken_names import spoken_name
from robot_memory.foundation.wording.varying_text import VaryingText
from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Detector
from robot_memory.perception.masking.masking import mask, one_line, phrase
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.operating_record import TABLE
from robot_memory.perception.status_messages.fault_texts import is_fault_text, says_nothing
from robot_memory.perception.status_messages.fault_words import (
    is_mild,
    may_be_state,
    names_a_fault,
)

_LOG = logging.getLogger(__name__)
_MOST_COLUMNS = 256
_MOST_FAULTS = 64  # of a column; free text tells no more
_DEBOUNCE = Debounce(onset=0.0, end=5.0, quiet=86400.0)  # s; rows may be far apart


@dataclass
class _Column:
    """A column: the kinds of fault that it told of, its text now, and which fault that is."""

    known: set[Key] = field(default_factory=set)
    text: str | None = None
    now: Detection | None = None
    was_well: bool = False
    is_full: bool = False


class TableTextDetector(Detector):
    """Reports texts in a table that say that something is the matter, each with its column.

    A text counts if its own words say so (`FAULT: overload`, `Öldruck zu niedrig`), or if its
    column is one of errors and was empty, or said that all is well, at some time before.

    A word for a fault does not count if it is denied or over right where it stands (`no error`,
    `alarm off`, `nicht blockiert`, `Fehler behoben`), or names a guard or a setting
    (`collision avoidance on`, `timeout 30 s`). `brake not released: fault` counts. The words known
    are English and German, and some French, Spanish, Italian and Portuguese ones.

    Not read: columns whose name is that of a secret or of something past. Not told: more than 64
    faults of a column; those that differ only in their numbers count as one.
    """

    TYPE: ClassVar[str] = TABLE

    def _set_up(self) -> None:
        self._columns: dict[str, _Column] = {}

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a row."""
        for name, value in vars(content).items():
            column = self._columns.get(name)
            is_text = isinstance(value, str)
            if column is None:
                is_gap = value != value and names_a_fault(name)  # texts may come later
                if not (is_text or is_gap) or not self._takes(name):
                    continue
                column = self._columns[name] = _Column()
            before = column.now
            text = value if is_text else ""
            if text != column.text:
                column.text, column.now = text, self._read(name, text, column)
            if before is not None and (column.now is None or column.now.key != before.key):
                yield Detection(before.key, present=False)
            if column.now is not None:
                yield column.now

    def _takes(self, name: str) -> bool:
        is_room = len(self._columns) < _MOST_COLUMNS
        return is_room and may_be_state(name) and not names_a_secret(name)

    def _is_told(self, name: str, key: Key, column: _Column) -> bool:
        if key in column.known or len(column.known) < _MOST_FAULTS:
            column.known.add(key)
            return True
        if not column.is_full:
            column.is_full = True
            _LOG.warning(
                "%s: column %s has told of more than %d faults; what others it says is not told",
                self._context.topic, one_line(name), _MOST_FAULTS,
            )  # fmt: skip
        return False

    def _read(self, name: str, text: str, column: _Column) -> Detection | None:
        """Return what is told of a text; None where it says of no fault."""
        if says_nothing(text):
            column.was_well = True
            return None
        is_fault = is_fault_text(text)
        if not is_fault and not (column.was_well and names_a_fault(name)):
            return None
        topic, received = self._context.topic, take_in(text)
        component = one_line(f"{topic} {name}")[:LONGEST_NAME]
        key = Key("table_text", component, mask(received.text))
        if not self._is_told(name, key, column):
            return None
        words = phrase(received.text)
        varying = VaryingText.of(words.pattern, words.values)
        called = spoken_name(component) or component
        severity = Severity.WARN if is_mild(text) else Severity.ERROR
        return self._fault(
            key,
            f"{called[0].upper()}{called[1:]} says: {varying.pattern}",
            severity=severity,
            spreads=varying.spreads,
            detail={"message": received.shown(1000), **received.losses},
            debounce=_DEBOUNCE,
        )
