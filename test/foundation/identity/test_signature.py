"""Hybrid signatures: both halves must hold."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from robots import keys_of

from robot_memory.foundation.identity.base64url import encode
from robot_memory.foundation.identity.robot_keys import PROFILE, sign, verify

KEYS, OTHER = keys_of(1), keys_of(2)
MESSAGE = b'{"rrn":"RRN-000000000001"}'
SIGNED = sign(KEYS, MESSAGE)
_, CLASSICAL, POST_QUANTUM = SIGNED.split(".")


def flipped(text: str, at: int) -> str:
    """Return a text with one letter replaced by another of the alphabet."""
    return text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]


def test_a_signature_verifies_with_its_message_and_card():
    assert verify(KEYS.card, MESSAGE, SIGNED) is None


def test_a_signature_names_its_profile_and_has_two_parts_of_fixed_length():
    assert SIGNED.startswith("pqc-hybrid-v1.")
    assert (len(CLASSICAL), len(POST_QUANTUM)) == (86, 4412)
    assert "=" not in SIGNED


@pytest.mark.parametrize("at", range(0, len(MESSAGE), 5))
def test_a_changed_message_does_not_verify(at):
    message = bytearray(MESSAGE)
    message[at] ^= 1

    assert verify(KEYS.card, bytes(message), SIGNED)


@pytest.mark.parametrize("at", [0, 13, 14, 99, 100, 101, 4000, len(SIGNED) - 1])
def test_a_changed_signature_does_not_verify(at):
    assert verify(KEYS.card, MESSAGE, flipped(SIGNED, at))


@pytest.mark.parametrize(
    ("classical", "post_quantum", "problem"),
    [
        (sign(OTHER, MESSAGE).split(".")[1], POST_QUANTUM, "Ed25519"),
        (CLASSICAL, sign(OTHER, MESSAGE).split(".")[2], "ML-DSA-65"),
        (encode(bytes(64)), POST_QUANTUM, "Ed25519"),
        (CLASSICAL, encode(bytes(3309)), "ML-DSA-65"),
    ],
    ids=["another's Ed25519", "another's ML-DSA", "zeros for Ed25519", "zeros for ML-DSA"],
)
def test_a_signature_with_only_one_valid_half_does_not_verify(classical, post_quantum, problem):
    said = verify(KEYS.card, MESSAGE, f"{PROFILE}.{classical}.{post_quantum}")

    assert said == f"its {problem} half does not hold"


@pytest.mark.parametrize(
    "signature",
    [
        "", ".", "..", PROFILE, f"{PROFILE}.", f"{PROFILE}..", f"{PROFILE}.{CLASSICAL}",
        f"{PROFILE}.{CLASSICAL}.", f"{PROFILE}..{POST_QUANTUM}", f"{SIGNED}.", f"{SIGNED}.x",
        f"{SIGNED}=", f"pqc-hybrid-v2.{CLASSICAL}.{POST_QUANTUM}", f"{SIGNED}\n", f" {SIGNED}",
        SIGNED.upper(), SIGNED.replace(".", "．"), f"{PROFILE}.{POST_QUANTUM}.{CLASSICAL}",
        "\ud800", SIGNED * 2,
    ],
    ids=itertools.count(),
)  # fmt: skip
def test_a_malformed_signature_is_refused_with_a_reason(signature):
    assert verify(KEYS.card, MESSAGE, signature)


@pytest.mark.parametrize("field", ["ed25519", "ml_dsa"])
@pytest.mark.parametrize("key", [b"", b"short", bytes(5000)])
def test_an_invalid_key_never_verifies(field, key):
    assert verify(replace(KEYS.card, **{field: key}), MESSAGE, SIGNED)
