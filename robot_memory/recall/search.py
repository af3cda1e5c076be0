"""From a question to hits: candidates, how well they fit, what they are worth, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from robot_memory.entries.entry import MemoryEntry
from robot_memory.graph import FactGraph
from robot_memory.recall.asked import Asked
from robot_memory.recall.candidates import find_candidates, rarity_of
from robot_memory.recall.hit import Hit
from robot_memory.recall.index import Index
from robot_memory.recall.mixing import Mixer
from robot_memory.recall.scoring import bm25
from robot_memory.recall.telling import Teller
from robot_memory.recall.words import terms_of
from robot_memory.recall.worth import Appraiser


class Search:
    """One look into the index, as of one moment.

    Args:
        index: brought up to date.
        facts: tells what facts are worth.
        entries: by id, with what each is worth.
        now: the time.
    """

    def __init__(
        self,
        index: Index,
        facts: FactGraph,
        entries: Mapping[str, tuple[float, MemoryEntry]],
        now: datetime,
    ) -> None:
        self._index = index
        self._facts = facts
        self._entries = entries
        self._now = now

    def answer(self, asked: Asked) -> list[Hit]:
        """Return the hits, best first."""
        terms = list(dict.fromkeys(terms_of(asked.query)))
        if not terms:
            return []
        rarity = rarity_of(self._index, terms)
        found = find_candidates(self._index, asked, rarity)
        scored = [(bm25(terms, one, rarity), one) for one in found]
        appraiser = Appraiser(self._facts, self._entries, asked.sources, self._now)
        weighed = Mixer(appraiser, self._entries).mix(scored, asked.limit)
        teller = Teller(self._index, asked)
        return [teller.tell(one) for one in weighed]
