"""An update over Zenoh has exactly the bytes of the ROS message."""

from __future__ import annotations

import pytest
from rclpy.serialization import deserialize_message, serialize_message
from robot_memory.msg import PeerUpdate

from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.federation.signed_envelope import (
    SignedEnvelope,
    read_envelope,
    write_envelope,
)

pytestmark = pytest.mark.ros

CARD = Card("RRN-000000000001", bytes(range(32)), bytes(1952))
ENVELOPE = SignedEnvelope(CARD, b"words", "signature")
MESSAGE = PeerUpdate(
    rrn=CARD.rrn, kid=CARD.kid, ed25519_key=CARD.ed25519, ml_dsa_key=CARD.ml_dsa,
    payload=b"words", signature="signature",
)  # fmt: skip


def test_ros_deserializes_a_written_envelope():
    assert deserialize_message(write_envelope(ENVELOPE), PeerUpdate) == MESSAGE


def test_a_message_serialized_by_ros_is_read():
    assert read_envelope(serialize_message(MESSAGE)) == ENVELOPE
