"""What waits for a person, and limits as data, over HTTP."""

from __future__ import annotations

import pytest
from limit_builders import learn, learn_place
from robots import keys_of

from robot_memory import RobotMemory
from robot_memory.limits.place_limit_approvals import PlaceLimitApprovals


@pytest.fixture
def limit(site) -> str:
    """A memory that learned a limit; return its entry."""
    with RobotMemory.open(site.home) as memory:
        return learn(memory)


def test_limits_are_data_with_their_evidence(site, limit):
    (item,) = site.client().get("/api/memory/limits").json()["items"]

    assert (item["id"], item["variable"], item["bound"], item["value"], item["unit"]) == (
        limit, "speed", "maximum", 0.3, "m/s",
    )  # fmt: skip
    assert item["evidence"]["onsets"] == 15
    assert item["approved_by"] == ""


def test_limits_at_places_are_among_the_limits(site):
    pytest.importorskip("cryptography")
    with RobotMemory.open(site.home) as memory:
        entry_id, ada = learn_place(memory), keys_of(77, "ada")
        memory.save(force=True)
        memory.long_term.assist.enrol("ada", ada.card)
        PlaceLimitApprovals(memory).approve(entry_id, ada, memory.clock.now().time, speed=0.2)

    (item,) = site.client().get("/api/memory/limits").json()["items"]
    assert (item["id"], item["value"], item["approved_by"]) == (entry_id, 0.2, "ada")
    assert item["place"]["frame"] == "map" and not item["is_keep_out"]


def test_what_waits_comes_with_the_command_that_decides_it(site, limit):
    (item,) = site.client().get("/api/memory/review").json()["items"]

    assert item["command"] == f"robot-memory limits approve {limit} --key FILE"
