"""The index of all chunks: answers queries, and finds the chunks that a new chunk links to.

It does not open chunk files. The automatic links are those of 001, "Auto-generated", and
rules.md §8.6.

See docs/reference/chunks.md, "Behaviour".
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from robot_memory.long_term.chunks.chunk import Chunk, ChunkLinks, month_of

#: Size in bytes and time of the last change in nanoseconds: identifies a version of a file.
Signature = tuple[int, int]
_Place = tuple[datetime, str]
#: The longest gap between chunks that follow each other.
CLOSE = timedelta(minutes=5)
#: The most chunks to link for one tag: the newest.
_MOST_A_TAG = 20


@dataclass(frozen=True)
class IndexEntry:
    """The index data of a chunk, for the version of its file."""

    id: str
    type: str
    conversation_id: str
    created: datetime
    confidence: float
    tags: frozenset[str]
    signature: Signature

    @classmethod
    def of(cls, chunk: Chunk, signature: Signature) -> IndexEntry:
        """Return the index data of a chunk."""
        metadata = chunk.metadata
        return cls(
            chunk.id, chunk.type.value, metadata.conversation_id, metadata.time,
            metadata.confidence, frozenset(chunk.tags), signature,
        )  # fmt: skip

    @property
    def place(self) -> _Place:
        """Its sort key: time, then id."""
        return (self.created, self.id)


@dataclass(frozen=True)
class ChunkFilter:
    """Selects chunks, with all of the tags; a field that is None or empty does not matter."""

    conversation_id: str | None = None
    tags: frozenset[str] = frozenset()
    type: str | None = None

    def fits(self, entry: IndexEntry) -> bool:
        """Tell whether a chunk is selected."""
        return (
            self.conversation_id in (None, entry.conversation_id)
            and self.tags <= entry.tags
            and self.type in (None, entry.type)
        )


class ChunkIndex:
    """Finds chunks by id, month, conversation and tag, in memory."""

    def __init__(self, entries: Iterable[IndexEntry] = ()) -> None:
        self._entries: dict[str, IndexEntry] = {}
        self._months: dict[str, set[str]] = {}
        self._conversations: dict[str, list[_Place]] = {}
        self._tags: dict[str, list[_Place]] = {}
        for entry in sorted(entries, key=lambda entry: entry.place):
            self.put(entry)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[IndexEntry]:
        return iter(self._entries.values())

    def get(self, chunk_id: str) -> IndexEntry | None:
        """Return the index data of a chunk."""
        return self._entries.get(chunk_id)

    def of_month(self, month: str) -> frozenset[str]:
        """Return the ids of the chunks of a month."""
        return frozenset(self._months.get(month, ()))

    def months(self) -> set[str]:
        """Return the months that have chunks."""
        return set(self._months)

    def tags(self) -> dict[str, list[str]]:
        """Return the ids of each tag's chunks, oldest first."""
        return {tag: [id_ for _, id_ in places] for tag, places in sorted(self._tags.items())}

    def put(self, entry: IndexEntry) -> None:
        """Add a chunk, or a new version of it."""
        self.drop(entry.id)
        self._entries[entry.id] = entry
        self._months.setdefault(month_of(entry.id), set()).add(entry.id)
        insort(self._conversations.setdefault(entry.conversation_id, []), entry.place)
        for tag in entry.tags:
            insort(self._tags.setdefault(tag, []), entry.place)

    def drop(self, chunk_id: str) -> None:
        """Forget a chunk."""
        entry = self._entries.pop(chunk_id, None)
        if entry is None:
            return
        month = month_of(chunk_id)
        self._months[month].discard(chunk_id)
        if not self._months[month]:
            del self._months[month]
        _take_out(self._conversations, entry.conversation_id, entry.place)
        for tag in entry.tags:
            _take_out(self._tags, tag, entry.place)

    def select(self, wanted: ChunkFilter) -> list[str]:
        """Return the ids of the selected chunks, oldest first."""
        places = self._fewest(wanted)
        return [id_ for _, id_ in places if wanted.fits(self._entries[id_])]

    def fits(self, chunk_id: str, wanted: ChunkFilter) -> bool:
        """Tell whether a chunk is known and selected."""
        entry = self.get(chunk_id)
        return entry is not None and wanted.fits(entry)

    def _fewest(self, wanted: ChunkFilter) -> list[_Place]:
        """Return the shortest sorted list that contains all selected chunks."""
        lists = [self._tags.get(tag, []) for tag in wanted.tags]
        if wanted.conversation_id is not None:
            lists.append(self._conversations.get(wanted.conversation_id, []))
        if lists:
            return min(lists, key=len)
        return sorted(entry.place for entry in self)

    def newest(self, tag: str, count: int) -> list[IndexEntry]:
        """Return the newest chunks with a tag, in ascending order of time."""
        return [self._entries[id_] for _, id_ in self._tags.get(tag, [])[-count:]]

    def last_before(self, conversation_id: str, time: datetime) -> IndexEntry | None:
        """Return the newest chunk of a conversation that is not later than a time."""
        places = self._conversations.get(conversation_id, [])
        number = bisect_left(places, (time, "~"))  # "~" sorts after all ids of that time
        return self._entries[places[number - 1][1]] if number else None


def _take_out(lists: dict[str, list[_Place]], name: str, place: _Place) -> None:
    places = lists[name]
    del places[bisect_left(places, place)]
    if not places:
        del lists[name]


def links_for(index: ChunkIndex, chunk: Chunk) -> ChunkLinks:
    """Return the links of a new chunk to existing chunks.

    ``follows`` names only the chunk of the same conversation that was created last before it;
    earlier ones are reached from there.
    """
    conversation, created = chunk.metadata.conversation_id, chunk.metadata.time
    if not conversation:
        return ChunkLinks(related_to=related(index, chunk.tags))
    before = index.last_before(conversation, created)
    return ChunkLinks(
        context_of=[conversation],
        follows=[before.id] if before and created - before.created <= CLOSE else [],
        related_to=related(index, chunk.tags),
    )


def related(index: ChunkIndex, tags: Iterable[str]) -> list[str]:
    """Return the ids of the newest chunks of each tag, newest first."""
    found = [entry for tag in tags for entry in index.newest(tag, _MOST_A_TAG)]
    ordered = sorted(found, key=lambda entry: entry.place, reverse=True)
    return list(dict.fromkeys(entry.id for entry in ordered))


def retagged(chunk: Chunk, index: ChunkIndex, tags: Iterable[str]) -> ChunkLinks:
    """Return the links of a chunk whose tags change.

    Links for a removed tag are removed, links for a new tag are added; all others stay.
    """
    old, new = set(chunk.tags), set(tags)
    links = chunk.links
    kept = []
    for id_ in links.related_to:
        other = index.get(id_)
        if other is None or other.tags & new or not other.tags & old:
            kept.append(id_)
    added = related(index, sorted(new - old))
    return replace(links, related_to=list(dict.fromkeys((*kept, *added))))
