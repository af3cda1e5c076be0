"""A signed update in transit: sealed and opened, written and read (rules.md §6.2, §6.9).

DDS sends PeerUpdate.msg in CDR as a message of its topic, and Zenoh as the value of a key. Reading
needs neither ROS nor any other library (OMG DDSI-RTPS 2.5 §10: encapsulation CDR_BE and CDR_LE).

See docs/reference/peer-updates.md, "The message".
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robot_memory.foundation.errors import InvalidUpdate
from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.federation.robot_update import RobotUpdate, write_update
from robot_memory.sharing.federation.update_verdict import UpdateOutcome, UpdateRefused

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys

MAX_SAMPLE = 12 * 1024  # bytes of a whole message
MAX_INFLATED = 256 * 1024  # bytes
#: The size of a message without its payload: keys, signature, names, lengths.
OVERHEAD = 32 + 1952 + 4530 + 160  # bytes
_LEVEL = 9  # of zlib: smallest result
_DIGITS = 16  # hexadecimal digits
_DIGEST = re.compile(rf"[0-9a-f]{{{_DIGITS}}}")


@dataclass(frozen=True)
class SignedEnvelope:
    """A message of ``/robot_memory/peers``: the fields of PeerUpdate.msg."""

    card: Card  # of the sender, with the keys that it claims
    payload: bytes  # the compressed bytes
    signature: str  # over the inflated bytes


def seal(update: RobotUpdate, keys: RobotKeys) -> SignedEnvelope:
    """Compress and sign an update."""
    # imported late: it needs cryptography
    from robot_memory.foundation.identity.robot_keys import sign

    message = write_update(update)
    return SignedEnvelope(keys.card, zlib.compress(message, _LEVEL), sign(keys, message))


def packed_size(update: RobotUpdate) -> int:
    """Return the maximum size of an update's whole message, bytes."""
    return OVERHEAD + len(zlib.compress(write_update(update), _LEVEL))


def inflate(payload: bytes) -> bytes:
    """Return the signed bytes. Nothing in them is checked yet.

    Raises:
        InvalidUpdate: the payload cannot be inflated, or exceeds 256 KiB inflated.
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
    """Return the digest of an update: the start of its sha256, in hexadecimal digits.

    It identifies an update in announcements and between carriers.
    """
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def is_digest(text: str) -> bool:
    """Whether an external text has the form of :func:`digest_of`."""
    return _DIGEST.fullmatch(text) is not None


_HEADERS = {b"\x00\x00": ">", b"\x00\x01": "<"}
_HEADER = b"\x00\x01\x00\x00"
_ALIGNMENT = 4  # bytes


def write_envelope(envelope: SignedEnvelope) -> bytes:
    """Return the bytes of an update's message; equal updates give equal bytes."""
    card = envelope.card
    data = bytearray(_HEADER)
    for field in (
        _text(card.rrn), _text(card.kid), card.ed25519, card.ml_dsa, envelope.payload,
        _text(envelope.signature),
    ):  # fmt: skip
        data += bytes(-len(data) % _ALIGNMENT) + struct.pack("<I", len(field)) + field
    return bytes(data)


def read_envelope(data: bytes) -> SignedEnvelope:
    """Read a received message; nothing in it is trusted yet.

    Raises:
        UpdateRefused: it is larger than 12 KiB, or is no PeerUpdate; the reason says where.
    """
    if len(data) > MAX_SAMPLE:
        raise UpdateRefused(
            UpdateOutcome.OVERSIZED, f"{len(data)} bytes are more than {MAX_SAMPLE}"
        )
    fields = _Fields(data)
    rrn, _kid = fields.text("rrn"), fields.text("kid")
    ed25519, ml_dsa = fields.octets("ed25519_key"), fields.octets("ml_dsa_key")
    payload, signature = fields.octets("payload"), fields.text("signature")
    return SignedEnvelope(Card(rrn, ed25519, ml_dsa), payload, signature)


def _text(words: str) -> bytes:
    return words.encode() + b"\0"


class _Fields:
    """Reads the fields of a message in their order."""

    def __init__(self, data: bytes) -> None:
        order = _HEADERS.get(data[:2])
        if order is None or len(data) < len(_HEADER):
            raise _unreadable(f"it begins with {data[:4].hex() or 'nothing'}, which is no CDR")
        self._order = order
        self._data = data
        self._place = len(_HEADER)

    def octets(self, name: str) -> bytes:
        begin = self._place + -self._place % _ALIGNMENT
        end = begin + struct.calcsize("I")
        if end > len(self._data):
            raise _unreadable(f"{name}: it ends at byte {len(self._data)}, before this field")
        (size,) = struct.unpack_from(f"{self._order}I", self._data, begin)
        if size > len(self._data) - end:
            raise _unreadable(
                f"{name}: {size} bytes are more than the {len(self._data) - end} left"
            )
        self._place = end + size
        return self._data[end : self._place]

    def text(self, name: str) -> str:
        field = self.octets(name)
        if not field.endswith(b"\0"):
            raise _unreadable(f"{name}: a text without an end")
        try:
            return field[:-1].decode()
        except UnicodeDecodeError:
            raise _unreadable(f"{name}: it is not UTF-8") from None


def _unreadable(reason: str) -> UpdateRefused:
    return UpdateRefused(UpdateOutcome.UNREADABLE, f"it is not a PeerUpdate: {reason}")
