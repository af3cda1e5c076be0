"""The words that explain a word's meanings, as a vector of weights.

After Banerjee and Pedersen, *Extended Gloss Overlaps as a Measure of Semantic Relatedness*, 2003:
the words of a definition, those of the definitions of related meanings, and the meanings
themselves; each is weighted by its rarity (inverse document frequency).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from general_words.wordnet import INSTANCE, Meaning, WordNet
from robot_memory.foundation.words.index_terms import term_of, terms_of

Vector = dict[str, float]

# The weight of a related meaning's words, by relation: derived from, similar, pertains to, see
# also, a kind of, grouped with, attribute of, entails, causes, participle of, has part, is part of,
# of a domain.
_RELATED = {"+": 0.6, "&": 0.5, "\\": 0.6, "^": 0.4, "@": 0.4, "$": 0.5, "=": 0.3, "*": 0.4,
            ">": 0.4, "<": 0.6, "%p": 0.3, "#p": 0.3, ";c": 0.2}  # fmt: skip
_EXAMPLE = 0.25
_MEANING = 4.0  # weight of a shared meaning, times its share
_LEAST = 3.0  # least weight of the word itself
_MOST = 80  # most words in a vector
_COMMON = 4_000  # meanings; a word in more definitions than this is ignored
_DAMPING = 0.7  # exponent: many shared words count more than one rare word
# Meanings that robots seldom meet: animals, plants, food, people, bodies. Words with only such
# meanings are left out if they are rare.
_LIVING = frozenset((5, 8, 13, 18, 20, 27))
_WORD = re.compile(r"[a-z]{2,15}")


class MeaningWords:
    """The vectors of the words of WordNet, by term.

    Args:
        net: the files.
    """

    def __init__(self, net: WordNet) -> None:
        self._meanings = {
            name: meaning
            for name, meaning in net.meanings.items()
            if all(pointer.symbol != INSTANCE for pointer in meaning.pointers)
        }
        self._defined = {n: _told(one.definition) for n, one in self._meanings.items()}
        self._shown = {n: _told(one.examples) for n, one in self._meanings.items()}
        self.definitions = Counter(term for told in self._defined.values() for term in told)
        self.uses: Counter[str] = Counter()
        self._senses = self._senses_of(net)
        self._words: dict[str, Vector] = defaultdict(dict)
        for term, senses in self._senses.items():
            for name, share in senses.items():
                self._words[name][term] = share

    def _senses_of(self, net: WordNet) -> dict[str, Vector]:
        """Return the meanings of each term, each with its share; the commonest one has 1."""
        shares: dict[str, Vector] = defaultdict(lambda: defaultdict(float))
        for lemma, senses in net.senses.items():
            term = term_of(lemma) if _WORD.fullmatch(lemma) else ""
            known = [sense for sense in senses if sense.meaning in self._meanings]
            if len(term) < 2 or not known:
                continue
            self.uses[term] += sum(sense.count for sense in known)
            whole = sum(sense.count + 1.0 / sense.rank for sense in known)
            for sense in known:
                shares[term][sense.meaning] += (sense.count + 1.0 / sense.rank) / whole
        return {
            term: {name: math.sqrt(share / max(some.values())) for name, share in some.items()}
            for term, some in shares.items()
            if self._is_useful(term, some)
        }

    def _is_useful(self, term: str, meanings: Mapping[str, float]) -> bool:
        is_met = self.uses[term] > 0 or self.definitions[term] >= 2
        return is_met or not all(self._meanings[n].category in _LIVING for n in meanings)

    def terms(self) -> list[str]:
        """Return the terms that have vectors."""
        return sorted(self._senses)

    def vector(self, term: str) -> Vector:
        """Return the vector of a term, of length 1."""
        found: Vector = defaultdict(float)
        found[term] += max(_LEAST, self._rarity(term))
        for name, share in self._senses[term].items():
            for word in self._shown[name]:
                found[word] += _EXAMPLE * share * self._rarity(word)
            for other, weight in self._around(name):
                self._add(found, term, other, share * weight)
        telling = [(k, v) for k, v in found.items() if self.definitions[k] < _COMMON]
        most = sorted(telling, key=lambda pair: (-pair[1], pair[0]))[:_MOST]
        damped = {word: weight**_DAMPING for word, weight in most}
        length = math.sqrt(sum(weight * weight for weight in damped.values()))
        return {word: weight / length for word, weight in damped.items()}

    def _around(self, name: str) -> Iterator[tuple[str, float]]:
        """Yield a meaning and its related meanings, each with its weight."""
        yield name, 1.0
        for pointer in self._meanings[name].pointers:
            weight = _RELATED.get(pointer.symbol)
            if weight is not None and pointer.meaning in self._meanings:
                yield pointer.meaning, weight

    def _add(self, found: Vector, term: str, name: str, share: float) -> None:
        """Add a meaning, the words of its definition, and its synonyms."""
        found[f"#{name}"] += _MEANING * share
        for word in self._defined[name]:
            found[word] += share * self._rarity(word)
        for word, of_word in self._words[name].items():
            if word != term:
                found[word] += share * of_word * self._rarity(word)

    def _rarity(self, term: str) -> float:
        return math.log(len(self._meanings) / (1 + self.definitions[term]))


def _told(text: str) -> list[str]:
    return [term for term in dict.fromkeys(terms_of(text)) if term.isalpha()]


def meaning_terms(meaning: Meaning) -> frozenset[str]:
    """Return the single-word terms for a meaning."""
    return frozenset(term_of(word) for word in meaning.words if "_" not in word) - {""}
