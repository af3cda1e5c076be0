"""Joins rows of one battery and chains of effects before they are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from robot_memory.ledger import Key, Observation
from robot_memory.perception.fault_grouping.battery_packs import BatteryPacks
from robot_memory.perception.fault_grouping.fault_chain import FaultChain


class CauseGrouping:
    """Joins what tells of one battery, and chains of effects.

    Args:
        heard: tells when something that is there was last heard, seconds since boot; None: it is
            not there.

    Attributes:
        packs: which entry each battery has, to be kept over restarts.
    """

    def __init__(self, heard: Callable[[Key], float | None] = lambda key: None) -> None:
        self.packs = BatteryPacks()
        self._chain = FaultChain(heard)

    def resume(self, row: Observation) -> None:
        """Go on with an occurrence that was open before a restart.

        Args:
            row: its onset.
        """
        self.packs.resume(row)
        self._chain.resume(row)

    def take(self, row: Observation, now: float) -> Iterator[Observation]:
        """Take in a row about an occurrence; yield what is to be stored now.

        Args:
            row: an onset, a presence or an end.
            now: seconds since boot.
        """
        for one in self.packs.take(row):
            yield from self._chain.take(one, now)

    def advance(self, now: float) -> Iterator[Observation]:
        """Let time pass; yield what waited for a cause in vain, or outlasts it."""
        return self._chain.advance(now)

    def finish(self) -> Iterator[Observation]:
        """Yield all that waits, as nothing more comes."""
        return self._chain.finish()
