"""What a search answers with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.long_term.levels.level_tree import MemoryLevel


class HitSource(TextEnum):
    """Where a hit is from; the constants of ``msg/RecallHit.msg``."""

    ENTRY = "entry"
    FACT = "fact"
    CHUNK = "chunk"
    KNOWLEDGE = "knowledge"
    EVENT = "event"
    OBSERVATION = "observation"


#: The level of what is from a source; knowledge is of several, by its file.
LEVEL_OF_SOURCE = {
    HitSource.ENTRY.value: MemoryLevel.SEMANTIC,
    HitSource.FACT.value: MemoryLevel.SEMANTIC,
    HitSource.CHUNK.value: MemoryLevel.EPISODIC,
    HitSource.EVENT.value: MemoryLevel.EPISODIC,
    HitSource.OBSERVATION.value: MemoryLevel.EPISODIC,
}
_FILES = {"procedural": MemoryLevel.PROCEDURAL, "daily": MemoryLevel.EPISODIC}


def level_of(source: str, ref: str) -> MemoryLevel:
    """Return the level of memory that something belongs to (002 §CMS Level Mapping).

    Args:
        source: one of :class:`HitSource`, as a text.
        ref: its id; of knowledge the file.
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
        time: when it was said or last seen, UTC; None where that is not known.
        text: what it says.
        context: what was said around it; may be empty.
        score: the higher, the better it fits; comparable within one answer only.
        why: why it was found, in words.
        conversation_id: of a turn, its conversation; else empty.
        turn: of a turn, which of its conversation, from 0.
        speaker: of a turn, who spoke; empty where that is not known.
        is_own: whether a person, an operator or a detector of this robot says so.
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


@dataclass(frozen=True)
class LevelContext:
    """What the levels of memory know about a query (002 §Read Operation).

    Attributes:
        query: what was asked.
        hits: best first.
        overridden: what a higher level says otherwise: about the same, in another way.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    overridden: tuple[Hit, ...] = ()
