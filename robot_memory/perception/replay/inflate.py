"""Decompression that keeps what came out before the damage."""

from __future__ import annotations

import bz2
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

STEP = 4096
"""How many bytes are fed at once: what comes out of them is in memory before it is counted."""

LARGEST = 1 << 29
"""How many bytes may come out. A few kB of zstd can hold terabytes; no chunk or message does."""

CUT = "its compressed data is cut short"

PLAIN = ("", "none")


def inflate(compression: str, data: memoryview) -> tuple[bytes | memoryview, str]:
    """What `data` holds, at most `LARGEST` bytes, and what is wrong with it ('' if it is whole)."""
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
    except Exception as error:  # each of the libraries raises its own
        problem = f"its compressed data is damaged ({error})"
    return b"".join(parts), problem


def unpacked(compression: str, pieces: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    """Yield what comes out of pieces of data, which may be several streams one after the other.

    Raises:
        EOFError: the last stream has no end.
        Exception: of the library, where the data is damaged.
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
    """Find the library, of Python itself or of what rosbags brings along.

    It is looked for once: a recording may be compressed message by message.
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
"""Each makes the decompressor of a stream, with `eof`, `unused_data` and `decompress`."""
