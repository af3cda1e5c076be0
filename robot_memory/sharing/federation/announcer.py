"""When this robot publishes an update, and its content (rules.md §6.1, §6.4 and §6.17).

The shared entries are stored, so that a later deletion reaches the other robots.

See docs/reference/peer-updates.md, "The message"; docs/explanation/sharing.md, "What is shared".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from robot_memory.foundation.time.clock import Clock, Instant
from robot_memory.ledger import Ledger, Observation
from robot_memory.sharing.federation.robot_profile import RobotProfile
from robot_memory.sharing.federation.robot_update import VALIDITY, RobotUpdate
from robot_memory.sharing.federation.share_selection import fit
from robot_memory.sharing.federation.shared_entry import (
    MAX_DELETED,
    TOLD,
    AuditHead,
    DeletedEntry,
    SharedEntry,
)
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope, seal

if TYPE_CHECKING:  # needs cryptography
    from robot_memory.foundation.identity.robot_keys import RobotKeys

#: Returns a robot's description of itself; None: it gives none.
Describe = Callable[[], RobotProfile | None]

#: Of the given own entries, returns those that no longer exist, by id: when a person deleted each,
#: as exact as others may know it, UTC; None if nobody did.
Gone = Callable[[Collection[str]], Mapping[str, datetime | None]]


class StoreRows(Protocol):
    """Stores rows durably and together, and has them folded, before it returns."""

    def __call__(self, *rows: Observation) -> None:
        """Store rows."""


@dataclass(frozen=True)
class MemoryAccess:
    """The access to a robot's memory that an exchange needs."""

    ledger: Ledger  # the knowledge about other robots
    clock: Clock  # the time
    shared: Callable[[], Sequence[SharedEntry]]  # returns the entries to share now, strongest first
    store: StoreRows  # stores received updates
    # returns the head of the memory's event log, for others to witness
    audit_head: Callable[[], AuditHead | None] = lambda: None
    # returns which own entries no longer exist, and which a person deleted
    gone: Gone = lambda ids: {}
    # returns this robot's description of itself; None: it gives none
    describe: Describe = lambda: None


#: Seconds that a change waits, so that several are sent together.
URGENT, REFRESHED = 1.0, 60.0
DAILY = timedelta(days=1).total_seconds()


@dataclass(eq=False, repr=False)
class Announcer:
    """Makes this robot's updates."""

    keys: RobotKeys
    session: str  # identifies this start of the node
    # returns an unused number, at least the given one, stored on disk
    next_sequence: Callable[[int], int]
    # returns the head of the memory's event log
    audit_head: Callable[[], AuditHead | None] = lambda: None
    # returns the robot's description of itself; None: it gives none
    describe: Callable[[], RobotProfile | None] = lambda: None
    # returns the entries deleted on request
    deleted: Callable[[], tuple[DeletedEntry, ...]] = tuple
    # stores the entries of an update before it is sent
    note: Callable[[Sequence[SharedEntry]], None] = lambda entries: None
    _announced: _Content | None = field(default=None, init=False)
    _announced_at: float = field(default=0.0, init=False)
    _changed_at: float | None = field(default=None, init=False)
    sequence: int = field(default=0, init=False)  # of the last update; 0 before the first
    left_out: int = field(default=0, init=False)  # entries that did not fit into it

    def due(self, shared: Sequence[SharedEntry], now: Instant) -> SignedEnvelope | None:
        """Return an update of the shared entries, strongest first, if one is due.

        Call it every half second. An update is due at the start, daily, and after a change: within
        a second for a new, withdrawn, deleted or reworded entry, within a minute for more evidence.
        It is never due before the time is known: others would take it for old, or for dated ahead.
        """
        if not now.trusted:
            return None
        current = _Content(tuple(shared), self.deleted())
        if self._announced is None:
            return self._make(current, now)
        if current == self._announced:
            self._changed_at = None
        elif self._changed_at is None:
            self._changed_at = now.uptime
        waited = 0.0 if self._changed_at is None else now.uptime - self._changed_at
        limit = URGENT if current.gist != self._announced.gist else REFRESHED
        is_changed = self._changed_at is not None and waited >= limit
        if is_changed or now.uptime - self._announced_at >= DAILY:
            return self._make(current, now)
        return None

    def _make(self, content: _Content, now: Instant) -> SignedEnvelope:
        milliseconds = int(now.time.timestamp() * 1000)
        update = fit(
            RobotUpdate(
                rrn=self.keys.rrn,
                sequence=self.next_sequence(milliseconds),
                session=self.session,
                issued=now.time,
                valid_until=now.time + VALIDITY,
                entries=content.entries,
                deleted=content.deleted,
                audit=self.audit_head(),
                robot=self.describe(),
            )
        )
        self.note(update.entries)
        self._announced, self._announced_at, self._changed_at = content, now.uptime, None
        self.sequence, self.left_out = update.sequence, update.left_out
        return seal(update, self.keys)


@dataclass(frozen=True)
class _Content:
    """The content of an update."""

    entries: tuple[SharedEntry, ...]
    deleted: tuple[DeletedEntry, ...]

    @property
    def gist(self) -> tuple[set[tuple[str, str, str]], set[DeletedEntry]]:
        """The part that others act upon: everything except the amount of evidence."""
        entries = {(entry.id, entry.type, entry.text) for entry in self.entries}
        return entries, set(self.deleted)


class ToldEntryStore:
    """Reads and writes the shared and the deleted entries."""

    def __init__(self, ledger: Ledger, gone: Gone) -> None:
        self._ledger = ledger
        self._gone = gone
        with ledger.peer_transaction() as book:
            self._told = _ToldEntries.of_text(book.told())

    @property
    def deleted(self) -> tuple[DeletedEntry, ...]:
        """The entries that updates name as deleted on request, oldest first."""
        return self._told.deleted

    def look(self, now: datetime) -> None:
        """Check which shared entries are gone."""
        self._store(self._told.without(self._gone(set(self._told.own_ids.values())), now))

    def note(self, entries: Sequence[SharedEntry]) -> None:
        """Store the entries that will be shared; on return they are on disk."""
        self._store(self._told.with_told(entries))

    def _store(self, told: _ToldEntries) -> None:
        if told == self._told:
            return
        with self._ledger.peer_transaction() as book:
            book.note_told(told.as_text())
        self._told = told


@dataclass(frozen=True)
class _ToldEntries:
    """The entries that this robot shared, and those of them that a person deleted. Pure."""

    # The ids of shared entries that still exist, by the id under which they were shared; the
    # redaction changes some ids
    own_ids: Mapping[str, str] = field(default_factory=dict)
    deleted: tuple[DeletedEntry, ...] = ()  # named in updates, the oldest first

    @classmethod
    def of_text(cls, text: str) -> _ToldEntries:
        """Read a text of :meth:`as_text`; an empty text holds no entries."""
        if not text:
            return cls()
        record = json.loads(text)
        return cls(record["told"], tuple(map(DeletedEntry.of_record, record["deleted"])))

    def as_text(self) -> str:
        deleted = [one.as_record() for one in self.deleted]
        return json.dumps({"told": dict(self.own_ids), "deleted": deleted})

    def with_told(self, entries: Iterable[SharedEntry]) -> _ToldEntries:
        """Return a copy with more shared entries; these no longer count as deleted."""
        told = {entry.id: entry.own_id or entry.id for entry in entries}
        deleted = tuple(one for one in self.deleted if one.id not in told)
        return replace(self, own_ids={**self.own_ids, **told}, deleted=deleted)

    def without(self, gone: Mapping[str, datetime | None], now: datetime) -> _ToldEntries:
        """Return a copy after own entries are gone.

        Args:
            gone: when a person deleted each, as exact as others may know it, UTC; None if none did.
            now: deletions too long ago are no longer named.
        """
        left = {shared: own for shared, own in self.own_ids.items() if own not in gone}
        named = {one.id: one for one in self.deleted if now - one.at <= TOLD}
        for shared, own in sorted(self.own_ids.items()):
            at = gone.get(own)
            if at is not None:
                named.pop(shared, None)
                named[shared] = DeletedEntry(shared, at)
        return _ToldEntries(left, tuple(named.values())[-MAX_DELETED:])
