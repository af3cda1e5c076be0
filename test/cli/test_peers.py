"""``robot-memory peers``: whom this robot believes, from the command line."""

from __future__ import annotations

import json

import pytest
from robots import keys_of, rrn_of

from robot_memory.clock import SystemClock
from robot_memory.entries.entry import mint_id
from robot_memory.federation.envelope import OVERHEAD, seal
from robot_memory.federation.shared_entry import SharedEntry
from robot_memory.federation.update import VALIDITY, Update
from robot_memory.identity.card import read_card, write_card
from robot_memory.memory import RobotMemory

ALEX = keys_of(1)
BLOCKED, FREE = "East corridor is blocked by a barrier", "East corridor is free"


@pytest.fixture
def alex(tmp_path):
    """A card as it came by mail."""
    path = tmp_path / "alex.json"
    path.write_text(write_card(ALEX.card))
    return str(path)


@pytest.fixture
def believing(robot_memory, alex):
    """A home that believes Alex."""
    done = robot_memory("peers", "trust", alex, "--name", "Alex")
    assert done.status == 0, done.err
    return robot_memory


def hear(home, *stories: str) -> None:
    """Let the memory hear what Alex says, each story under the same number."""
    now = SystemClock().now().time
    with RobotMemory.open(home) as memory:
        exchange = memory.federate(lambda news: None)
        for text in stories:
            note = SharedEntry(mint_id("environment_note", text), "environment_note", text, 0.75,
                               now, now, 1)  # fmt: skip
            update = Update(ALEX.rrn, 7, "first", now, now + VALIDITY, (note,))
            envelope = seal(update, ALEX)
            exchange.receive(envelope, OVERHEAD + len(envelope.payload))


# --- Keys and cards ------------------------------------------------------------------------------


def test_init_makes_keys_and_says_where_the_card_is(robot_memory):
    made = robot_memory("init")
    card = robot_memory.home / "keys" / "card.json"

    assert f"others can trust it by its card, {card}" in made.out
    assert read_card(card.read_text(), "card").rrn.startswith("RRN-LOCAL-")
    assert (robot_memory.home / "keys" / "own.json").stat().st_mode & 0o777 == 0o600


def test_init_keeps_the_keys_that_there_are(robot_memory):
    robot_memory("init")
    keys = (robot_memory.home / "keys" / "own.json").read_bytes()
    robot_memory("init")

    assert (robot_memory.home / "keys" / "own.json").read_bytes() == keys


def test_the_card_is_printed_as_another_robot_reads_it(robot_memory):
    robot_memory("init")
    printed = robot_memory("peers", "card")

    assert printed.status == 0
    assert printed.out == (robot_memory.home / "keys" / "card.json").read_text()
    assert "seed" not in printed.out


def test_the_card_of_no_home_makes_the_home(robot_memory):
    printed = robot_memory("peers", "card")

    assert "made the memory home" in printed.err
    assert read_card(printed.out, "printed")


def test_two_robots_trust_one_another_by_what_they_print(robot_memory, tmp_path):
    other = type(robot_memory)(tmp_path / "other")
    for one, another in ((robot_memory, other), (other, robot_memory)):
        card = tmp_path / "card.json"
        card.write_text(another("peers", "card").out)
        assert one("peers", "trust", str(card)).status == 0


# --- Trust ---------------------------------------------------------------------------------------


def test_trust_prints_the_fingerprint_to_compare(robot_memory, alex):
    done = robot_memory("peers", "trust", alex, "--name", "Alex")

    assert f"Alex ({ALEX.rrn}) is trusted" in done.out
    assert ALEX.card.fingerprint in done.out


def test_a_card_can_come_through_a_pipe(robot_memory):
    done = robot_memory("peers", "trust", "-", stdin=write_card(ALEX.card))

    assert done.status == 0
    assert ALEX.rrn in done.out


@pytest.mark.parametrize("content", ["", "{}", "no card", "\x00"])
def test_what_is_no_card_is_refused(robot_memory, tmp_path, content):
    path = tmp_path / "odd.json"
    path.write_text(content)
    done = robot_memory("peers", "trust", str(path))

    assert done.status == 2
    assert "is no card of a robot" in done.err
    assert not (robot_memory.home / "keys" / "peers").exists()


def test_a_card_that_is_not_there_is_told_without_a_traceback(robot_memory):
    done = robot_memory("peers", "trust", "nowhere.json")

    assert done.status == 2
    assert "nowhere.json" in done.err
    assert "Traceback" not in done.err


def test_its_own_card_is_refused(robot_memory, tmp_path):
    own = tmp_path / "own.json"
    own.write_text(robot_memory("peers", "card").out)
    done = robot_memory("peers", "trust", str(own))

    assert done.status == 2
    assert "of this robot itself" in done.err


def test_another_key_under_a_known_name_needs_to_be_asked_for(believing, tmp_path):
    renewed = tmp_path / "renewed.json"
    renewed.write_text(write_card(keys_of(3, rrn_of(1)).card))

    refused = believing("peers", "trust", str(renewed))
    assert refused.status == 2
    assert "say --replace" in refused.err

    replaced = believing("peers", "trust", str(renewed), "--replace")
    assert replaced.status == 0
    assert f"Alex ({ALEX.rrn}) is trusted" in replaced.out


def test_private_keys_given_by_mistake_are_no_card(robot_memory, tmp_path):
    robot_memory("init")
    done = robot_memory("peers", "trust", str(robot_memory.home / "keys" / "own.json"))

    assert done.status == 2
    assert "seed" not in done.err


# --- What was heard ------------------------------------------------------------------------------


def test_nobody_is_listed_in_a_new_home(robot_memory):
    robot_memory("init")
    listed = robot_memory("peers", "list")

    assert listed.status == 0
    assert "no robot is trusted, and none was heard" in listed.err


def test_who_was_never_heard_is_listed_as_that(believing):
    assert f"Alex ({ALEX.rrn}): trusted, kid {ALEX.card.kid}; never heard" in believing(
        "peers", "list"
    ).out  # fmt: skip


def test_what_was_heard_is_listed_with_what_it_is_worth(believing):
    believing("init")
    hear(believing.home, BLOCKED)
    listed = believing("peers", "list").out

    assert "last heard 20" in listed
    assert f" 75%  {BLOCKED}" in listed


def test_both_stories_are_listed(believing):
    believing("init")
    hear(believing.home, BLOCKED, FREE)
    listed = believing("peers", "list").out

    assert "two stories under sequence 7" in listed
    assert f"story 1: {BLOCKED}" in listed
    assert f"story 2: {FREE}" in listed


def test_programs_get_all_of_it_too(believing):
    believing("init")
    hear(believing.home, BLOCKED, FREE)
    (record,) = believing("peers", "list", "--json").json

    assert (record["rrn"], record["name"], record["trusted"]) == (ALEX.rrn, "Alex", True)
    assert record["fingerprint"] == ALEX.card.fingerprint
    assert record["stories"] == [[BLOCKED], [FREE]]
    assert "two stories" in record["problem"]
    assert record["entries"] == []


def test_a_card_that_cannot_be_used_is_told_and_costs_the_others_nothing(believing):
    (believing.home / "keys" / "peers" / "bad.json").write_text("{")
    listed = believing("peers", "list")

    assert listed.status == 0
    assert "bad.json" in listed.err
    assert ALEX.rrn in listed.out


def test_a_name_cannot_paint_the_terminal(robot_memory, alex):
    robot_memory("peers", "trust", alex, "--name", "A\x1b[31mlex\n2nd")

    for done in (robot_memory("peers", "list"), robot_memory("peers", "trust", alex)):
        assert "\x1b" not in done.out
        assert len(done.out.splitlines()) == 1


# --- Revoked -------------------------------------------------------------------------------------


def test_who_is_revoked_is_listed_as_that(believing):
    done = believing("peers", "revoke", ALEX.rrn)

    assert done.status == 0
    assert f"Alex ({ALEX.rrn}) is not believed any more" in done.out
    assert f"Alex ({ALEX.rrn}): revoked 20" in believing("peers", "list").out
    assert believing("peers", "list", "--json").json[0]["trusted"] is False


def test_what_a_revoked_robot_said_is_not_told_although_no_node_runs(believing):
    believing("init")
    hear(believing.home, BLOCKED)
    believing("peers", "revoke", ALEX.rrn)

    with RobotMemory.open(believing.home) as memory:
        assert memory.heard.context(800).text == ""
    assert BLOCKED not in believing("peers", "list").out


def test_who_is_not_trusted_cannot_be_revoked(robot_memory):
    robot_memory("init")
    done = robot_memory("peers", "revoke", ALEX.rrn)

    assert done.status == 2
    assert "is not trusted" in done.err


# --- Without the package -------------------------------------------------------------------------


@pytest.fixture
def without_cryptography(tmp_path) -> dict[str, str]:
    """An environment in which that package is not there."""
    folder = tmp_path / "hidden"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text("import sys; sys.modules['cryptography'] = None\n")
    return {"PYTHONPATH": str(folder)}


def test_init_says_what_is_missing_and_makes_the_home_all_the_same(
    robot_memory, without_cryptography
):
    done = robot_memory("init", **without_cryptography)

    assert done.status == 0
    assert "no keys were made" in done.err
    assert "pip install robot_memory[federation]" in done.err
    assert robot_memory.file.exists()


def test_the_card_says_what_is_missing(robot_memory, without_cryptography):
    done = robot_memory("peers", "card", **without_cryptography)

    assert done.status == 2
    assert "pip install robot_memory[federation]" in done.err
    assert "Traceback" not in done.err


def test_trust_can_be_given_all_the_same(robot_memory, alex, without_cryptography):
    assert robot_memory("peers", "trust", alex, **without_cryptography).status == 0
    assert json.loads(robot_memory("peers", "list", "--json", **without_cryptography).out)
