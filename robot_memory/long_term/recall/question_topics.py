"""What a question is about, for passages that are no turns of a conversation: entries, rows, pages.

A topic is a word of the question, or a phrase ("red button"), with its synonyms. Several words for
the same topic count as one match: saying it in many words does not fit better than in one word.

``config/common_words.json`` holds how common words are in English. A word that is common in English
tells less than its rarity in a memory suggests.

See docs/reference/recall.md, "How it reads a question" and "Words of general English".
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import lru_cache

from robot_memory.foundation.config_files import config_file
from robot_memory.long_term.recall.general_words import general_words
from robot_memory.long_term.recall.question_words import is_frame
from robot_memory.long_term.recall.robot_words import Sense, senses

#: ``tools/general_words`` counts a word's occurrences in the definitions and examples of
#: WordNet, and in the texts that were tagged with its meanings.
COMMON_WORDS = "common_words.json"
#: A word with a lower count is as rare as any.
LEAST_COUNT = 40
_MOST_COUNT = 200_000  # a word with this count would tell nothing
_WHOLE = math.log(_MOST_COUNT / LEAST_COUNT)  # the rarity in English of a word that is not common
_FRAME = 0.15  # the share of a word that only frames a question
# The worth of a general English word for a term that few passages have: its worth in the table
# to the power of _SHAPE, times _GENERAL.
_GENERAL, _SHAPE = 0.85, 0.6
_FEW = 10  # passages
_SHORTEST = 3  # letters of a word that general English knows; shorter words are mostly names


@dataclass(frozen=True)
class Topic:
    """Something that a question is about.

    Attributes:
        own: the terms of the question that name it, each with its worth.
        synonyms: other terms for it, each with its worth; only the best match counts.
        share: its weight among the topics of the question.
        general: general English terms for it, for unforeseen words.
    """

    own: Mapping[str, float]
    synonyms: Mapping[str, float]
    share: float = 1.0
    general: Mapping[str, float] = field(default_factory=dict)

    def with_general(self, passages: Callable[[str], int]) -> Topic:
        """Return the topic with general English words, if few passages have its own words.

        Args:
            passages: returns the number of passages with a term.
        """
        if self.share < 1.0 or not self.own:
            return self
        if max(map(passages, self.own)) > _FEW:
            return self
        general: dict[str, float] = {}
        for own in self.own:
            if len(own) >= _SHORTEST:
                for term, share in general_words().near(own).items():
                    worth = _GENERAL * (share / len(self.own)) ** _SHAPE
                    general[term] = max(worth, general.get(term, 0.0))
        return replace(self, general={t: w for t, w in general.items() if t not in self.own})

    def with_synonyms(self, synonyms: Mapping[str, float]) -> Topic:
        """Return the topic with further synonyms."""
        return replace(self, synonyms={**self.synonyms, **synonyms}) if synonyms else self

    def weighed(self, rarity: Callable[[str], float], found: Set[str]) -> Topic:
        """Return the topic with its words weighted by their rarity.

        A rarer synonym does not tell more than the word itself, if the word occurs in the index. A
        word that is common in English tells less than its rarity in a memory.

        Args:
            rarity: returns the inverse document frequency of a term.
            found: the terms that occur in any passage.
        """
        told = [telling(term) for term in self.own] or [1.0]
        share = self.share * sum(told) / len(told)
        rarities = {term: rarity(term) / len(self.own) for term in self.own}
        is_known = rarities and all(term in found for term in self.own)
        most = sum(rarities.values()) if is_known else float("inf")
        return replace(
            self,
            own={term: share * value for term, value in rarities.items()},
            synonyms={
                term: share
                * max(self.synonyms.get(term, 0.0), self.general.get(term, 0.0))
                * min(most, rarity(term))
                for term in sorted((self.synonyms.keys() | self.general) & found)
            },
        )

    @property
    def most(self) -> float:
        """The worth of a passage that has all of the topic's own words."""
        return sum(self.own.values())


def topics_of(
    terms: Sequence[str], phrases: Sequence[Sense] = (), *, is_foreign: bool = False
) -> list[Topic]:
    """Return the topics of a question's terms, each once.

    Args:
        terms: in the order of the question, function words left out.
        phrases: the senses of its phrases with function words, such as "gives up".
        is_foreign: whether the question is not in English.
    """
    found: dict[tuple[str, ...], Topic] = {}
    rest = dict.fromkeys(terms)
    for sense in senses(terms, is_foreign=is_foreign):
        for term in sense.own:
            rest.pop(term, None)
        found[sense.own] = Topic(dict.fromkeys(sense.own, 1.0), sense.synonyms, _share(sense.own))
    for term in rest:
        found.setdefault((term,), Topic({term: 1.0}, {}, _share((term,))))
    return _with_sayings(found.values(), terms, phrases)


def telling(term: str) -> float:
    """Return how much of its rarity in a memory a term tells, from 0 to 1.

    A word that is rare in a memory mostly tells much. "Keep" and "leave" are rare in a memory too,
    but tell little, as they are common in English. The result is the term's rarity in English
    relative to that of a word that is not common.
    """
    count = _counts().get(term, 0)
    return 1.0 if count < LEAST_COUNT else max(0.0, math.log(_MOST_COUNT / count)) / _WHOLE


def _with_sayings(
    topics: Iterable[Topic], terms: Sequence[str], phrases: Sequence[Sense]
) -> list[Topic]:
    """Return topics in which phrases replace the topics of their words."""
    topics = list(topics)
    for sense in phrases:
        own = {term: 1.0 for term in sense.own if term in terms}
        inner = [topic for topic in topics if topic.own.keys() <= own.keys()]
        if own.keys() != {term for topic in inner for term in topic.own}:
            continue  # a longer phrase of the question has some of its words
        synonyms = dict(sense.synonyms)
        for topic in inner:
            synonyms |= {
                term: max(worth, synonyms.get(term, 0.0)) for term, worth in topic.synonyms.items()
            }
        topics = [topic for topic in topics if topic not in inner]
        topics.append(Topic(own, synonyms))
    return topics


def _share(own: Sequence[str]) -> float:
    return _FRAME if all(map(is_frame, own)) else 1.0


@lru_cache(maxsize=1)
def _counts() -> Mapping[str, int]:
    counts: dict[str, int] = json.loads(config_file(COMMON_WORDS).read_text(encoding="utf-8"))
    return counts
