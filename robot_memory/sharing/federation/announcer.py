"""When this robot publishes an update, and what it contains (rules.md §6.1 and §6.4).

See docs/reference/peer-updates.md, "The message"; docs/explanation/sharing.md, "What is shared".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from robot_memory.foundation.identity.robot_keys import RobotKeys
from robot_memory.foundation.time.clock import Instant
from robot_memory.sharing.federation.audit_head import AuditHead
from robot_memory.sharing.federation.deleted_entry import DeletedEntry
from robot_memory.sharing.federation.robot_profile import RobotProfile
from robot_memory.sharing.federation.robot_update import VALIDITY, RobotUpdate
from robot_memory.sharing.federation.share_selection import fit
from robot_memory.sharing.federation.shared_entry import SharedEntry
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope, seal

#: Seconds that a change waits for others to come along with it.
URGENT, REFRESHED = 1.0, 60.0
DAILY = timedelta(days=1).total_seconds()


class Announcer:
    """Makes this robot's updates.

    Args:
        keys: to sign with.
        session: the word of this start of the node.
        next_sequence: returns a number that was never used, at least the one given, once it is on
            disk.
        audit_head: returns the head of the record of what the memory did.
        describe: returns what the robot tells of itself; None where it tells nothing.
        deleted: returns what was deleted on request.
        note: notes the entries of an update before it is sent.

    Attributes:
        sequence: of the last update; 0 before the first.
        left_out: entries that did not fit into it.
    """

    def __init__(
        self,
        keys: RobotKeys,
        session: str,
        next_sequence: Callable[[int], int],
        audit_head: Callable[[], AuditHead | None] = lambda: None,
        describe: Callable[[], RobotProfile | None] = lambda: None,
        deleted: Callable[[], tuple[DeletedEntry, ...]] = tuple,
        note: Callable[[Sequence[SharedEntry]], None] = lambda entries: None,
    ) -> None:
        self._keys = keys
        self._session = session
        self._next_sequence = next_sequence
        self._audit_head = audit_head
        self._describe = describe
        self._deleted = deleted
        self._note = note
        self._announced: _Content | None = None
        self._announced_at = 0.0
        self._changed_at: float | None = None
        self.sequence = 0
        self.left_out = 0

    def due(self, shared: Sequence[SharedEntry], now: Instant) -> SignedEnvelope | None:
        """Return an update where it is time for one; ask every half second.

        At start, daily, and on a change: a new, withdrawn, deleted or reworded entry within a
        second, more evidence for a known one within a minute. Never before the time is known:
        others would take it for old or for dated ahead.

        Args:
            shared: what is shared now, strongest first.
            now: the time; how long something waited is told by its uptime.
        """
        if not now.trusted:
            return None
        current = _Content(tuple(shared), self._deleted())
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
                rrn=self._keys.rrn,
                sequence=self._next_sequence(milliseconds),
                session=self._session,
                issued=now.time,
                valid_until=now.time + VALIDITY,
                entries=content.entries,
                deleted=content.deleted,
                audit=self._audit_head(),
                robot=self._describe(),
            )
        )
        self._note(update.entries)
        self._announced, self._announced_at, self._changed_at = content, now.uptime, None
        self.sequence, self.left_out = update.sequence, update.left_out
        return seal(update, self._keys)


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
