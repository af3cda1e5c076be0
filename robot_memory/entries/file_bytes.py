"""The bytes of a memory file as text: UTF-8, or UTF-16 as some editors save it.

See docs/reference/memory-file.md, "File and evidence".
"""

from __future__ import annotations

import codecs
import re

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NO_UTF8 = re.compile("[\udc80-\udcff]")


def decoded(data: bytes) -> str:
    """Return the text of a file; bytes that are no UTF-8 become surrogates, and are kept so."""
    if data.startswith(_MARKS):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:  # cut off, or something else that begins so
            pass
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Return the bytes of a text as they are saved."""
    return text.encode("utf-8", "surrogateescape")


def encoding_problem(text: str, *, above: int = 0) -> str:
    """Say where a text has the first byte that is no UTF-8; empty where it has none.

    Args:
        above: lines of the file above the text.
    """
    found = _NO_UTF8.search(text)
    if found is None:
        return ""
    line = above + text.count("\n", 0, found.start()) + 1
    return f"line {line} is not UTF-8 (byte 0x{ord(found[0]) - 0xDC00:02x}): save it as UTF-8"
