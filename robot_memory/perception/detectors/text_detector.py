"""Texts that report a fault: error "nozzle 4 blocked", state "JAMMED".

See docs/reference/detectors.md, "text".
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from robot_memory.foundation.secrets.secrets_filter import names_a_secret
from robot_memory.foundation.text.outside_text import LONGEST_NAME, take_in
from robot_memory.foundation.wording.spoken_names import spoken_name
from robot_memory.foundation.wording.varying_text import VaryingText
from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Detector
from robot_memory.perception.field_path import shortest_gap
from robot_memory.perception.generic.readable_types import (
    is_called_status,
    may_be_status,
    numeric_fields,
)
from robot_memory.perception.masking.masking import mask, one_line, phrase
from robot_memory.perception.message_definition import DefinitionCatalogue, MessageDefinition
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.operating_record import TABLE
from robot_memory.perception.status_messages.fault_words import (
    is_fault_text,
    is_mild,
    may_be_state,
    names_a_fault,
    says_nothing,
)
from robot_memory.perception.status_messages.leaf import TextLeaf, texts

_LOG = logging.getLogger(__name__)
_MOST_FIELDS = 256
_MOST_FAULTS = 64  # in a field; free text has more
_EVERY = 0.2  # s between two messages of a state type that are read
_LONGEST = 200  # characters of a text that reports a present fault
_OF_TABLE = Debounce(onset=0.0, end=5.0, quiet=86400.0)  # s; rows may be far apart
_OF_MESSAGE = Debounce(onset=0.0, end=5.0, quiet=600.0)  # s
_STRING = "std_msgs/msg/String"
#: Topics with speech of people and language models.
_SPEECH = re.compile(
    r"speech|voice|utter|transcri|dialog|(?<![a-z])(?:tts|stt|asr|say|chat|llm|prompt|caption"
    r"|question|answer|conversation|instruction)s?(?![a-z])"
)
_DOCUMENT = ("{", "[", "<")  # first characters of JSON and XML


@dataclass
class _Field:
    """A field: the faults that it reported so far, its present text, and the fault in it."""

    known: set[Key] = field(default_factory=set)
    text: str | None = None
    now: Detection | None = None
    was_well: bool = False
    is_full: bool = False


class TextDetector(Detector):
    """Reports texts that say that something is the matter, each with its field.

    A text counts if its own words say so (`FAULT: overload`, `Öldruck zu niedrig`), or if its
    field is one of errors and was empty, or said that all is well, at some time before.

    A word for a fault does not count if it is denied or over right where it stands (`no error`,
    `alarm off`, `nicht blockiert`, `Fehler behoben`), or names a guard or a setting
    (`collision avoidance on`, `timeout 30 s`). `brake not released: fault` counts. The words known
    are English and German, and some French, Spanish, Italian and Portuguese ones.

    Not read: `std_msgs` but `String`, other packages of ROS itself; fields of secrets or of
    something past; topics of speech and commands; texts above 200 characters, JSON and XML. Not
    told: more than 64 faults of a field; those that differ only in their numbers count as one.
    """

    JUDGES_SENSORS: ClassVar[bool] = True

    def _set_up(self) -> None:
        self._fields: dict[tuple[str, ...], _Field] = {}
        is_table = self._context.type == TABLE
        self._debounce = _OF_TABLE if is_table else _OF_MESSAGE
        comes_once = self._context.type in (TABLE, _STRING)
        self._gap = 0.0 if comes_once else shortest_gap(_EVERY)
        if _SPEECH.search(self._context.topic.lower()):
            self.due = math.inf

    @classmethod
    def reads_type(cls, message_type: str, definitions: DefinitionCatalogue) -> bool:
        """Tell whether messages of a type may hold texts about a robot's state."""
        return message_type in (TABLE, _STRING) or may_be_status(
            message_type, definitions, _has_texts, is_called_status
        )

    @property
    def fields(self) -> frozenset[str] | None:
        """The fields that are read: texts, beside numbers."""
        return numeric_fields(self._context.shared.definitions.of(self._context.type))

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message."""
        if stamp < self.due:
            return
        self.due = stamp + self._gap
        for leaf in texts(content):
            told = self._fields.get(leaf.path)
            if told is None:
                is_gap = leaf.text is None and names_a_fault(leaf.name)  # texts may come later
                if not (is_gap or leaf.text is not None) or len(self._fields) >= _MOST_FIELDS:
                    continue
                if not may_be_state(leaf.name) or names_a_secret(leaf.name):
                    continue
                told = self._fields[leaf.path] = _Field()
            before, text = told.now, leaf.text or ""
            if text != told.text:
                told.text, told.now = text, self._read(leaf, text, told)
            if before is not None and (told.now is None or told.now.key != before.key):
                yield Detection(before.key, present=False)
            if told.now is not None:
                yield told.now

    def _is_told(self, name: str, key: Key, told: _Field) -> bool:
        if key in told.known or len(told.known) < _MOST_FAULTS:
            told.known.add(key)
            return True
        if not told.is_full:
            told.is_full = True
            _LOG.warning(
                "%s: field %s has told of more than %d faults; what others it says is not told",
                self._context.topic, one_line(name), _MOST_FAULTS,
            )  # fmt: skip
        return False

    def _read(self, leaf: TextLeaf, text: str, told: _Field) -> Detection | None:
        if len(text) > _LONGEST or text.lstrip().startswith(_DOCUMENT):
            return None
        if says_nothing(text):
            told.was_well = True
            return None
        is_fault = is_fault_text(text)
        if not is_fault and not (told.was_well and names_a_fault(leaf.name)):
            return None
        received = take_in(text)
        path = () if self._context.type == _STRING else leaf.path
        component = one_line(" ".join([self._context.topic, *path]))[:LONGEST_NAME]
        key = Key("text", component, mask(received.text))
        if not self._is_told(leaf.name, key, told):
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
            debounce=self._debounce,
        )


def _has_texts(definition: MessageDefinition) -> bool:
    return any(told.type in ("string", "wstring") for told in definition.fields.values())
