"""What was found becomes hits: each lesson one, each turn one, best first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.levels.level_tree import MemoryLevel
from robot_memory.recall.hit import HitSource, level_of
from robot_memory.recall.index_terms import plain_form, words_of
from robot_memory.recall.indexed_passage import IndexedPassage
from robot_memory.recall.prior_weight import PassageWeight, PriorWeight, is_from_archive
from robot_memory.short_cache import cached_if_short

# Where one thing stands in several places, the first of these is told.
_ORDER = (HitSource.ENTRY, HitSource.FACT, HitSource.KNOWLEDGE, HitSource.CHUNK, HitSource.EVENT,
          HitSource.OBSERVATION)  # fmt: skip
_RANK = {source.value: number for number, source in enumerate(_ORDER)}
_AT_ONCE = 40  # passages that are appraised before it is seen whether that is enough
_LEVELS = tuple(MemoryLevel)  # each overrides those that follow
_SHORTEST = 4  # words of a sentence that is known as an entry's by what it says


@dataclass(frozen=True)
class ScoredPassage:
    """A passage with its score.

    Attributes:
        score: how well it fits, and what it is worth.
        found: the passage.
        worth: what it is worth, and why.
        others: the same, as it stands elsewhere.
    """

    score: float
    found: IndexedPassage
    worth: PassageWeight
    others: tuple[IndexedPassage, ...] = ()


class HitMerger:
    """Mixes what was found.

    Args:
        prior: tells what passages are worth.
        entries: by id.
    """

    def __init__(
        self, prior: PriorWeight, entries: Mapping[str, tuple[float, MemoryEntry]]
    ) -> None:
        self._prior = prior
        forms = ((same_form(entry.text), name) for name, (_, entry) in entries.items())
        self._lessons = {form: name for form, name in forms if form.count(" ") + 1 >= _SHORTEST}

    def mix(
        self, scored: Sequence[tuple[float, IndexedPassage]], enough: int
    ) -> list[ScoredPassage]:
        """Return the best, each once, in any order.

        Args:
            scored: how well passages fit, in any order, what they are worth left out.
            enough: after so many that nothing that follows can be better than, it ends.
        """
        faded = (one for _, one in scored if one.note and is_from_archive(one))
        self._lessons |= {same_form(one.text): one.ref for one in faded}
        ordered = sorted(scored, key=lambda pair: (-pair[0] * pair[1].weight, pair[1].id))
        groups: dict[object, list[ScoredPassage]] = {}
        for at in range(0, len(ordered), _AT_ONCE):
            for fit, one in ordered[at : at + _AT_ONCE]:
                self._take(groups, fit, one)
            # What comes is not worth more than that: enough is enough.
            rest = ordered[at + _AT_ONCE : at + _AT_ONCE + 1]
            bar = rest[0][0] * rest[0][1].weight * self._prior.most if rest else 0.0
            if sum(group[0].score >= bar for group in groups.values()) >= enough:
                break
        return [_told(group) for group in groups.values()]

    def _take(
        self, groups: dict[object, list[ScoredPassage]], fit: float, found: IndexedPassage
    ) -> None:
        lesson = found.lesson or self._lesson_said(found)
        if lesson and not found.lesson and self._prior.is_retired(lesson):
            return
        worth = self._prior.worth(found)
        if worth.factor > 0.0:
            key = _key(found, lesson)
            groups.setdefault(key, []).append(
                ScoredPassage(fit * found.weight * worth.factor, found, worth)
            )

    def _lesson_said(self, found: IndexedPassage) -> str:
        """Return the entry that a line of knowledge or a fact says again; empty: none."""
        if found.source not in (HitSource.KNOWLEDGE.value, HitSource.FACT.value):
            return ""
        return self._lessons.get(same_form(found.text), "")


def _key(found: IndexedPassage, lesson: str) -> object:
    """Return what is one for a reader."""
    if lesson:
        return ("lesson", lesson)
    if found.turn >= 0:
        return ("turn", found.conversation, found.turn)
    if found.source == HitSource.CHUNK.value:
        return ("chunk", found.ref)
    return ("says", same_form(found.text))


def split_overridden(
    told: Sequence[ScoredPassage],
) -> tuple[list[ScoredPassage], list[ScoredPassage]]:
    """Split what was found into what is told and what a higher level says in its place.

    Procedural overrides semantic overrides episodic (002 §Read Operation). A section of a page is
    overridden by the section of that name, an event by all that is about its key.
    """
    highest: dict[str, int] = {}
    for one in told:
        for topic in _topics(one.found):
            highest[topic] = min(_level(one.found), highest.get(topic, len(_LEVELS)))
    kept: list[ScoredPassage] = []
    overridden: list[ScoredPassage] = []
    for one in told:
        is_lower = any(_level(one.found) > highest[topic] for topic in _topics(one.found)[-1:])
        (overridden if is_lower else kept).append(one)
    return kept, overridden


def _level(found: IndexedPassage) -> int:
    return _LEVELS.index(level_of(found.source, found.ref))


def _topics(found: IndexedPassage) -> tuple[str, ...]:
    """Return what a passage is about, the page before its section; nothing where it has no key."""
    page = found.note.partition("\n")[0]
    if not page or found.source not in (HitSource.KNOWLEDGE.value, HitSource.EVENT.value):
        return ()
    return (page,) if found.source == HitSource.EVENT.value else (page, found.note)


def best_first(told: Sequence[ScoredPassage]) -> list[ScoredPassage]:
    """Return hits in the order in which they are told."""
    return sorted(
        told, key=lambda one: (-round(one.score, 9), _RANK[one.found.source], one.found.id)
    )


@cached_if_short(4096, longest=1000)
def same_form(text: str) -> str:
    """Return what two sentences have in common that say the same in the same words."""
    return " ".join(words_of(plain_form(text)))


def _told(group: Iterable[ScoredPassage]) -> ScoredPassage:
    """Return the one of a group that is told, with the best score of them."""
    ranked = sorted(group, key=lambda one: (_RANK[one.found.source], -one.score, one.found.id))
    first, best = ranked[0], max(one.score for one in ranked)
    return ScoredPassage(best, first.found, first.worth, tuple(one.found for one in ranked[1:]))
