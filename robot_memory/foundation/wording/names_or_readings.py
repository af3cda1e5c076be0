"""Names in a key that may turn out to be readings: "Turntable ‹2› blocked" (rules.md §1.11)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import product

#: What stands around such a name in the symptom of a key.
OPEN = "‹›"
#: So many values of one place are names; more of them are readings.
MOST_NAMES = 8
_READING = "…"
_WIDE = f"{OPEN[0]}{_READING}{OPEN[1]}"
_MOST_PLACES = 4
_OPEN = re.compile(f"{OPEN[0]}([^{OPEN}]*){OPEN[1]}")


def family_of(symptom: str) -> str:
    """Return what the symptoms of faults have in common that differ in open names at most."""
    return _OPEN.sub(_WIDE, symptom)


def unmarked(template: str) -> str:
    """Return a template without the marks of open names."""
    return _OPEN.sub(r"\1", template)


def names_of(symptom: str) -> tuple[str, ...]:
    """Return the open names of a symptom; "…" where one turned out to be a reading."""
    return tuple(_OPEN.findall(symptom)) if OPEN[0] in symptom else ()


def covers(wide: str, symptom: str) -> bool:
    """Tell whether a symptom speaks for another one of its family."""
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
    """Tell whether a name of a family can be a reading: too many came, or one is known for one."""
    return len(symptoms) > MOST_NAMES or any(_WIDE in symptom for symptom in symptoms)


def widened(symptoms: frozenset[str], symptom: str) -> str:
    """Return a symptom in which each name is a reading of which too many came."""
    columns = zip(*map(names_of, symptoms), strict=True)
    is_reading = iter([_READING in column or len(set(column)) > MOST_NAMES for column in columns])
    return _filled(symptom, is_reading)


def _filled(symptom: str, is_reading: Iterator[bool]) -> str:
    return _OPEN.sub(lambda name: _WIDE if next(is_reading) else name[0], symptom)
