"""Joins rows of one battery and chains of effects before they are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from robot_memory.ledger import Key, Observation
from robot_memory.perception.fault_grouping.battery_packs import BatteryPacks
from robot_memory.perception.fault_grouping.fault_chain import FaultChain


class CauseGrouping:
    """Joins faults of one battery, and chains of effects.

    Args:
        last_detected: returns when an open fault was last detected, seconds since boot; None: it
            is not open.
        is_absent: tells whether an open fault is not seen any more.

    Attributes:
        packs: the entry of each battery; kept across restarts.
    """

    def __init__(
        self,
        last_detected: Callable[[Key], float | None] = lambda key: None,
        is_absent: Callable[[Key], bool] = lambda key: False,
    ) -> None:
        self.packs = BatteryPacks()
        self._chain = FaultChain(last_detected, is_absent)

    def resume(self, row: Observation) -> None:
        """Continue an occurrence that was open before a restart.

        Args:
            row: its onset.
        """
        self.packs.resume(row)
        self._chain.resume(row)

    def take(self, row: Observation, now: float) -> Iterator[Observation]:
        """Add a row of an occurrence; yield the rows to store now.

        Args:
            row: an onset, a presence or an end.
            now: seconds since boot.
        """
        for one in self.packs.take(row):
            yield from self._chain.take(one, now)

    def advance(self, now: float) -> Iterator[Observation]:
        """Advance the time; yield rows that waited for a cause in vain, or that outlast it."""
        return self._chain.advance(now)

    def finish(self) -> Iterator[Observation]:
        """Yield all rows that wait, as no more come."""
        return self._chain.finish()
