"""The signature of a request (Standard Webhooks specification, version 1)."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping


def sign_request(secret: bytes, message_id: str, timestamp: int, body: bytes) -> Mapping[str, str]:
    """Return the headers by which the receiver knows who sent a body, and when.

    Args:
        secret: the key that both have.
        message_id: the same for each try of one message: who gets it twice can tell.
        timestamp: when it is sent, seconds since 1970.
    """
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(secret, signed, hashlib.sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
