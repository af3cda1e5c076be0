"""What was taken from a conversation and the turn that says it are one hit: the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from robot_memory.recall.hit import HitSource
from robot_memory.recall.hit_merger import ScoredPassage
from robot_memory.recall.index_terms import terms_of

_DERIVED = (HitSource.FACT.value, HitSource.KNOWLEDGE.value)
_FEWEST = 2  # terms; a single word stands in many turns
_MORE = 2  # terms; "I learned: …" says no more than what was learned


def said_once(told: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """Let facts and lines of digests be told as the turn that has all of their words.

    They were taken from it, and what was said says more: who said it, when, and what else. A fact
    whose turn is not among what was found stands for itself.
    """
    told = _told_as_entries(told)
    turns = [(_all_terms(one), number) for number, one in enumerate(told) if one.found.turn >= 0]
    merged = list(told)
    taken: set[int] = set()
    for number, one in enumerate(told):
        if one.found.source not in _DERIVED or one.found.lesson:
            continue
        terms = set(terms_of(one.found.text))
        home = next((at for said, at in turns if terms <= said), None)
        if home is not None and len(terms) >= _FEWEST:
            taken.add(number)
            turn = merged[home]
            others = (*turn.others, one.found, *one.others)
            merged[home] = replace(turn, score=max(turn.score, one.score), others=others)
    return [one for number, one in enumerate(merged) if number not in taken]


def _told_as_entries(told: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """Let turns that say hardly more than an entry be told as that entry: it was made of them."""
    entries = [
        (set(terms_of(one.found.text)), number)
        for number, one in enumerate(told)
        if one.found.source == HitSource.ENTRY.value
    ]
    merged = list(told)
    taken: set[int] = set()
    for number, one in enumerate(told):
        terms = set(one.found.terms.split())
        said = (at for known, at in entries if known <= terms and len(terms) <= len(known) + _MORE)
        home = next(said, None) if one.found.turn >= 0 else None
        if home is not None:
            taken.add(number)
            merged[home] = replace(merged[home], others=(*merged[home].others, one.found))
    return [one for number, one in enumerate(merged) if number not in taken]


def _all_terms(one: ScoredPassage) -> set[str]:
    return set(one.found.terms.split()).union(terms_of(one.found.speaker))
