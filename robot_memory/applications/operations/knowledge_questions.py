"""What the memory learned: facts (document 003), and chunks of what was said (document 001)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import ListAnswer, Question, Takes
from robot_memory.memory import RobotMemory

if TYPE_CHECKING:
    from robot_memory.long_term.chunks import Chunk
    from robot_memory.long_term.graph import KnownFact

_TYPES = ("fact", "preference", "pattern", "note", "decision")  # other verbs start sooner without


@dataclass(frozen=True)
class FactsAnswer(ListAnswer):
    """Facts, most active first."""

    items: tuple[KnownFact, ...]
    name: str

    @property
    def remark(self) -> str:
        """That nothing is known of the name."""
        return "" if self.is_found else f"no fact is known of {self.name}"

    @property
    def is_found(self) -> bool:
        """Whether the name is known; a list of all may be empty."""
        return bool(self.items) or not self.name

    def record_of(self, item: Any) -> dict[str, Any]:
        """Return a fact as JSON data."""
        return fact_record(item)

    def is_own(self, item: Any) -> bool:
        """Tell whether it is more than the word of an agent."""
        return not item.fact.word_of


@dataclass(frozen=True)
class ListFacts(Question):
    """List what is known, most present first.

    Looking at facts does not stop their decay; using them in `recall` does.
    """

    name: Annotated[str, Takes("a subject or object; default: all", is_words=True)] = ""

    NAME: ClassVar[str] = "facts list"
    PATH: ClassVar[str] = "/facts"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory facts list dock",)
    NOTHING: ClassVar[str] = "no fact is known"

    def ask(self, memory: RobotMemory) -> FactsAnswer:
        """Answer it; see :class:`.Question`."""
        facts, now = memory.long_term.facts, memory.clock.now().time
        known = facts.named_in(self.name, now=now) if self.name else facts.searchable(now=now)
        return FactsAnswer("", tuple(known), self.name)


def fact_record(known: KnownFact) -> dict[str, Any]:
    """Return a fact as JSON data, with the names of the document (003 §1), and as a sentence."""
    fact = known.fact
    return {
        "id": fact.id, "subject": fact.subject, "predicate": fact.predicate,
        "object": fact.object, "source": fact.source, "created": fact.created,
        "activation": known.activation, "current": known.current, "rivals": list(known.rivals),
        "text": known.text,
    }  # fmt: skip


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
