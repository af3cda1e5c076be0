"""This implementation passes the test vectors that other implementations use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from federation_builders import NOON

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.robot_keys import keys_from_seeds, verify
from robot_memory.foundation.identity.trust_store import TrustedRobot
from robot_memory.foundation.time.clock import Instant
from robot_memory.sharing.federation.robot_update import read_update, write_update
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope, inflate
from robot_memory.sharing.federation.update_checks import UpdateReceiver
from robot_memory.sharing.federation.update_verdict import UpdateOutcome

FOLDER = Path(__file__).parent / "vectors"


def read(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


CANONICAL, KEYS, UPDATES = read("canonical"), read("keys"), read("updates")


@pytest.mark.parametrize("vector", CANONICAL["canonical"], ids=range(len(CANONICAL["canonical"])))
def test_canonical_bytes_match_the_test_vector(vector):
    assert canonical_json(vector["data"]).hex() == vector["bytes"]


@pytest.mark.parametrize("text", CANONICAL["refused"])
def test_data_without_a_canonical_form_is_refused(text):
    with pytest.raises(InvalidInput):
        canonical_json(json.loads(text))


@pytest.mark.parametrize("vector", KEYS, ids=lambda vector: vector["rrn"])
def test_keys_fingerprints_and_signatures_match_the_test_vector(vector):
    seeds = (bytes.fromhex(vector[name]) for name in ("ed25519_seed", "ml_dsa_65_seed"))
    keys = keys_from_seeds(vector["rrn"], *seeds)
    message = bytes.fromhex(vector["message"])

    assert keys.card.ed25519.hex() == vector["ed25519_key"]
    assert keys.card.ml_dsa.hex() == vector["ml_dsa_key"]
    assert (keys.card.kid, keys.card.fingerprint) == (vector["kid"], vector["fingerprint"])
    assert keys.ed25519.sign(message).hex() == vector["ed25519_signature"]
    assert verify(keys.card, message, vector["signature"]) is None


def envelope_of(vector: dict[str, Any]) -> SignedEnvelope:
    (keys,) = (each for each in KEYS if each["kid"] == vector["kid"])
    public = (bytes.fromhex(keys["ed25519_key"]), bytes.fromhex(keys["ml_dsa_key"]))
    card = Card(vector["rrn"], *public)
    return SignedEnvelope(card, bytes.fromhex(vector["payload"]), vector["signature"])


@pytest.mark.parametrize("vector", UPDATES, ids=lambda vector: vector["why"])
def test_a_message_is_accepted_exactly_if_its_test_vector_is_valid(vector):
    envelope = envelope_of(vector)
    trusted = {envelope.card.rrn: TrustedRobot(envelope.card, NOON)}  # whoever it claims to be
    reception = UpdateReceiver(
        Card("RRN-00000001", b"", b""), "s", trusted.get, {}.get, is_open=False
    )
    verdict = reception.judge(envelope, 9000, Instant(NOON, 0.0, "test", True)).verdict

    assert (verdict.outcome is UpdateOutcome.ACCEPTED) is vector["holds"]


@pytest.mark.parametrize("vector", [v for v in UPDATES if v["holds"]], ids=lambda v: v["why"])
def test_a_valid_test_vector_is_reproduced_byte_for_byte(vector):
    message = inflate(bytes.fromhex(vector["payload"]))

    assert message.hex() == vector["canonical"]
    assert write_update(read_update(message)) == message


def test_there_are_valid_test_vectors_and_more_invalid_ones():
    holding = sum(vector["holds"] for vector in UPDATES)

    assert 2 <= holding < len(UPDATES) / 2
