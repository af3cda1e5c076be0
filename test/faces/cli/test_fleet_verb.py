"""``robot-memory fleet``: the operator's commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from federation_builders import talker
from fleet_builders import FLEET, HearingFleet, described, fault
from robots import keys_of, rrn_of

from robot_memory.applications.fleet.database import SqliteAddress
from robot_memory.faces.cli.main import main
from robot_memory.foundation.identity.card import write_card

NOW = "2026-12-01T12:00:00Z"


@pytest.fixture
def fleet_home(tmp_path: Path) -> Path:
    """The home of a fleet that heard one robot."""
    home = tmp_path / "fleet"
    fleet = HearingFleet(home, SqliteAddress(home / "fleet.db"))
    fleet.believe(talker(1), name="Alex")
    slip = fault()
    fleet.hear(talker(1), slip, robot=described((slip, "left wheel", (1,) * 8)))
    fleet.database.close()
    return home


def say(home: Path, *words: str) -> int:
    return main(["--home", str(home), "--now", NOW, "fleet", *words])


def test_a_fleet_question_is_answered_in_text_and_as_json(
    fleet_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say(fleet_home, "ask", "fault", "wheel") == 0
    assert "1 of 1 robots tell of it now" in capsys.readouterr().out

    assert say(fleet_home, "ask", "mtbf", "--json") == 0
    (part,) = json.loads(capsys.readouterr().out)
    assert (part["value"], part["hours"]) == ("Rover 3", 80.0)


def test_a_fleet_note_is_added_listed_and_withdrawn(
    fleet_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say(fleet_home, "note", "Hall 4 is closed", "--days", "7") == 0
    note = capsys.readouterr().out.split()[0]
    assert say(fleet_home, "notes") == 0
    assert capsys.readouterr().out == f"{note}  until 2026-12-08  Hall 4 is closed\n"

    assert say(fleet_home, "withdraw", note) == 0
    assert say(fleet_home, "withdraw", note) == 2
    assert f"no note '{note}' is told; nothing was changed" in capsys.readouterr().err


def test_a_robot_is_removed_from_the_fleet_on_request(
    fleet_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say(fleet_home, "forget", talker(1).rrn) == 0
    assert say(fleet_home, "ask", "fault", "wheel") == 1
    assert "no robot told of that" in capsys.readouterr().out
    assert say(fleet_home, "forget", talker(9).rrn) == 2


def test_a_home_without_a_fleet_shows_the_command_that_creates_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say(tmp_path / "nowhere", "ask", "lessons") == 2
    assert "`robot-memory fleet serve` makes it" in capsys.readouterr().err


def test_a_card_trusted_as_a_fleet_is_listed_as_a_fleet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card, home = tmp_path / "fleet.json", str(tmp_path / "robot")
    card.write_text(write_card(keys_of(FLEET).card))

    assert main(["--home", home, "peers", "trust", str(card), "--name", "north", "--fleet"]) == 0
    assert main(["--home", home, "peers", "list"]) == 0

    label = f"north ({rrn_of(FLEET)}): trusted as a fleet, kid "
    assert label in capsys.readouterr().out
