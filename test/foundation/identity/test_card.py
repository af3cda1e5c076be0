"""A robot's card: its name and public keys as a text file."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest
from robots import keys_of

from robot_memory.foundation.errors import InvalidCard
from robot_memory.foundation.identity.base64url import encode
from robot_memory.foundation.identity.card import read_card, write_card

CARD = keys_of(1).card


def changed(**fields: object) -> str:
    """Return the text of a card with changed fields; None removes a field."""
    record = {**json.loads(write_card(CARD)), **fields}
    return json.dumps({name: value for name, value in record.items() if value is not None})


def problems_of(text: str) -> list[str]:
    with pytest.raises(InvalidCard) as caught:
        read_card(text, "alex.json")
    assert "alex.json" in str(caught.value)
    return [str(defect) for defect in caught.value.defects]


def test_a_written_card_reads_back_unchanged():
    assert read_card(write_card(CARD), "alex.json") == CARD


def test_unknown_fields_of_a_card_are_ignored():
    assert read_card(changed(name="Alex", colour="red"), "alex.json") == CARD


def test_the_kid_is_the_first_8_digits_of_the_hash_of_the_post_quantum_key():
    assert CARD.kid == hashlib.sha256(CARD.ml_dsa).hexdigest()[:8]


def test_the_fingerprint_changes_with_either_key():
    others = {replace(CARD, ed25519=bytes(32)).fingerprint, replace(CARD, ml_dsa=b"").fingerprint}

    assert len({CARD.fingerprint, *others}) == 3


@pytest.mark.parametrize(
    "text", ["", "no JSON", "[]", "{}", '"text"', "[" * 100_000, '{"form": 1}']
)
def test_a_text_that_is_not_a_card_is_refused_with_its_file_name(text):
    with pytest.raises(InvalidCard, match=r"^alex\.json is not a card of a robot"):
        read_card(text, "alex.json")


def test_all_defects_of_a_card_are_reported_at_once():
    wrong = changed(rrn="Alex", ed25519="?", ml_dsa_65=encode(b"short"))

    assert [problem.partition(":")[0] for problem in problems_of(wrong)] == [
        "rrn", "ed25519", "ml_dsa_65",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "fields",
    [{"ed25519": None}, {"ml_dsa_65": None}, {"rrn": None}, {"rrn": 7}, {"ed25519": 7},
     {"rrn": CARD.rrn + "\n"}, {"ml_dsa_65": encode(CARD.ml_dsa) + "="}],
)  # fmt: skip
def test_a_missing_or_malformed_field_of_a_card_is_reported(fields):
    assert [problem.partition(":")[0] for problem in problems_of(changed(**fields))] == [*fields]


def test_a_kid_of_another_key_is_refused():
    assert problems_of(changed(kid="00000000")) == [
        f"kid: '00000000' is not {CARD.kid}, that of its key"
    ]
