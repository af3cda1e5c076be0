"""A note of a person or an agent, and its checks (rules.md §2.2 and §2.7).

See docs/reference/security.md, "Who may do what"; docs/explanation/confidence.md, "Where confidence
starts" and "Persons and agents as sources".
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from robot_memory.entries.entry_id import canonical_text
from robot_memory.entries.field_limits import beyond_limits
from robot_memory.entries.memory_entry import MAX_TEXT, EntryType, MemoryEntry
from robot_memory.entries.near_duplicates import find_echo, says_again
from robot_memory.entries.normal_words import normal_words
from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.entries.peer_text import inner
from robot_memory.entries.persons_decision import is_persons
from robot_memory.foundation.errors import Defect, InvalidEntry, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import screened, without_secrets
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.foundation.text.outside_text import OutsideText, take_in
from robot_memory.foundation.text.unicode_text import is_storable, without_hidden
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Observation, Source

#: The least confidence that an entry can have (document 000 §4.1).
LEAST_CONFIDENCE = 0.1
_KINDS = tuple(kind.value for kind in EntryType if kind is not EntryType.RESOLVED)
_NOT_UNICODE = "is not valid Unicode"
_SOURCES = (Source.PERSON, Source.AGENT, Source.CLAIMED)
#: Names of unchecked authors: each must read as a single name.
_NAMES = {"agent": re.compile(r"[\w.@/-]+"), "claimed": re.compile(r"[\w.@/' -]+")}
_BELOW = {
    Source.AGENT: "an agent's word alone stays below 0.60 until a detector or a person agrees",
    Source.CLAIMED: "who says over ROS to be a person cannot be told from an agent, and such a "
    "word alone stays below 0.60 until a detector agrees, or a person at the robot's machine",
}


@dataclass(frozen=True)
class Note:
    """A note that has been checked.

    Attributes:
        text: NFC, trimmed.
        confidence: the first confidence of an entry made from it.
        source: a person, an agent, or a claimed person.
        by: the author's name; empty if none was given.
        remark: why it is believed less than requested; empty if it is not.
        removed: the kind of each secret removed from the text.
    """

    type: EntryType
    text: str
    confidence: float
    tags: tuple[str, ...]
    source: Source
    by: str = ""
    remark: str = ""
    removed: tuple[str, ...] = ()

    @property
    def loss(self) -> str:
        """The answer's words about removed secrets; empty if there are none."""
        kinds = ", ".join(sorted(set(self.removed)))
        return f"; taken out before it was stored: {kinds}" if kinds else ""

    def find_echo(
        self,
        entries: Mapping[str, MemoryEntry],
        peers: Iterable[PeerMemory] = (),
    ) -> MemoryEntry | None:
        """Return the entry that the note only repeats, of this robot or of another one.

        A person's word is never an echo. A claimed person may support a note that is no better
        proven, stays below 0.60, and was not muted or resolved by a person.
        """
        if self.source.is_proven:
            return None
        candidates: Iterable[MemoryEntry] = chain(
            entries.values(), *(peer.entries for peer in peers)
        )
        if self.source is Source.CLAIMED:
            candidates = (entry for entry in candidates if is_persons(entry))
        return find_echo(self.text, candidates)

    def has_words_of(self, entry: MemoryEntry) -> bool:
        """Whether an entry has nearly the same words."""
        return normal_words(entry.text) == normal_words(self.text)

    def says_what(self, entry: MemoryEntry) -> bool:
        """Whether it repeats an entry's present words, not only its earlier ones."""
        return find_echo(self.text, [entry]) is not None or says_again(self.text, entry.text)

    def as_observation(self, instant: Instant, entry_id: str, *, is_echo: bool) -> Observation:
        """Return its row for the ledger."""
        return Observation(
            kind=Kind.ECHO if is_echo else Kind.NOTE,
            instant=instant,
            summary=self.text,
            source=self.source,
            entry_id=entry_id,
            entry_type=self.type.value,
            confidence=self.confidence,
            tags=self.tags,
            detail={
                **author_detail(self.source, self.by),
                **OutsideText("", self.removed).losses,
            },
        )


@dataclass(frozen=True)
class NoteResult:
    """The answer to a note.

    Attributes:
        id: the entry that the note made, reinforced or repeats.
        created: whether the entry is new.
        echo_of: the RRN of the robot whose words it repeats; empty if none.
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
    """Check a statement, and return it as a note.

    Args:
        confidence: in [0.1, 1]; 0 for the usual value of the source.
        source: 'person' or 'agent', with a name if there is one: 'person:ada'.

    Raises:
        InvalidEntry: lists everything that is wrong with it.
    """
    text = canonical_text(text)
    defects = [*_defects(str(entry_type), text, confidence, tags), *source_defects(source),
               *beyond_limits(tags=tags)]  # fmt: skip
    if defects:
        raise InvalidEntry("the note was not stored", defects)
    author, by = _split(source)
    asked, remark = confidence, ""
    if not author.is_proven:
        confidence = min(asked or settings.confidence_agent, settings.confidence_agent_limit)
        if author is Source.CLAIMED or asked > confidence:
            remark = f"kept at {confidence:.2f}: {_BELOW[author]}"
    confidence = confidence or settings.confidence_person
    received = take_in(text, MAX_TEXT)
    removed = list(received.removed)
    *labels, said = screened([*tags, received.text], removed)  # "hunter2" with a tag "password"
    _, *labels = screened([said, *labels], removed)  # "the password is:" with a tag "hunter2"
    return Note(
        EntryType(entry_type), said, confidence, tuple(map(str, labels)), author,
        without_secrets(by), remark, tuple(removed),
    )  # fmt: skip


def read_source(source: str) -> tuple[Source, str]:
    """Return the kind and name of an author: 'person' or 'agent', or 'person:ada'.

    Raises:
        InvalidInput: it is neither.
    """
    defects = source_defects(source)
    if defects:
        raise InvalidInput("nothing was stored", defects)
    return _split(source)


def source_defects(source: str) -> list[Defect]:
    """Return what is wrong with a statement's author; see :func:`read_source`."""
    word, colon, name = source.partition(":")
    if not is_storable(source):
        return [Defect("source", _NOT_UNICODE)]
    if word not in [known.value for known in _SOURCES]:
        return [Defect("source", f"{word!r:.80} is neither 'person' nor 'agent'")]
    if colon and not name.strip():
        return [Defect("source", "has no name after the colon; leave the colon out without one")]
    if colon and word in _NAMES and not _NAMES[word].fullmatch(name):
        blanks = "" if word == Source.AGENT.value else "blanks, ', "
        signs = f"letters, digits, {blanks}. _ @ / and -"
        return [Defect("source", f"the name {name!r:.80} has other signs than {signs}")]
    return list(beyond_limits(source=source))


def author_detail(source: Source, by: str) -> dict[str, str]:
    """Return what a row says about its author besides the source."""
    detail = {"by": by} if by else {}
    return {**detail, "claim": CLAIM} if source is Source.CLAIMED else detail


def read_text(text: str) -> str:
    """Check the new text of an entry, and return it NFC-normalised, trimmed, without secrets.

    Raises:
        InvalidInput: an entry cannot have this text.
    """
    text = canonical_text(text)
    defects = _text_defects(text)
    if defects:
        raise InvalidInput("nothing was stored", defects)
    return take_in(text, MAX_TEXT).text


def read_words(**words: str) -> list[str]:
    """Return the texts of a request, such as a reason: NFC, trimmed, without secrets.

    Raises:
        InvalidInput: names the texts that cannot be stored, or are too long.
    """
    defects = [Defect(name, _NOT_UNICODE) for name, text in words.items() if not is_storable(text)]
    defects += beyond_limits(**words)
    if defects:
        raise InvalidInput("nothing was stored", defects)
    return list(map(str, screened(list(map(canonical_text, words.values())))))


def _defects(entry_type: str, text: str, confidence: float, tags: Collection[str]) -> list[Defect]:
    defects = []
    if entry_type not in _KINDS:
        defects.append(Defect("type", f"{entry_type!r:.80} is not one of {', '.join(_KINDS)}"))
    defects += _text_defects(text)
    if not math.isfinite(confidence) or (confidence and not LEAST_CONFIDENCE <= confidence <= 1.0):
        problem = f"{confidence} is not between {LEAST_CONFIDENCE} and 1.0"
        defects.append(Defect("confidence", problem))
    for index, tag in enumerate(tags):
        if not tag.strip() or not is_storable(tag):
            defects.append(
                Defect(f"tags[{index}]", f"{tag!r:.80} is empty, or is not valid Unicode")
            )
    return defects


def _text_defects(text: str) -> list[Defect]:
    defects = []
    if not without_hidden(text).strip():
        defects.append(Defect("text", "is empty, or has nothing that people see"))
    if len(text) > MAX_TEXT:
        defects.append(Defect("text", f"{len(text)} characters is above {MAX_TEXT}"))
    if not is_storable(text):
        defects.append(Defect("text", _NOT_UNICODE))
    return defects


def _split(source: str) -> tuple[Source, str]:
    word, _, by = source.partition(":")
    return Source(word), inner(by)  # it is shown in brackets: "by agent (planner)"
