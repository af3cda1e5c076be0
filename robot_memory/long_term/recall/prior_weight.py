"""The weight of a passage for any question: activation, confidence, resolved or not.

If a passage repeats somebody else's words, its weight depends on the trust in that source.

Specification: rules.md §8.10 and §6.15.

See docs/reference/recall.md, "How it searches".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from robot_memory.entries.keep_rules import has_ended, keep_words
from robot_memory.entries.known_rules import known_reason, until_words
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.entries.normal_words import folded_words
from robot_memory.entries.others_words import EndedWords
from robot_memory.entries.peer_lineage import PeerLineage, StatementTrust
from robot_memory.entries.persons_decision import RESOLVED_BY, is_persons
from robot_memory.entries.resolve_rules import is_resolved_unproven
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.ledger import Kind
from robot_memory.ledger.row_worth import UNMARKED, RowWorth, RowWorths
from robot_memory.long_term.graph import FactGraph
from robot_memory.long_term.levels.level_tree import MemoryLevel, weight_of
from robot_memory.long_term.recall.entry_feed import ARCHIVED
from robot_memory.long_term.recall.passage import IndexedPassage
from robot_memory.long_term.recall.query import HitSource
from robot_memory.long_term.recall.recall_index import time_of

#: A peer's withdrawn statement is history, only shown if its source is requested by name.
_WITHDRAWN = 0.4
# A peer's report that this robot has not verified counts this much, and up to 1 by confidence.
_LEAST_OF_PEERS = 0.6
# Something hardly present or hardly sure counts this much, relative to something certain.
_LEAST = 0.7
#: A resolved entry ranks below entries that still hold.
_RESOLVED = 0.4
_SUPERSEDED = 0.7
#: A decayed entry was true once: it counts as the least certain entry.
_DECAYED = _LEAST
#: What an operator marked out of date is history as well; a row without a score counts 0.5 (004).
_STALE, _UNSCORED = 0.4, 0.5
_SEMANTIC = "semantic/"
_ENTRY = HitSource.ENTRY.value  # reading it from the class each time takes three times as long


@dataclass(frozen=True)
class WordSource:
    """Weighs words that were derived from a peer's.

    Attributes:
        entries: by id, each with its effective confidence.
        sources: the sources that were requested by name.
        ended: the statements that persons ended.
    """

    lineage: PeerLineage
    entries: Mapping[str, tuple[float, MemoryEntry]]
    sources: Collection[str]
    ended: EndedWords

    def factor(self, found: IndexedPassage, text: str) -> tuple[float, str]:
        """Return the factor for the weight of a passage with this text now, and the reason."""
        if not self.lineage or self._is_own(found):
            return 1.0, ""
        # It is unknown when a machine wrote a line of a page.
        is_page = found.source == HitSource.KNOWLEDGE.value
        source = self.lineage.source_of(text, None if is_page else time_of(found.time))
        if source is None:
            return 1.0, ""
        if source.trust is StatementTrust.CURRENT:
            return _LEAST_OF_PEERS + (1.0 - _LEAST_OF_PEERS) * source.confidence, source.why
        is_withdrawn = source.trust is StatementTrust.WITHDRAWN and not source.is_deleted
        is_asked = is_withdrawn and found.source in self.sources
        return (_WITHDRAWN if is_asked else 0.0), source.why

    def is_distrusted(self, text: str, time: float | None) -> bool:
        """Tell whether words beside a hit repeat words that are no longer in use."""
        return self.lineage.is_distrusted(text, time_of(time)) or self.ended.are_said(text)

    def _is_own(self, found: IndexedPassage) -> bool:
        """Tell whether a person, an operator or a detector of this robot says so.

        For an entry, and for what was derived from it, the entry's present state counts.
        """
        if found.is_own:
            return True
        is_entry = found.source == HitSource.ENTRY.value
        known = self.entries.get(found.ref if is_entry else found.entry_id)
        if known is not None:
            return not known[1].is_agents_word
        return is_entry  # from the archive; an echo never became an entry


@dataclass(frozen=True)
class PassageWeight:
    """The weight of a passage, in [0, 1.5], and the words that explain it.

    Attributes:
        factor: the factor for its score; 0: it is not shown.
        why: in words, such as "entry at 0.82".
        text: its text now; empty: the text of the index.
    """

    factor: float
    why: tuple[str, ...] = ()
    text: str = ""


_NOT_SHOWN = PassageWeight(0.0)
_QUOTES = str.maketrans("“”", "''")  # no quotation mark in a note may seem to end the quotation


class PriorWeight:
    """Weighs passages as of one moment.

    Args:
        entries: by id, each with its effective confidence.
        sources: the sources requested by name; only these yield evidence of retired entries.
        worths: the operators' marks of the evidence.
        is_archived: tells whether an entry is in the archive because it decayed.
        ended: the statements that persons ended.
        asks_for_resolved: whether the question asks for resolved entries.

    Attributes:
        most: the highest weight that a passage can have.
        words: weighs words that were derived from a peer's.
    """

    def __init__(
        self,
        facts: FactGraph,
        entries: Mapping[str, tuple[float, MemoryEntry]],
        sources: Collection[str],
        worths: RowWorths,
        now: datetime,
        *,
        is_archived: Callable[[str], bool],
        lineage: PeerLineage,
        ended: EndedWords,
        asks_for_resolved: bool,
    ) -> None:
        self._resolved = 1.0 if asks_for_resolved else _RESOLVED
        self._is_archived = is_archived
        self._ended = ended
        self._facts = facts
        self._entries = entries
        self._sources = sources
        self._worths = worths
        marked = (*worths.of_saying.values(), *worths.of_entry.values())
        self.most = max((1.0, *(_UNSCORED + (one.importance or 0.0) for one in marked)))
        self._now = now
        self.words = WordSource(lineage, entries, sources, ended)

    def worth(self, found: IndexedPassage) -> PassageWeight:
        """Return the weight of a passage, without the weight of its level, which the index has."""
        worth = self._of_source(found)
        if worth.factor == 0.0:
            return worth  # the source of its words does not matter then
        if self._repeats_ended(found):
            return _NOT_SHOWN
        factor, why = self.words.factor(found, worth.text or found.text)
        if factor == 0.0 or not why:
            return worth if factor else _NOT_SHOWN
        return replace(worth, factor=worth.factor * factor, why=(*worth.why, why))

    def _repeats_ended(self, found: IndexedPassage) -> bool:
        """Tell whether an agent repeats something that a person ended (rules.md §1.6).

        On a page, the repetition is not shown; in events and sessions it is history, shown if the
        source is requested by name.
        """
        if found.is_own or not self._ended:
            return False
        if found.source == HitSource.KNOWLEDGE.value:
            parts = found.note.partition("\n")[2].split(" › ")  # its headings
        elif found.source in self._sources:
            return False
        elif found.source == HitSource.EVENT.value:
            parts = [field.partition(": ")[2] for field in found.text.split("; ")]
        elif found.source == HitSource.CHUNK.value and (
            found.speaker.startswith("agent") or CLAIM in found.speaker
        ):
            parts = []
        else:
            return False
        return self._ended.are_said(found.text, parts)

    def _of_source(self, found: IndexedPassage) -> PassageWeight:
        """Return the weight of a passage, regardless of whose words it repeats."""
        if found.source == _ENTRY:
            return self._of_entry(found)
        if found.source == HitSource.FACT.value:
            return self._of_fact(found)
        if found.source == HitSource.OBSERVATION.value:
            return self._of_observation(found)
        if found.source == HitSource.KNOWLEDGE.value:
            return self._of_knowledge(found)
        if found.source == HitSource.EVENT.value:
            is_told = found.source in self._sources or not self._is_said_no_longer(found)
            return PassageWeight(1.0) if is_told else _NOT_SHOWN
        return PassageWeight(1.0)

    def is_retired(self, entry_id: str) -> bool:
        """Tell whether an entry was resolved or deleted, or its end date has passed.

        A decayed entry is in the archive and is not retired.
        """
        known = self._entries.get(entry_id)
        if known is None:
            return not self._is_archived(entry_id)
        return known[1].type is EntryType.RESOLVED or has_ended(known[1], self._now)

    def is_persons(self, entry_id: str) -> bool:
        """Tell whether the present state of an entry is more than an agent's word."""
        known = self._entries.get(entry_id)
        return known is None or is_persons(known[1])

    def _is_said_no_longer(self, found: IndexedPassage) -> bool:
        """Tell whether an entry no longer says what was once recorded about it.

        It was resolved or deleted; or a person took back their word, which left it an agent's; or a
        note has other words now. A detector's words may vary.
        """
        if not found.entry_id:
            return False
        if self.is_retired(found.entry_id):
            return True
        known = self._entries.get(found.entry_id)
        if known is None:
            return False
        entry = known[1]
        if found.is_own and entry.is_agents_word:
            return True
        is_note, says = entry.key is None, f" {folded_words(found.text)} "
        return is_note and f" {folded_words(entry.text)} " not in says

    def _of_entry(self, found: IndexedPassage) -> PassageWeight:
        known = self._entries.get(found.ref)
        if is_from_archive(found):
            return _NOT_SHOWN if known else PassageWeight(_DECAYED, (_left(found),))
        if known is None:
            return _NOT_SHOWN
        value, entry = known
        if entry.type is EntryType.RESOLVED:
            return PassageWeight(self._resolved, (_end_of(entry),))
        if has_ended(entry, self._now):
            return PassageWeight(self._resolved, (keep_words(entry, self._now),))
        marked = self._worths.of_entry.get(found.ref, UNMARKED)
        said = tuple(_said_about(entry, self._now))
        return _as_marked(marked, PassageWeight(_share(value), (f"entry at {value:.2f}", *said)))

    def _of_fact(self, found: IndexedPassage) -> PassageWeight:
        fact = self._facts.get(found.ref, now=self._now)
        is_decayed = fact is None or fact.activation < self._facts.limits.search_threshold
        if fact is None or is_decayed or (found.entry_id and self.is_retired(found.entry_id)):
            return _NOT_SHOWN
        why = f"fact at {fact.activation:.2f}"
        share = _share(fact.activation)
        holds = fact.current and not fact.denied
        return PassageWeight(share if holds else share * _SUPERSEDED, (why,), fact.text)

    def _of_observation(self, found: IndexedPassage) -> PassageWeight:
        times = (f"seen {found.times} times",) if found.times > 1 else ()
        is_note = found.note == Kind.NOTE.value
        is_gone = self._is_said_no_longer(found) if is_note else self.is_retired(found.entry_id)
        if not found.entry_id or not is_gone:
            marked = self._worths.of_saying.get(int(found.ref), UNMARKED)
            return _as_marked(marked, PassageWeight(1.0, times))
        if found.source in self._sources:
            is_retired = self.is_retired(found.entry_id)
            why = "was resolved or is gone" if is_retired else "says so no longer"
            return PassageWeight(_RESOLVED, (*times, f"its entry {why}"))
        return _NOT_SHOWN

    def _of_knowledge(self, found: IndexedPassage) -> PassageWeight:
        if self._is_said_no_longer(found):
            return _NOT_SHOWN
        if not found.ref.startswith(_SEMANTIC):
            return PassageWeight(1.0)
        return PassageWeight(
            weight_of(MemoryLevel.SEMANTIC, time_of(found.time), self._now)
            / weight_of(MemoryLevel.SEMANTIC, None, self._now)
        )


def is_from_archive(found: IndexedPassage) -> bool:
    """Tell whether a passage is an entry of the archive."""
    return found.source == _ENTRY and found.note.startswith(ARCHIVED)


def _said_about(entry: MemoryEntry, now: datetime) -> Iterator[str]:
    """Yield decisions about an entry that still holds, with their reasons."""
    if is_silenced(entry, now):
        who, why = entry.extra.get("muted_by", "person"), entry.extra.get("muted_why", "")
        yield f"muted by {who}: {why}" if why else f"muted by {who}"
    if reason := known_reason(entry, now):
        yield f"known {until_words(entry)}: {reason}"
    if words := keep_words(entry, now):
        yield words


def _end_of(entry: MemoryEntry) -> str:
    """Return since when a resolved entry is over, the source if it is unproven, and the reason."""
    at, note = entry.time_of("resolved_at"), str(entry.extra.get("resolved_note") or "")
    since = f" since {at:%Y-%m-%d %H:%M} UTC" if at else ""
    by = f", says {entry.extra[RESOLVED_BY]}" if is_resolved_unproven(entry) else ""
    said = f": “{without_secrets(note).translate(_QUOTES)}”" if note else ""
    return f"over{since}{by}{said}"


def _left(found: IndexedPassage) -> str:
    day = found.note.rpartition(" ")[2]
    when = f" on {day}" if day[:1].isdigit() else ""
    return f"from the archive: it faded, and left the memory{when}"


def _as_marked(marked: RowWorth, worth: PassageWeight) -> PassageWeight:
    """Return the weight adjusted by an operator's marks, importance and out of date (004)."""
    if marked.importance is None and not marked.stale:
        return worth  # as nearly always
    factor, why = worth.factor, worth.why
    if marked.importance is not None:
        factor *= _UNSCORED + marked.importance
        why = (*why, f"importance {marked.importance:.2f}")
    if marked.stale:
        factor *= _STALE
        why = (*why, "an operator called it out of date")
    return replace(worth, factor=factor, why=why)


def _share(value: float) -> float:
    return _LEAST + (1.0 - _LEAST) * value
