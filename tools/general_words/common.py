"""How common the words of English are, as WordNet uses them."""

from __future__ import annotations

from collections import Counter

from general_words.wordnet import WordNet
from robot_memory.foundation.words.index_terms import term_of, terms_of
from robot_memory.long_term.recall.question_topics import LEAST_COUNT


def common_words(net: WordNet) -> dict[str, int]:
    """Return the terms that are common, each with how often it was counted, in their order.

    Counted are the definitions and the examples that have a term, and the uses of its words in the
    texts that were tagged with meanings.
    """
    counts: Counter[str] = Counter()
    for meaning in net.meanings.values():
        for text in (meaning.definition, meaning.examples):
            counts.update(term for term in set(terms_of(text)) if term.isalpha())
    for lemma, senses in net.senses.items():
        if lemma.isalpha() and (term := term_of(lemma)):
            counts[term] += sum(sense.count for sense in senses)
    return {term: count for term, count in sorted(counts.items()) if count >= LEAST_COUNT}
