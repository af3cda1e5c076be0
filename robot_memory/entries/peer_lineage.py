"""The peers' words that a text repeats, and how far they are trusted (rules.md §6.15).

A derived text is as trusted as its least trusted source.

Words are compared, as in :mod:`.near_duplicates`, never similarity (rules.md §1.2). So other words
are not recognised, and a short phrase in a longer sentence has no source. The caller knows the
author of a text: the words of this robot's people and detectors are their own, and are not checked.

See docs/explanation/sharing.md, "Where the words of a peer end up".
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from itertools import islice

from robot_memory.entries.memory_entry import MAX_TEXT
from robot_memory.entries.normal_words import LEAST_QUOTED, is_quotation, normal_words, words_of
from robot_memory.entries.peer_text import neutral
from robot_memory.foundation.short_cache import cached_if_short

#: The words of a text, in order.
Words = tuple[str, ...]
_DIGITS = 32  # hexadecimal


@dataclass(frozen=True, order=True)
class WordDigest:
    """Recognises a sequence of words without containing them.

    Attributes:
        count: the number of words.
        digest: the first half of their SHA-256, in hexadecimal. It can confirm a guess of the
            words.
    """

    count: int
    digest: str

    @classmethod
    def of(cls, words: Words) -> WordDigest:
        """Return the digest of words."""
        data = "\x1f".join(words).encode("utf-8", "replace")
        return cls(len(words), hashlib.sha256(data).hexdigest()[:_DIGITS])


@cached_if_short(8192, longest=1000)
def forms_of(text: str) -> frozenset[Words]:
    """Return the word sequences of a text: all its words, and those without articles and "is"."""
    plain = neutral(text)
    every = tuple(word.casefold() for word in words_of(plain))
    return frozenset((every, normal_words(plain))) if every else frozenset()


def digests_of(texts: Iterable[str]) -> tuple[WordDigest, ...]:
    """Return the sorted digests of all word sequences of texts."""
    return tuple(sorted({WordDigest.of(words) for text in texts for words in forms_of(text)}))


_SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+|\n+")
_COLON = re.compile(r":\s")
_MOST_COLONS = 12  # colons of a text that are checked
_LONGEST_OWN = 2 * MAX_TEXT  # characters of an own sentence, escaped as Markdown
_LONGEST_LINE = 20_000  # characters of a text that are compared; longer texts are logs
#: For this long after a withdrawal, an agent with the same words counts as repeating them (rules.md
#: §6.15).
REPETITION_PERIOD = timedelta(days=7)


class StatementTrust(IntEnum):
    """The present worth of a peer's statement, the least trusted first."""

    REVOKED = 0  # nothing of the peer is used: it was revoked, or contradicted itself
    WITHDRAWN = 1  # the peer no longer says so, or was not heard for too long
    CURRENT = 2  # the peer says so now; not verified by this robot


@dataclass(frozen=True)
class PeerStatement:
    """A sentence of another robot.

    Attributes:
        rrn: of the robot.
        label: the robot's name for readers.
        entry_id: the id of the present or past entry here.
        heard: when this robot first received it, UTC.
        left: when it was withdrawn, UTC; None while it is current, or if unknown.
        confidence: the peer's confidence in a current statement.
        words: of a statement that the peer deleted on request, instead of its text.
    """

    rrn: str
    label: str
    entry_id: str
    text: str
    heard: datetime
    trust: StatementTrust
    left: datetime | None = None
    confidence: float = 0.0
    words: tuple[WordDigest, ...] = ()

    @property
    def is_deleted(self) -> bool:
        """Whether the peer deleted it on request, so that its words are not stored."""
        return bool(self.words)

    @property
    def why(self) -> str:
        """The description of a text that repeats it."""
        if self.trust is StatementTrust.CURRENT:
            return f"words of {neutral(self.label)}, not verified by this robot"
        if self.trust is StatementTrust.WITHDRAWN and self.is_deleted:
            return f"words that {neutral(self.label)} deleted on request"
        if self.trust is StatementTrust.WITHDRAWN:
            return f"words of {neutral(self.label)}, who says so no longer"
        return f"words of {neutral(self.label)}, which is not trusted any more"

    def may_be_repeated(self, now: datetime) -> bool:
        """Whether an agent may say the same by itself: it was withdrawn long ago."""
        is_old = self.left is not None and now - self.left > REPETITION_PERIOD
        return self.trust is StatementTrust.WITHDRAWN and is_old


class PeerLineage:
    """Finds the peers' statements that a text repeats.

    If several robots say the same words, the source is the robot that was heard first, among those
    that have not withdrawn them: copying another robot's words makes them neither better nor worse.
    Statements of this robot's own evidence are its own, whoever else makes them.

    Args:
        statements: of all peers, including those that are no longer in use.
    """

    def __init__(self, statements: Iterable[PeerStatement] = ()) -> None:
        self._by_words: dict[Words, PeerStatement] = {}
        self._by_start: defaultdict[Words, list[Words]] = defaultdict(list)
        self._by_digest: dict[WordDigest, PeerStatement] = {}
        self._own: frozenset[Words] = frozenset()
        for one in sorted(statements, key=_first):
            for digest in one.words:
                self._by_digest.setdefault(digest, one)
            for words in forms_of(one.text):
                if words in self._by_words:
                    continue
                self._by_words[words] = one
                if len(words) >= LEAST_QUOTED:
                    self._by_start[words[:LEAST_QUOTED]].append(words)
        self._deleted_lengths = sorted({digest.count for digest in self._by_digest})

    def with_own(self, texts: Iterable[str]) -> PeerLineage:
        """Return a copy for a robot with the given own texts; the index is shared."""
        other = copy(self)
        other._own = frozenset(words for text in texts for words in forms_of(text))
        return other

    def __bool__(self) -> bool:
        """Whether any peer has statements."""
        return bool(self._by_words or self._by_digest)

    def source_of(self, text: str, said: datetime | None = None) -> PeerStatement | None:
        """Return the least trusted statement that a text repeats or quotes, or None.

        Args:
            said: the text's time; statements heard later cannot be its source. None: unknown.
        """
        if not self:
            return None
        return min(
            (one for one in self._repeated(text) if said is None or one.heard <= said),
            key=lambda one: one.trust,
            default=None,
        )

    @property
    def has_deleted(self) -> bool:
        """Whether a peer has recently deleted a statement on request."""
        return bool(self._by_digest)

    def repeats_deleted(self, text: str, said: datetime) -> bool:
        """Whether a text repeats a statement that was deleted on request and nobody makes now."""
        return any(one.is_deleted and one.heard <= said for one in self._repeated(text))

    def is_distrusted(self, text: str, said: datetime | None = None) -> bool:
        """Whether a text repeats a statement that is no longer in use."""
        source = self.source_of(text, said)
        return source is not None and source.trust is not StatementTrust.CURRENT

    def _repeated(self, text: str) -> Iterator[PeerStatement]:
        text = self._before_own(text[:_LONGEST_LINE])
        for part in dict.fromkeys((text, *_SENTENCE_END.split(text))):
            for words in forms_of(part):
                yield from self._quoted(words)
                yield from self._deleted(words)

    def _before_own(self, text: str) -> str:
        """Return the text before an own sentence at its end; else the whole text.

        The memory writes such lines: "Resolved: lidar reports an error: no data". No part of an own
        sentence is another robot's, even if that robot says just this part.
        """
        if not self._own:
            return text
        if self._is_own(text):
            return ""
        colons = islice(_COLON.finditer(text, max(0, len(text) - _LONGEST_OWN)), _MOST_COLONS)
        return next((text[: at.start()] for at in colons if self._is_own(text[at.end() :])), text)

    def _is_own(self, text: str) -> bool:
        is_short = len(text) <= _LONGEST_OWN
        return is_short and any(words in self._own for words in forms_of(text))

    def _quoted(self, words: Words) -> Iterator[PeerStatement]:
        """Yield the repeated statements that are known by their words."""
        if words in self._by_words and words not in self._own:
            yield self._by_words[words]
        for at in range(len(words) - LEAST_QUOTED + 1):
            for statement in self._by_start.get(words[at : at + LEAST_QUOTED], ()):
                if statement in self._own or words[at : at + len(statement)] != statement:
                    continue
                if is_quotation(len(statement), len(words)):
                    yield self._by_words[statement]

    def _deleted(self, words: Words) -> Iterator[PeerStatement]:
        """Yield the repeated statements that were deleted on request and that nobody makes now."""
        for count in self._deleted_lengths:
            for at in range(len(words) - count + 1):
                part = words[at : at + count]
                if not is_quotation(count, len(words)):
                    break
                found = self._by_digest.get(WordDigest.of(part))
                if found is not None and part not in self._own and part not in self._by_words:
                    yield found


def _first(statement: PeerStatement) -> tuple[bool, datetime]:
    return statement.trust is StatementTrust.WITHDRAWN, statement.heard


#: For a robot that has heard no other.
NO_LINEAGE = PeerLineage()
