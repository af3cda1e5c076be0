"""What a field of a status message means, by its name and its definition (rules.md §10.12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.perception.definitions.message_definition import (
    FieldDefinition,
    MessageDefinition,
)
from robot_memory.perception.definitions.value_names import are_bits, names_of_bits, value_names
from robot_memory.perception.status_messages import fault_words
from robot_memory.perception.status_messages.flag_polarity import (
    Polarity,
    flag_polarity,
    rare_matter,
)

_MOST_BITS = 8  # of a word, whose names are told
_LARGE = 255  # what is larger is written in hexadecimal digits


class FieldKind(TextEnum):
    """What a field holds: a fault, a state, a counter, and so on."""

    FLAG = "flag"
    BITS = "bits"
    CODE = "code"
    STATE = "state"
    STATUS_BITS = "status bits"  # of which some say that something is the matter
    CLIPPING = "clipping"
    COUNTER = "counter"


@dataclass(frozen=True)
class FieldMeaning:
    """The meaning of a field.

    Attributes:
        kind: what it holds.
        names: of a state, a code or bits: what its values are called.
        matter: of a flag: the value that says that something is the matter.
        is_from_start: whether it is a fault from the first message on.
        is_said: whether the name of a flag says which value is the matter.
        may_measure: whether a number is called an error and no code: ``foll_err`` may measure one.
    """

    kind: FieldKind
    names: Mapping[int, str] = field(default_factory=dict)
    matter: bool = True
    is_from_start: bool = True
    is_said: bool = True
    may_measure: bool = False

    def faults(self, value: bool | int | float) -> list[str]:
        """Return what is the matter by a value, as ``over current``; empty: nothing is.

        A fraction is no code: it measures something.
        """
        if value != value or not float(value).is_integer():
            return []
        if self.kind is FieldKind.FLAG:
            return [""] if bool(value) is self.matter else []
        if self.kind is FieldKind.STATE:
            name = self.names.get(int(value), "")
            return [_words(name)] if fault_words.is_bad_state(name) else []
        if self.kind not in (FieldKind.BITS, FieldKind.CODE) or not value:
            return []
        name = self.names.get(int(value), "")
        if not _may_be_bad(name):
            return []
        number = str(int(value)) if value <= _LARGE else f"0x{int(value):X}"
        return [f"{_words(name)} ({number})" if name else number]

    def fault_bits(self, value: bool | int | float) -> int | None:
        """Return the bits of a word that are the matter; None where the value has no bits."""
        has_bits = self.kind in (FieldKind.BITS, FieldKind.STATUS_BITS)
        if not has_bits or not float(value).is_integer() or value < 0:
            return None
        is_fault = fault_words.is_bad_state if self.kind is FieldKind.STATUS_BITS else _may_be_bad
        return sum(
            1 << bit for bit, name in names_of_bits(int(value), self.names) if is_fault(name)
        )

    def bits_told(self, bits: int) -> str:
        """Return bits that are the matter as ``encoder, over temp (0xA)``."""
        names = [_words(name) for _, name in names_of_bits(bits, self.names) if name]
        return f"{', '.join(names[:_MOST_BITS])} (0x{bits:X})" if names else f"0x{bits:X}"


def meaning_of(name: str, is_flag: bool, owner: MessageDefinition | None) -> FieldMeaning | None:
    """Return what a field says; None where it says nothing of faults.

    Args:
        name: of the field.
        is_flag: whether its value is true or false, where no definition tells.
        owner: the definition of its message; None: not known.
    """
    told = owner.fields.get(name) if owner is not None else None
    if told is not None:
        if told.type.startswith("float") and fault_words.is_clipping(name):
            return FieldMeaning(FieldKind.CLIPPING)
        if told.type != "bool" and not told.is_integer:
            return None
        is_flag = told.type == "bool"
    if is_flag:
        message = owner.name.rpartition("/")[2] if owner is not None else ""
        return _of_flag(name, f"{message} {told.comment}" if told is not None else message)
    return _of_integer(name, owner, told)


def _of_flag(name: str, beside: str) -> FieldMeaning | None:
    polarity = flag_polarity(name, beside)
    if polarity is Polarity.ACTIVITY:
        return None
    is_said = polarity is not Polarity.UNSAID
    matter = polarity is Polarity.FAULT if is_said else bool(rare_matter(name))
    is_from_start = is_said and matter and fault_words.matters_from_start(name)
    return FieldMeaning(FieldKind.FLAG, matter=matter, is_from_start=is_from_start, is_said=is_said)


def _of_integer(
    name: str, owner: MessageDefinition | None, told: FieldDefinition | None
) -> FieldMeaning | None:
    if fault_words.is_clipping(name):
        return FieldMeaning(FieldKind.CLIPPING)
    if fault_words.is_error_counter(name, told.comment if told is not None else ""):
        return FieldMeaning(FieldKind.COUNTER)
    names = value_names(owner, told) if owner is not None and told is not None else {}
    if fault_words.is_fault_number(name):
        field_told = told or FieldDefinition(name, "uint32", False, "", "", 0)
        kind = FieldKind.BITS if are_bits(field_told, names) else FieldKind.CODE
        is_from_start = fault_words.matters_from_start(name)
        may_measure = kind is FieldKind.CODE and not names and fault_words.may_measure(name)
        return FieldMeaning(kind, names, is_from_start=is_from_start, may_measure=may_measure)
    if told is None or not fault_words.may_be_state(name):
        return None
    if not any(map(fault_words.is_bad_state, names.values())):
        return None
    is_bits = are_bits(told, names)
    return FieldMeaning(FieldKind.STATUS_BITS if is_bits else FieldKind.STATE, names)


def _may_be_bad(name: str) -> bool:
    return not name or not fault_words.is_well(name)


def _words(name: str) -> str:
    """Return the name of a constant as words: ``OVER_CURRENT`` is "over current"."""
    return name.replace("_", " ").lower() if name.isupper() else name.replace("_", " ")
