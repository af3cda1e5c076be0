"""Text that can be stored: JSON may hold halves of characters, files and databases may not."""

from __future__ import annotations


def storable(text: str) -> str:
    """Return a text in which half a surrogate pair reads as ``?``."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
