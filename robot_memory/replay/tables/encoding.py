"""Which characters the bytes of a text file are."""

from __future__ import annotations

import codecs

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks; that of UTF-32 begins with that of UTF-16 and so comes first."""

FALLBACK = "cp1252"
"""What older programs on Windows write; its letters beyond ASCII are what Latin-1 has."""


def encoding_of(beginning: bytes) -> tuple[str, int]:
    """The encoding by a file's first bytes, and how many of them are its mark."""
    for mark, name in MARKS:
        if beginning.startswith(mark):
            return name, len(mark)
    return "utf-8", 0


def text_of(line: bytes) -> str:
    """A line of a file that should be UTF-8, or else is in the old encoding of Windows."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode(FALLBACK, "replace")
