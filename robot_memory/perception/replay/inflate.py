"""Decompression that keeps the data before a damaged place."""

from __future__ import annotations

import bz2
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

STEP = 4096
"""Bytes that are fed at once: their output is in memory before it is counted."""

LARGEST = 1 << 29
"""Bytes of output, at most. A few kB of zstd can hold terabytes; no chunk or message does."""

CUT = "its compressed data is cut short"

PLAIN = ("", "none")


def inflate(compression: str, data: memoryview) -> tuple[bytes | memoryview, str]:
    """Return the content of `data`, at most `LARGEST` bytes, and its problem ('' if whole)."""
    if compression in PLAIN:
        return data, ""
    if compression not in DECOMPRESSORS:
        return b"", f"its compression {compression!r} is not supported"
    parts: list[bytes] = []
    room, problem = LARGEST, ""
    try:
        for part in unpacked(
            compression, (data[at : at + STEP] for at in range(0, len(data), STEP))
        ):
            room -= len(part)
            if room < 0:
                problem = f"it holds more than {LARGEST} bytes, and is not read further"
                break
            parts.append(part)
    except EOFError:
        problem = CUT if data else ""
    except ImportError as error:
        problem = f"its compression {compression!r} needs the library {error.name}"
    except Exception as error:  # each library raises its own errors
        problem = f"its compressed data is damaged ({error})"
    return b"".join(parts), problem


def unpacked(compression: str, pieces: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    """Yield the decompressed data of pieces, which may contain several consecutive streams.

    Raises:
        EOFError: the last stream has no end.
        Exception: from the library, if the data is damaged.
    """
    make = DECOMPRESSORS[compression]
    stream = make()
    for piece in pieces:
        while piece:
            if stream.eof:
                stream = make()
            yield stream.decompress(piece)
            piece = stream.unused_data if stream.eof else b""
    if not stream.eof:
        raise EOFError(CUT)


@cache
def _zstd() -> Callable[[], Any]:
    """Return a factory of decompressors, from Python itself or a package that rosbags requires.

    The library is looked up once: a recording may be compressed message by message.
    """
    for module in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(module).ZstdDecompressor  # type: ignore[no-any-return]
        except ImportError:
            continue
    zstandard = import_module("zstandard")
    return lambda: zstandard.ZstdDecompressor().decompressobj()


DECOMPRESSORS: dict[str, Callable[[], Any]] = {
    "bz2": bz2.BZ2Decompressor,
    "lz4": lambda: import_module("lz4.frame").LZ4FrameDecompressor(),
    "zstd": lambda: _zstd()(),
}
"""Factories of stream decompressors, with `eof`, `unused_data` and `decompress`."""
