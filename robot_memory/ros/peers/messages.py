"""Updates as ROS messages."""

from __future__ import annotations

from rclpy.serialization import deserialize_message

from robot_memory.federation.signed_envelope import MAX_SAMPLE, SignedEnvelope
from robot_memory.federation.update_verdict import UpdateOutcome, UpdateRefused
from robot_memory.identity.card import Card
from robot_memory.msg import PeerUpdate


def to_message(envelope: SignedEnvelope) -> PeerUpdate:
    """Return an update as it is published."""
    card = envelope.card
    return PeerUpdate(
        rrn=card.rrn,
        kid=card.kid,
        ed25519_key=card.ed25519,
        ml_dsa_key=card.ml_dsa,
        payload=envelope.payload,
        signature=envelope.signature,
    )


def from_bytes(data: bytes) -> SignedEnvelope:
    """Read a serialized message.

    Raises:
        Refused: it is too large to be looked at, or is no PeerUpdate.
    """
    if len(data) > MAX_SAMPLE:
        raise UpdateRefused(
            UpdateOutcome.OVERSIZED, f"{len(data)} bytes are more than {MAX_SAMPLE}"
        )
    try:
        message = deserialize_message(data, PeerUpdate)
    except Exception as error:  # rmw has no error of its own for bytes that are none of its
        raise UpdateRefused(UpdateOutcome.UNREADABLE, f"it is not a PeerUpdate: {error}") from None
    card = Card(message.rrn, bytes(message.ed25519_key), bytes(message.ml_dsa_key))
    return SignedEnvelope(card, bytes(message.payload), message.signature)
