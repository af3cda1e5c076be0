"""Search the whole memory; list facts (document 003), and chunks of what was said (document 001).

See document 003, "Recall and Search".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypedDict

from robot_memory.applications.operations.operation import (
    ListAnswer,
    Question,
    QuestionAnswer,
    Since,
    Takes,
    Until,
)
from robot_memory.entries.context_filter import ContextFilter
from robot_memory.entries.field_limits import LIMITS
from robot_memory.foundation.time.period import Period, check_period
from robot_memory.foundation.words.index_terms import terms_of
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.recall.query import MOST_HITS, Hit, HitSource, Query, said_before
from robot_memory.memory import RobotMemory

if TYPE_CHECKING:
    from robot_memory.long_term.chunks import Chunk
    from robot_memory.long_term.chunks.chunk_file import ChunkRecord
    from robot_memory.long_term.graph import KnownFact

_TYPES = ("fact", "preference", "pattern", "note", "decision")  # other verbs start sooner without
_BEFORE = timedelta(microseconds=1)  # the end of a period does not belong to it
_PEERS = "Other robots say something with these words: ask for the context with peers and a query."
_EARLIEST = datetime.min.replace(tzinfo=timezone.utc) + _BEFORE


@dataclass(frozen=True)
class RecallAnswer(QuestionAnswer):
    """What was found for a query, best first."""

    query: str
    hits: tuple[Hit, ...]

    @property
    def is_found(self) -> bool:
        """Whether something clearly answers the question."""
        return bool(self.hits) and not self.message


@dataclass(frozen=True)
class Recall(Question):
    """Search the whole memory: entries, facts, conversations, knowledge, events, evidence, tasks.

    The query is a question, or words. "last Tuesday", "in May" or the name of a speaker narrows it.
    The best hit comes first. Each hit says the conversation that it belongs to, and why it was
    found. If nothing clearly answers the question, that is said, and what comes nearest follows.
    """

    query: Annotated[str, Takes("a question, or words", least=1, is_words=True)]
    limit: Annotated[int, Takes("at most so many hits", 1, MOST_HITS)] = 10
    sources: Annotated[
        tuple[str, ...],
        Takes("only hits from these", choices=tuple(map(str, HitSource)), option="source"),
    ] = ()
    levels: Annotated[
        tuple[str, ...],
        Takes(
            "only from these levels of memory", choices=tuple(one.value for one in MemoryLevel),
            option="level",
        ),
    ] = ()  # fmt: skip
    speaker: Annotated[str, Takes("only what this speaker said")] = ""
    component: Annotated[str, Takes("only about this part of the robot")] = ""
    since: Since = None
    until: Until = None

    NAME: ClassVar[str] = "recall"
    PATH: ClassVar[str] = "/recall"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        'robot-memory recall "what is in the kitchen doorway?" --limit 3',
    )
    IS_TOOL: ClassVar[bool] = True
    TITLE: ClassVar[str] = "Search the memory"
    NOTHING: ClassVar[str] = "Nothing was found."
    WAITING: ClassVar[str] = "searching"
    REFUSAL: ClassVar[str] = "nothing was searched"

    def ask(self, memory: RobotMemory) -> RecallAnswer:
        """Answer it; see :class:`.Question`."""
        query = Query(
            self.query, self.limit, sources=self.sources, levels=self.levels,
            speaker=self.speaker, component=self.component, since=self.since, until=self.until,
        ).checked()  # fmt: skip
        period = Period(self.since, self.until)
        check_period(period, memory.clock.now().time, refusal=self.REFUSAL, prefix="")
        until = self.until and max(self.until, _EARLIEST) - _BEFORE
        hits = memory.recall(replace(query, until=until))
        message = said_before(hits)
        if (message or not hits) and self._is_told_by_peers(memory):
            message = f"{_PEERS if hits else f'{self.NOTHING} {_PEERS}'} {message}".strip()
        return RecallAnswer(message, self.query, tuple(hits))

    def _is_told_by_peers(self, memory: RobotMemory) -> bool:
        """Tell whether other robots say something with words of a question that names no more."""
        words = self.query[: LIMITS["query"]]
        if self != Recall(self.query, self.limit) or not terms_of(words):
            return False
        asked = ContextFilter(query=words)
        return bool(memory.peers.context(memory.settings.token_budget, asked).entries)


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

    def record_of(self, item: Any) -> FactRecord:
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


class FactRecord(TypedDict):
    """Something that is known."""

    id: str
    subject: str
    predicate: str
    object: str
    source: Annotated[str, "Who said so; 'entry:' and an id for what an entry says."]
    created: datetime
    activation: Annotated[float, "How present it is now, 0 to 1."]
    current: Annotated[bool, "Whether no later fact contradicts it."]
    rivals: Annotated[list[str], "Ids of the facts that contradict it, oldest first."]
    text: Annotated[str, "The fact as a sentence."]


def fact_record(known: KnownFact) -> FactRecord:
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

    def record_of(self, item: Any) -> ChunkRecord:
        """Return a chunk as JSON data."""
        from robot_memory.long_term.chunks.chunk_file import as_record

        return as_record(item)

    def is_own(self, item: Any) -> bool:
        """Tell whether a person wrote or changed it."""
        return bool(item.is_persons)


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
