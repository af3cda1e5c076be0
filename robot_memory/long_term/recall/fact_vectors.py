"""Facts in recall: as passages, and found by vectors if they share no word with a question.

Words and letter n-grams are hashed into a vector of fixed length (Weinberger et al., *Feature
hashing for large scale multitask learning*, 2009). These vectors know no meanings: they find other
spellings, "batery" or "gearbox" for "gear box", and are the same on every machine.

The vectors are stored in the embedding index of document 003 (layer 1, Step 3 and §5.2): rebuilt,
never trusted. ``embeddings/index.bin`` is the FAISS file format of an ``IndexFlatIP``. FAISS is
needed neither to read nor to write it, and can open it with ``faiss.read_index``. The layout is
that of ``faiss/impl/index_write.cpp``, little-endian.

See docs/reference/recall.md, "How it searches" and "Files".
"""

from __future__ import annotations

import hashlib
import json
import logging
import struct
import zlib
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from robot_memory.foundation.disk.files import make_private_folder, read_regular, replace_durably
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.words.index_terms import plain_form, term_of, words_of
from robot_memory.long_term.graph import Fact, FactGraph
from robot_memory.long_term.graph.fact import OF_ENTRY
from robot_memory.long_term.levels.level_tree import LEVEL_WEIGHTS, MemoryLevel
from robot_memory.long_term.recall.candidate_search import matches
from robot_memory.long_term.recall.file_fingerprints import Sign, is_settled, sign_of
from robot_memory.long_term.recall.parsed_question import ParsedQuestion
from robot_memory.long_term.recall.passage import IndexedPassage, Passage
from robot_memory.long_term.recall.query import HitSource, Query
from robot_memory.long_term.recall.recall_index import RecallIndex

FEED = "facts"
WEIGHT = LEVEL_WEIGHTS[MemoryLevel.SEMANTIC]
PLACE = "knowledge-graph/facts.jsonl"
_Vectors = NDArray[np.float32]

_FOLDER = "embeddings"
_LOG = logging.getLogger(__name__)

_NEAREST = 10  # document 003, §5.2: K
_LEAST = 0.3  # below this, facts only share some letter n-grams with the question
_SHARE = 0.8  # how well an equal fact fits, relative to a passage with all words of the question

DIMENSIONS = 256
_METHOD = "hashed-words-1"  # vectors of different methods cannot be compared
_RUNS = (3, 4)  # lengths of letter n-grams
_OF_RUN = 0.35  # weight of a letter n-gram; a whole word has 1
_SIGN = 1 << 31

# The file header.
_FOURCC = b"IxFI"
# Dimensions, vectors, two fields that FAISS keeps for old readers, is_trained, metric.
_HEADER = struct.Struct("<iqqqBi")
_UNUSED = 1 << 20
_INNER_PRODUCT = 0
_COUNT = struct.Struct("<Q")  # number of values that follow
_START = len(_FOURCC) + _HEADER.size + _COUNT.size


class FactFeed:
    """Follows the facts of a graph."""

    def __init__(self, folder: Path, graph: FactGraph) -> None:
        self._file = folder / PLACE
        self._graph = graph

    def token(self) -> Hashable | None:
        """Return the version of the fact file."""
        sign = sign_of(self._file)
        return (sign,) if is_settled([sign]) else None

    def update(self, index: RecallIndex) -> None:
        """Add new facts, and remove archived ones."""
        facts = self._graph.facts
        # Another tool may change what a fact says.
        wanted = {
            name: hashlib.sha256(f"{fact.text}\n{fact.source}".encode()).hexdigest()[:16]
            for name, fact in facts.items()
        }
        index.follow(FEED, wanted, lambda name: [passage_of(facts[name])])


def passage_of(fact: Fact) -> Passage:
    """Return the passage of a fact, also found by the words of its relation."""
    entry_id = fact.source.removeprefix(OF_ENTRY) if fact.is_of_entry else ""
    also = fact.predicate.replace("_", " ") if fact.predicate not in fact.text else ""
    return Passage(
        HitSource.FACT.value, fact.id, PLACE, without_secrets(fact.text), also, fact.created,
        component=without_secrets(fact.subject), weight=WEIGHT, entry_id=entry_id,
        is_own=fact.is_persons,
    )  # fmt: skip


class FactVectors:
    """``embeddings/index.bin``, and ``metadata.jsonl``, which maps each vector to its fact."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / _FOLDER
        self._vectors_file = self._folder / "index.bin"
        self._names_file = self._folder / "metadata.jsonl"
        self._signs: tuple[Sign, Sign] | None = None
        self._vectors: _Vectors = np.zeros((0, DIMENSIONS), dtype=np.float32)
        self._names: list[tuple[str, str]] = []

    def rebuild(self, texts: Mapping[str, str]) -> int:
        """Rebuild both files from fact texts by id; return the number of facts.

        Unchanged facts give the same bytes.
        """
        names = [(fact_id, _digest(texts[fact_id])) for fact_id in sorted(texts)]
        known = {name: row for row, name in enumerate(self._read())}
        vectors = np.zeros((len(names), DIMENSIONS), dtype=np.float32)
        new = []
        for row, name in enumerate(names):
            if name in known:
                vectors[row] = self._vectors[known[name]]
            else:
                new.append(row)
        if new:
            vectors[new] = hashed([texts[names[row][0]] for row in new])
        lines = (
            {"vector_id": row, "fact_id": fact_id, "digest": digest}
            for row, (fact_id, digest) in enumerate(names)
        )
        metadata = "".join(json.dumps(line) + "\n" for line in lines)
        make_private_folder(self._folder)
        # Vectors never have the names of others: a crash leaves them without names.
        if not _has_content(self._vectors_file, data := write_flat(vectors)):
            self._names_file.unlink(missing_ok=True)
            replace_durably(self._vectors_file, data)
        if not _has_content(self._names_file, metadata.encode()):
            replace_durably(self._names_file, metadata.encode())
        return len(names)

    def nearest(self, query: str, count: int) -> list[tuple[str, str, float]]:
        """Return the nearest facts: id, digest of the embedded text, similarity."""
        names = self._read()
        if not names:
            return []
        (vector,) = hashed([query])
        alike = self._vectors @ vector
        some = (
            np.argpartition(-alike, count)[:count] if count < len(alike) else np.arange(len(alike))
        )
        best = some[np.lexsort((some, -alike[some]))]
        return [(*names[row], float(alike[row])) for row in best]

    def _read(self) -> list[tuple[str, str]]:
        """Return the fact id and digest of each vector; none if the files do not match."""
        signs = (sign_of(self._vectors_file), sign_of(self._names_file))
        if signs == self._signs:
            return self._names
        self._signs, self._names = signs, []
        if None in signs:
            return []
        try:
            vectors = read_flat(read_regular(self._vectors_file))
            lines = [json.loads(line) for line in read_regular(self._names_file).splitlines()]
            names = [(str(line["fact_id"]), str(line["digest"])) for line in lines]
            _check(vectors, lines)
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            _LOG.warning("%s is not used until it is made anew: %s", self._vectors_file, error)
            return []
        self._vectors, self._names = vectors, names
        return names


def with_like_facts(
    index: RecallIndex,
    vectors: FactVectors,
    query: Query,
    question: ParsedQuestion,
    scored: Sequence[tuple[float, IndexedPassage]],
) -> list[tuple[float, IndexedPassage]]:
    """Return the scored passages, with the facts nearest to the question added.

    A vector of a fact whose text has changed since does not count.
    """
    if query.speaker or (query.sources and HitSource.FACT.value not in query.sources):
        return list(scored)
    known = {one.id: (fit, one) for fit, one in scored}
    whole = _SHARE * sum(question.terms.values())
    for fact_id, digest, alike in vectors.nearest(query.text, _NEAREST):
        if alike < _LEAST:
            break
        is_fact = "passages p WHERE p.ref = ? AND p.source = ?"
        for one in index.passages(is_fact, (fact_id, HitSource.FACT.value)):
            fit, _ = known.get(one.id, (0.0, one))
            if digest == _digest(one.text) and matches(one, query):
                known[one.id] = (max(fit, alike * whole), one)
    return list(known.values())


def hashed(texts: Sequence[str]) -> _Vectors:
    """Return a vector of length 1 for each text, or zeros if it has no words."""
    vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
    for row, text in enumerate(texts):
        for feature, weight in _features(text):
            code = zlib.crc32(feature.encode("utf-8", "replace"))
            vectors[row, code % DIMENSIONS] += weight if code < _SIGN else -weight
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    made: _Vectors = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
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


def _digest(text: str) -> str:
    return hashlib.sha256(f"{_METHOD}\n{text}".encode()).hexdigest()[:16]


def _check(vectors: _Vectors, lines: list[dict[str, object]]) -> None:
    if len(vectors) != len(lines):
        raise ValueError(f"it has {len(vectors)} vectors, and metadata.jsonl names {len(lines)}")
    if [line.get("vector_id") for line in lines] != list(range(len(lines))):
        raise ValueError("metadata.jsonl does not name the vectors in order")
    if vectors.shape[1] != DIMENSIONS:
        raise ValueError(f"it has vectors of {vectors.shape[1]} numbers, not of {DIMENSIONS}")
    if not np.isfinite(vectors).all():
        raise ValueError("it has values that are not numbers")


def _has_content(path: Path, data: bytes) -> bool:
    try:
        return read_regular(path) == data
    except FileNotFoundError:
        return False


def write_flat(vectors: _Vectors) -> bytes:
    """Return the content of ``index.bin`` for vectors, in order."""
    count, dimensions = vectors.shape
    header = _HEADER.pack(dimensions, count, _UNUSED, _UNUSED, 1, _INNER_PRODUCT)
    numbers = np.ascontiguousarray(vectors, dtype="<f4").tobytes()
    return b"".join((_FOURCC, header, _COUNT.pack(count * dimensions), numbers))


def read_flat(data: bytes) -> _Vectors:
    """Read the vectors of ``index.bin``.

    Raises:
        ValueError: the data is not of the form that :func:`write_flat` writes; says what is wrong.
    """
    if len(data) < _START or data[:4] != _FOURCC:
        raise ValueError("it is no IndexFlatIP of FAISS")
    dimensions, count, _, _, _, metric = _HEADER.unpack_from(data, len(_FOURCC))
    (numbers,) = _COUNT.unpack_from(data, _START - _COUNT.size)
    if metric != _INNER_PRODUCT:
        raise ValueError(f"its metric is {metric}, not {_INNER_PRODUCT}, the inner product")
    if min(dimensions, count) < 0 or numbers != dimensions * count:
        raise ValueError(f"it has {numbers} numbers for {count} vectors of {dimensions}")
    if len(data) != _START + 4 * numbers:
        raise ValueError(f"it has {len(data)} bytes instead of {_START + 4 * numbers}")
    vectors = np.frombuffer(data, dtype="<f4", offset=_START).reshape(count, dimensions)
    return vectors.astype(np.float32, copy=False)
