"""A robot's keys, Ed25519 and ML-DSA-65 together (RCAN's post-quantum rule), and signatures.

A signature is hybrid: both halves must hold, so a weakness in one algorithm does no harm.
``pqc-hybrid-v1.<ed25519>.<ml-dsa>`` holds them in unpadded base64url. Both sign the same bytes of
the message, ML-DSA-65 (FIPS 204) in its pure form with an empty context.

The private keys never leave ``keys/`` in the memory home: they are not exported, shared or logged.
An export recognizes a copy of them elsewhere by the names of its seeds. Other robots get the card
(:mod:`robot_memory.foundation.identity.card`) to verify this robot.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA65PrivateKey, MLDSA65PublicKey

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import InvalidKeys
from robot_memory.foundation.identity.base64url import decode, encode
from robot_memory.foundation.identity.card import Card

_FORM = "robot-memory-keys-v1"
_SEED = 32  # bytes


@dataclass(frozen=True, repr=False)
class RobotKeys:
    """The private keys of one robot. Its representation does not show them."""

    rrn: str
    ed25519: Ed25519PrivateKey
    ml_dsa: MLDSA65PrivateKey

    @property
    def card(self) -> Card:
        """The card that others need to verify this robot's signatures."""
        return Card(
            self.rrn,
            self.ed25519.public_key().public_bytes_raw(),
            self.ml_dsa.public_key().public_bytes_raw(),
        )

    def __repr__(self) -> str:
        return f"RobotKeys({self.rrn}, kid {self.card.kid})"


def make_keys(rrn: str) -> RobotKeys:
    """Make new keys for a robot from the system's randomness."""
    return RobotKeys(rrn, Ed25519PrivateKey.generate(), MLDSA65PrivateKey.generate())


def keys_from_seeds(rrn: str, ed25519: bytes, ml_dsa: bytes) -> RobotKeys:
    """Return the keys for two seeds of 32 bytes."""
    return RobotKeys(
        rrn,
        Ed25519PrivateKey.from_private_bytes(ed25519),
        MLDSA65PrivateKey.from_seed_bytes(ml_dsa),
    )


def write_keys(path: Path, keys: RobotKeys) -> None:
    """Store keys durably, readable only by their owner."""
    files.make_private_folder(path.parent)
    data = {
        "form": _FORM,
        "rrn": keys.rrn,
        "ed25519_seed": encode(keys.ed25519.private_bytes_raw()),
        "ml_dsa_65_seed": encode(keys.ml_dsa.private_bytes_raw()),
    }
    files.replace_durably(path, json.dumps(data, indent=2).encode() + b"\n")


def read_keys(path: Path) -> RobotKeys:
    """Read the keys that :func:`write_keys` stored.

    Raises:
        InvalidKeys: the keys are damaged, or readable by others than their owner.
        FileNotFoundError: there are no keys.
    """
    mode = path.stat().st_mode & 0o077
    if mode:
        raise InvalidKeys(
            f"{path} can be used by others than its owner (mode {mode:03o} too many); nothing "
            f"was signed: `chmod 600 {path}`, and make new keys if somebody may have copied them"
        )
    try:
        data = json.loads(files.read_regular(path))
        if data["form"] != _FORM:
            raise ValueError(f"its form is {data['form']!r}, not {_FORM!r}")
        return keys_from_seeds(
            data["rrn"],
            decode(data["ed25519_seed"], _SEED),
            decode(data["ml_dsa_65_seed"], _SEED),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidKeys(
            f"{path} cannot be read ({error!r}); nothing was changed: restore it from a backup, or "
            "move it away and run `robot-memory init` for new keys, which peers must trust anew"
        ) from error


PROFILE = "pqc-hybrid-v1"
_ED25519_SIZE = 64  # bytes of a signature
_ML_DSA_SIZE = 3309  # bytes of a signature


def sign(keys: RobotKeys, message: bytes) -> str:
    """Sign bytes with both keys."""
    parts = (encode(keys.ed25519.sign(message)), encode(keys.ml_dsa.sign(message)))
    return f"{PROFILE}.{'.'.join(parts)}"


def verify(card: Card, message: bytes, signature: str) -> str | None:
    """Return why a signature does not hold, or None if it does.

    The cheap half is checked first: a forgery costs a tenth of a millisecond.
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
