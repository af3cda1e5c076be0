"""Other robots' texts are stored without secrets, by a robot and by a fleet (rules.md §8.8)."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from canaries import CANARIES, leaks
from federation_builders import BLOCKED, NOON, at, note, size_of, talker
from fleet_builders import HearingFleet, described, fault
from robots import keys_of, rrn_of

from robot_memory.foundation.identity.robot_keys import write_keys
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import Settings
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.robot_profile import RobotProfile
from robot_memory.sharing.federation.shared_entry import DeletedEntry, SharedEntry, read_entry

LINES = [text for text, _ in CANARIES.values()]
PLACE = {"frame": "map", "x": 1.0, "y": 2.0, "sigma": 0.1, "radius": 0.5}


def spoiled(number: int, line: str) -> Iterable[SharedEntry]:
    """Yield entries that contain a line, each in another of its texts."""
    word = line[:128]
    yield note(line)
    yield note(f"Lift {number} sticks", tags=(word,))
    yield note(f"Door {number} sticks", id=f"{number} {word}"[:128])
    yield note(f"Dock {number} sticks", place={**PLACE, "frame": word})
    yield note(f"Wheel {number} slips", type="hardware_observation", about=(word, line))


def profile(line: str) -> RobotProfile:
    """Return a robot profile that contains a line in each of its texts."""
    word, faulty = line[:64], replace(fault(), id=f"fault {line}"[:128])
    return described(
        (faulty, line, [0] * 8), model=word, batch=word, site=word, floor=word,
        versions={"software": word, word: "1", "api_key": "Tr0ub4dor"},
    )  # fmt: skip


def updates() -> Iterable[dict[str, object]]:
    """Yield the content of one update after another."""
    for number, line in enumerate(LINES):
        entries = [*spoiled(number, line), replace(fault(), id=f"fault {line}"[:128])]
        gone = (DeletedEntry(line[:128], NOON),)
        yield {"entries": entries, "robot": profile(line), "deleted": gone}
        yield {"entries": [note(f"Lift {number} works")]}


def test_a_fleet_stores_no_secret_from_a_robots_update(
    small_fleet: HearingFleet, tmp_path: Path
) -> None:
    (alex,) = small_fleet.trusting(1)
    for number, told in enumerate(updates()):
        small_fleet.at(at(minutes=number))
        entries = told.pop("entries")
        assert isinstance(entries, list)
        assert small_fleet.hear(alex, *entries, **told) == "accepted"
    for line in LINES:
        small_fleet.notes.write(line, "environment_note", [], 30, NOON)
    small_fleet.database.close()

    assert leaks(tmp_path) == set()
    assert not any(line in "\n".join(small_fleet.told) for line in LINES)


def test_a_robot_stores_and_logs_no_secret_from_a_peers_update(
    small_fleet: HearingFleet, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    home, alex = tmp_path / "robot", talker(2)
    write_keys(home / "keys" / "own.json", keys_of(1))
    clock = small_fleet.clock
    with RobotMemory.open(home, settings=Settings(rrn=rrn_of(1)), clock=clock) as memory:
        TrustStore(memory.home.peers).trust(alex.card, NOON)
        exchange = memory.federate(lambda news: None)
        for number, told in enumerate(updates()):
            clock.set(at(minutes=number))
            entries = told.pop("entries")
            assert isinstance(entries, list)
            envelope = alex.says(*entries, issued=clock.now().time, **told)
            (verdict,) = exchange.receive_all([(envelope, size_of(envelope))])
            assert verdict.outcome.value == "accepted"
        memory.save(force=True)

    assert leaks(home) == set()
    assert not any(secret in caplog.text for _, secret in CANARIES.values())


@pytest.mark.parametrize(
    "hidden", ["pass\ue000word=hunter2-x", "pass\u2800word=hunter2-x", "p\u200bassword=hunter2-x",
               "\uff50\uff41\uff53\uff53word\uff1dhunter2-x"],
)  # fmt: skip
def test_invisible_characters_do_not_hide_a_secret(hidden: str) -> None:
    assert "hunter2" not in read_entry(note(hidden).as_record(), "").text


@pytest.mark.parametrize("text", [BLOCKED, "password: (removed: password)"])
def test_a_peers_text_without_a_secret_is_unchanged(text: str) -> None:
    assert read_entry(note(text).as_record(), "").text == text


def test_a_secret_already_removed_by_a_peer_is_not_removed_again() -> None:
    said = note("password: [removed: password]")

    assert read_entry(said.as_record(), "").text == "password: (removed: password)"
