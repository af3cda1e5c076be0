"""Texts as vectors whose product says how alike they are, without a model.

Words and runs of letters are hashed into a fixed number of places (Weinberger et al., *Feature
hashing for large scale multitask learning*, 2009). It knows no meanings: it finds what is written
a little otherwise, "batery" or "gearbox" for "gear box", and is the same on every machine.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from robot_memory.foundation.words.index_terms import plain_form, term_of, words_of

Vectors = NDArray[np.float32]

_RUNS = (3, 4)  # letters
_OF_RUN = 0.35  # weight of a run of letters; a whole word has 1
_SIGN = 1 << 31


class Embedder(Protocol):
    """Makes vectors of texts.

    Attributes:
        name: tells one embedder from another; vectors of two cannot be compared.
        dimensions: numbers of a vector.
    """

    @property
    def name(self) -> str: ...  # noqa: D102  as above
    @property
    def dimensions(self) -> int: ...  # noqa: D102

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a vector of length 1 for each text, or of zeros where it has no words."""
        ...


class HashedWords:
    """The embedder that is built in; needs nothing but numpy."""

    name = "hashed-words-1"
    dimensions = 256

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text."""
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for feature, weight in _features(text):
                code = zlib.crc32(feature.encode("utf-8", "replace"))
                vectors[row, code % self.dimensions] += weight if code < _SIGN else -weight
        return normalised(vectors)


def normalised(vectors: Vectors) -> Vectors:
    """Return vectors of length 1; those of zeros stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    made: Vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return made


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in words_of(text):
        term = term_of(word)
        if not term:
            continue
        yield f"={term}", 1.0
        framed = f"<{plain_form(word)}>"
        for length in _RUNS:
            for at in range(len(framed) - length + 1):
                yield framed[at : at + length], _OF_RUN
