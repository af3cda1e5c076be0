"""Stores in the ledger which entries others were told, so that a deletion reaches them.

:class:`_ToldEntries` decides what is named as deleted, :mod:`.deleted_entry` how many and how long.

Specification: rules.md §6.17.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from robot_memory.ledger import Ledger
from robot_memory.sharing.federation.deleted_entry import MAX_DELETED, TOLD, DeletedEntry
from robot_memory.sharing.federation.memory_access import Gone
from robot_memory.sharing.federation.shared_entry import SharedEntry


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
            self._told = _ToldEntries.of_text(book.told())

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

    def _store(self, told: _ToldEntries) -> None:
        if told == self._told:
            return
        with self._ledger.peer_transaction() as book:
            book.note_told(told.as_text())
        self._told = told


@dataclass(frozen=True)
class _ToldEntries:
    """What this robot told others, and what of it a person deleted. Pure.

    Attributes:
        own_ids: of the entries that others were told and that are still here, by the id under
            which they were shared; a policy of what leaves gives an entry other ids.
        deleted: what is named in updates, the oldest first.
    """

    own_ids: Mapping[str, str] = field(default_factory=dict)
    deleted: tuple[DeletedEntry, ...] = ()

    @classmethod
    def of_text(cls, text: str) -> _ToldEntries:
        """Read what :meth:`as_text` wrote; an empty text tells of nothing."""
        if not text:
            return cls()
        record = json.loads(text)
        return cls(record["told"], tuple(map(DeletedEntry.of_record, record["deleted"])))

    def as_text(self) -> str:
        """Return it as JSON."""
        deleted = [one.as_record() for one in self.deleted]
        return json.dumps({"told": dict(self.own_ids), "deleted": deleted})

    def with_told(self, entries: Iterable[SharedEntry]) -> _ToldEntries:
        """Return it once entries are told; what is told again is named as deleted no more."""
        told = {entry.id: entry.own_id or entry.id for entry in entries}
        deleted = tuple(one for one in self.deleted if one.id not in told)
        return replace(self, own_ids={**self.own_ids, **told}, deleted=deleted)

    def without(self, gone: Mapping[str, datetime | None], now: datetime) -> _ToldEntries:
        """Return it once own entries are gone.

        Args:
            gone: when a person deleted each, as others may know it, UTC; None where nobody did.
            now: what was deleted too long ago is named no more.
        """
        left = {shared: own for shared, own in self.own_ids.items() if own not in gone}
        named = {one.id: one for one in self.deleted if now - one.at <= TOLD}
        for shared, own in sorted(self.own_ids.items()):
            at = gone.get(own)
            if at is not None:
                named.pop(shared, None)
                named[shared] = DeletedEntry(shared, at)
        return _ToldEntries(left, tuple(named.values())[-MAX_DELETED:])
