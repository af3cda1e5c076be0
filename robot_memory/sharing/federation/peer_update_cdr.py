"""PeerUpdate.msg in CDR, with its reader and writer: a signed update as bytes.

:mod:`.signed_envelope` compresses and signs, and has the limits of size.

DDS sends these bytes as a message of its topic, Zenoh as the value of a key. Reading needs neither
ROS nor any other library (OMG DDSI-RTPS 2.5 §10: encapsulation CDR_BE and CDR_LE).

See docs/reference/peer-updates.md, "The message".
"""

from __future__ import annotations

import struct

from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.federation.signed_envelope import MAX_SAMPLE, SignedEnvelope
from robot_memory.sharing.federation.update_verdict import UpdateOutcome, UpdateRefused

_HEADERS = {b"\x00\x00": ">", b"\x00\x01": "<"}
_HEADER = b"\x00\x01\x00\x00"
_ALIGNMENT = 4  # bytes


def write_envelope(envelope: SignedEnvelope) -> bytes:
    """Return an update as it is sent; equal updates give equal bytes."""
    card = envelope.card
    data = bytearray(_HEADER)
    for field in (
        _text(card.rrn), _text(card.kid), card.ed25519, card.ml_dsa, envelope.payload,
        _text(envelope.signature),
    ):  # fmt: skip
        data += bytes(-len(data) % _ALIGNMENT) + struct.pack("<I", len(field)) + field
    return bytes(data)


def read_envelope(data: bytes) -> SignedEnvelope:
    """Read what came; nothing in it is believed yet.

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
    """Reads the fields of a message, one after the other."""

    def __init__(self, data: bytes) -> None:
        order = _HEADERS.get(data[:2])
        if order is None or len(data) < len(_HEADER):
            raise _unreadable(f"it begins with {data[:4].hex() or 'nothing'}, which is no CDR")
        self._order = order
        self._data = data
        self._place = len(_HEADER)

    def octets(self, name: str) -> bytes:
        """Return the bytes of the next field, which has this name."""
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
        """Return the next field as text."""
        field = self.octets(name)
        if not field.endswith(b"\0"):
            raise _unreadable(f"{name}: a text without an end")
        try:
            return field[:-1].decode()
        except UnicodeDecodeError:
            raise _unreadable(f"{name}: it is not UTF-8") from None


def _unreadable(reason: str) -> UpdateRefused:
    return UpdateRefused(UpdateOutcome.UNREADABLE, f"it is not a PeerUpdate: {reason}")
