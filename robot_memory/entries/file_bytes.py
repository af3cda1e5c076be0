"""The bytes of a memory file as text: UTF-8, or UTF-16 from some editors.

See docs/reference/memory-file.md, "File and evidence".
"""

from __future__ import annotations

import codecs
import re

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NO_UTF8 = re.compile("[\udc80-\udcff]")


def decoded(data: bytes) -> str:
    """Return the text of a file; invalid UTF-8 bytes become surrogates, which keeps them."""
    if data.startswith(_MARKS):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:  # incomplete, or not UTF-16
            pass
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Return the bytes of a text for saving."""
    return text.encode("utf-8", "surrogateescape")


def encoding_problem(text: str, *, above: int = 0) -> str:
    """Return the position of a text's first byte that is not UTF-8, or "".

    Args:
        above: lines of the file before the text.
    """
    found = _NO_UTF8.search(text)
    if found is None:
        return ""
    line = above + text.count("\n", 0, found.start()) + 1
    return f"line {line} is not UTF-8 (byte 0x{ord(found[0]) - 0xDC00:02x}): save it as UTF-8"
