"""What a passage is worth now, whatever is asked: activation, confidence, resolved or not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from robot_memory.entries.entry import EntryType, MemoryEntry
from robot_memory.graph import FactGraph
from robot_memory.ledger.row_worth import NOTHING_SAID, RowWorth, Worths
from robot_memory.levels.reading import weight_of
from robot_memory.levels.tree import Level
from robot_memory.recall.found import Found
from robot_memory.recall.hit import Source
from robot_memory.recall.index import time_of

# Something that is hardly present or hardly sure is worth so much of what is certain.
_LEAST = 0.5
#: A resolved lesson is history: told after what still holds, unless nothing else fits.
_RESOLVED = 0.4
_SUPERSEDED = 0.7
#: What an operator calls out of date is history as well; a row without a score counts as 0.5 (004).
_STALE, _UNSCORED = 0.4, 0.5
_SEMANTIC = "semantic/"


@dataclass(frozen=True)
class Worth:
    """What a passage is worth, in [0, 1.5], and what is to be said about it.

    Attributes:
        factor: what its score is multiplied with; 0: it is not told.
        why: in words, such as "entry at 0.82".
        text: what it says now; empty: as the index has it.
    """

    factor: float
    why: tuple[str, ...] = ()
    text: str = ""


NOT_TOLD = Worth(0.0)


class Appraiser:
    """Tells what passages are worth, as of one moment.

    Args:
        facts: what facts are worth.
        entries: by id, with what each is worth.
        sources: what was asked for by name; evidence of old lessons is told only then.
        worths: what operators said of the evidence.
        now: the time.

    Attributes:
        most: what a passage may be worth at most.
    """

    def __init__(
        self,
        facts: FactGraph,
        entries: Mapping[str, tuple[float, MemoryEntry]],
        sources: Collection[str],
        worths: Worths,
        now: datetime,
    ) -> None:
        self._facts = facts
        self._entries = entries
        self._sources = sources
        self._worths = worths
        said = (*worths.of_saying.values(), *worths.of_entry.values())
        self.most = max((1.0, *(_UNSCORED + (one.importance or 0.0) for one in said)))
        self._now = now

    def worth(self, found: Found) -> Worth:
        """Return what a passage is worth; without its level, which the index knows."""
        if found.source == Source.ENTRY.value:
            return self._of_entry(found)
        if found.source == Source.FACT.value:
            return self._of_fact(found)
        if found.source == Source.OBSERVATION.value:
            return self._of_observation(found)
        if found.source == Source.KNOWLEDGE.value:
            return self._of_knowledge(found)
        if found.source == Source.EVENT.value:
            return self._of_event(found)
        return Worth(1.0)

    def is_retired(self, lesson: str) -> bool:
        """Tell whether a lesson was resolved, pruned or deleted."""
        known = self._entries.get(lesson)
        return known is None or known[1].type is EntryType.RESOLVED

    def _of_entry(self, found: Found) -> Worth:
        known = self._entries.get(found.ref)
        if known is None:
            return NOT_TOLD
        value, entry = known
        if entry.type is EntryType.RESOLVED:
            return Worth(_RESOLVED, ("a lesson that was resolved",))
        said = self._worths.of_entry.get(found.ref, NOTHING_SAID)
        return _as_said(said, Worth(_share(value), (f"entry at {value:.2f}",)))

    def _of_fact(self, found: Found) -> Worth:
        fact = self._facts.get(found.ref, now=self._now)
        is_faded = fact is None or fact.activation < self._facts.limits.search_threshold
        if fact is None or is_faded or (found.lesson and self.is_retired(found.lesson)):
            return NOT_TOLD
        why = f"fact at {fact.activation:.2f}"
        share = _share(fact.activation)
        return Worth(share if fact.current else share * _SUPERSEDED, (why,), fact.text)

    def _of_observation(self, found: Found) -> Worth:
        times = (f"seen {found.times} times",) if found.times > 1 else ()
        if not found.lesson or not self.is_retired(found.lesson):
            said = self._worths.of_saying.get(int(found.ref), NOTHING_SAID)
            return _as_said(said, Worth(1.0, times))
        if found.source in self._sources:
            return Worth(_RESOLVED, (*times, "its lesson was resolved or is gone"))
        return NOT_TOLD

    def _of_event(self, found: Found) -> Worth:
        """What was done to a lesson is told where it is asked for; what it says is told by it."""
        is_gone = bool(found.lesson) and self.is_retired(found.lesson)
        return NOT_TOLD if is_gone and found.source not in self._sources else Worth(1.0)

    def _of_knowledge(self, found: Found) -> Worth:
        if found.lesson and self.is_retired(found.lesson):
            return NOT_TOLD
        if not found.ref.startswith(_SEMANTIC):
            return Worth(1.0)
        return Worth(
            weight_of(Level.SEMANTIC, time_of(found.time), self._now)
            / weight_of(Level.SEMANTIC, None, self._now)
        )


def _as_said(said: RowWorth, worth: Worth) -> Worth:
    """Return what something is worth once an operator has said how important it is (004)."""
    factor, why = worth.factor, worth.why
    if said.importance is not None:
        factor *= _UNSCORED + said.importance
        why = (*why, f"importance {said.importance:.2f}")
    if said.stale:
        factor *= _STALE
        why = (*why, "an operator called it out of date")
    return replace(worth, factor=factor, why=why)


def _share(value: float) -> float:
    return _LEAST + (1.0 - _LEAST) * value
