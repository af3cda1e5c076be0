"""Pending decisions, and limits as data, over HTTP."""

from __future__ import annotations

import pytest
from limit_builders import fail, learn, learn_place
from robots import keys_of

from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.foundation.identity.tokens import CallerKind


@pytest.fixture
def limit(site) -> str:
    """Let the memory learn a limit; return its entry id."""
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


def test_a_pending_decision_is_returned_with_its_command(site, limit):
    (item,) = site.client().get("/api/memory/review").json()["items"]

    assert item["command"] == f"robot-memory limits approve {limit} --key FILE"


@pytest.mark.parametrize("kind", CallerKind)
def test_a_signed_limit_stays_in_force_whatever_a_caller_does_to_entries(site, limit, kind):
    pytest.importorskip("cryptography")
    with RobotMemory.open(site.home) as memory:
        fault, ada = fail(memory), keys_of(77, "ada")
        memory.save(force=True)
        memory.long_term.assist.enrol("ada", ada.card)
        LearnedLimits(memory).approve(limit, ada, memory.clock.now().time)
    caller = site.writer(kind=kind)

    for entry_id in (fault, limit):
        assert caller.post(f"/api/memory/entries/{entry_id}/resolve", json={}).is_success
        caller.post(f"/api/memory/entries/{entry_id}/forget", json={})
    caller.post("/api/memory/repaired", json={"component": "left encoder"})

    (item,) = caller.get("/api/memory/limits").json()["items"]
    assert (item["id"], item["approved_value"], item["approved_by"]) == (limit, 0.3, "ada")
    commands = [one["command"] for one in caller.get("/api/memory/review").json()["items"]]
    ends = kind is CallerKind.PERSON
    asks = "limits withdraw" if ends else "resolve"
    assert f"robot-memory {asks} {limit}{' --key FILE' if ends else ''}" in commands


def test_an_agents_repair_returns_the_entries_that_wait_for_a_person(site):
    with RobotMemory.open(site.home) as memory:
        fault = fail(memory)
    agent = site.writer(kind=CallerKind.AGENT)

    answer = agent.post("/api/memory/repaired", json={"component": "left encoder"})

    assert answer.status_code == 202
    assert (answer.json()["ids"], answer.json()["waiting"]) == ([], [fault])


@pytest.mark.parametrize("what, words", [("resolve", {}), ("forget", {"why": "it is dry now"})])
def test_an_agents_request_about_a_persons_note_is_accepted_and_waits(site, what, words):
    entry_id = site.remember("The pit is deep", source="person:ada")
    agent = site.writer("planner", CallerKind.AGENT)

    answer = agent.post(f"/api/memory/entries/{entry_id}/{what}", json=words)

    assert answer.status_code == 202
    assert answer.json()["waits"]
