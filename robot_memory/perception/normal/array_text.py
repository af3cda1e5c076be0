"""Arrays as short texts, for the state that survives a restart."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

_LARGEST = 16_000_000  # bytes of an array


def to_text(array: npt.NDArray[Any]) -> str:
    """Return an array of numbers as text: its bytes, compressed."""
    plain = np.ascontiguousarray(array)
    lanes = plain.view(np.uint8).reshape(-1, plain.itemsize).T  # like bytes stand together
    return base64.b64encode(zlib.compress(lanes.tobytes(), 6)).decode("ascii")


def from_text(text: object, dtype: type[np.generic], shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """Return the array that :func:`to_text` was given.

    Raises:
        ValueError: the text is damaged, or of an array of another shape.
    """
    if not isinstance(text, str):
        raise ValueError(f"{text!r:.40} is no text")
    try:
        unpack = zlib.decompressobj()
        data = unpack.decompress(base64.b64decode(text, validate=True), _LARGEST)
    except (binascii.Error, zlib.error) as error:
        raise ValueError(f"an array cannot be read: {error}") from None
    size = np.dtype(dtype).itemsize
    count = int(np.prod(shape))
    if len(data) != size * count:
        raise ValueError(f"an array has {len(data)} bytes, expected {size * count}")
    lanes = np.frombuffer(data, np.uint8).reshape(size, count)
    return np.ascontiguousarray(lanes.T).view(dtype).reshape(shape).copy()
