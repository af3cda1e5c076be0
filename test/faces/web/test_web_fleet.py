"""A fleet's memory over HTTP."""

from __future__ import annotations

import pytest
from federation_builders import talker
from fleet_builders import HearingFleet, described, fault

from robot_memory.applications.fleet import fleet_questions
from robot_memory.applications.fleet.database import SqliteAddress
from robot_memory.faces.web.endpoints import ENDPOINTS
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource

SLIP = fault()


@pytest.fixture
def asked(site):
    """A client of a server whose home keeps a fleet: two robots, one of which slips."""
    fleet = HearingFleet(site.home, SqliteAddress(site.home / "fleet.db"))
    fleet.believe(talker(1), talker(2), talker(3))
    fleet.hear(talker(1), SLIP, robot=described((SLIP, "left wheel", (1,) * 8)))
    fleet.hear(talker(2), robot=described(failures=(1,) * 8))
    fleet.notes.write("Hall 4 is closed", "environment_note", [], 365, fleet.clock.now().time)
    fleet.database.close()
    site.source = MemorySource(
        lambda write: RobotMemory.open(site.home, read_only=not write, clock=fleet.clock)
    )
    return site.client()


def test_fleet_questions_are_answered_over_http(asked):
    found = asked.get("/api/memory/fleet/fault", params={"words": "wheel slips"}).json()
    lessons = asked.get("/api/memory/fleet/lessons").json()
    (part,) = asked.get("/api/memory/fleet/mtbf").json()["parts"]
    silent = asked.get("/api/memory/fleet/silent", params={"hours": 9999}).json()
    (note,) = asked.get("/api/memory/fleet/notes").json()["notes"]

    assert (found["robots"], found["fleet"], found["trend"]["verdict"]) == (1, 2, "no change shown")
    assert (lessons["single_count"], lessons["shared"]) == (1, [])
    assert (part["value"], part["failures"], part["hours"]) == ("Rover 3", 8, 160.0)
    assert [one["issued"] for one in silent["silent"]] == [None]
    assert note["text"] == "Hall 4 is closed"


def test_the_hours_parameter_has_the_range_of_the_silent_question():
    (silent,) = (one for one in ENDPOINTS if one.path == "/api/memory/fleet/silent")
    hours = next(one.field for one in silent.parameters if one.field.name == "hours")

    assert (hours.default, hours.most) == (fleet_questions.HOURS, fleet_questions.LONGEST)


def test_a_home_without_a_fleet_returns_the_command_that_creates_one(site):
    site.remember("Kitchen doorway has a lip")

    answer = site.client().get("/api/memory/fleet/lessons")

    assert answer.status_code == 409
    assert "`robot-memory fleet serve` makes it" in answer.json()["detail"]


def test_fleet_questions_over_a_network_need_a_token(asked, site):
    answer = site.client(is_local=False).get("/api/memory/fleet/lessons")

    assert answer.status_code == 401


def test_the_page_of_a_fleet_is_served(asked):
    assert "Fleet memory" in asked.get("/fleet").text
    assert "showFault" in asked.get("/fleet.js").text
