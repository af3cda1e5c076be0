"""The trust store: which robots an operator trusts, one card a file."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from robots import keys_of, rrn_of

from robot_memory.foundation.errors import FederationRefused
from robot_memory.foundation.identity import trust_store
from robot_memory.foundation.identity.card import Card, write_card
from robot_memory.foundation.identity.trust_store import TrustStore

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
LATER = NOON + timedelta(hours=1)
ALEX, BOB = keys_of(1).card, keys_of(2).card
NEW_KEYS = keys_of(3, rrn_of(1)).card


@pytest.fixture
def store(tmp_path: Path) -> TrustStore:
    return TrustStore(tmp_path / "keys" / "peers")


def test_a_trusted_peer_has_the_name_that_the_operator_gave(store):
    store.trust(ALEX, NOON, name="Alex")
    (trusted,) = store.read().by_rrn.values()

    assert trusted.card == ALEX
    assert trusted.since == NOON
    assert trusted.revoked_at is None
    assert trusted.label == f"Alex ({ALEX.rrn})"


def test_another_key_for_a_trusted_rrn_is_refused(store):
    store.trust(ALEX, NOON)

    with pytest.raises(FederationRefused, match=r"bound to another key .* say --replace"):
        store.trust(NEW_KEYS, LATER)
    assert store.read().by_rrn[ALEX.rrn].card == ALEX


@pytest.mark.parametrize("name", ["Alex", "ALEX", "\uff21lex", ALEX.rrn, ALEX.rrn.lower()])
def test_a_name_that_reads_like_another_robots_is_refused(store, name):
    store.trust(ALEX, NOON, name="Alex")

    with pytest.raises(FederationRefused, match=rf"reads as Alex \({ALEX.rrn}\)"):
        store.trust(BOB, NOON, name=name)
    assert list(store.read().by_rrn) == [ALEX.rrn]
    store.trust(ALEX, LATER, name=name)


def test_a_robot_whose_rrn_is_the_name_of_another_is_refused(store):
    store.trust(ALEX, NOON, name=BOB.rrn)

    with pytest.raises(FederationRefused, match="reads as"):
        store.trust(BOB, NOON)
    assert list(store.read().by_rrn) == [ALEX.rrn]


def test_a_robot_gets_no_name_that_looks_like_a_secret(store):
    with pytest.raises(FederationRefused, match="looks like a secret"):
        store.trust(ALEX, NOON, name="password=hunter2")
    assert not store.read().by_rrn


def test_an_unreadable_card_still_binds_its_rrn_to_its_key(store):
    store.trust(ALEX, NOON)
    (path,) = store.folder.iterdir()
    path.write_text("{torn")

    with pytest.raises(FederationRefused, match=r"nobody can tell which key .* say --replace"):
        store.trust(NEW_KEYS, LATER)
    assert path.read_text() == "{torn"
    store.trust(NEW_KEYS, LATER, replace=True)
    assert store.read().by_rrn[ALEX.rrn].card == NEW_KEYS


def test_revoking_a_robot_with_an_unreadable_card_reports_its_file(store):
    store.trust(ALEX, NOON)
    (path,) = store.folder.iterdir()
    path.write_text("{torn")

    with pytest.raises(FederationRefused, match=str(path)):
        store.revoke(ALEX.rrn, LATER)


def test_an_operator_may_replace_a_key(store):
    store.trust(ALEX, NOON, name="Alex")
    store.trust(NEW_KEYS, LATER, replace=True)
    (trusted,) = store.read().by_rrn.values()

    assert (trusted.card, trusted.name, trusted.since) == (NEW_KEYS, "Alex", LATER)


def test_a_card_that_shares_only_one_key_is_refused_as_another_card(store):
    store.trust(ALEX, NOON)
    mixed = type(ALEX)(ALEX.rrn, ALEX.ed25519, NEW_KEYS.ml_dsa)

    with pytest.raises(FederationRefused):
        store.trust(mixed, LATER)


def test_a_revoked_peer_stays_listed_as_revoked(store):
    store.trust(ALEX, NOON, name="Alex")
    store.revoke(ALEX.rrn, LATER)
    (trusted,) = store.read().by_rrn.values()

    assert (trusted.since, trusted.revoked_at, trusted.name) == (NOON, LATER, "Alex")


# --- Files put there by hand ---------------------------------------------------------------------


def put(store: TrustStore, name: str, text: str) -> Path:
    store.folder.mkdir(parents=True, exist_ok=True)
    path = store.folder / name
    path.write_text(text, encoding="utf-8")
    return path


def card_with(card: Card, **fields: object) -> str:
    return json.dumps({**json.loads(write_card(card)), **fields})


def sealed(store: TrustStore, card: Card, **fields: object) -> str:
    """Return a card file sealed as the store itself seals it."""
    store.folder.mkdir(parents=True, exist_ok=True)
    record = json.loads(card_with(card, **fields))
    key = store._own_key() or store._make_key()
    return json.dumps({**record, "seal": trust_store._seal(record, key)})


COPIES = ["00.json", f"{ALEX.rrn}.json"]
SAID = {"since": "2020-01-01T00:00:00Z", "name": "Ada", "role": "fleet"}
REVOKED = {**SAID, "revoked_at": "2020-01-01T00:00:00Z"}
CARDS = [ALEX, NEW_KEYS, keys_of(1, rrn_of(7)).card, Card(rrn_of(7), ALEX.ed25519, BOB.ml_dsa)]


def copied(names: list[str]) -> list[tuple[str, Card, dict[str, str]]]:
    """Return files that somebody copied: name, card, and additional fields."""
    dated = [(name, card, said) for name in names for card in CARDS for said in (SAID, REVOKED)]
    return [*dated, *((name, ALEX, {}) for name in names)]


@pytest.mark.parametrize("name", COPIES)
def test_a_card_copied_into_the_folder_is_not_trusted(store, name):
    put(store, name, write_card(ALEX))

    assert store.read().by_rrn == {}
    assert f"{name}: a card that was copied counts for nothing" in store.read().problems[0]
    store.trust(ALEX, NOON)
    assert store.read().by_rrn[ALEX.rrn].since == NOON


@pytest.mark.parametrize(("name", "card", "said"), copied(COPIES))
def test_a_copied_card_does_not_end_a_revocation(store, name, card, said):
    store.trust(ALEX, NOON)
    store.revoke(ALEX.rrn, LATER)
    put(store, name, card_with(card, **said))

    (trusted,) = store.read().by_rrn.values()
    assert (trusted.card, trusted.revoked_at) == (ALEX, LATER)
    assert len(store.read().problems) == 1


@pytest.mark.parametrize(
    ("name", "card", "said"),
    copied(["zz.json", f"{rrn_of(7)}.revoked.json", f"{ALEX.rrn}.revoked.json"]),
)  # fmt: skip
def test_a_copied_card_changes_no_trusted_robot(store, name, card, said):
    store.trust(ALEX, NOON, name="Alex")
    put(store, name, card_with(card, **said))

    (trusted,) = store.read().by_rrn.values()
    assert (trusted.card, trusted.name, trusted.is_revoked) == (ALEX, "Alex", False)
    assert len(store.read().problems) == 1


def test_a_trust_file_renamed_to_a_revocation_revokes_nobody(store):
    store.trust(ALEX, NOON, name="Alex")
    put(store, f"{ALEX.rrn}.revoked.json", (store.folder / f"{ALEX.rrn}.json").read_text())

    assert not store.read().by_rrn[ALEX.rrn].is_revoked
    (problem,) = store.read().problems
    assert "has the name of another file" in problem


@pytest.mark.parametrize("said", [{}, SAID, {**SAID, "revoked_at": None}, REVOKED])
@pytest.mark.parametrize("name", [f"{ALEX.rrn}.json", f"{ALEX.rrn}.revoked.json"])
def test_files_sealed_by_another_home_trust_and_revoke_nobody(store, tmp_path, name, said):
    store.trust(BOB, NOON)
    other = TrustStore(tmp_path / "other" / "peers")
    put(store, name, sealed(other, ALEX, **said))

    assert list(store.read().by_rrn) == [BOB.rrn]
    assert len(store.read().problems) == 1


@pytest.mark.parametrize("key", [None, b"", b"short", b"x" * 32])
def test_a_home_without_its_seal_key_trusts_nobody_until_trust_is_renewed(store, key):
    store.trust(ALEX, NOON)
    path = store.folder.with_name("peers.key")
    assert path.stat().st_mode & 0o777 == 0o600
    path.unlink() if key is None else path.write_bytes(key)

    assert store.read().by_rrn == {}
    store.trust(ALEX, LATER)
    assert store.read().by_rrn[ALEX.rrn].since == LATER


@pytest.mark.parametrize("said", [{}, SAID, {**SAID, "revoked_at": None}])
def test_a_revocation_file_never_makes_a_robot_trusted(store, said):
    put(store, f"{ALEX.rrn}.revoked.json", sealed(store, ALEX, **said))

    assert store.read().by_rrn == {}
    assert len(store.read().problems) == 1


@pytest.mark.parametrize("damage", ["", "{", "[]"])
def test_a_damaged_file_of_a_revocation_revokes_until_the_robot_is_trusted_again(store, damage):
    store.trust(ALEX, NOON)
    store.revoke(ALEX.rrn, LATER)
    put(store, f"{ALEX.rrn}.revoked.json", damage)
    put(store, f"{ALEX.rrn}.json", sealed(store, ALEX, **SAID))

    assert store.read().by_rrn == {}
    assert len(store.read().problems) == 2
    store.trust(ALEX, LATER, replace=True)
    assert not store.read().by_rrn[ALEX.rrn].is_revoked


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "\x00", write_card(BOB)[:-40], write_card(BOB).replace(BOB.kid, "00000000"),
     card_with(BOB, since="yesterday"), card_with(BOB, **{**SAID, "revoked_at": 7})],
)  # fmt: skip
def test_a_bad_card_file_is_reported_and_the_other_cards_are_used(store, text):
    store.trust(ALEX, NOON)
    put(store, "00-bad.json", text)
    trust = store.read()

    assert list(trust.by_rrn) == [ALEX.rrn]
    assert len(trust.problems) == 1
    assert "00-bad.json" in trust.problems[0]
    store.trust(ALEX, LATER)
    assert store.read().by_rrn[ALEX.rrn].since == LATER


@pytest.mark.parametrize("kind", ["folder", "dangling link", "link in a circle"])
def test_a_card_path_that_is_not_a_file_is_reported_and_the_others_are_used(store, kind):
    store.trust(ALEX, NOON)
    odd = store.folder / "00-odd.json"
    if kind == "folder":
        odd.mkdir()
    else:
        odd.symlink_to(odd if kind == "link in a circle" else "nowhere.json")

    assert list(store.read().by_rrn) == [ALEX.rrn]
    assert len(store.read().problems) == 1
    assert store.state()
    store.revoke(ALEX.rrn, LATER)
    store.trust(BOB, LATER)
    assert sorted(store.read().by_rrn) == [ALEX.rrn, BOB.rrn]


def test_an_unreadable_revocation_time_does_not_make_a_robot_trusted(store):
    put(store, f"{ALEX.rrn}.json", sealed(store, ALEX, **{**SAID, "revoked_at": "?"}))

    assert store.read().by_rrn == {}


def test_two_robots_with_the_same_keys_are_refused(store):
    store.trust(ALEX, NOON)
    twin = keys_of(1, rrn_of(7)).card

    with pytest.raises(FederationRefused, match="has a key of"):
        store.trust(twin, LATER)
    assert list(store.read().by_rrn) == [ALEX.rrn]


@pytest.mark.parametrize("name", ["a\nb", "north” says “go", "x" * 81, "no\u200brth", "🔴 go"])
def test_a_name_with_misleading_characters_is_refused_and_read_as_empty(store, name):
    with pytest.raises(FederationRefused, match="is no name"):
        store.trust(ALEX, NOON, name=name)
    put(store, f"{ALEX.rrn}.json", sealed(store, ALEX, **{**SAID, "name": name}))

    assert store.read().by_rrn[ALEX.rrn].name == ""
