"""Merges passages into hits: one hit for each entry and each turn, best first.

A turn and what was derived from it are one hit: the turn (rules.md §8.12).

See docs/reference/recall.md, "How it searches"; docs/reference/levels.md, "Reading".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.text.conversation import is_person
from robot_memory.foundation.words.index_terms import plain_form, terms_of, words_of
from robot_memory.ledger import Kind
from robot_memory.long_term.chunks.chunking_engine import split_sentences
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.recall.passage import IndexedPassage
from robot_memory.long_term.recall.prior_weight import PassageWeight, PriorWeight, is_from_archive
from robot_memory.long_term.recall.query import HitSource, level_of
from robot_memory.long_term.recall.question_words import question_words

# If several places have the same statement, the first of these sources is shown.
_ORDER = (HitSource.ENTRY, HitSource.FACT, HitSource.KNOWLEDGE, HitSource.CHUNK, HitSource.EVENT,
          HitSource.OBSERVATION)  # fmt: skip
_RANK = {source.value: number for number, source in enumerate(_ORDER)}
_AT_ONCE = 40  # passages to weigh before checking whether there are enough hits
_LEVELS = tuple(MemoryLevel)  # each overrides those that follow
_SHORTEST = 4  # words of a sentence that is recognised as an entry's by its text
_DERIVED = (HitSource.FACT.value, HitSource.KNOWLEDGE.value)
_FEWEST = 2  # terms; a single word occurs in many turns
_LONGEST = 200  # tokens of a sentence
_CLAUSE_END = re.compile(r"[,;:]")
_MORE = 2  # terms; "I learned: …" says no more than what was learned


@dataclass(frozen=True)
class ScoredPassage:
    """A passage with its score.

    Attributes:
        score: how well it fits, times what it is worth.
        found: the passage.
        worth: what it is worth, and why.
        others: the same statement in other places.
        is_agents: whether it is an entry whose text or end is only an agent's word.
    """

    score: float
    found: IndexedPassage
    worth: PassageWeight
    others: tuple[IndexedPassage, ...] = ()
    is_agents: bool = False


class HitMerger:
    """Merges passages into hits; ``entries`` are by id, each with its effective confidence."""

    def __init__(
        self, prior: PriorWeight, entries: Mapping[str, tuple[float, MemoryEntry]]
    ) -> None:
        self._prior = prior
        self._entries = entries
        self._archived: dict[str, IndexedPassage] = {}

    def mix(
        self, scored: Sequence[tuple[float, IndexedPassage]], enough: int
    ) -> list[ScoredPassage]:
        """Return the best passages, each once, in any order.

        Args:
            scored: passages with their fit, in any order; their prior weight is not included.
            enough: how many hits are wanted: once that many score higher than any remaining passage
                can, the remaining ones are skipped.
        """
        faded = (one for _, one in scored if one.note and is_from_archive(one))
        self._archived |= {same_form(one.text): one for one in faded}
        ordered = sorted(scored, key=lambda pair: (-pair[0] * pair[1].weight, pair[1].id))
        groups: dict[object, list[ScoredPassage]] = {}
        for at in range(0, len(ordered), _AT_ONCE):
            for fit, one in ordered[at : at + _AT_ONCE]:
                self._take(groups, fit, one)
            # No remaining passage can score more than this.
            rest = ordered[at + _AT_ONCE :]
            bar = rest[0][0] * rest[0][1].weight * self._prior.most if rest else 0.0
            if sum(group[0].score >= bar for group in groups.values()) >= enough:
                own = (pair for pair in rest if pair[1].is_own)  # see best_first
                for fit, one in islice(own, enough):
                    self._take(groups, fit, one)
                break
        return [_representative(group) for group in groups.values()]

    def _take(
        self, groups: dict[object, list[ScoredPassage]], fit: float, found: IndexedPassage
    ) -> None:
        entry_id = found.entry_id or self._entry_with_text(found)
        if entry_id and not found.entry_id and self._prior.is_retired(entry_id):
            return
        worth = self._prior.worth(found)
        if worth.factor > 0.0:
            is_agents = found.source == HitSource.ENTRY.value and self._is_agents(found)
            groups.setdefault(_key(found, entry_id), []).append(
                ScoredPassage(fit * found.weight * worth.factor, found, worth, is_agents=is_agents)
            )

    def _is_agents(self, entry: IndexedPassage) -> bool:
        """Tell whether the present state of an entry is only an agent's word."""
        return not (entry.is_own if is_from_archive(entry) else self._prior.is_persons(entry.ref))

    def _entry_with_text(self, found: IndexedPassage) -> str:
        """Return the entry that a line of knowledge or a fact repeats; empty: none.

        What a person says is never attributed to an agent's entry: agents end their own notes.
        """
        if found.source not in (HitSource.KNOWLEDGE.value, HitSource.FACT.value):
            return ""
        form = same_form(found.text)
        if archived := self._archived.get(form):
            return "" if found.is_own and self._is_agents(archived) else archived.ref
        entry_id = self._entry_ids.get(form, "")
        return "" if found.is_own and not self._prior.is_persons(entry_id) else entry_id

    @cached_property  # most questions find no passage that needs it
    def _entry_ids(self) -> dict[str, str]:
        """Return the ids of entries by their text."""
        forms = ((same_form(entry.text), name) for name, (_, entry) in self._entries.items())
        return {form: name for form, name in forms if form.count(" ") + 1 >= _SHORTEST}


def _key(found: IndexedPassage, entry_id: str) -> object:
    """Return the key of a group: passages with the same key are one hit for a reader."""
    if entry_id:
        return ("entry", entry_id)
    if found.turn >= 0:
        return ("turn", found.conversation, found.turn)
    if found.source == HitSource.CHUNK.value:
        return ("chunk", found.ref)
    return ("says", same_form(found.text))


def split_overridden(
    hits: Sequence[ScoredPassage],
) -> tuple[list[ScoredPassage], list[ScoredPassage]]:
    """Split hits into those to show and those that a higher level overrides.

    Procedural overrides semantic overrides episodic (002 §Read Operation). A page's section is
    overridden by the section with the same name, an event by anything about the same key. What this
    robot or its people say is only overridden by their own words.
    """
    highest: dict[tuple[str, bool], int] = {}  # in anybody's words, and in our own
    for one in hits:
        for topic in _topics(one.found):
            for is_own in {False, bool(one.found.is_own)}:
                known = highest.get((topic, is_own), len(_LEVELS))
                highest[topic, is_own] = min(_level(one.found), known)
    kept: list[ScoredPassage] = []
    overridden: list[ScoredPassage] = []
    for one in hits:
        topics = [(topic, is_own_hit(one)) for topic in _topics(one.found)[-1:]]
        is_lower = any(_level(one.found) > highest.get(topic, len(_LEVELS)) for topic in topics)
        (overridden if is_lower else kept).append(one)
    return kept, overridden


def _level(found: IndexedPassage) -> int:
    return _LEVELS.index(level_of(found.source, found.ref))


def _topics(found: IndexedPassage) -> tuple[str, ...]:
    """Return the topics of a passage, the page before its section; none without a key."""
    page = found.note.partition("\n")[0]
    if not page or found.source not in (HitSource.KNOWLEDGE.value, HitSource.EVENT.value):
        return ()
    return (page,) if found.source == HitSource.EVENT.value else (page, found.note)


def best_first(hits: Sequence[ScoredPassage], most: int) -> list[ScoredPassage]:
    """Return the best hits, best first; agents' hits get at most half of the room."""
    ranked = sorted(
        hits, key=lambda one: (-round(one.score, 9), _RANK[one.found.source], one.found.id)
    )
    return in_shared_room(ranked, most, is_own_hit)


def is_own_hit(one: ScoredPassage) -> bool:
    """Tell whether a person, an operator or a detector of this robot says so.

    For an entry only its present state counts: a person may have taken back what a row says.
    """
    if one.found.source == HitSource.ENTRY.value:
        return bool(one.found.is_own)
    return any(found.is_own for found in (one.found, *one.others))


@cached_if_short(4096, longest=1000)
def same_form(text: str) -> str:
    """Return a normal form that is equal for sentences with the same words."""
    return " ".join(words_of(plain_form(text)))


def _representative(group: Iterable[ScoredPassage]) -> ScoredPassage:
    """Return the hit to show for a group, with the group's best score.

    An entry is shown as it is now. Otherwise the words of a person, an operator or a detector are
    shown as theirs, even if others say the same.
    """
    ranked = sorted(
        group,
        key=lambda one: (
            one.found.source != HitSource.ENTRY.value, not one.found.is_own,
            _RANK[one.found.source], -one.score, one.found.id,
        ),
    )  # fmt: skip
    best = max(one.score for one in ranked)
    return replace(ranked[0], score=best, others=tuple(one.found for one in ranked[1:]))


def may_tell_who(one: ScoredPassage, entries: Mapping[str, tuple[float, MemoryEntry]]) -> bool:
    """Tell whether a hit may say who did something: a person said it, or no detector did."""
    same = (one.found, *one.others)
    if any(passage.speaker and is_person(passage.speaker) for passage in same):
        return True
    known = (entries[passage.entry_id][1] for passage in same if passage.entry_id in entries)
    is_detectors = any(entry.key is not None for entry in known)
    return not is_detectors and not any(passage.note == Kind.ONSET.value for passage in same)


def merge_derived(shown: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """Merge facts and lines of digests into the turn that they were derived from.

    The turn says the same and holds more: who said it, when, and what else. A fact whose turn was
    not found stays a hit of its own.
    """
    shown = _merge_into_entries(shown)
    turns = [
        (number, one.found, _terms_of_turn(one.found))
        for number, one in enumerate(shown)
        if one.found.turn >= 0
    ]
    merged = list(shown)
    removed: set[int] = set()
    for number, one in enumerate(shown):
        if one.found.source not in _DERIVED or one.found.entry_id:
            continue
        terms = set(terms_of(one.found.text))
        matches = (
            at
            for at, turn, turn_terms in turns
            if terms <= turn_terms
            and turn.is_own >= one.found.is_own
            and _asserts(turn, one.found.text)
        )
        home = next(matches, None)
        if home is not None and len(terms) >= _FEWEST:
            removed.add(number)
            turn = merged[home]
            others = (*turn.others, one.found, *one.others)
            merged[home] = replace(turn, score=max(turn.score, one.score), others=others)
    return [one for number, one in enumerate(merged) if number not in removed]


def _merge_into_entries(shown: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """Merge turns into the entry that was made from them, if they say hardly more.

    A person's turn stays beside an entry that an agent may end.
    """
    entries = [
        (set(terms_of(one.found.text)), number, one)
        for number, one in enumerate(shown)
        if one.found.source == HitSource.ENTRY.value
    ]
    merged = list(shown)
    removed: set[int] = set()
    for number, one in enumerate(shown):
        terms = set(one.found.terms.split())
        matches = (
            at
            for known, at, entry in entries
            if known <= terms
            and len(terms) <= len(known) + _MORE
            and not (entry.is_agents and one.found.is_own)
            and _asserts(one.found, entry.found.text)
        )
        home = next(matches, None) if one.found.turn >= 0 else None
        if home is not None:
            removed.add(number)
            merged[home] = replace(merged[home], others=(*merged[home].others, one.found))
    return [one for number, one in enumerate(merged) if number not in removed]


def _terms_of_turn(turn: IndexedPassage) -> set[str]:
    return {*turn.terms.split(), *terms_of(turn.speaker)}


def _asserts(turn: IndexedPassage, text: str) -> bool:
    """Tell whether a turn says each sentence of a text, and affirms or denies it as the text does.

    Words alone do not show that: a denial and a question have all words of the plain statement.
    """
    speaker = set(terms_of(turn.speaker))
    said = [(speaker.union(terms_of(one)), one) for one in _sentences(turn.text)]
    told = [(set(terms_of(one)), one) for one in _sentences(text)]
    return all(
        any(terms <= known and _is_so(one, terms) == _is_so(so, terms) for known, one in said)
        for terms, so in told
    )


def _sentences(text: str) -> list[str]:
    return split_sentences(text, _LONGEST)


def _is_so(sentence: str, terms: set[str]) -> bool:
    """Tell whether a sentence affirms what it says with some terms: "No, the mast is high" does."""
    about = [one for one in _CLAUSE_END.split(sentence) if not terms.isdisjoint(terms_of(one))]
    words = words_of(plain_form(" ".join(about)))
    is_denied = any(word.endswith("n't") for word in words)
    return "?" not in sentence and not is_denied and question_words().not_so.isdisjoint(words)
