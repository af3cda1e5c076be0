"""Adds values of a status to a message that names neither the part nor the amount.

"Contact" with ``bumper: front left`` says where; "Voltage low" with ``Voltage: 21.3`` says how low.
A message that already names a part or holds a number needs no value.

Specification: rules.md §1.3.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Protocol

from robot_memory.perception.masking.vocabulary import (
    BASE_UNIT,
    CODE,
    COMPONENT,
    NUMBERED,
    QUANTITY,
)

_MOST_WORDS = 8  # words of a message that may omit the part or the amount
_MOST_WORDS_WITHOUT_A_PART = 5  # words of a message to which values may add a part or its reading
_MOST_TOLD = 2  # values that are added to a message
_LONGEST = 40  # characters of a value, and of its name
_LONGEST_STATED = 120  # characters, likewise, of a value that states the fault
_WORDS = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_READING = re.compile(r"([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s?([^\W\d]{0,4}|[%°]C?)")
_NAME = re.compile(r"(?:[^\W\d][\w /.-]*|/[\w/.-]+|\d{1,5}|0[xX][\da-fA-F]{1,8})")
_IN_BRACKETS = re.compile(r"(?<!\s)\s*[(\[]([^)\]]{1,8})[)\]]")
_NOTHING = frozenset(
    "0 0x0 0x00 0x0000 all clear false fine good idle n/a nan nil no nominal none normal null off "
    "ok okay ready true unknown unset yes".split()
)
_SIDES = frozenset("back bottom center centre front left lower middle rear right top upper".split())
#: Values of a flag that is set.
_SET = frozenset({"true", "yes", "set", "active"})
#: Contacts that the robot notices on one of its sides.
_TOUCHES = frozenset({"cliff", "contact", "collision", "obstacle", "touch"})
#: Words of a message that says only that there is a fault.
_BARE = frozenset(
    "bad critical device error errors fault faults fatal high hardware in is low state status "
    "the too very warning".split()
)
_TROUBLE = frozenset(
    "alarm contamination error failure fault jam lost overcurrent overheat overload "
    "overtemperature overvoltage short stall timeout tripped undervoltage warning".split()
)
#: If a message contains one of these words, the value named by such a word states the fault.
_FAULTS = frozenset(
    "alarm alarms error errors failure failures fault faults problem problems warning "
    "warnings".split()
)
_STATING = _FAULTS | frozenset("cause description reason".split())
_PART = re.compile(r"\b[A-Za-z]{1,3}\d{1,2}\b")
_LABELS = frozenset("id index name no number".split())
#: Words for reference values and counts, which are no readings.
_REFERENCES = frozenset(
    "capacity count counter counts critical desired expected limit max maximum min minimum nominal "
    "setpoint target threshold".split()
)
_WHICH = (
    frozenset("address area device interface ip location place port side where".split())
    | CODE
    | COMPONENT
    | (NUMBERED - {"state", "status", "type", "mode"})
)
#: The quantity that a word of a message implies.
_MEANT = {
    "hot": "temperature", "heat": "temperature", "overheat": "temperature",
    "overheated": "temperature", "overheating": "temperature", "overtemperature": "temperature",
    "thermal": "temperature", "undervoltage": "voltage", "overvoltage": "voltage",
    "overcurrent": "current", "overload": "current", "overloaded": "current",
    "battery": "charge", "discharged": "charge", "underspeed": "speed", "overspeed": "speed",
}  # fmt: skip
_ALIKE = {"temp": "temperature", "volt": "voltage", "volts": "voltage", "percentage": "charge",
          "soc": "charge", "level": "charge", "percent": "charge", "freq": "frequency"}  # fmt: skip
#: Units of readings without a unit, as in REP 103; a charge may be in percent, a share, or in Ah.
_UNITS = {"voltage": "V", "current": "A", "temperature": "°C", "frequency": "Hz"}


class StatusValue(Protocol):
    """A value of a status: ``diagnostic_msgs/KeyValue``."""

    key: str
    value: str


def details_of(message: str, values: Iterable[StatusValue], component: str = "") -> str:
    """Return what a status's values add to its message: "bumper: front left".

    Empty if the message needs no addition. The component gives a bare "Critical" its subject.
    """
    told = [(value.key.strip(), value.value.strip()) for value in values]
    bounded = [(key, value) for key, value in told if max(len(key), len(value)) <= _LONGEST]
    is_short = 0 < len(_WORDS.findall(message)) <= _MOST_WORDS
    if not is_short or any(map(str.isdigit, message)):
        return ", ".join(_of_named_part(message, bounded))
    is_bare = set(_words_of(message)) <= _BARE
    about = f"{component.rpartition(':')[2]} {message}" if is_bare else message
    details = (
        _stated(message, told)
        or _naming(message, bounded)
        or _measured(about, bounded)
        or _by_side(message, bounded)
        or (_troubles(bounded) if is_bare else [])
    )
    return ", ".join(details)


def _naming(message: str, values: Iterable[tuple[str, str]]) -> list[str]:
    """Return the values that name the part or the code; none if there are too many."""
    words_of_message = set(_words_of(message))
    if len(words_of_message) > _MOST_WORDS_WITHOUT_A_PART:
        return []
    details = []
    for key, shown_value in values:
        words = _words_of(key)
        if (
            _is_label(words)
            and shown_value.lower() not in _NOTHING
            and _NAME.fullmatch(shown_value)
        ):
            details.append(f"{key}: {shown_value}")
        elif shown_value.lower() in _SET | words_of_message and _is_place(words, words_of_message):
            details.append(key)
    return details if len(details) <= _MOST_TOLD else []


def _stated(message: str, values: Iterable[tuple[str, str]]) -> list[str]:
    """Return the values that state the fault: "active_faults: Cell low" for "fault active"."""
    if _FAULTS.isdisjoint(_words_of(message)):
        return []
    found = (
        # "; " separates messages of a status
        f"{key}: {value.replace('; ', ', ')}"
        for key, value in values
        if max(len(key), len(value)) <= _LONGEST_STATED
        and _STATING.intersection(_words_of(key)[-1:])
        and _is_statement(value)
    )
    return list(found)[:_MOST_TOLD]


def _is_statement(value: str) -> bool:
    """Tell whether a value states a fault in words; a number, a flag or "none" does not."""
    words = _words_of(value)
    says = any(len(word) > 2 for word in words) and not _READING.fullmatch(value)
    return says and words[0] not in _NOTHING | _SET


def _is_label(words: list[str]) -> bool:
    """Tell whether a value with that name is a part or a code: "joint", "joint name", "port"."""
    named = words[:-1] if words and words[-1] in _LABELS and len(words) > 1 else words
    return bool(named) and named[-1] in _WHICH | _LABELS


def _is_place(words: list[str], words_of_message: set[str]) -> bool:
    """Tell whether a value's name makes it a flag of a part: "bumper left"; "left" of a bumper."""
    if not words or words[-1] not in _SIDES | COMPONENT:
        return False
    return not (COMPONENT | _TOUCHES).isdisjoint({*words, *words_of_message})


def _measured(message: str, values: Iterable[tuple[str, str]]) -> list[str]:
    """Return the readings of the quantity that the message is about: "Voltage: 21.3 V"."""
    about = {_quantity(word) for word in _words_of(message)}
    details = []
    for key, shown_value in values:
        words, found = _words_of(key), _reading(shown_value)
        if found is None or not _REFERENCES.isdisjoint(words):
            continue
        shared = [quantity for quantity in map(_quantity, words) if quantity in about]
        if any(quantity in QUANTITY for quantity in shared):
            unit = found[2] or _unit_in(key) or _UNITS.get(shared[-1], "")
            details.append(f"{_IN_BRACKETS.sub('', key)}: {found[1]} {unit}".strip())
    return details[:_MOST_TOLD]


def _by_side(message: str, values: Iterable[tuple[str, str]]) -> list[str]:
    """Return the readings of each side: "Left: 3.7 A" for a message about a current."""
    about = [quantity for word in _words_of(message) if (quantity := _quantity(word)) in QUANTITY]
    if not about:
        return []
    unit = _UNITS.get(about[0], "")
    sides = [(key, found) for key, value in values
             if (found := _reading(value)) and _names_side(key)]  # fmt: skip
    told = [f"{key}: {found[1]} {found[2] or unit}".strip() for key, found in sides]
    return told if len(told) <= _MOST_TOLD else []


def _of_named_part(message: str, values: Iterable[tuple[str, str]]) -> list[str]:
    """Return the readings of the part that a short message names: "M2 current" for "M2 fault"."""
    parts = set(map(str.lower, _PART.findall(message)))
    if not parts or len(_WORDS.findall(message)) > _MOST_WORDS_WITHOUT_A_PART:
        return []
    if re.search(r"\b\d", message):  # it contains the amount
        return []
    told = []
    for key, value in values:
        found = _reading(value)
        named = set(re.split(r"[\s_]+", key.lower()))
        if found and parts & named and not _REFERENCES & named:
            unit = found[2] or _unit_in(key)
            told.append(f"{_IN_BRACKETS.sub('', key)}: {found[1]} {unit}".strip())
    return told[:_MOST_TOLD]


def _troubles(values: Iterable[tuple[str, str]]) -> list[str]:
    """Return the set flags whose names state a fault."""
    told = [
        key for key, value in values
        if value.lower() in _SET and not _TROUBLE.isdisjoint(_words_of(key))
    ]  # fmt: skip
    return told[:_MOST_TOLD]


def _reading(value: str) -> re.Match[str] | None:
    """Return the number and the unit of a value; None if it is no finite reading."""
    found = _READING.fullmatch(value)
    return found if found is not None and math.isfinite(float(found[1])) else None


def _names_side(key: str) -> bool:
    words = set(_words_of(key))
    return bool(words) and words <= _SIDES


def _words_of(text: str) -> list[str]:
    spaced = _HUMP.sub(" ", _IN_BRACKETS.sub("", text))
    return [word.lower() for word in _WORDS.findall(spaced.replace("_", " "))]


def _quantity(word: str) -> str:
    return _MEANT.get(word) or _ALIKE.get(word, word)


def _unit_in(key: str) -> str:
    found = _IN_BRACKETS.search(key)
    return found[1] if found and found[1] in BASE_UNIT else ""
