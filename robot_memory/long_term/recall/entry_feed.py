"""Entries of ``robot-memory.md`` as passages (document 000)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.ledger import Source
from robot_memory.ledger.observation import claimed_name
from robot_memory.long_term.recall.hit import HitSource
from robot_memory.long_term.recall.passage import Passage
from robot_memory.long_term.recall.recall_index import RecallIndex
from robot_memory.long_term.recall.robot_words import english_terms

FEED = "entries"
WEIGHT = 1.0  # an entry ranks above what was only said
#: The note of an entry that a detector made: something was at fault.
FAULT = "fault"
#: The note of an entry that a person said is over.
RESOLVED = "resolved"
_FILE = "robot-memory.md"

#: All entries, each with its effective confidence.
Valued = Sequence[tuple[float, MemoryEntry]]


class EntryFeed:
    """Follows the entries.

    Args:
        entries: returns all of them, resolved ones as well.

    Attributes:
        entries: by id, with what each is worth, as they were looked at last.
    """

    def __init__(self, entries: Callable[[], Valued]) -> None:
        self._read = entries
        self.entries: dict[str, tuple[float, MemoryEntry]] = {}
        self._version = 0

    def token(self) -> Hashable | None:
        """A number that is another one once an entry is another value."""
        before = self.entries
        self.entries = {entry.id: (value, entry) for value, entry in self._read()}
        if len(before) != len(self.entries) or any(
            name not in before or before[name][1] is not entry
            for name, (_, entry) in self.entries.items()
        ):
            self._version += 1
        return self._version

    def update(self, index: RecallIndex) -> None:
        """Take in what is new or says something else."""
        wanted = {
            name: f"{entry.last_reinforced.isoformat()} {entry.observation_count} {hash_of(entry)}"
            for name, (_, entry) in self.entries.items()
        }
        index.follow(FEED, wanted, lambda name: [passage_of(self.entries[name][1])])


def hash_of(entry: MemoryEntry) -> str:
    """Return what changes when an entry is found by other words."""
    return passage_of(entry).digest()


def passage_of(entry: MemoryEntry) -> Passage:
    """Return an entry as it is found."""
    is_resolved = entry.type is EntryType.RESOLVED
    component = entry.key.component if entry.key else ""
    kind = entry.type.value.replace("_", " ")
    also = " ".join((*entry.tags, component, kind, *english_terms(entry.text)))
    return Passage(
        HitSource.ENTRY.value, entry.id, _FILE, without_secrets(entry.text), also,
        entry.last_reinforced, component=component or " ".join(entry.tags), weight=WEIGHT,
        entry_id=entry.id, note=RESOLVED if is_resolved else FAULT if entry.key else "",
        count=entry.observation_count, is_own=not entry.is_agents_word,
        speaker=_whose(entry),
    )  # fmt: skip


def _whose(entry: MemoryEntry) -> str:
    """Return whose word an entry is, where it is nobody's who proves it; rows tell the name."""
    if not entry.is_agents_word:
        return ""
    source = str(entry.extra["source"])
    return claimed_name("") if source == Source.CLAIMED.value else source
