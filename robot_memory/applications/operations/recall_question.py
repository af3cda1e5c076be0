"""Search the whole memory (document 003, "Recall and Search")."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import Annotated, ClassVar

from robot_memory.applications.operations.operation import (
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
