"""Finds facts by their exact subject, predicate and object (document 003, "Recall and Search", 1).

See docs/reference/facts.md.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from robot_memory.graph.contradicting_facts import is_single
from robot_memory.graph.fact import Fact
from robot_memory.graph.fact_equality import Triple, predicate_form, subject_form, without_case

_WORDS = re.compile(r"\S+")
_EDGES = " .,;:!?\"'()[]{}<>…“”„«»"
_LONGEST_NAME = 8  # words
_LONGEST_QUERY = 200  # words


class FactIndex:
    """Finds facts by subject, predicate and object. A fact is referred to by its id.

    Args:
        facts: in the order in which they were stored.
    """

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self._by_triple: dict[Triple, str] = {}
        self._by_subject: dict[str, list[str]] = defaultdict(list)
        self._by_predicate: dict[str, list[str]] = defaultdict(list)
        self._by_object: dict[str, list[str]] = defaultdict(list)
        self._by_topic: dict[tuple[str, str], list[str]] = defaultdict(list)
        for fact in facts:
            self.add(fact)

    def add(self, fact: Fact) -> None:
        """Take in one more fact."""
        subject, predicate, object_ = fact.triple
        self._by_triple[fact.triple] = fact.id
        self._by_subject[subject].append(fact.id)
        self._by_predicate[predicate].append(fact.id)
        self._by_object[without_case(object_)].append(fact.id)
        self._by_topic[fact.topic].append(fact.id)

    def same(self, triple: Triple) -> str | None:
        """Return the fact that says the same."""
        return self._by_triple.get(triple)

    def find(self, subject: str, predicate: str, object_: str) -> list[str]:
        """Return the facts that have all that is given; an empty text leaves that open."""
        given = []
        if subject:
            given.append(self._by_subject.get(subject_form(subject), []))
        if predicate:
            given.append(self._by_predicate.get(predicate_form(predicate), []))
        if object_:
            given.append(self._by_object.get(subject_form(object_), []))
        if not given:
            return []
        fewest, *others = sorted(given, key=len)
        wanted = [set(ids) for ids in others]
        return [fact_id for fact_id in fewest if all(fact_id in ids for ids in wanted)]

    def named_in(self, text: str) -> list[str]:
        """Return the facts whose subject or object stands in a text, longest names first."""
        found: dict[str, None] = {}
        for name in _names(text):
            for fact_id in chain(self._by_subject.get(name, ()), self._by_object.get(name, ())):
                found[fact_id] = None
        return list(found)

    def rivals(self, fact: Fact) -> list[str]:
        """Return the facts that cannot hold together with one, oldest first.

        Itself is one of them if it is stored.
        """
        return self._by_topic.get(fact.topic, []) if is_single(fact.topic[1]) else []


def _names(text: str) -> Iterator[str]:
    """Yield all runs of a text's words that may name something, longest first."""
    form = subject_form(text)
    words = [match.span() for match in _WORDS.finditer(form)][:_LONGEST_QUERY]
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for first in range(len(words) - length + 1):
            name = form[words[first][0] : words[first + length - 1][1]]
            yield name
            if (bare := name.strip(_EDGES)) != name:
                yield bare
