"""Values of a search: the request and its answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from robot_memory.entries.field_limits import beyond_limits
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.long_term.levels.level_tree import MemoryLevel


class HitSource(TextEnum):
    """Where a hit is from; the constants of ``msg/RecallHit.msg``."""

    ENTRY = "entry"
    FACT = "fact"
    CHUNK = "chunk"
    KNOWLEDGE = "knowledge"
    EVENT = "event"
    OBSERVATION = "observation"


#: The level of a source; for knowledge, the file decides.
LEVEL_OF_SOURCE = {
    HitSource.ENTRY.value: MemoryLevel.SEMANTIC,
    HitSource.FACT.value: MemoryLevel.SEMANTIC,
    HitSource.CHUNK.value: MemoryLevel.EPISODIC,
    HitSource.EVENT.value: MemoryLevel.EPISODIC,
    HitSource.OBSERVATION.value: MemoryLevel.EPISODIC,
}
_FILES = {"procedural": MemoryLevel.PROCEDURAL, "daily": MemoryLevel.EPISODIC}


def level_of(source: str, ref: str) -> MemoryLevel:
    """Return the level of memory of a source (002 §CMS Level Mapping).

    Args:
        source: one of :class:`HitSource`, as a text.
        ref: its id; for knowledge, the file.
    """
    return LEVEL_OF_SOURCE.get(source) or _FILES.get(ref.partition("/")[0], MemoryLevel.SEMANTIC)


@dataclass(frozen=True)
class Hit:
    """One thing that was found in memory.

    Attributes:
        source: one of :class:`HitSource`, as a text.
        level: the level of memory that it belongs to, as a text.
        id: of the entry, fact, chunk or row; of what is only in a file, its path.
        where: where it stands, to look it up: a file, a turn of a conversation, a topic.
        time: when it was said or last seen (in a time that was asked for, if it was then), UTC;
            None where that is not known.
        text: what it says.
        context: what was said around it; may be empty.
        score: the higher, the better it fits; comparable within one answer only.
        why: why it was found, in words.
        conversation_id: of a turn, its conversation; else empty.
        turn: of a turn, which of its conversation, from 0.
        speaker: of a turn, who spoke; empty where that is not known.
        is_own: whether a person, an operator or a detector of this robot says so.
        is_answer: False: nothing in the memory clearly answers the question; this comes nearest.
    """

    source: str
    level: str
    id: str
    where: str
    time: datetime | None
    text: str
    context: str
    score: float
    why: tuple[str, ...]
    conversation_id: str = ""
    turn: int | None = None
    speaker: str = ""
    is_own: bool = True
    is_answer: bool = True


def said_before(hits: Sequence[Hit]) -> str:
    """Return the sentence before hits that are only near; empty if they answer the question."""
    if not hits or hits[0].is_answer:
        return ""
    return "Nothing in the memory clearly answers this. What comes nearest:"


@dataclass(frozen=True)
class LevelContext:
    """What the levels of memory know about a query (002 §Read Operation).

    Attributes:
        query: the question.
        hits: best first.
        overridden: hits about which a higher level says something else.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    overridden: tuple[Hit, ...] = ()


MOST_HITS = 1000
_LONGEST_QUERY = 4_000  # characters; only the beginning of a longer question is searched for
_SOURCES = tuple(source.value for source in HitSource)
_LEVELS = tuple(level.value for level in MemoryLevel)


@dataclass(frozen=True)
class Query:
    """What somebody wants to know.

    Attributes:
        text: a question, or words; times ("last Tuesday") and speakers in it count.
        limit: the most hits to return, 1 to 1000.
        sources: only from these (:class:`HitSource`); empty: from all.
        levels: only from these levels of memory (:class:`MemoryLevel`); empty: from all.
        speaker: only what this one said; empty: anybody.
        component: only what is about this part of the robot; empty: anything.
        since, until: only what is of that time; None leaves it open.
    """

    text: str
    limit: int = 10
    sources: Collection[str] = ()
    levels: Collection[str] = ()
    speaker: str = ""
    component: str = ""
    since: datetime | None = None
    until: datetime | None = None

    def checked(self) -> Query:
        """Return the query as it is searched for: trimmed, and cut to the maximum length.

        Raises:
            InvalidInput: lists everything wrong with it; nothing was searched.
        """
        defects = []
        if not self.text.strip():
            defects.append(Defect("query", "is empty; ask a question, or give words"))
        if type(self.limit) is not int or not 1 <= self.limit <= MOST_HITS:
            problem = f"{self.limit!r:.80} is not between 1 and {MOST_HITS}"
            defects.append(Defect("limit", problem))
        sources, levels = _names(self.sources), _names(self.levels)
        for field, given, names in (("sources", sources, _SOURCES), ("levels", levels, _LEVELS)):
            unknown = (name for name in given if name not in names)
            defects += [
                Defect(field, f"{n!r:.80} is not one of {', '.join(names)}") for n in unknown
            ]
        for field, time in (("since", self.since), ("until", self.until)):
            if time is not None and time.tzinfo is None:
                defects.append(Defect(field, f"{time.isoformat()} has no time zone"))
        if not defects and self.since and self.until and self.until < self.since:
            problem = f"{self.until.isoformat()} is before since, {self.since.isoformat()}"
            defects.append(Defect("until", problem))
        defects += beyond_limits(speaker=self.speaker, component=self.component)
        if defects:
            raise InvalidInput("nothing was searched", defects)
        return replace(
            self, text=storable(self.text)[:_LONGEST_QUERY], sources=sources, levels=levels,
            speaker=self.speaker.strip(), component=self.component.strip(),
        )  # fmt: skip

    def takes_all_of(self, source: HitSource) -> bool:
        """Tell whether only the text of the query restricts the hits from a source."""
        is_limited = self.speaker or self.component or self.since or self.until
        takes_source = not self.sources or source.value in self.sources
        takes_level = not self.levels or LEVEL_OF_SOURCE[source.value].value in self.levels
        return takes_source and takes_level and not is_limited


def _names(given: Collection[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(map(str, given))
