"""Limits and recoveries as shown to people."""

from __future__ import annotations

from datetime import timedelta

import pytest
from approving import keys_for
from limit_builders import learn, learn_place

from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.ledger import Key, Kind, Observation

MESSAGE = "14 of 15 onsets above 0.3 m/s, against 22 % of driving time (41.0 h); p = 0.0012"
NOTE = "0 occurrences in 11.2 h above 0.3 m/s; 9 were expected (p = 0.0042)"


@pytest.fixture
def ids(home, clock) -> tuple[str, str]:
    """The ids of a fault that seems to be gone, and of the limit that explains it."""
    with RobotMemory.open(home, clock=clock) as memory:

        def observe(kind: Kind, text: str, **fields: object) -> None:
            memory.observe(Observation(kind, clock.now(), text, **fields))
            memory.flush()
            clock.set(clock.now().time + timedelta(hours=1))

        observe(
            Kind.ONSET, "Left encoder fails", key=Key("diagnostics", "left encoder", "fails"),
            entry_type="hardware_observation", confidence=0.6, topic="/diagnostics",
        )  # fmt: skip
        ((_, fault),) = memory.entries()
        observe(
            Kind.LIMIT, "Left encoder fails above 0.3 m/s — prefer ≤ 0.3 m/s",
            key=Key("limit", "left encoder", f"{fault.id} speed above"), confidence=0.5,
            entry_type="behavior_pattern", detail={"message": MESSAGE, "within": 14},
        )  # fmt: skip
        observe(Kind.RECOVERED, NOTE, entry_id=fault.id)
        (limit,) = (e.id for _, e in memory.entries(types=["behavior_pattern"]))
    return fault.id, limit


def test_why_shows_the_evidence_of_a_limit(command, ids):
    _, limit = ids

    assert MESSAGE in command("why", limit).out
    (row,) = command("why", limit, "--json").json["evidence"]
    assert (row["kind"], row["detail"]["within"]) == ("limit", 14)


def test_why_of_a_fault_names_its_limit(command, ids):
    fault, limit = ids

    assert f"   see {limit}: Left encoder fails above 0.3 m/s" in command("why", fault).out
    assert command("why", fault, "--json").json["limits"] == [limit]


def test_a_fault_that_seems_gone_is_shown_as_recovered_with_the_evidence(command, ids):
    fault, _ = ids

    assert f"   recovered? {NOTE}" in command("show").out.splitlines()
    assert f"recovered by detector: {NOTE}" in " ".join(command("why", fault).out.split())
    entry = command("why", fault, "--json").json["entry"]
    assert entry["recovered_note"] == NOTE
    assert command("check", "--now", "2026-12-02").status == 0


@pytest.fixture
def approved(home, clock) -> str:
    """A learned limit that an operator approved."""
    ada = keys_for("ada")
    with RobotMemory.open(home, clock=clock) as memory:
        entry_id = learn(memory)
        memory.save(force=True)
        memory.long_term.assist.enrol("ada", ada.card)
        LearnedLimits(memory).approve(entry_id, ada, clock.now().time)
    return entry_id


def test_an_unreadable_approval_is_not_shown_as_a_missing_one(home, command, approved):
    path = home / "governance" / "approvals" / f"{approved}.json"
    path.write_text("{")
    (home / "episodic" / "events" / "events.jsonl").unlink()  # which has the signed limits
    told = command("limits", "list").out

    assert "its approval cannot be read" in told
    assert str(path) in told
    assert f"limits approve {approved} --key FILE" in told
    assert "not approved" not in told and "advice" not in told
    (record,) = command("limits", "list", "--json").json
    assert record["approval_problem"].startswith("cannot be read: ")


def test_a_limit_held_without_its_approval_is_not_shown_as_advice(home, command, clock, approved):
    with RobotMemory.open(home, clock=clock) as memory:
        approvals = LearnedLimits(memory).signed.approvals
        approvals.in_force.record_speed(0.3, [approved], clock.now().time)
    (home / "governance" / "approvals" / f"{approved}.json").unlink()
    told = command("limits", "list").out

    assert "its approval does not count: it is gone; it is held as ada signed it" in told
    assert "speed ≤ 0.3 m/s is held all the same: sign it anew" in told
    assert "advice" not in told
    (record,) = command("limits", "list", "--json").json
    told = (record["is_held"], record["approved_by"], record["approved_value"])
    assert told == (True, "ada", 0.3)
    assert approved in command("review", "--kind", "limit").out


def test_an_approval_of_an_unknown_limit_is_listed(home, command, approved):
    other = home / "governance" / "approvals" / "mem-0000abcd.json"
    other.write_bytes(b"\xff")
    told = command("limits", "list").out

    assert "mem-0000abcd" in told and str(other) in told
    assert f"approved by {keys_for('ada').rrn}" in told
    assert "mem-0000abcd" in {one["id"] for one in command("limits", "list", "--json").json}


def test_a_limit_is_approved_and_withdrawn_by_the_start_of_its_id(command, approved, tmp_path):
    key, digits = str(tmp_path / "eve.key"), approved.removeprefix("mem-")[:5]
    assert command("assist", "key", "--operator", "eve", "--file", key).status == 0

    again = command("limits", "approve", digits, "--key", key)
    ended = command("limits", "withdraw", digits, "--key", key)

    assert (again.status, f"eve approved {approved}" in again.out) == (0, True)
    assert (ended.status, f"eve ended {approved}" in ended.out) == (0, True)


@pytest.mark.parametrize(("variable", "is_obeyed"), [("speed", True), ("load", False)])
def test_approving_a_limit_says_if_nav2_does_not_obey_it(
    command, home, clock, tmp_path, variable: str, is_obeyed: bool
):
    with RobotMemory.open(home, clock=clock) as memory:
        limit = learn(memory, variable=variable)
    key = str(tmp_path / "eve.key")
    command("assist", "key", "--operator", "eve", "--file", key)

    approved = command("limits", "approve", limit, "--key", key)

    assert approved.status == 0
    assert ("only a highest speed and places" in approved.out) is not is_obeyed


def test_approving_a_place_again_says_which_signed_limit_it_replaces(
    command, home, clock, tmp_path
):
    with RobotMemory.open(home, clock=clock) as memory:
        place = learn_place(memory)
    key = str(tmp_path / "eve.key")
    command("assist", "key", "--operator", "eve", "--file", key)

    first = command("limits", "approve", place, "--keep-out", "--key", key)
    second = command("limits", "approve", place, "--speed", "0.5", "--key", key)

    assert "it replaces" not in first.out
    assert "it replaces what eve signed: keep out within" in second.out
