"""What the values of a field are called, by the constants and comments of its definition.

A ``.msg`` file does not say which constants belong to which field. Authors follow habits: a prefix
that is the field's name, ``@enum PREFIX`` in its comment, constants right above or below it, or a
message with but one integer.

See docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from robot_memory.perception.definitions.message_definition import (
    ConstantDefinition,
    FieldDefinition,
    MessageDefinition,
)

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
_LEAST_INFIX = 5  # letters of a stem that may stand within a constant's name
_LONGEST = 60  # characters of a bit's name that a comment gives


def value_names(owner: MessageDefinition, told: FieldDefinition) -> Mapping[int, str]:
    """Return the names of a field's values, without what they have in common."""
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
    """Tell whether each bit of a field says something of its own."""
    if _NAME_SAYS_BITS.search(told.name) or _SAYS_BITS.search(told.comment):
        return True
    most = max(names, default=0)
    return _are_masks(names) and (most >= 8 or (most >= 4 and len(names) > 2))


def names_of_bits(value: int, names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Return the bits that are set in a value, each with its name; empty: it has none.

    Constants are masks if all are powers of two, and zero, if any, says that none is set; else they
    are numbers of bits.
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
            continue  # they are that field's
        named = [it for it in owner.constants if _stem_at(it.name, stem) >= 0]
        if named:  # of FLAGS_LOCKED and ERROR_FLAGS_MOTOR the first is that of ``flags``
            return [it for it in named if _stem_at(it.name, stem) == 0] or named
    if _FAULT_WORD.search(told.name) and (named := _only_faults(owner, told)):
        return named
    taken = {stem for it in integers if it is not told for stem in _stems(it.name)}
    free = [it for it in owner.constants if not any(_stem_at(it.name, stem) >= 0 for stem in taken)]
    if len(integers) == 1:
        return free
    return [it for it in free if _beside(owner, it) == [told.name]]


def _only_faults(owner: MessageDefinition, told: FieldDefinition) -> list[ConstantDefinition]:
    """Return the constants that name faults, where all begin alike and no other field can be it."""
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
    """Return what its constants may begin with: ``active_errors``: active_error, error."""
    plain = name.lower()
    stems = [plain, plain.removesuffix("s"), _SUFFIX.sub("", plain)]
    stems += [stem.removesuffix("s") for stem in stems]
    words = [stem.rpartition("_")[2] for stem in stems]
    stems += [word for word in words if not _SUFFIX.fullmatch(f"_{word}")]
    return [stem for stem in dict.fromkeys(stems) if len(stem) > 2]


def _shared_words(names: list[str]) -> int:
    """Return how many words all names begin with; at least one word of each is its own."""
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
    """Return where a constant's name has a field's: ``MAV_STATE_BOOT`` has ``state``; or -1."""
    plain = name.lower()
    if plain.startswith(f"{stem}_"):
        return 0
    at = plain.find(f"_{stem}_") if len(stem) >= _LEAST_INFIX else -1
    return at + 1 if at >= 0 else -1


def _beside(owner: MessageDefinition, constant: ConstantDefinition) -> list[str]:
    """Return the integer fields right above and right below a block of constants."""
    above = [it for it in owner.fields.values() if it.position < constant.position][-1:]
    below = [it for it in owner.fields.values() if it.position > constant.position][:1]
    return [it.name for it in (*above, *below) if it.is_integer]


def _commented_bits(told: FieldDefinition) -> dict[int, str]:
    """Return the names of bits that the comment lists, as ``0 - true if the magnetometer …``."""
    found = map(_BIT_COMMENT.match, told.comment.splitlines())
    return {int(match[1]): match[2].strip()[:_LONGEST] for match in found if match is not None}
