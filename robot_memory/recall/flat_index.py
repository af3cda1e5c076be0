"""``embeddings/index.bin``: FAISS's own file of an ``IndexFlatIP``: its reader and writer.

FAISS is not needed for either; whoever has it opens the file with ``faiss.read_index``. The layout
is that of ``faiss/impl/index_write.cpp``, little-endian.

See docs/reference/recall.md, "Files".
"""

from __future__ import annotations

import struct

import numpy as np

from robot_memory.recall.embedder import Vectors

_FOURCC = b"IxFI"
# Dimensions, vectors, two fields that FAISS keeps for old readers, trained, metric.
_HEADER = struct.Struct("<iqqqBi")
_UNUSED = 1 << 20
_INNER_PRODUCT = 0
_COUNT = struct.Struct("<Q")  # of the numbers that follow
_START = len(_FOURCC) + _HEADER.size + _COUNT.size


def write_flat(vectors: Vectors) -> bytes:
    """Return the file that holds vectors, in order."""
    count, dimensions = vectors.shape
    header = _HEADER.pack(dimensions, count, _UNUSED, _UNUSED, 1, _INNER_PRODUCT)
    numbers = np.ascontiguousarray(vectors, dtype="<f4").tobytes()
    return b"".join((_FOURCC, header, _COUNT.pack(count * dimensions), numbers))


def read_flat(data: bytes) -> Vectors:
    """Read the vectors of a file.

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
