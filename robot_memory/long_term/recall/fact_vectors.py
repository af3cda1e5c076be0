"""The embedding index of the facts (document 003, layer 1 and Step 3): rebuilt, never trusted.

``embeddings/index.bin`` is FAISS's own file of an ``IndexFlatIP``. FAISS is needed neither to read
it nor to write it; whoever has it opens the file with ``faiss.read_index``. The layout is that of
``faiss/impl/index_write.cpp``, little-endian.

See docs/reference/recall.md, "Files".
"""

from __future__ import annotations

import hashlib
import json
import logging
import struct
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from robot_memory.foundation.disk.files import make_private_folder, read_regular, replace_durably
from robot_memory.long_term.recall.embedder import Embedder, Vectors
from robot_memory.long_term.recall.file_fingerprints import Sign, sign_of

_FOLDER = "embeddings"
_LOG = logging.getLogger(__name__)

# The head of the file.
_FOURCC = b"IxFI"
# Dimensions, vectors, two fields that FAISS keeps for old readers, trained, metric.
_HEADER = struct.Struct("<iqqqBi")
_UNUSED = 1 << 20
_INNER_PRODUCT = 0
_COUNT = struct.Struct("<Q")  # of the numbers that follow
_START = len(_FOURCC) + _HEADER.size + _COUNT.size


class FactVectors:
    """``embeddings/index.bin``, and ``metadata.jsonl``, which maps each vector to its fact.

    Args:
        folder: the memory home.
        embedder: makes the vectors.
    """

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        self._folder = folder / _FOLDER
        self._vectors_file = self._folder / "index.bin"
        self._names_file = self._folder / "metadata.jsonl"
        self._embedder = embedder
        self._signs: tuple[Sign, Sign] | None = None
        self._vectors: Vectors = np.zeros((0, 0), dtype=np.float32)
        self._names: list[tuple[str, str]] = []

    def rebuild(self, texts: Mapping[str, str]) -> int:
        """Make both files anew; facts that have not changed give the same bytes.

        Args:
            texts: what each fact says, by its id.

        Returns:
            How many vectors there are.
        """
        names = sorted(texts)
        known = {name: row for row, name in enumerate(self._read()) if self._is_of(name, texts)}
        vectors = np.zeros((len(names), self._embedder.dimensions), dtype=np.float32)
        if vectors.shape[1] != self._vectors.shape[1]:
            known = {}
        new = []
        for row, name in enumerate(names):
            seen = known.get((name, self._digest(texts[name])))
            if seen is None:
                new.append(row)
            else:
                vectors[row] = self._vectors[seen]
        if new:
            vectors[new] = self._embedder.embed([texts[names[row]] for row in new])
        lines = (
            {"vector_id": row, "fact_id": name, "digest": self._digest(texts[name])}
            for row, name in enumerate(names)
        )
        metadata = "".join(json.dumps(line) + "\n" for line in lines)
        make_private_folder(self._folder)
        # Vectors never stand beside the names of others: a crash leaves them without names.
        if not _has_content(self._vectors_file, data := write_flat(vectors)):
            self._names_file.unlink(missing_ok=True)
            replace_durably(self._vectors_file, data)
        if not _has_content(self._names_file, metadata.encode()):
            replace_durably(self._names_file, metadata.encode())
        return len(names)

    def nearest(self, query: str, count: int) -> list[tuple[str, str, float]]:
        """Return the facts that are most alike: id, digest of what was embedded, likeness."""
        names = self._read()
        if not names:
            return []
        (vector,) = self._embedder.embed([query])
        if vector.shape[0] != self._vectors.shape[1]:
            return []  # another embedder made the file
        alike = self._vectors @ vector
        some = (
            np.argpartition(-alike, count)[:count] if count < len(alike) else np.arange(len(alike))
        )
        best = some[np.lexsort((some, -alike[some]))]
        return [(*names[row], float(alike[row])) for row in best]

    def is_of(self, digest: str, text: str) -> bool:
        """Tell whether a vector was made of a text, by this embedder."""
        return digest == self._digest(text)

    def _is_of(self, name: tuple[str, str], texts: Mapping[str, str]) -> bool:
        return name[0] in texts and self.is_of(name[1], texts[name[0]])

    def _digest(self, text: str) -> str:
        return hashlib.sha256(f"{self._embedder.name}\n{text}".encode()).hexdigest()[:16]

    def _read(self) -> list[tuple[str, str]]:
        """Return which fact each vector is of; none where the files do not belong together."""
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


def _check(vectors: Vectors, lines: list[dict[str, object]]) -> None:
    if len(vectors) != len(lines):
        raise ValueError(f"it has {len(vectors)} vectors, and metadata.jsonl names {len(lines)}")
    if [line.get("vector_id") for line in lines] != list(range(len(lines))):
        raise ValueError("metadata.jsonl does not name the vectors in order")
    if not np.isfinite(vectors).all():
        raise ValueError("it has values that are not numbers")


def _has_content(path: Path, data: bytes) -> bool:
    """Tell whether a file holds just that."""
    try:
        return read_regular(path) == data
    except FileNotFoundError:
        return False


def write_flat(vectors: Vectors) -> bytes:
    """Return the content of ``index.bin`` that holds vectors, in order."""
    count, dimensions = vectors.shape
    header = _HEADER.pack(dimensions, count, _UNUSED, _UNUSED, 1, _INNER_PRODUCT)
    numbers = np.ascontiguousarray(vectors, dtype="<f4").tobytes()
    return b"".join((_FOURCC, header, _COUNT.pack(count * dimensions), numbers))


def read_flat(data: bytes) -> Vectors:
    """Read the vectors of ``index.bin``.

    Raises:
        ValueError: it is not what :func:`write_flat` writes; says what is wrong.
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
