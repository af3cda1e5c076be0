"""Bytes as unpadded base64url text, in its only canonical form."""

from __future__ import annotations

import base64
import binascii


def encode(data: bytes) -> str:
    """Return unpadded base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str, size: int) -> bytes:
    """Read ``size`` bytes from unpadded base64url.

    Raises:
        ValueError: the text is something else, or has unused bits set: no two texts may stand for
            the same bytes.
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, UnicodeEncodeError, ValueError) as error:
        raise ValueError(f"it is not unpadded base64url: {error}") from None
    if len(data) != size:
        raise ValueError(f"it is {len(data)} bytes, not {size}")
    if encode(data) != text:
        raise ValueError("it is not the canonical form of its bytes")
    return data
