"""The chunks that the memory keeps: pieces of what was said and learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import ListAnswer, Question, Takes
from robot_memory.memory import RobotMemory

if TYPE_CHECKING:
    from robot_memory.long_term.chunks import Chunk

_TYPES = ("fact", "preference", "pattern", "note", "decision")  # other verbs start sooner without


@dataclass(frozen=True)
class ChunksAnswer(ListAnswer):
    """Chunks, oldest first."""

    items: tuple[Chunk, ...]

    def record_of(self, item: Any) -> dict[str, Any]:
        """Return a chunk as JSON data."""
        from robot_memory.long_term.chunks.chunk_file import as_record

        return as_record(item)

    def is_own(self, item: Any) -> bool:
        """Tell whether a person wrote or changed it."""
        own: bool = item.is_persons
        return own


@dataclass(frozen=True)
class ListChunks(Question):
    """List chunks, oldest first; it counts as no retrieval."""

    type: Annotated[str, Takes("what kind of memory", choices=_TYPES)] = ""
    tags: Annotated[tuple[str, ...], Takes("only chunks with this tag", option="tag")] = ()
    conversation: Annotated[str, Takes("the conversation that it belongs to")] = ""
    archived: Annotated[bool, Takes("only deleted ones, which can be restored")] = False

    NAME: ClassVar[str] = "chunks list"
    PATH: ClassVar[str] = "/chunks"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory chunks list --tag yard",)
    NOTHING: ClassVar[str] = ""

    def ask(self, memory: RobotMemory) -> ChunksAnswer:
        """Answer it; see :class:`.Question`."""
        if not memory.home.folder.exists():
            return ChunksAnswer("", ())
        store = memory.long_term.chunks
        if self.archived:
            read = map(store.read_archived, store.list_archived())
            return ChunksAnswer("", tuple(chunk for chunk in read if chunk is not None))
        found = store.list_chunks(self.conversation or None, self.tags, self.type or None)
        return ChunksAnswer("", tuple(found))
