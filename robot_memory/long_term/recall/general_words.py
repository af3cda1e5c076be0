"""General English words with related meanings: ``config/general_words.bin``.

A question may use words that no list foresees. WordNet defines each word in words; words with
similar definitions are near each other. ``tools/general_words`` makes the file from that. It is
less precise than the robot thesaurus, so it is only used for words that the memory does not have.

See docs/reference/recall.md, "Words of general English".
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from robot_memory.foundation.config_files import config_file

FILE = "general_words.bin"
_MAGIC = b"words-1\n"
_HEADER = struct.Struct("<8sIII")  # magic, bytes of the words, number of words, number of pairs
_MOST_WORDS = 1 << 16  # the number of a word has 16 bits
_WHOLE = 255  # the stored value for a worth of 1


class GeneralWords:
    """Pairs of related terms, each with the worth of one as a synonym for the other.

    Args:
        words: the terms in the order of their numbers, each between two line feeds.
        starts: where the pairs of each term begin, and where those of the last term end.
        others: the number of each pair's second term, higher than that of the first term.
        worths: the worth of each pair, in 255ths.
    """

    def __init__(
        self,
        words: bytes,
        starts: NDArray[np.uint32],
        others: NDArray[np.uint16],
        worths: NDArray[np.uint8],
    ) -> None:
        self._words = words  # splitting them would take longer than all else at a start may take
        self._ends = np.flatnonzero(np.frombuffer(words, np.uint8) == ord("\n"))
        self._starts = starts
        self._others = others
        self._worths = worths

    @classmethod
    def of_pairs(cls, pairs: Mapping[tuple[str, str], float]) -> GeneralWords:
        """Return a table of pairs, each given once, with a worth from 0 to 1.

        Raises:
            ValueError: there are more terms than the file has numbers for.
        """
        terms = sorted({term for pair in pairs for term in pair})
        if len(terms) > _MOST_WORDS:
            raise ValueError(f"{len(terms)} terms, and the file has numbers for {_MOST_WORDS}")
        number = {term: at for at, term in enumerate(terms)}
        rows = sorted(
            (*sorted((number[first], number[second])), round(_WHOLE * worth))
            for (first, second), worth in pairs.items()
        )
        firsts = np.array([first for first, _, _ in rows], np.uint32)
        starts = np.searchsorted(firsts, np.arange(len(terms) + 1)).astype(np.uint32)
        others = np.array([second for _, second, _ in rows], np.uint16)
        words = "".join(f"\n{term}" for term in terms).encode() + b"\n"
        return cls(words, starts, others, np.array([worth for _, _, worth in rows], np.uint8))

    def near(self, term: str) -> dict[str, float]:
        """Return the terms related to a term, each with its worth; none for an unknown term."""
        count = len(self._starts) - 1
        number = bisect_left(range(count), term, key=self._term)
        if number == count or self._term(number) != term:
            return {}
        own = slice(int(self._starts[number]), int(self._starts[number + 1]))
        behind = np.flatnonzero(self._others == number)
        before = np.searchsorted(self._starts, behind, side="right") - 1
        numbers = [*before.tolist(), *self._others[own].tolist()]
        worths = [*self._worths[behind].tolist(), *self._worths[own].tolist()]
        return {self._term(at): worth / _WHOLE for at, worth in zip(numbers, worths, strict=True)}

    def _term(self, number: int) -> str:
        return self._words[self._ends[number] + 1 : self._ends[number + 1]].decode()

    def to_bytes(self) -> bytes:
        """Return the file content: little-endian, one word a line, then the three columns."""
        terms, pairs = len(self._starts) - 1, len(self._others)
        header = _HEADER.pack(_MAGIC, len(self._words), terms, pairs)
        columns = (self._starts.astype("<u4"), self._others.astype("<u2"), self._worths)
        return header + self._words + b"".join(column.tobytes() for column in columns)

    @classmethod
    def from_bytes(cls, data: bytes) -> GeneralWords:
        """Read the file content.

        Raises:
            ValueError: it is another file, or a truncated one.
        """
        if len(data) < _HEADER.size or not data.startswith(_MAGIC):
            raise ValueError(f"{FILE} begins with {data[:8]!r}, not with {_MAGIC!r}")
        _, length, terms, pairs = _HEADER.unpack_from(data)
        whole = _HEADER.size + length + 4 * (terms + 1) + 3 * pairs
        if len(data) != whole:
            raise ValueError(f"{FILE} has {len(data)} bytes instead of {whole}")
        at = _HEADER.size + length
        starts = np.frombuffer(data, "<u4", terms + 1, at)
        at += 4 * (terms + 1)
        return cls(
            data[_HEADER.size : _HEADER.size + length],
            starts.astype(np.uint32, copy=False),
            np.frombuffer(data, "<u2", pairs, at).astype(np.uint16, copy=False),
            np.frombuffer(data, np.uint8, pairs, at + 2 * pairs),
        )


@lru_cache(maxsize=1)
def general_words() -> GeneralWords:
    """Read the file, once."""
    return GeneralWords.from_bytes(config_file(FILE).read_bytes())
