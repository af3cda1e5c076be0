"""How common English words are, counted in WordNet."""

from __future__ import annotations

from collections import Counter

from general_words.wordnet import WordNet
from robot_memory.foundation.words.index_terms import term_of, terms_of
from robot_memory.long_term.recall.question_topics import LEAST_COUNT


def common_words(net: WordNet) -> dict[str, int]:
    """Return the common terms in alphabetical order, each with its count.

    The count includes the definitions and examples that contain a term, and the uses of its words
    in WordNet's sense-tagged texts.
    """
    counts: Counter[str] = Counter()
    for meaning in net.meanings.values():
        for text in (meaning.definition, meaning.examples):
            counts.update(term for term in set(terms_of(text)) if term.isalpha())
    for lemma, senses in net.senses.items():
        if lemma.isalpha() and (term := term_of(lemma)):
            counts[term] += sum(sense.count for sense in senses)
    return {term: count for term, count in sorted(counts.items()) if count >= LEAST_COUNT}
