"""A passage as it stands in the index."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.long_term.recall.passage import mark

_SPEAKER, _COMPONENT = mark("speaker", ""), mark("component", "")


class IndexedPassage(NamedTuple):
    """A row of the index; the attributes are those of a Passage, but for these.

    Attributes:
        id: its number in the index.
        time: seconds since 1970, UTC.
        times: how many times it was seen.
        asks: which share of its sentences are questions.
        terms, marks: as the index of words has them.
    """

    id: int
    source: str
    ref: str
    place: str
    text: str
    time: float | None
    conversation: str
    turn: int
    speaker: str
    component: str
    weight: float
    entry_id: str
    note: str
    times: int
    asks: float
    terms: str
    marks: str
    is_own: int = 0

    @property
    def speaker_words(self) -> list[str]:
        """The words of the speaker's name, as marks."""
        return [word for word in self.marks.split() if word.startswith(_SPEAKER)]

    @property
    def component_words(self) -> Collection[str]:
        """The words of what it is about, as marks."""
        return _component_words(self.marks) if _COMPONENT in self.marks else ()


@cached_if_short(1024, longest=400)  # few differ among those that a question finds
def _component_words(marks: str) -> frozenset[str]:
    return frozenset(word for word in marks.split() if word.startswith(_COMPONENT))


#: What a query selects of the table ``passages``, named p.
COLUMNS = ", ".join(
    "p.count" if name == "times" else f"p.{name}" for name in IndexedPassage._fields
)
