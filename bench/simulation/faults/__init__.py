"""All families of faults."""

from __future__ import annotations

from simulation.fault import Fault
from simulation.faults import (
    boards,
    computing,
    flight,
    gripping,
    joints,
    localisation,
    places,
    power,
    sending,
    sensing,
    talking,
    warmth,
    wheels,
)

_MODULES = (
    boards, computing, flight, gripping, joints, localisation, places, power, sending, sensing,
    talking, warmth, wheels,
)  # fmt: skip


def _families() -> dict[str, type[Fault]]:
    found: dict[str, type[Fault]] = {}
    for module in _MODULES:
        for item in vars(module).values():
            if isinstance(item, type) and issubclass(item, Fault) and item.family:
                found[item.family] = item
    return dict(sorted(found.items()))


FAMILIES = _families()
#: Held-out families, a third of all: no rule may ever be written for these.
UNSEEN = frozenset(name for name, family in FAMILIES.items() if family.unseen)
