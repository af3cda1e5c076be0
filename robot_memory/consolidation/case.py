"""One entry's onsets beside the operation of the robot."""

from __future__ import annotations

from collections.abc import Sequence

from robot_memory.consolidation.operation import Operation
from robot_memory.consolidation.region import Region
from robot_memory.consolidation.risk import Risk, at_risk
from robot_memory.consolidation.spell import Spell

_MOST_SPELLS = 300
_MOST_MOMENTS = 6000


def risk_of(spells: Sequence[Spell], operation: Operation) -> Risk:
    """Return the newest onsets of a fault, and the operation to compare them with.

    That is all in which it could have come: not long before it came first, when the robot may have
    been another; and not while it was there.

    Args:
        spells: its occurrences, oldest first.
        operation: how the robot ran.
    """
    spells = spells[-_MOST_SPELLS:]
    first, last = (spell.onset.timestamp() for spell in (spells[0], spells[-1]))
    usual = (last - first) / max(1, len(spells) - 1)
    operation = operation.between(first - usual, float("inf"))
    onsets = _onsets(spells, operation)
    faulty = [(spell.onset.timestamp(), _end(spell)) for spell in spells]
    risk = at_risk(onsets, operation, faulty)
    return risk._replace(operation=risk.operation.thinned(_MOST_MOMENTS))


def holds_any(spells: Sequence[Spell], operation: Operation, region: Region) -> bool:
    """Tell whether any of some occurrences began in a region."""
    column = _onsets(spells, operation).columns.get(region.variable)
    return column is not None and bool(region.holds(column).any())


def _onsets(spells: Sequence[Spell], operation: Operation) -> Operation:
    return Operation.beside(operation, [(spell.onset, spell.before) for spell in spells])


def _end(spell: Spell) -> float:
    return spell.last.timestamp() if spell.is_over else float("inf")
