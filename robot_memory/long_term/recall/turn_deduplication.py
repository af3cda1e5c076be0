"""A turn, and what was derived from it, are one hit: the turn (rules.md §8.12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from robot_memory.foundation.words.index_terms import terms_of
from robot_memory.long_term.recall.hit import HitSource
from robot_memory.long_term.recall.hit_merger import ScoredPassage

_DERIVED = (HitSource.FACT.value, HitSource.KNOWLEDGE.value)
_FEWEST = 2  # terms; a single word occurs in many turns
_MORE = 2  # terms; "I learned: …" says no more than what was learned


def merge_derived(shown: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """Merge facts and lines of digests into the turn that has all of their words.

    They were derived from it, and the turn holds more: who said it, when, and what else. A fact
    whose turn was not found stays a hit of its own.
    """
    shown = _merge_into_entries(shown)
    turns = [
        (_all_terms(one), number, one.found.is_own)
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
            for turn_terms, at, is_own in turns
            if terms <= turn_terms and is_own >= one.found.is_own
        )
        home = next(matches, None)
        if home is not None and len(terms) >= _FEWEST:
            removed.add(number)
            turn = merged[home]
            others = (*turn.others, one.found, *one.others)
            merged[home] = replace(turn, score=max(turn.score, one.score), others=others)
    return [one for number, one in enumerate(merged) if number not in removed]


def _merge_into_entries(shown: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """Merge turns into the entry that was made of them: they say hardly more than it does.

    A person's turn stays beside an entry that an agent may end.
    """
    entries = [
        (set(terms_of(one.found.text)), number, one.is_agents)
        for number, one in enumerate(shown)
        if one.found.source == HitSource.ENTRY.value
    ]
    merged = list(shown)
    removed: set[int] = set()
    for number, one in enumerate(shown):
        terms = set(one.found.terms.split())
        matches = (
            at
            for known, at, is_agents in entries
            if known <= terms
            and len(terms) <= len(known) + _MORE
            and not (is_agents and one.found.is_own)
        )
        home = next(matches, None) if one.found.turn >= 0 else None
        if home is not None:
            removed.add(number)
            merged[home] = replace(merged[home], others=(*merged[home].others, one.found))
    return [one for number, one in enumerate(merged) if number not in removed]


def _all_terms(one: ScoredPassage) -> set[str]:
    return set(one.found.terms.split()).union(terms_of(one.found.speaker))
