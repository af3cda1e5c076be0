"""A robot's private keys: made once, private, never shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from robots import keys_of

from robot_memory.foundation.errors import InvalidKeys
from robot_memory.foundation.identity.base64url import encode
from robot_memory.foundation.identity.robot_keys import (
    read_keys,
    sign,
    verify,
    write_keys,
)

KEYS = keys_of(1)
SEEDS = (KEYS.ed25519.private_bytes_raw(), KEYS.ml_dsa.private_bytes_raw())


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    path = tmp_path / "keys" / "own.json"
    write_keys(path, KEYS)
    return path


def change(path: Path, **fields: object) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


def test_keys_that_were_stored_sign_as_before(stored):
    again = read_keys(stored)

    assert again.card == KEYS.card
    assert verify(KEYS.card, b"message", sign(again, b"message")) is None


def test_stored_keys_are_for_their_owner_only(stored):
    assert stored.stat().st_mode & 0o777 == 0o600
    assert stored.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601])
def test_keys_with_permissions_for_others_are_refused(stored, mode):
    stored.chmod(mode)

    with pytest.raises(InvalidKeys, match="nothing was signed: `chmod 600"):
        read_keys(stored)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"null", b'"text"', b"{}", b"[" * 100_000],
    ids=["empty", "cut off", "no UTF-8", "list", "null", "text", "no fields", "deep"],
)
def test_damaged_keys_are_refused_with_advice(stored, content):
    stored.write_bytes(content)

    with pytest.raises(InvalidKeys, match="restore it from a backup, or move it away"):
        read_keys(stored)


@pytest.mark.parametrize(
    "fields",
    [{"form": "robot-memory-keys-v2"}, {"ed25519_seed": encode(b"short")}, {"ml_dsa_65_seed": 7},
     {"ml_dsa_65_seed": encode(bytes(33))}, {"ed25519_seed": "=" * 43}],
)  # fmt: skip
def test_a_seed_of_wrong_format_or_length_is_refused(stored, fields):
    change(stored, **fields)

    with pytest.raises(InvalidKeys):
        read_keys(stored)


def test_no_error_and_no_representation_shows_a_seed(stored):
    # Only the last field is damaged, so the seeds have been read when it fails.
    change(stored, ml_dsa_65_seed=encode(SEEDS[1] + b"!"))
    with pytest.raises(InvalidKeys) as caught:
        read_keys(stored)

    told = f"{caught.value} {caught.value!r} {caught.value.__cause__!r} {KEYS} {KEYS!r} {[KEYS]}"
    for seed in SEEDS:
        for form in (encode(seed), seed.hex(), repr(seed)[2:-1]):
            assert form not in told


def test_missing_keys_raise_file_not_found(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_keys(tmp_path / "own.json")
