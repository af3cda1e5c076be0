"""Hits in words: what was found, what was said around it, and why it was found."""

from __future__ import annotations

from collections.abc import Iterator

from robot_memory.recall.asked import Asked
from robot_memory.recall.candidates import Candidate
from robot_memory.recall.hit import Hit, Source
from robot_memory.recall.index import Index, time_of
from robot_memory.recall.mixing import Weighed
from robot_memory.recall.words import term_of, words_of

_AROUND = 1  # turns before and after
_MOST_WORDS = 6  # that are named
_NEIGHBOURS = (
    "SELECT turn, speaker, text FROM passages WHERE conversation = ? AND turn BETWEEN ? AND ? "
    "AND turn >= 0 ORDER BY turn, id"
)


class Teller:
    """Makes hits.

    Args:
        index: has what was said around a turn.
        asked: what was asked.
    """

    def __init__(self, index: Index, asked: Asked) -> None:
        self._index = index
        self._asked = asked
        self._words = {term: word for word in words_of(asked.query) if (term := term_of(word))}

    def tell(self, one: Weighed) -> Hit:
        """Return the hit that was weighed."""
        found = one.found
        return Hit(
            source=found.source,
            id=found.ref,
            where=found.place,
            time=time_of(found.time),
            text=one.worth.text or found.text,
            context=self._around(found),
            score=round(one.score, 6),
            why=tuple(self._why(one)),
            conversation_id=found.conversation,
            turn=found.turn if found.turn >= 0 else None,
            speaker=found.speaker,
        )

    def _around(self, found: Candidate) -> str:
        """Return the turns before and after, each on a line with its speaker."""
        if found.turn < 0 or not found.conversation:
            return ""
        rows = self._index.query(
            _NEIGHBOURS, (found.conversation, found.turn - _AROUND, found.turn + _AROUND)
        )
        return "\n".join(
            f"{speaker}: {text}" if speaker else str(text)
            for turn, speaker, text in rows
            if turn != found.turn
        )

    def _why(self, one: Weighed) -> Iterator[str]:
        found = one.found
        there = set(found.terms.split())
        said = [f"'{word}'" for term, word in self._words.items() if term in there]
        if said:
            yield f"says {', '.join(said[:_MOST_WORDS])}"
        else:
            yield "fits by what was said around it"
        if found.speaker and self._asked.speaker:
            yield f"spoken by {found.speaker}"
        if self._asked.component:
            yield f"about {found.component}"
        yield from one.worth.why
        elsewhere = {_name(other) for other in one.others if other.source != found.source}
        if elsewhere:
            yield f"also {', '.join(sorted(elsewhere))}"


def _name(other: Candidate) -> str:
    """Return where the same stands, in words."""
    if other.source == Source.KNOWLEDGE.value:
        return f"in {other.ref}"
    return f"an {other.source}" if other.source[0] in "eo" else f"a {other.source}"
