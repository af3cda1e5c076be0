"""The meaning of a field in a status message, from its name and definition (rules.md §10.12).

A ``.msg`` file does not say which constants belong to which field. Authors follow habits: a prefix
equal to the field's name, ``@enum PREFIX`` in its comment, constants directly above or below it, or
a message with only one integer.

See docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.perception.message_definition import (
    ConstantDefinition,
    FieldDefinition,
    MessageDefinition,
)
from robot_memory.perception.status_messages import fault_words
from robot_memory.perception.status_messages.flag_polarity import (
    Polarity,
    flag_polarity,
    rare_matter,
)

_MOST_BITS = 8  # bits of a bit mask whose names are shown
_LARGE = 255  # larger numbers are written in hexadecimal


class FieldKind(TextEnum):
    """What a field holds: a fault, a state, a counter, and so on."""

    FLAG = "flag"
    BITS = "bits"
    CODE = "code"
    STATE = "state"
    STATUS_BITS = "status bits"  # some of which are faults
    CLIPPING = "clipping"
    COUNTER = "counter"


@dataclass(frozen=True)
class FieldMeaning:
    """The meaning of a field.

    Attributes:
        names: for a state, a code or bits: the names of its values.
        matter: for a flag: the value that is a fault.
        is_from_start: whether it is a fault from the first message on.
        is_said: whether the name of a flag shows which value is the fault.
        may_measure: whether a number is named an error but not a code: ``foll_err`` may measure
            one.
    """

    kind: FieldKind
    names: Mapping[int, str] = field(default_factory=dict)
    matter: bool = True
    is_from_start: bool = True
    is_said: bool = True
    may_measure: bool = False

    def faults(self, value: bool | int | float) -> list[str]:
        """Return the faults in a value, as ``over current``; empty: none.

        A fraction is no code, but a measurement.
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
        """Return the fault bits of a bit mask; None if the value has no bits."""
        has_bits = self.kind in (FieldKind.BITS, FieldKind.STATUS_BITS)
        if not has_bits or not float(value).is_integer() or value < 0:
            return None
        is_fault = fault_words.is_bad_state if self.kind is FieldKind.STATUS_BITS else _may_be_bad
        return sum(
            1 << bit for bit, name in names_of_bits(int(value), self.names) if is_fault(name)
        )

    def bits_told(self, bits: int) -> str:
        """Return fault bits as ``encoder, over temp (0xA)``."""
        names = [_words(name) for _, name in names_of_bits(bits, self.names) if name]
        return f"{', '.join(names[:_MOST_BITS])} (0x{bits:X})" if names else f"0x{bits:X}"


def meaning_of(name: str, is_flag: bool, owner: MessageDefinition | None) -> FieldMeaning | None:
    """Return the meaning of a field; None if it is not about faults.

    Args:
        is_flag: whether its value is a boolean, if no definition is known.
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
    is_said = polarity is not Polarity.UNSAID
    matter = polarity is Polarity.FAULT if is_said else rare_matter(name)
    if polarity is Polarity.ACTIVITY or matter is None:
        return None
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
    """Return a constant's name as words: ``OVER_CURRENT`` is "over current"."""
    return name.replace("_", " ").lower() if name.isupper() else name.replace("_", " ")


_ENUM = re.compile(r"@enum\s+([A-Z][A-Z0-9_ ]*)")
_SUFFIX = re.compile(r"_(flags?|bits?|bitmask|mask|codes?|status|state|type|id|word)$")
_BIT_COMMENT = re.compile(r"^(?:bit\s*)?(\d{1,2})\s*[-:=.)]\s*(\S.*)$", re.IGNORECASE)
_SAYS_BITS = re.compile(r"bit ?mask|bit ?field|\bbits?\b|flags", re.IGNORECASE)
_NAME_SAYS_BITS = re.compile(r"flags?$|bits?$|mask$|(errors|faults|alarms|warnings|failures)$")
_NO_BIT = re.compile(r"(^|_)(NONE|OK|NO|NORMAL|CLEAR|NOTHING)(_|$)", re.IGNORECASE)
_NO_VALUE = re.compile(r"([A-Z\d]+_)?(COUNT|MAX|MIN|NUM|NUMBER|SIZE|LENGTH|VERSION)")
_FAULT_WORD = re.compile(r"(?:^|_)(?:error|fault|failure|alarm|warning)s?(?:_|$)", re.IGNORECASE)
_FAULT_PREFIX = re.compile(
    r"(?:[A-Z\d]{1,40}_){0,3}?(?:ERROR|FAULT|FAILURE|ALARM|WARNING)S?_(?:FLAGS?|BITS?|MASK)_"
)
_LEAST_INFIX = 5  # letters of a stem that may occur within a constant's name
_LONGEST = 60  # characters of a bit's name from a comment


def value_names(owner: MessageDefinition, told: FieldDefinition) -> Mapping[int, str]:
    """Return the names of a field's values, without their common beginning."""
    constants = _constants_of(owner, told)
    plain = [_without_stem(constant.name, _stems(told.name)) for constant in constants]
    shared = _shared_words(plain)
    names: dict[int, str] = {}
    for constant, name in zip(constants, plain, strict=True):
        own = "_".join(name.split("_")[shared:])
        if not _NO_VALUE.fullmatch(name):
            names.setdefault(constant.value, own.removesuffix("_MASK"))
    return names or _commented_bits(told)


def are_bits(told: FieldDefinition, names: Mapping[int, str]) -> bool:
    """Tell whether each bit of a field has a meaning of its own."""
    if _NAME_SAYS_BITS.search(told.name) or _SAYS_BITS.search(told.comment):
        return True
    most = max(names, default=0)
    return _are_masks(names) and (most >= 8 or (most >= 4 and len(names) > 2))


def names_of_bits(value: int, names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Return the set bits of a value, each with its name; the name is empty if unknown.

    Constants are masks if all are powers of two, except a zero that means that no bit is set;
    otherwise they are bit numbers.
    """
    are_masks = _are_masks(names)
    bits = [bit for bit in range(64) if value >> bit & 1]
    return [(bit, names.get(1 << bit if are_masks else bit, "")) for bit in bits]


def _are_masks(names: Mapping[int, str]) -> bool:
    values = [value for value in names if value > 0]
    has_bit_zero = 0 in names and _NO_BIT.search(names[0]) is None
    return bool(values) and not has_bit_zero and all(v & (v - 1) == 0 for v in values)


def _constants_of(owner: MessageDefinition, told: FieldDefinition) -> list[ConstantDefinition]:
    said = _ENUM.search(told.comment)
    if said is not None:
        prefixes = tuple(f"{word}_" for word in said[1].split())
        named = [it for it in owner.constants if it.name.startswith(prefixes)]
        if named:
            return named
    integers = [it for it in owner.fields.values() if it.is_integer]
    others = {it.name.lower().removesuffix("s") for it in integers if it is not told}
    for stem in _stems(told.name):
        if stem.removesuffix("s") in others:
            continue  # they belong to that field
        named = [it for it in owner.constants if _stem_at(it.name, stem) >= 0]
        if named:  # FLAGS_LOCKED belongs to ``flags``, ERROR_FLAGS_MOTOR does not
            return [it for it in named if _stem_at(it.name, stem) == 0] or named
    if _FAULT_WORD.search(told.name) and (named := _only_faults(owner, told)):
        return named
    taken = {stem for it in integers if it is not told for stem in _stems(it.name)}
    free = [it for it in owner.constants if not any(_stem_at(it.name, stem) >= 0 for stem in taken)]
    if len(integers) == 1:
        return free
    return [it for it in free if _beside(owner, it) == [told.name]]


def _only_faults(owner: MessageDefinition, told: FieldDefinition) -> list[ConstantDefinition]:
    """Return the fault constants if all share a prefix and no other field can own them."""
    others = [it.name for it in owner.fields.values() if it.is_integer and it is not told]
    if any(map(_FAULT_WORD.search, others)):
        return []
    sets: dict[str, list[ConstantDefinition]] = {}
    for constant in owner.constants:
        if found := _FAULT_PREFIX.match(constant.name):
            sets.setdefault(found[0], []).append(constant)
    only = next(iter(sets.values())) if len(sets) == 1 else []
    return only if len(only) > 1 else []


def _stems(name: str) -> list[str]:
    """Return possible prefixes of its constants; ``active_errors``: active_error, error."""
    plain = name.lower()
    stems = [plain, plain.removesuffix("s"), _SUFFIX.sub("", plain)]
    stems += [stem.removesuffix("s") for stem in stems]
    words = [stem.rpartition("_")[2] for stem in stems]
    stems += [word for word in words if not _SUFFIX.fullmatch(f"_{word}")]
    return [stem for stem in dict.fromkeys(stems) if len(stem) > 2]


def _shared_words(names: list[str]) -> int:
    """Return how many words all names begin with; each keeps at least one word of its own."""
    if len(names) < 2:
        return 0
    count = 0
    for words in zip(*(name.split("_")[:-1] for name in names), strict=False):
        if len(set(words)) > 1:
            break
        count += 1
    return count


def _without_stem(name: str, stems: list[str]) -> str:
    ends = [at + len(stem) + 1 for stem in stems if (at := _stem_at(name, stem)) >= 0]
    return name[max(ends, default=0) :]


def _stem_at(name: str, stem: str) -> int:
    """Return where a constant's name contains a field's, as ``MAV_STATE_BOOT`` ``state``; or -1."""
    plain = name.lower()
    if plain.startswith(f"{stem}_"):
        return 0
    at = plain.find(f"_{stem}_") if len(stem) >= _LEAST_INFIX else -1
    return at + 1 if at >= 0 else -1


def _beside(owner: MessageDefinition, constant: ConstantDefinition) -> list[str]:
    """Return the integer fields directly above and below a block of constants."""
    above = [it for it in owner.fields.values() if it.position < constant.position][-1:]
    below = [it for it in owner.fields.values() if it.position > constant.position][:1]
    return [it.name for it in (*above, *below) if it.is_integer]


def _commented_bits(told: FieldDefinition) -> dict[int, str]:
    """Return the bit names listed in the comment, as ``0 - true if the magnetometer …``."""
    found = map(_BIT_COMMENT.match, told.comment.splitlines())
    return {int(match[1]): match[2].strip()[:_LONGEST] for match in found if match is not None}
