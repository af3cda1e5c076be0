"""The digest that identifies an update in announcements and between carriers."""

from __future__ import annotations

import hashlib
import re

_DIGITS = 16  # hexadecimal digits
_DIGEST = re.compile(rf"[0-9a-f]{{{_DIGITS}}}")


def digest_of(data: bytes) -> str:
    """Return what names an update: the start of its sha256, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def is_digest(text: str) -> bool:
    """Tell whether a text of somebody else may be what :func:`digest_of` returns."""
    return _DIGEST.fullmatch(text) is not None
