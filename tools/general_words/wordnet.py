"""Reads the files of WordNet 3.0 (wndb(5WN), senseidx(5WN), cntlist(5WN))."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_PART_OF_KEY = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
_EXAMPLES = re.compile(r'"([^"]*)"?')
_MARKER = re.compile(r"\(\w+\)$")  # syntactic marker of an adjective
ANTONYM, INSTANCE = "!", "@i"


@dataclass(frozen=True)
class Pointer:
    """A relation of a meaning to another one.

    Attributes:
        symbol: the relation, as in wninput(5WN).
        meaning: the other meaning.
        words: the related word of each meaning, from 1; 0: all words.
    """

    symbol: str
    meaning: str
    words: tuple[int, int]


@dataclass(frozen=True)
class Meaning:
    """A set of synonyms.

    Attributes:
        category: the number of its lexicographer file (lexnames(5WN)).
        words: as written, with underscores for spaces.
        pointers: to other meanings.
        definition, examples: the parts of the gloss.
    """

    category: int
    words: Sequence[str]
    pointers: Sequence[Pointer]
    definition: str
    examples: str


@dataclass(frozen=True)
class Sense:
    """A meaning of a word, with its number of uses in the tagged texts."""

    meaning: str
    count: int
    rank: int


@dataclass(frozen=True)
class WordNet:
    """The content of the files: meanings by name, and the senses of each word."""

    meanings: Mapping[str, Meaning]
    senses: Mapping[str, Sequence[Sense]]


def read(folder: Path) -> WordNet:
    """Read the files of a folder.

    Raises:
        OSError: a file is missing.
    """
    meanings = {
        part + line[:8]: _meaning(line)
        for part, name in _FILES.items()
        for line in _lines(folder / f"data.{name}")
    }
    counts = _counts(folder / "cntlist.rev")
    senses: dict[str, list[Sense]] = defaultdict(list)
    for part, name in _FILES.items():
        for line in _lines(folder / f"index.{name}"):
            fields = line.split()
            lemma, offsets = fields[0], fields[-int(fields[2]) :]
            senses[lemma] += [
                Sense(part + offset, counts[lemma, part, rank], rank)
                for rank, offset in enumerate(offsets, start=1)
            ]
    return WordNet(meanings, senses)


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines below the licence, which is indented."""
    for line in path.read_text(encoding="latin-1").splitlines():
        if not line.startswith("  "):
            yield line


def _meaning(line: str) -> Meaning:
    head, _, gloss = line.partition(" | ")
    fields = head.split(" ")
    count = int(fields[3], 16)
    words = [_MARKER.sub("", word) for word in fields[4 : 4 + 2 * count : 2]]
    at = 4 + 2 * count
    pointers = []
    for number in range(int(fields[at])):
        symbol, offset, part, words_of = fields[at + 1 + 4 * number : at + 5 + 4 * number]
        both = int(words_of[:2], 16), int(words_of[2:], 16)
        pointers.append(Pointer(symbol, part.replace("s", "a") + offset, both))
    examples = " ".join(_EXAMPLES.findall(gloss))
    return Meaning(int(fields[1]), words, pointers, _EXAMPLES.sub("", gloss), examples)


def _counts(path: Path) -> Counter[tuple[str, str, int]]:
    counts: Counter[tuple[str, str, int]] = Counter()
    for line in path.read_text(encoding="latin-1").splitlines():
        key, rank, count = line.split()
        lemma, _, rest = key.partition("%")
        counts[lemma, _PART_OF_KEY[rest[0]], int(rank)] += int(count)
    return counts
