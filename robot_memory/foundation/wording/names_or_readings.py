"""Names in a key that may turn out to be readings: "Turntable ‹2› blocked" (rules.md §1.11)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import product

#: The marks around such an open name in the symptom of a key.
OPEN = "‹›"
#: Up to so many values at one place are names; more are readings.
MOST_NAMES = 8
_READING = "…"
_WIDE = f"{OPEN[0]}{_READING}{OPEN[1]}"
_MOST_PLACES = 4
_OPEN = re.compile(f"{OPEN[0]}([^{OPEN}]*){OPEN[1]}")


def family_of(symptom: str) -> str:
    """Return the common form of symptoms that differ only in their open names."""
    return _OPEN.sub(_WIDE, symptom)


def unmarked(template: str) -> str:
    """Return a template without the marks of open names."""
    return _OPEN.sub(r"\1", template)


def names_of(symptom: str) -> tuple[str, ...]:
    """Return the open names of a symptom; "…" for a name that was found to be a reading."""
    return tuple(_OPEN.findall(symptom)) if OPEN[0] in symptom else ()


def covers(wide: str, symptom: str) -> bool:
    """Whether a symptom includes another one of its family."""
    pairs = zip(names_of(wide), names_of(symptom), strict=True)
    return all(one in (_READING, other) for one, other in pairs)


def widenings(symptom: str) -> Iterator[str]:
    """Yield the symptoms that cover a symptom with up to four open names, the widest first."""
    names = names_of(symptom)
    if not 0 < len(names) <= _MOST_PLACES:
        return
    for chosen in product((True, False), repeat=len(names)):
        wide = _filled(symptom, iter(chosen))
        if wide != symptom:
            yield wide


def may_widen(symptoms: Collection[str]) -> bool:
    """Whether a family's name can be a reading: it has too many values, or a known reading."""
    return len(symptoms) > MOST_NAMES or any(_WIDE in symptom for symptom in symptoms)


def widened(symptoms: frozenset[str], symptom: str) -> str:
    """Return a symptom with "…" for each name that had too many values."""
    columns = zip(*map(names_of, symptoms), strict=True)
    is_reading = iter([_READING in column or len(set(column)) > MOST_NAMES for column in columns])
    return _filled(symptom, is_reading)


def _filled(symptom: str, is_reading: Iterator[bool]) -> str:
    return _OPEN.sub(lambda name: _WIDE if next(is_reading) else name[0], symptom)
