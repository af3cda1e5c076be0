"""Decompression that keeps what came out before the damage."""

from __future__ import annotations

import bz2
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Protocol, cast

STEP = 4096
"""How many bytes are fed at once into a damaged stream."""

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
    """What `data` holds, and what is wrong with it ('' if it is whole)."""
    if compression in PLAIN:
        return data, ""
    if compression not in DECOMPRESSORS:
        return b"", f"its compression {compression!r} is not supported"
    make = DECOMPRESSORS[compression]
    try:
        return _whole(make, data)
    except ImportError as error:
        return b"", f"its compression {compression!r} needs the library {error.name}"
    except Exception as error:  # each of the libraries raises its own
        return _until_damage(make, data), f"its compressed data is damaged ({error})"


def _whole(make: Callable[[], Decompressor], data: bytes | memoryview) -> tuple[bytes, str]:
    parts = []
    while data:
        stream = make()
        parts.append(stream.decompress(data))
        if not stream.eof:
            return b"".join(parts), CUT
        data = stream.unused_data
    return b"".join(parts), ""


def _until_damage(make: Callable[[], Decompressor], data: memoryview) -> bytes:
    plain = bytearray()
    stream = make()
    for at in range(0, len(data), STEP):
        try:
            plain += stream.decompress(data[at : at + STEP])
        except Exception:  # the damage itself, which `inflate` reports
            break
    return bytes(plain)


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
