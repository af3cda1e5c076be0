"""A person mutes one statement of another robot (rules.md §6.7)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from federation_builders import BLOCKED, LIP, at, note

from robot_memory.applications.operations.entry_operations import Mute, Unmute
from robot_memory.applications.operations.peers_question import ListPeers
from robot_memory.faces.cli.main import main
from robot_memory.foundation.errors import InvalidInput, NotYours
from robot_memory.ledger import Kind, Source


@pytest.fixture
def reported(robot, alex) -> str:
    """The local id of one of two statements of a robot."""
    robot.hear(alex.says(note(BLOCKED, id="mem-1"), note(LIP, id="mem-2")))
    (blocked,) = [one for one in robot.peer(alex).entries if one.text == BLOCKED]
    return blocked.id


def mute(robot, entry_id: str, **fields) -> str:
    return Mute(entry_id, **fields).run(robot.memory, "person:ada").message


def test_a_muted_statement_is_hidden_and_the_others_of_its_robot_are_not(robot, alex, reported):
    assert mute(robot, reported) == f"muted until it is unmuted: {BLOCKED}"

    assert BLOCKED not in robot.told
    assert LIP in robot.told
    lines = ListPeers().ask(robot.memory).text.splitlines()
    assert f"“{BLOCKED}” {reported} (muted)" in lines[1]


def test_a_mute_is_kept_by_later_updates_with_the_same_words(robot, alex, reported, clock):
    mute(robot, reported)
    clock.pass_by(60.0)
    robot.hear(alex.says(note(BLOCKED, id="mem-1", observation_count=9), issued=clock.time))

    assert BLOCKED not in robot.told


def test_a_reworded_statement_is_shown_again(robot, alex, reported):
    mute(robot, reported)
    robot.hear(alex.says(note("West corridor is blocked", id="mem-1")))

    assert "West corridor is blocked" in robot.told


@pytest.mark.parametrize("loses", ["nothing", "the file", "the ledger"])
def test_a_mute_is_kept_by_a_restart_and_by_the_file_or_the_ledger_alone(
    robot, alex, reported, loses, clock
):
    mute(robot, reported)
    clock.pass_by(60.0)
    robot.hear(alex.says(note(BLOCKED, id="mem-1"), note(LIP, id="mem-2"), issued=clock.time))
    robot.memory.save(force=True)
    robot.stop()
    if loses == "the file":
        robot.memory.home.memory_file.unlink()
    elif loses == "the ledger":
        for path in robot.home.glob("observations.db*"):
            path.unlink()
    robot.start()

    assert LIP in robot.told
    assert BLOCKED not in robot.told
    clock.pass_by(60.0)
    robot.hear(alex.says(note(BLOCKED, id="mem-1"), issued=clock.time))
    assert BLOCKED not in robot.told


def test_a_mute_ends_at_its_date_and_when_it_is_unmuted(robot, reported, clock):
    mute(robot, reported, until=at(hours=1))
    assert BLOCKED not in robot.told
    clock.pass_by(timedelta(hours=1, seconds=1).total_seconds())
    assert BLOCKED in robot.told

    mute(robot, reported)
    said = Unmute(reported).run(robot.memory, "person:ada").message
    assert said == f"told again: {BLOCKED}"
    assert BLOCKED in robot.told


@pytest.mark.parametrize("source", ["agent:planner", "claimed:ada"])
def test_only_a_person_mutes_a_statement_of_another_robot(robot, reported, source):
    with pytest.raises(NotYours, match="only a person at the robot's machine mutes it"):
        robot.memory.mute(reported, source=source)
    mute(robot, reported)
    with pytest.raises(NotYours, match="nothing was stored"):
        robot.memory.unmute(reported, source=source)

    assert BLOCKED not in robot.told


@pytest.mark.parametrize("source", [Source.AGENT, Source.CLAIMED])
@pytest.mark.parametrize("kind", [Kind.MUTE, Kind.UNMUTE])
def test_a_stored_change_of_nobody_proven_has_no_effect(robot, reported, source, kind):
    mute(robot, reported)
    ledger = robot.memory.ledger
    (row,) = [one for one in ledger.after(0) if one.entry_id == reported]
    if kind is Kind.MUTE:
        robot.memory.unmute(reported)
    before = robot.memory.peers.all()
    ledger.append([replace(row, source=source, kind=kind, id=0)])

    assert robot.memory.peers.all() == before
    assert (BLOCKED in robot.told) is (kind is Kind.MUTE)


def test_the_first_digits_of_the_id_are_enough_on_the_command_line(robot, reported, capsys):
    robot.memory.save(force=True)
    robot.stop()
    short = reported.removeprefix("mem-")[:9]

    assert main(["--home", str(robot.home), "mute", short, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == reported
    robot.start()
    assert BLOCKED not in robot.told


def test_other_changes_of_a_statement_name_the_mute(robot, reported):
    with pytest.raises(InvalidInput, match="`robot-memory mute` hides it here"):
        robot.memory.resolve(reported, "it is free")
