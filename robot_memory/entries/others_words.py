"""Words that an agent must not use as its own: those of others, and those that persons ended.

Specification: rules.md §1.6, §2.7 and §6.15.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from robot_memory.entries.entry_id import agents_id, mint_id
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.near_duplicates import find_echo, says_again
from robot_memory.entries.normal_words import folded_words, is_quotation
from robot_memory.entries.note import Note
from robot_memory.entries.peer_lineage import PeerStatement
from robot_memory.entries.persons_decision import DECIDED_BY, is_persons
from robot_memory.foundation.errors import InvalidInput


def check_not_said_by_peer(peer: PeerStatement | None) -> None:
    """Raise InvalidInput if the words are a peer's: they would be shown without its name."""
    if peer is not None:
        raise InvalidInput(
            f"these are {peer.why}; an agent cannot make them its own; nothing was stored: say it "
            "in other words, or let a person at the robot's machine say it"
        )


def check_not_said_here(entry: MemoryEntry, text: str, state: MemoryState, now: datetime) -> None:
    """Raise InvalidInput if an agent's correction has words of others, or ended by persons."""
    if entry.type is EntryType.RESOLVED:
        raise InvalidInput(f"{entry.id} is resolved; nothing was stored: note what is so now")
    others = (one for one in state.entries.values() if one.id != entry.id)
    said = find_echo(text, others) or ended_words(state, entry.type, text, now)
    if said is not None and said.id != entry.id:
        raise InvalidInput(
            f"{said.id} says that, or said it before it was ended: {said.text}; an agent cannot "
            f"make these the words of {entry.id}; nothing was stored"
        )


def repeated_words(note: Note, said: MemoryEntry) -> str:
    """Return why an agent's note does not count, as it repeats an entry's present or past words."""
    if said.type is EntryType.RESOLVED:
        return (
            f"{said.id} says so and is resolved: not counted; `robot-memory review` asks a person "
            "whether it is so again"
        )
    if note.has_words_of(said):
        return f"{said.id} is the same note: not counted"
    if not note.says_what(said):
        return f"{said.id} said so and was corrected; it now says: {said.text}; not counted"
    if DECIDED_BY in said.extra:
        return (
            f"{said.id} reads so, and a person decided about it ({said.text}): not counted; if "
            "something else is so now, say it in other words"
        )
    return f"{said.id} said so before: not counted"


def correct_words(said_id: str, entry: MemoryEntry) -> str:
    """Return the result of a correction; an agent's correction is a new note with another id."""
    is_same = entry.id.removeprefix("mem-").startswith(said_id.removeprefix("mem-"))
    return f"{entry.id} says {'now' if is_same else 'so in its place'}: {entry.text}"


def check_not_decided(entry_id: str, text: str, state: MemoryState) -> None:
    """Raise InvalidInput if an agent's reason or note repeats words that a person decided about.

    Args:
        entry_id: the subject of the words; its present text may be quoted.
    """
    said = decided_about(state, text, beside=state.find_anywhere(entry_id)) if text else None
    if said is not None:
        raise InvalidInput(
            f"a person decided about what reads so ({said.id}: {said.text}); nothing was stored: "
            "say it in other words"
        )


def decided_about(
    state: MemoryState, text: str, beside: MemoryEntry | None = None
) -> MemoryEntry | None:
    """Return the entry with a text that a person has decided about, or reworded.

    Args:
        beside: the subject of the words; its present text may be quoted.
    """
    own = "" if beside is None else beside.text
    decided = (one for one in state.decided() if beside is None or one.id != beside.id)
    said = next((one for one in decided if says_again(text, one.text)), None)
    was = (
        entry_id for words, entry_id in state.corrected_words()
        if says_again(text, words) and not says_again(own, words)
    )  # fmt: skip
    return said or next(filter(None, map(state.find_anywhere, was)), None)


def ended_words(
    state: MemoryState, entry_type: EntryType, text: str, now: datetime
) -> MemoryEntry | None:
    """Return the entry that an agent's words repeat although a person ended it (rules.md §1.6).

    The person reworded or deleted it; or muted, resolved or declared it known before it faded. The
    same words in another spelling are a repetition.
    """
    live = state.entries.get(agents_id(text))
    if live is not None and is_persons(live):
        return live
    said = decided_about(state, text)
    if said is not None or live is not None:
        return said
    left = (state.find_archived(None, one) for one in (agents_id(text), mint_id(entry_type, text)))
    return next((one.entry for one in left if one is not None and one.is_decided(now)), None)


@dataclass(frozen=True)
class EndedWords:
    """The texts of resolved, deleted or reworded entries, to recognize repetitions.

    Attributes:
        texts: pairs of an entry's ended text and its present text (empty: it is over).
    """

    texts: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, state: MemoryState) -> EndedWords:
        """Return the present ended texts of a memory."""
        said_now = {
            entry.id: entry.text
            for entry in list(state.entries.values())
            if entry.type is not EntryType.RESOLVED
        }
        found = dict.fromkeys(_said_before(state, said_now))
        return cls(tuple((text, said_now.get(entry_id, "")) for text, entry_id in found))

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.texts)

    def are_said(self, text: str, parts: Iterable[str] = ()) -> bool:
        """Whether a text repeats or quotes one of them, in any spelling (as in rules.md §6.15).

        Args:
            parts: parts of the text, such as its fields, each of which may be a whole entry's text.
        """
        sentences = (text, *parts)
        if any(folded_words(one) in self._forms for one in sentences):
            return True
        return any(_is_quoted(sentences, *one) for one in self.texts if says_again(text, one[0]))

    @cached_property  # lazy: most queries find no agents' words
    def _forms(self) -> frozenset[str]:
        """The texts in folded words."""
        return frozenset(folded_words(text) for text, now in self.texts if text != now)


NOTHING_ENDED = EndedWords()


def _is_quoted(sentences: Collection[str], ended: str, said_now: str) -> bool:
    """Whether one of the sentences quotes an ended text, and not the present one."""
    count = _count(ended)
    quoting = [one for one in sentences if says_again(one, ended)]
    is_quoted = any(is_quotation(count, max(count, _count(one))) for one in quoting)
    return is_quoted and not (said_now and any(says_again(one, said_now) for one in quoting))


def _count(text: str) -> int:
    return folded_words(text).count(" ") + 1


def _said_before(state: MemoryState, said_now: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield past texts of entries, each with the entry's id."""
    leaving = [removal.entry for removal in list(state.deleted.values())]
    gone = (*state.decided(), *leaving, *state.archive.deleted(), *list(state.entries.values()))
    yield from ((entry.text, entry.id) for entry in gone if entry.id not in said_now)
    yield from state.corrected_words()
    yield from state.reworded(gone)
