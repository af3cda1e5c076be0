"""Hybrid signatures: both must hold, so that the weaker of two algorithms costs nothing.

``pqc-hybrid-v1.<ed25519>.<ml-dsa>``: the signatures in unpadded base64url. Both sign the very
bytes of the message, ML-DSA-65 (FIPS 204) pure and with an empty context.
"""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA65PublicKey

from robot_memory.foundation.identity.base64url import decode, encode
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.robot_keys import RobotKeys

PROFILE = "pqc-hybrid-v1"
_ED25519_SIZE = 64  # bytes of a signature
_ML_DSA_SIZE = 3309  # bytes of a signature


def sign(keys: RobotKeys, message: bytes) -> str:
    """Sign bytes with both keys."""
    parts = (encode(keys.ed25519.sign(message)), encode(keys.ml_dsa.sign(message)))
    return f"{PROFILE}.{'.'.join(parts)}"


def verify(card: Card, message: bytes, signature: str) -> str | None:
    """Say why a signature does not hold, None where it does.

    The cheap half comes first: a forgery costs a tenth of a millisecond.
    """
    profile, *parts = signature.split(".", 3)
    if profile != PROFILE or len(parts) != 2:
        return f"its form is not {PROFILE}.<ed25519>.<ml-dsa>"
    try:
        classical, post_quantum = decode(parts[0], _ED25519_SIZE), decode(parts[1], _ML_DSA_SIZE)
    except ValueError as error:
        return f"a part of it cannot be read: {error}"
    try:
        Ed25519PublicKey.from_public_bytes(card.ed25519).verify(classical, message)
    except (InvalidSignature, ValueError):
        return "its Ed25519 half does not hold"
    try:
        MLDSA65PublicKey.from_public_bytes(card.ml_dsa).verify(post_quantum, message)
    except (InvalidSignature, ValueError):
        return "its ML-DSA-65 half does not hold"
    return None
