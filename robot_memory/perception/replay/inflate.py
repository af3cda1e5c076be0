"""Decompression that keeps what came out before the damage."""

from __future__ import annotations

import bz2
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Protocol, cast

STEP = 4096
"""How many bytes are fed at once: what comes out of them is in memory before it is counted."""

LARGEST = 1 << 29
"""How many bytes may come out. A few kB of zstd can hold terabytes; no chunk or message does."""

CUT = "its compressed data is cut short"

PLAIN = ("", "none")


class Decompressor(Protocol):
    """One compressed stream: what bz2, lz4 and the zstd libraries agree on."""

    @property
    def eof(self) -> bool:
        """Whether the stream has come to its end."""

    @property
    def unused_data(self) -> bytes:
        """What followed its end."""

    def decompress(self, data: bytes | memoryview, /) -> bytes:
        """Feed more of the stream, get more of what it holds."""


def inflate(compression: str, data: memoryview) -> tuple[bytes | memoryview, str]:
    """What `data` holds, at most `LARGEST` bytes, and what is wrong with it ('' if it is whole)."""
    if compression in PLAIN:
        return data, ""
    if compression not in DECOMPRESSORS:
        return b"", f"its compression {compression!r} is not supported"
    parts: list[bytes] = []
    try:
        problem = _feed(DECOMPRESSORS[compression], data, parts)
    except ImportError as error:
        problem = f"its compression {compression!r} needs the library {error.name}"
    except Exception as error:  # each of the libraries raises its own
        problem = f"its compressed data is damaged ({error})"
    return b"".join(parts), problem


def _feed(make: Callable[[], Decompressor], data: memoryview, parts: list[bytes]) -> str:
    """Add what comes out to `parts`, of one stream after the other; why that ended early."""
    stream, room = make(), LARGEST
    for at in range(0, len(data), STEP):
        piece: bytes | memoryview = data[at : at + STEP]
        while piece:
            if stream.eof:
                stream = make()
            parts.append(stream.decompress(piece))
            room -= len(parts[-1])
            if room < 0:
                del parts[-1]
                return f"it holds more than {LARGEST} bytes, and is not read further"
            piece = stream.unused_data if stream.eof else b""
    return "" if stream.eof or not data else CUT


def lz4() -> Decompressor:
    """A decompressor of LZ4 frames."""
    return cast(Decompressor, import_module("lz4.frame").LZ4FrameDecompressor())


def zstd() -> Decompressor:
    """A decompressor of Zstandard, from Python itself or from what rosbags brings along."""
    return _zstd_maker()()


@cache
def _zstd_maker() -> Callable[[], Decompressor]:
    """Look for the library once: a recording may be compressed message by message."""
    for module in ("compression.zstd", "backports.zstd"):
        try:
            return cast(Callable[[], Decompressor], import_module(module).ZstdDecompressor)
        except ImportError:
            continue
    zstandard = import_module("zstandard")
    return lambda: cast(Decompressor, zstandard.ZstdDecompressor().decompressobj())


DECOMPRESSORS: dict[str, Callable[[], Decompressor]] = {
    "bz2": bz2.BZ2Decompressor,
    "lz4": lz4,
    "zstd": zstd,
}
