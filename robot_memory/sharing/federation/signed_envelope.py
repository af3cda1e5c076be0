"""A signed update as it travels: sealed and opened beside each other (rules.md §6.2, §6.9).

See docs/reference/peer-updates.md, "The message".
"""

from __future__ import annotations

import hashlib
import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robot_memory.foundation.errors import InvalidUpdate
from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.federation.robot_update import RobotUpdate, write_update

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys

MAX_SAMPLE = 12 * 1024  # bytes of a whole message
MAX_INFLATED = 256 * 1024  # bytes
#: What a message takes beside its payload: keys, signature, names, lengths.
OVERHEAD = 32 + 1952 + 4530 + 160  # bytes
_LEVEL = 9  # of zlib: the smallest result
_DIGITS = 16  # hexadecimal digits
_DIGEST = re.compile(rf"[0-9a-f]{{{_DIGITS}}}")


@dataclass(frozen=True)
class SignedEnvelope:
    """A message of ``/robot_memory/peers``: the fields of PeerUpdate.msg.

    Attributes:
        card: who says so, with the keys that it claims.
        payload: the compressed bytes.
        signature: over the inflated bytes.
    """

    card: Card
    payload: bytes
    signature: str


def seal(update: RobotUpdate, keys: RobotKeys) -> SignedEnvelope:
    """Compress and sign an update."""
    # only now: it needs cryptography
    from robot_memory.foundation.identity.hybrid_signature import sign

    message = write_update(update)
    return SignedEnvelope(keys.card, zlib.compress(message, _LEVEL), sign(keys, message))


def packed_size(update: RobotUpdate) -> int:
    """Return the bytes that the whole message of an update takes, at most."""
    return OVERHEAD + len(zlib.compress(write_update(update), _LEVEL))


def inflate(payload: bytes) -> bytes:
    """Return the bytes that were signed. Nothing in them has been looked at yet.

    Raises:
        InvalidUpdate: it cannot be inflated, or only to more than 256 kB.
    """
    inflater = zlib.decompressobj()
    try:
        message = inflater.decompress(payload, MAX_INFLATED)
    except zlib.error as error:
        raise InvalidUpdate(f"the payload cannot be inflated: {error}") from None
    if inflater.unconsumed_tail:
        raise InvalidUpdate(f"the payload is more than {MAX_INFLATED} bytes when inflated")
    if not inflater.eof or inflater.unused_data:
        raise InvalidUpdate("the payload does not end where its compressed data ends")
    return message


def digest_of(data: bytes) -> str:
    """Return what names an update: the start of its sha256, in hexadecimal digits.

    It identifies an update in announcements and between carriers.
    """
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def is_digest(text: str) -> bool:
    """Tell whether a text of somebody else may be what :func:`digest_of` returns."""
    return _DIGEST.fullmatch(text) is not None
