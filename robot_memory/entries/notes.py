"""What a person or an agent says, as evidence (rules.md §2.2 and §2.7)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from robot_memory.clock import Instant
from robot_memory.entries.echo import find_echo
from robot_memory.entries.entry import MAX_TEXT, EntryType, MemoryEntry, canonical_text
from robot_memory.entries.peer import PeerMemory
from robot_memory.errors import Defect, InvalidEntry, InvalidInput
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.settings import Settings

_KINDS = tuple(kind.value for kind in EntryType if kind is not EntryType.RESOLVED)
_LEAST = 0.1  # document 000 §4.1
_NOT_UNICODE = "is not valid Unicode"


@dataclass(frozen=True)
class Note:
    """A note that has been checked.

    Attributes:
        type: what it is about.
        text: NFC, trimmed.
        confidence: what an entry made from it starts with.
        tags: labels.
        source: a person or an agent.
        by: the name of that person or agent; empty where none was given.
    """

    type: EntryType
    text: str
    confidence: float
    tags: tuple[str, ...]
    source: Source
    by: str = ""

    def find_echo(
        self, entries: Mapping[str, MemoryEntry], peers: Iterable[PeerMemory] = ()
    ) -> MemoryEntry | None:
        """Return the entry that the note only repeats, of this robot's own or of another one's.

        A person's word is never an echo.
        """
        if self.source is not Source.AGENT:
            return None
        told = chain(entries.values(), *(peer.entries for peer in peers))
        return find_echo(self.text, told)

    def as_observation(self, instant: Instant, entry_id: str, *, is_echo: bool) -> Observation:
        """Return the row of the ledger for it."""
        return Observation(
            kind=Kind.ECHO if is_echo else Kind.NOTE,
            instant=instant,
            summary=self.text,
            source=self.source,
            entry_id=entry_id,
            entry_type=self.type.value,
            confidence=self.confidence,
            tags=self.tags,
            detail={"by": self.by} if self.by else {},
        )


@dataclass(frozen=True)
class Noted:
    """The answer to a note.

    Attributes:
        id: the entry that it is now, or that it repeats.
        created: whether that is a new one.
        message: what became of the note.
        echo_of: RRN of the robot whose words it repeats; empty where it repeats none's.
    """

    id: str
    created: bool
    message: str
    echo_of: str = ""


def read_note(
    entry_type: EntryType | str,
    text: str,
    *,
    confidence: float,
    tags: Collection[str],
    source: str,
    settings: Settings,
) -> Note:
    """Check what was said.

    Args:
        entry_type, text, tags: as of document 000 §3.4.
        confidence: in [0.1, 1]; 0 for what the source usually starts with.
        source: 'person' or 'agent', with a name where there is one: 'person:ada'.
        settings: first confidences.

    Raises:
        InvalidEntry: lists all that is wrong with it.
    """
    text = canonical_text(text)
    word, _, by = source.partition(":")
    defects = _defects(str(entry_type), text, confidence, tags, word)
    if not _is_unicode(by):
        defects.append(Defect("source", _NOT_UNICODE))
    if defects:
        raise InvalidEntry("the note was not stored", defects)
    said_by = Source(word)
    if said_by is Source.AGENT:
        confidence = min(confidence or settings.confidence_agent, settings.confidence_agent_limit)
    confidence = confidence or settings.confidence_person
    return Note(EntryType(entry_type), text, confidence, tuple(tags), said_by, by)


def read_words(**words: str) -> list[str]:
    """Check what was said beside a deed, by name, and return it NFC-normalised and trimmed.

    Raises:
        InvalidInput: names what cannot be stored.
    """
    defects = [Defect(name, _NOT_UNICODE) for name, text in words.items() if not _is_unicode(text)]
    if defects:
        raise InvalidInput("nothing was stored", defects)
    return [canonical_text(text) for text in words.values()]


def _defects(
    entry_type: str, text: str, confidence: float, tags: Collection[str], source: str
) -> list[Defect]:
    defects = []
    if entry_type not in _KINDS:
        defects.append(Defect("type", f"{entry_type!r} is none of {', '.join(_KINDS)}"))
    if not text:
        defects.append(Defect("text", "is empty"))
    if len(text) > MAX_TEXT:
        defects.append(Defect("text", f"{len(text)} characters is above {MAX_TEXT}"))
    if not _is_unicode(text):
        defects.append(Defect("text", _NOT_UNICODE))
    if not math.isfinite(confidence) or (confidence and not _LEAST <= confidence <= 1.0):
        defects.append(Defect("confidence", f"{confidence} is not between {_LEAST} and 1.0"))
    if source not in (Source.PERSON.value, Source.AGENT.value):
        defects.append(Defect("source", f"{source!r} is neither 'person' nor 'agent'"))
    for index, tag in enumerate(tags):
        if not tag.strip() or not _is_unicode(tag):
            defects.append(Defect(f"tags[{index}]", f"{tag!r} is no label"))
    return defects


def _is_unicode(text: str) -> bool:
    """Tell whether a text can be stored: no NUL, no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= char <= "\udfff" for char in text)
