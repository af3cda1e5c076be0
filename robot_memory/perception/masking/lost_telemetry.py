"""Impossible readings: a battery at 0.00 V while the robot runs (rules.md §10.9).

Such a status is no fault of the part: nothing measures it, as its link is lost or it is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from robot_memory.foundation.wording.plain_words import plain_words

_FEWEST = 3  # readings of zero that prove that nothing is measured
_NUMBER = re.compile(r"([-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?)\s?[^\W\d]{0,4}%?")
_SUPPLY = re.compile(
    r"\b(?:batt\w*|bat|bms|pack|supply|input|bus|main|vin|vbat|vbus|logic|dc)\b.{0,20}\bvolt\w*\b"
    r"|\bvolt\w*\b.{0,20}\b(?:batt\w*|bat|pack|supply|input|bus|main)\b|\bvbat\b|\bvin\b"
)
_VOLTAGE = re.compile(r"\bvolt\w*\b|\bvbat\b|\bvin\b")
#: Quantities that are never zero in a running robot.
_NEVER_ZERO = re.compile(r"\b(?:volt\w*|vbat|vin|temp\w*|capacity|charge|cells?)\b")
_UNMEASURED = re.compile(
    r"\b(?:counts?|counter|errors?|id|index|number|flags?|address|status|state|mode|code|time"
    r"|stamp|expected|limit|min|max|minimum|maximum|threshold|dropped|lost|retries)\b"
)
_PRESENT = re.compile(r"(?:is )?(?:\w+ )?(?:present|available|detected)")
_LOW = re.compile(
    r"\b(?:low|under ?volt\w*|empty|critical|too little|no voltage|discharged|dead)\b"
)
#: Quantities that are computed from a battery's voltage.
_CHARGE = re.compile(r"\b(?:charge|percent\w*|soc|capacity|remaining|level)\b")
_SAYS_BATTERY = re.compile(r"\b(?:battery|batt|bms|under ?volt\w*|volt\w*)\b")
_ZERO_VOLTS = re.compile(
    r"\b(?:batt\w*|bms|pack|supply|bus|input|main)\b[^.;]{0,40}?(?<![\d.,])[-+]?0+(?:[.,]0+)?\s?"
    r"(?:m?V\b|volts?\b)|\bvoltage\b[^.;]{0,40}?(?<![\d.,])[-+]?0+(?:[.,]0+)?\s?(?:m?V|volts?)\b",
    re.IGNORECASE,
)
#: The symptom of such a status or log line.
NO_TELEMETRY = "no telemetry"
#: The impossible statement of a battery; it discredits all statements of its node about charge.
ZERO_VOLTS = "it tells 0 V while the robot runs"


def impossible_reading(name: str, message: str, values: Iterable[tuple[str, str]]) -> str:
    """Return the impossible statement in the values of a faulty status, or ""."""
    told = [(key, value.strip()) for key, value in values]
    if not any(value.lower() == "false" or _is_zero(value) for _, value in told):
        return ""
    said = f"{plain_words(name)} {plain_words(message)}"
    is_low = _LOW.search(said) is not None
    for key, value in told:
        words = plain_words(key)
        if value.lower() == "false" and is_low and _PRESENT.fullmatch(words):
            return f"it tells {key}: {value}"
        if is_low and _is_zero(value) and _is_supply(words, said):
            return ZERO_VOLTS
    return _all_zero(told)


def needs_voltage(name: str, message: str, keys: Iterable[str]) -> bool:
    """Tell whether a faulty status reports a low charge: without a voltage that is no reading.

    ``name`` is without its node; ``keys`` are those of its values.
    """
    said = plain_words(f"{name} {message}")
    is_charge = any(map(_CHARGE.search, (said, *map(plain_words, keys))))
    return is_charge and _LOW.search(said) is not None


def says_zero_volts(message: str) -> bool:
    """Tell whether a log line says that a running battery or supply has 0 V."""
    return _ZERO_VOLTS.search(message) is not None


def _is_supply(key: str, said: str) -> bool:
    if _UNMEASURED.search(key):
        return False
    is_of_it = _SAYS_BATTERY.search(said) is not None and _VOLTAGE.search(key) is not None
    return is_of_it or _SUPPLY.search(key) is not None


def _all_zero(told: Sequence[tuple[str, str]]) -> str:
    numbers = [
        (key, value) for key, value in told
        if _NUMBER.fullmatch(value) and not _UNMEASURED.search(plain_words(key))
    ]  # fmt: skip
    if len(numbers) < _FEWEST or not all(_is_zero(value) for _, value in numbers):
        return ""
    if not any(_NEVER_ZERO.search(plain_words(key)) for key, _ in numbers):
        return ""
    return "all readings are zero"


def _is_zero(value: str) -> bool:
    found = _NUMBER.fullmatch(value)
    return found is not None and float(found[1].replace(",", ".")) == 0.0
