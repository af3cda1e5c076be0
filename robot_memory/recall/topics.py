"""What a question is about, for passages that are no turns of a talk: entries, rows, pages.

Each topic is a word of the question, or a phrase ("red button"), with the other words for it. A
passage that has several of these is about it once: whoever says it in many words does not fit
better than who says it in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from robot_memory.recall.question_words import is_frame
from robot_memory.recall.robot_words import Sense, senses

# What a word counts that only frames a question, and a number that no word goes with.
_FRAME, _NUMBER = 0.15, 0.4


@dataclass(frozen=True)
class Topic:
    """Something that a question is about.

    Attributes:
        own: the terms of the question that name it, each with what it is worth.
        synonyms: other terms for it, each with its worth; of these the best one counts.
        share: what it counts among the topics of the question.
    """

    own: Mapping[str, float]
    synonyms: Mapping[str, float]
    share: float = 1.0

    def weighed(self, rarity: Callable[[str], float], found: Set[str]) -> Topic:
        """Return the same, its words worth what their rarity says.

        A rarer word for the same does not tell more than the word itself, where that is known.

        Args:
            rarity: of a term, its inverse document frequency.
            found: the terms that stand in any passage.
        """
        own = {term: self.share * rarity(term) / len(self.own) for term in self.own}
        is_known = own and all(term in found for term in own)
        most = sum(own.values()) / self.share if is_known else float("inf")
        return replace(
            self,
            own=own,
            synonyms={
                term: self.share * self.synonyms[term] * min(most, rarity(term))
                for term in sorted(self.synonyms.keys() & found)
            },
        )

    @property
    def most(self) -> float:
        """What a passage gets for it that says it in its own words."""
        return sum(self.own.values())


def topics_of(
    terms: Sequence[str], phrases: Sequence[Sense] = (), *, is_foreign: bool = False
) -> list[Topic]:
    """Return what the terms of a question are about, each topic once.

    Args:
        terms: in the order of the question, function words left out.
        phrases: what its phrases with function words, such as "gives up", stand for.
        is_foreign: whether it is not in English.
    """
    found: dict[tuple[str, ...], Topic] = {}
    rest = dict.fromkeys(terms)
    for sense in senses(terms, is_foreign=is_foreign):
        for term in sense.own:
            rest.pop(term, None)
        found[sense.own] = Topic(dict.fromkeys(sense.own, 1.0), sense.synonyms, _share(sense.own))
    for term in rest:
        found.setdefault((term,), Topic({term: 1.0}, {}, _share((term,))))
    topics = _with_sayings(found.values(), terms, phrases)
    if all(topic.share < 1.0 for topic in topics):
        return [replace(topic, share=1.0) for topic in topics]
    return [topic if topic.share == 1.0 else replace(topic, synonyms={}) for topic in topics]


def _with_sayings(
    topics: Iterable[Topic], terms: Sequence[str], phrases: Sequence[Sense]
) -> list[Topic]:
    """Return topics with those of phrases in the place of those of their words."""
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
    if all(map(is_frame, own)):
        return _FRAME
    return _NUMBER if all(term.isdigit() for term in own) else 1.0
