"""Stores in the ledger which entries others were told, so that a deletion reaches them.

:mod:`.told_entries` decides what is named as deleted, :mod:`.deleted_entry` how many and how long.

Specification: rules.md §6.17.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from robot_memory.federation.deleted_entry import DeletedEntry
from robot_memory.federation.memory_access import Gone
from robot_memory.federation.shared_entry import SharedEntry
from robot_memory.federation.told_entries import ToldEntries
from robot_memory.ledger import Ledger


class ToldEntryStore:
    """Reads and writes what is told and what was deleted.

    Args:
        ledger: where it is kept.
        gone: tells which own entries are gone, and which a person deleted.
    """

    def __init__(self, ledger: Ledger, gone: Gone) -> None:
        self._ledger = ledger
        self._gone = gone
        with ledger.peer_transaction() as book:
            self._told = ToldEntries.of_text(book.told())

    @property
    def deleted(self) -> tuple[DeletedEntry, ...]:
        """What is named in updates as deleted on request, the oldest first."""
        return self._told.deleted

    def look(self, now: datetime) -> None:
        """Look which entries that others were told are gone."""
        self._store(self._told.without(self._gone(set(self._told.own_ids.values())), now))

    def note(self, entries: Sequence[SharedEntry]) -> None:
        """Note what is about to be told; once this has returned, it is on disk."""
        self._store(self._told.with_told(entries))

    def _store(self, told: ToldEntries) -> None:
        if told == self._told:
            return
        with self._ledger.peer_transaction() as book:
            book.note_told(told.as_text())
        self._told = told
