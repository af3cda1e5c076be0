"""When this robot publishes an update, and what it contains (rules.md §6.1, §6.4 and §6.17).

Which entries others were told is stored, so that a deletion reaches them.

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

if TYPE_CHECKING:  # it needs cryptography
    from robot_memory.foundation.identity.robot_keys import RobotKeys

#: Returns what a robot tells of itself; None where it tells nothing.
Describe = Callable[[], RobotProfile | None]

#: Of own entries, by id, that are not there any more: when a person deleted each, as others may
#: know it, UTC; None where nobody did.
Gone = Callable[[Collection[str]], Mapping[str, datetime | None]]


class StoreRows(Protocol):
    """Stores rows durably, together, and has them folded, before it returns."""

    def __call__(self, *rows: Observation) -> None:
        """Store them."""


@dataclass(frozen=True)
class MemoryAccess:
    """What an exchange needs of the memory whose robot takes part."""

    ledger: Ledger  # what is known of the others
    clock: Clock  # the time
    shared: Callable[[], Sequence[SharedEntry]]  # returns what is shared now, strongest first
    store: StoreRows  # where what was heard goes
    # returns the head of the record of what the memory did, for others to witness
    audit_head: Callable[[], AuditHead | None] = lambda: None
    # tells which of some own entries are not there any more, and which a person deleted
    gone: Gone = lambda ids: {}
    # returns what this robot tells of itself; None where it tells nothing
    describe: Describe = lambda: None


#: Seconds that a change waits for others to come along with it.
URGENT, REFRESHED = 1.0, 60.0
DAILY = timedelta(days=1).total_seconds()


@dataclass(eq=False, repr=False)
class Announcer:
    """Makes this robot's updates."""

    keys: RobotKeys
    session: str  # the word of this start of the node
    # returns a number that was never used, at least the one given, once it is on disk
    next_sequence: Callable[[int], int]
    # returns the head of the record of what the memory did
    audit_head: Callable[[], AuditHead | None] = lambda: None
    # returns what the robot tells of itself; None where it tells nothing
    describe: Callable[[], RobotProfile | None] = lambda: None
    deleted: Callable[[], tuple[DeletedEntry, ...]] = tuple  # returns what was deleted on request
    # notes the entries of an update before it is sent
    note: Callable[[Sequence[SharedEntry]], None] = lambda entries: None
    _announced: _Content | None = field(default=None, init=False)
    _announced_at: float = field(default=0.0, init=False)
    _changed_at: float | None = field(default=None, init=False)
    sequence: int = field(default=0, init=False)  # of the last update; 0 before the first
    left_out: int = field(default=0, init=False)  # entries that did not fit into it

    def due(self, shared: Sequence[SharedEntry], now: Instant) -> SignedEnvelope | None:
        """Return an update of what is shared, strongest first, where it is time for one.

        Ask every half second. At start, daily, and on a change: a new, withdrawn, deleted or
        reworded entry within a second, more evidence for a known one within a minute. Never before
        the time is known: others would take it for old or for dated ahead.
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
    """What an update tells."""

    entries: tuple[SharedEntry, ...]
    deleted: tuple[DeletedEntry, ...]

    @property
    def gist(self) -> tuple[set[tuple[str, str, str]], set[DeletedEntry]]:
        """What others act upon: everything but how much evidence there is."""
        entries = {(entry.id, entry.type, entry.text) for entry in self.entries}
        return entries, set(self.deleted)


class ToldEntryStore:
    """Reads and writes what is told and what was deleted."""

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
    """What this robot told others, and what of it a person deleted. Pure."""

    # of the entries that others were told and that are still here, by the id under which they were
    # shared; a policy of what leaves gives an entry other ids
    own_ids: Mapping[str, str] = field(default_factory=dict)
    deleted: tuple[DeletedEntry, ...] = ()  # what is named in updates, the oldest first

    @classmethod
    def of_text(cls, text: str) -> _ToldEntries:
        """Read what :meth:`as_text` wrote; an empty text tells of nothing."""
        if not text:
            return cls()
        record = json.loads(text)
        return cls(record["told"], tuple(map(DeletedEntry.of_record, record["deleted"])))

    def as_text(self) -> str:
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
