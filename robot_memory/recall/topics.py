"""What a question is about, for passages that are no turns of a talk: entries, rows, pages.

Each topic is a word of the question, or a phrase ("red button"), with the other words for it. A
passage that has several of these is about it once: whoever says it in many words does not fit
better than who says it in one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from robot_memory.recall.question_words import is_frame
from robot_memory.recall.robot_words import senses

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
        is_known = all(term in found for term in own)
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


def topics_of(terms: Sequence[str], *, is_foreign: bool = False) -> list[Topic]:
    """Return what the terms of a question are about, each topic once.

    Args:
        terms: in the order of the question, function words left out.
        is_foreign: whether it is not in English.
    """
    found: dict[tuple[str, ...], Topic] = {}
    rest = set(range(len(terms)))
    for sense in senses(terms, is_foreign=is_foreign):
        places = range(*sense.at)
        rest.difference_update(places)
        own = tuple(terms[at] for at in places)
        found[own] = Topic(dict.fromkeys(own, 1.0), sense.synonyms, _share(own))
    for at in sorted(rest):
        found.setdefault((terms[at],), Topic({terms[at]: 1.0}, {}, _share((terms[at],))))
    topics = list(found.values())
    if all(topic.share < 1.0 for topic in topics):
        return [replace(topic, share=1.0) for topic in topics]
    return [topic if topic.share == 1.0 else replace(topic, synonyms={}) for topic in topics]


def _share(own: Sequence[str]) -> float:
    if all(map(is_frame, own)):
        return _FRAME
    return _NUMBER if all(term.isdigit() for term in own) else 1.0
