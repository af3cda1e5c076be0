"""Which words are near each other: those whose meanings are defined with the same words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from general_words.meaning_words import MeaningWords, Vector
from general_words.opposites import NEVER, opposites
from general_words.wordnet import WordNet

_NEAREST = 200  # both known words of a pair must be among the other's nearest words, so many
_LEAST = 0.14  # smallest cosine of a pair
_KNOWN = 3  # a word is known if it occurs in this many definitions, or in a tagged text
_NEAREST_TO_RARE = 6  # known words that are paired with a rare word
_SHAPE = 0.7  # exponent of the cosine: it raises the weight of distant words
_Column = tuple[NDArray[np.int64], NDArray[np.float32]]


def pairs_of(net: WordNet) -> dict[tuple[str, str], float]:
    """Return the pairs of terms that are near each other, each pair once, with its weight."""
    words, against = MeaningWords(net), opposites(net)
    terms = [term for term in words.terms() if term not in NEVER]
    known = [term for term in terms if _is_known(words, term)]
    vectors = [words.vector(term) for term in known]
    columns = _columns(vectors)
    nearest = [_nearest(vector, columns, len(known)) for vector in vectors]
    found = {
        (known[at], known[other]): cosine
        for at, some in enumerate(nearest)
        for other, cosine in some.items()
        if at < other and at in nearest[other]
    }
    for term in sorted(set(terms).difference(known)):
        some = list(_nearest(words.vector(term), columns, len(known)).items())
        found |= {(term, known[at]): cosine for at, cosine in some[:_NEAREST_TO_RARE]}
    return {pair: min(1.0, cosine) ** _SHAPE
            for pair, cosine in found.items() if pair not in against}  # fmt: skip


def _is_known(words: MeaningWords, term: str) -> bool:
    return words.uses[term] > 0 or words.definitions[term] >= _KNOWN


def _columns(vectors: Sequence[Vector]) -> dict[str, _Column]:
    """Return, for each word, the vectors that contain it and its weights there."""
    gathered: Mapping[str, tuple[list[int], list[float]]] = defaultdict(lambda: ([], []))
    for at, vector in enumerate(vectors):
        for word, weight in vector.items():
            gathered[word][0].append(at)
            gathered[word][1].append(weight)
    return {
        word: (np.array(rows, np.int64), np.array(weights, np.float32))
        for word, (rows, weights) in gathered.items()
    }


def _nearest(vector: Vector, columns: Mapping[str, _Column], count: int) -> dict[int, float]:
    """Return the nearest vectors with their cosines, nearest first."""
    cosines = np.zeros(count, np.float32)
    for word, weight in vector.items():
        if word in columns:
            rows, weights = columns[word]
            cosines[rows] += np.float32(weight) * weights
    order = np.argsort(-cosines, kind="stable")[:_NEAREST]
    return {int(other): float(cosines[other]) for other in order if cosines[other] >= _LEAST}
