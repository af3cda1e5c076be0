"""Writes a picture of a page as a PNG with a palette, a third of the size of a browser's PNG."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt
from chromium import Chromium

_COLOURS = 256
#: Returns the red, green, blue and alpha of each pixel of a PNG.
_PIXELS = """
(async () => {{
  const image = new Image();
  image.src = "data:image/png;base64,{data}";
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const bytes = brush.getImageData(0, 0, image.width, image.height).data;
  const letters = Array.from(bytes, (one) => String.fromCharCode(one));
  return [image.height, image.width, btoa(letters.join(""))];
}})()
"""


def small_picture(browser: Chromium, path: Path) -> None:
    """Store a picture of the visible page, and leave the page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    browser.picture(path)
    browser.open("about:blank")
    data = base64.b64encode(path.read_bytes()).decode()
    height, width, pixels = browser.evaluate(_PIXELS.format(data=data))
    colours = np.frombuffer(base64.b64decode(pixels), np.uint8).reshape(height, width, 4)
    path.write_bytes(small_png(colours[:, :, :3]))


def small_png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Return a PNG of the 256 commonest colours; other colours become the nearest one.

    Args:
        pixels: rows by columns by red, green and blue.
    """
    height, width, _ = pixels.shape
    colours, places, counts = np.unique(
        pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    palette = colours[np.argsort(-counts)[:_COLOURS]]
    apart = colours[:, None, :].astype(np.int32) - palette[None, :, :].astype(np.int32)
    nearest = np.argmin((apart**2).sum(axis=2), axis=1).astype(np.uint8)
    rows = nearest[places.reshape(height, width)]
    unfiltered = np.hstack([np.zeros((height, 1), np.uint8), rows])
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join([
        b"\x89PNG\r\n\x1a\n",
        _chunk(b"IHDR", header),
        _chunk(b"PLTE", palette.tobytes()),
        _chunk(b"IDAT", zlib.compress(unfiltered.tobytes(), 9)),
        _chunk(b"IEND", b""),
    ])  # fmt: skip


def _chunk(name: bytes, data: bytes) -> bytes:
    checked = name + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))
