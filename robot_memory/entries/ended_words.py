"""What persons ended: the words of entries that were resolved, deleted or put otherwise.

Specification: rules.md §1.6.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from robot_memory.entries.memory_entry import EntryType
from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.near_duplicates import says_again
from robot_memory.entries.normal_words import folded_words, is_quotation


@dataclass(frozen=True)
class EndedWords:
    """Recognises what somebody says again of it.

    Attributes:
        texts: what entries said, each with what its entry says now; empty: nothing any more.
    """

    texts: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, state: MemoryState) -> EndedWords:
        """Read them once, for one question."""
        said_now = {
            entry.id: entry.text
            for entry in list(state.entries.values())
            if entry.type is not EntryType.RESOLVED
        }
        found = dict.fromkeys(_said_before(state, said_now))
        return cls(tuple((text, said_now.get(entry_id, "")) for text, entry_id in found))

    def __bool__(self) -> bool:
        """Tell whether anything ended."""
        return bool(self.texts)

    def are_said(self, text: str, parts: Iterable[str] = ()) -> bool:
        """Tell whether a text repeats or quotes them, in whatever spelling.

        A common phrase in a longer text is nobody's, as in rules.md §6.15.

        Args:
            parts: of the text, such as its fields, each of which may be all that an entry said.
        """
        sentences = (text, *parts)
        if any(folded_words(one) in self._forms for one in sentences):
            return True
        return any(_is_quoted(sentences, *one) for one in self.texts if says_again(text, one[0]))

    @cached_property  # most questions find nothing that an agent says
    def _forms(self) -> frozenset[str]:
        """The texts by their words alone."""
        return frozenset(folded_words(text) for text, now in self.texts if text != now)


#: Of a memory in which nothing ended.
NOTHING_ENDED = EndedWords()


def _is_quoted(sentences: Collection[str], ended: str, said_now: str) -> bool:
    """Tell whether one of some sentences quotes what ended, and not what is said now."""
    count = _count(ended)
    quoting = [one for one in sentences if says_again(one, ended)]
    is_quoted = any(is_quotation(count, max(count, _count(one))) for one in quoting)
    return is_quoted and not (said_now and any(says_again(one, said_now) for one in quoting))


def _count(text: str) -> int:
    return folded_words(text).count(" ") + 1


def _said_before(state: MemoryState, said_now: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield what entries said, each with the entry's id."""
    leaving = [removal.entry for removal in list(state.deleted.values())]
    gone = (*state.decided(), *leaving, *state.archive.deleted(), *list(state.entries.values()))
    yield from ((entry.text, entry.id) for entry in gone if entry.id not in said_now)
    yield from state.corrected_words()
    yield from state.reworded(gone)
