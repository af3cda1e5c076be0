"""Vectors of all passages, where a model knows what they mean; kept in ``index.db``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robot_memory.recall.embedder import Embedder, Vectors
from robot_memory.recall.recall_index import RecallIndex

#: A passage without a vector: its number, who said it, what it says.
Unknown = tuple[Any, ...]

_LONGEST = 2_000  # characters of a passage that are embedded
_MISSING = (
    "SELECT p.id, p.speaker, p.text FROM passages p LEFT JOIN vectors v ON v.passage = p.id "
    "AND v.model = ? WHERE v.passage IS NULL ORDER BY p.id LIMIT ?"
)
_NEWER = "SELECT passage, numbers FROM vectors WHERE model = ? AND passage > ? ORDER BY passage"


class PassageVectors:
    """Knows which passages are like a question.

    Args:
        embedder: makes the vectors.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._ids: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._vectors: Vectors = np.zeros((0, 0), dtype=np.float32)

    def missing(self, index: RecallIndex, count: int) -> list[Unknown]:
        """Return passages that have no vector yet, so many at most: number, speaker and text."""
        return index.query(_MISSING, (self._embedder.name, count))

    def made(self, passages: Sequence[Unknown]) -> list[tuple[int, bytes]]:
        """Return the vectors of passages; it takes a while, and needs no index meanwhile.

        Raises:
            InvalidSettings: the model cannot be used.
        """
        texts = [f"{speaker}: {text}" if speaker else text for _, speaker, text in passages]
        vectors = self._embedder.embed([text[:_LONGEST] for text in texts])
        return [
            (number, vector.astype("<f4").tobytes())
            for (number, _, _), vector in zip(passages, vectors, strict=True)
        ]

    def store(self, index: RecallIndex, made: Sequence[tuple[int, bytes]]) -> None:
        """Store what was made."""
        with index.writing():
            index.put_vectors(self._embedder.name, made)

    def likeness(self, index: RecallIndex, query: str, count: int) -> Likeness:
        """Return how like the question passages are, and which ones are most."""
        self._read(index)
        (vector,) = self._embedder.embed([query])
        alike = self._vectors @ vector if len(self._ids) else np.zeros(0, dtype=np.float32)
        best = np.argsort(-alike, kind="stable")[:count]
        return Likeness(self._ids, alike, [int(self._ids[row]) for row in best])

    def _read(self, index: RecallIndex) -> None:
        newest = int(self._ids[-1]) if len(self._ids) else 0
        rows = index.query(_NEWER, (self._embedder.name, newest))
        if rows:
            ids = np.array([row[0] for row in rows], dtype=np.int64)
            more = np.frombuffer(b"".join(row[1] for row in rows), dtype="<f4")
            vectors = more.reshape(len(rows), -1).astype(np.float32, copy=False)
            self._ids = np.concatenate([self._ids, ids])
            self._vectors = np.vstack([self._vectors, vectors]) if newest else vectors


class Likeness:
    """How like a question passages are.

    Args:
        ids: of all passages with a vector, ascending.
        alike: of each, from -1 to 1.
        nearest: the ids of those that are most alike.
    """

    def __init__(self, ids: NDArray[np.int64], alike: Vectors, nearest: Sequence[int]) -> None:
        self.nearest = nearest
        self._ids = ids
        self._alike = alike

    def knows(self, number: int) -> bool:
        """Tell whether a passage has a vector."""
        return self._row(number) is not None

    def of(self, number: int) -> float:
        """Return how alike one passage is; 0 where it has no vector, or has nothing in common."""
        row = self._row(number)
        return 0.0 if row is None else max(0.0, float(self._alike[row]))

    def _row(self, number: int) -> int | None:
        row = int(np.searchsorted(self._ids, number))
        return row if row < len(self._ids) and self._ids[row] == number else None


#: Without a model, nobody knows how alike passages are.
NO_LIKENESS = Likeness(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32), ())
