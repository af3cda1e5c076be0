"""What this robot told others, and what of it a person deleted (rules.md §6.17). Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from robot_memory.federation.deleted_entry import MAX_DELETED, TOLD, DeletedEntry
from robot_memory.federation.shared_entry import SharedEntry


@dataclass(frozen=True)
class ToldEntries:
    """The ids that others know.

    Attributes:
        own_ids: of the entries that others were told and that are still here, by the id under
            which they were shared; a policy of what leaves gives an entry other ids.
        deleted: what is named in updates, the oldest first.
    """

    own_ids: Mapping[str, str] = field(default_factory=dict)
    deleted: tuple[DeletedEntry, ...] = ()

    @classmethod
    def of_text(cls, text: str) -> ToldEntries:
        """Read what :meth:`as_text` wrote; an empty text tells of nothing."""
        if not text:
            return cls()
        record = json.loads(text)
        return cls(record["told"], tuple(map(DeletedEntry.of_record, record["deleted"])))

    def as_text(self) -> str:
        """Return it as JSON."""
        deleted = [one.as_record() for one in self.deleted]
        return json.dumps({"told": dict(self.own_ids), "deleted": deleted})

    def with_told(self, entries: Iterable[SharedEntry]) -> ToldEntries:
        """Return it once entries are told."""
        told = {entry.id: entry.own_id or entry.id for entry in entries}
        return replace(self, own_ids={**self.own_ids, **told})

    def without(self, gone: Mapping[str, datetime | None], now: datetime) -> ToldEntries:
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
        return ToldEntries(left, tuple(named.values())[-MAX_DELETED:])
