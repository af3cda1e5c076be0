"""A chunk: a piece of a conversation or a text, and its id (001 §Chunk Structure).

The attributes are the document's fields, with the types of its files. An id is
``chunk-YYYY-MM-DD-`` and eight hex digits (001 §Field Descriptions; rules.md §8.6).

See docs/reference/chunks.md, "Behaviour".
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import lru_cache
from typing import Any

from robot_memory.foundation.text import text_enum
from robot_memory.foundation.time import stamps

#: Tokens of a chunk (001 §Storage Constraints).
MIN_TOKENS, MAX_TOKENS = 100, 800
#: The confidence if the author gives none; the schema's first tool uses it too.
DEFAULT_CONFIDENCE = 0.7
#: The metadata field for the author of a chunk, and its only value.
BY, PERSON = "by", "person"
_DIGEST, _DIGITS = 16, 8  # hexadecimal digits of a content digest, and of an id
# Accepts the document's own examples, some of which have six digits or letters beyond f
# (rules.md §8.6). Only a text of this form can become part of a path.
_FORM = re.compile(r"chunk-(\d{4}-\d{2})-\d{2}-[0-9a-z]{6,8}", re.ASCII)


@lru_cache(maxsize=8)
def read_time(text: str) -> datetime:
    """Read a time stamp; raises ValueError. Cached: a stamp is read again after its check."""
    return stamps.from_text(text)


class ChunkType(text_enum.TextEnum):
    """What a chunk is."""

    FACT = "fact"
    PREFERENCE = "preference"
    PATTERN = "pattern"
    NOTE = "note"
    DECISION = "decision"


class ChunkSource(text_enum.TextEnum):
    """How a chunk was made."""

    INTERACTION = "interaction"
    IMPORT = "import"
    DERIVED = "derived"


@dataclass(frozen=True)
class ChunkMetadata:
    """Where a chunk comes from, and how it is used; times are ISO 8601, UTC.

    Attributes:
        conversation_id: of its conversation; empty: none.
        confidence: how reliable it is, in [0, 1].
        extra: fields of other tools, kept.
    """

    created: str
    conversation_id: str = ""
    source: str = ChunkSource.INTERACTION.value
    confidence: float = DEFAULT_CONFIDENCE
    access_count: int = 0
    last_accessed: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def time(self) -> datetime:
        """The time of its creation."""
        return read_time(self.created)


@dataclass(frozen=True)
class ChunkLinks:
    """What a chunk is linked to; all but ``context_of`` name chunks.

    Attributes:
        follows: the chunk just before, at most five minutes earlier.
        related_to: chunks that share a tag with it.
        supports, contradicts: chunks that it strengthens or opposes; set by hand.
        extra: link kinds of other tools, kept.
    """

    context_of: list[str] = field(default_factory=list)
    follows: list[str] = field(default_factory=list)
    related_to: list[str] = field(default_factory=list)
    supports: list[str] = field(default_factory=list)
    contradicts: list[str] = field(default_factory=list)
    extra: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls, kinds: Mapping[str, list[str]], extra: Mapping[str, Any] | None = None
    ) -> ChunkLinks:
        """Make links from the targets of each kind."""
        targets: dict[str, Any] = {kind: list(kinds.get(kind, ())) for kind in LINK_KINDS}
        return cls(**targets, extra=extra or {})

    def by_kind(self) -> dict[str, list[str]]:
        """Return the targets of each kind, in the document's order."""
        return {kind: getattr(self, kind) for kind in LINK_KINDS}

    def joined(self, more: ChunkLinks) -> ChunkLinks:
        """Return these links and others, each target once."""
        others = more.by_kind()
        kinds = {
            kind: list(dict.fromkeys((*targets, *others[kind])))
            for kind, targets in self.by_kind().items()
        }
        return ChunkLinks.of(kinds, {**self.extra, **more.extra})


#: The kinds of links, in the document's order, and those set by hand.
LINK_KINDS = ("context_of", "follows", "related_to", "supports", "contradicts")
MANUAL_KINDS = ("supports", "contradicts")


@dataclass(frozen=True)
class ChunkTurn:
    """A turn of a conversation, or a part of it, in the content of a chunk; turns count from 0.

    Attributes:
        start, end: the position of the words in the chunk's content.
        offset: the position of the words in the turn's own text; 0 unless the turn was split.
    """

    index: int
    speaker: str
    time: str
    start: int
    end: int
    offset: int = 0


@dataclass(frozen=True)
class ChunkOrigin:
    """What an imported chunk was made from.

    Attributes:
        digest: of the content at the import; if the content differs, it was edited since.
        is_current: whether the conversation still has this passage.
        file: the name of the transcript: some tools give many transcripts the same id.
    """

    digest: str
    turns: tuple[ChunkTurn, ...]
    is_current: bool = True
    file: str = ""


@dataclass(frozen=True)
class Chunk:
    """A chunk as its file has it.

    Attributes:
        tokens: as counted by its author.
        origin: for imported chunks; a field of ours.
        extra: fields of other tools, kept.
    """

    id: str
    content: str
    tokens: int
    type: ChunkType
    metadata: ChunkMetadata
    links: ChunkLinks = field(default_factory=ChunkLinks)
    tags: list[str] = field(default_factory=list)
    origin: ChunkOrigin | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_short(self) -> bool:
        """Whether it is a whole note of less than 100 tokens, marked as short (rules.md §8.6)."""
        return self.tokens < MIN_TOKENS

    @property
    def is_edited(self) -> bool:
        """Whether it was not imported, or was edited since."""
        return self.origin is None or self.origin.digest != digest_of(self.content)

    @property
    def is_persons(self) -> bool:
        """Whether a person wrote it, or changed imported content (rules.md §6.17)."""
        is_changed = self.origin is not None and self.is_edited
        return is_changed or self.metadata.extra.get(BY) == PERSON

    @property
    def turns(self) -> tuple[ChunkTurn, ...]:
        """The turns in it, with speakers and times; empty if unknown."""
        return () if self.origin is None or self.is_edited else self.origin.turns


def digest_of(content: str) -> str:
    """Return a digest that identifies a content."""
    return hashlib.sha256(content.encode()).hexdigest()[:_DIGEST]


def is_chunk_id(text: object) -> bool:
    """Tell whether a text can be a chunk id; anything else never becomes a path."""
    return isinstance(text, str) and _FORM.fullmatch(text) is not None


def month_of(chunk_id: str) -> str:
    """Return the month, ``YYYY-MM``, of a chunk's folder."""
    match = _FORM.fullmatch(chunk_id)
    if match is None:
        raise ValueError(f"{chunk_id!r} is not the id of a chunk")
    return match.group(1)


def mint_id(created: datetime, seed: str, is_taken: Callable[[str], bool]) -> str:
    """Return a free id for a day, UTC; the same seed gives the same id."""
    day = created.astimezone(timezone.utc).strftime("%Y-%m-%d")
    seeds = itertools.chain([seed], (f"{seed}\n{number}" for number in itertools.count(1)))
    digests = (hashlib.sha256(text.encode()).hexdigest() for text in seeds)
    ids = (f"chunk-{day}-{digest[:_DIGITS]}" for digest in digests)
    return next(chunk_id for chunk_id in ids if not is_taken(chunk_id))
