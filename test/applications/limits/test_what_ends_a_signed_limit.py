"""Only a signature ends or widens a limit that an operator signed (rules.md §12.4)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from limit_builders import fail, learn, learn_place

from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.standing_approvals import StandingApprovals
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.foundation.errors import InvalidPacket, NotYours
from robot_memory.ledger import Kind, Observation

SIGNED = {"speed ≤ 0.3 m/s": "ada", "keep out within 0.8 m of (4.25, 1.90) in map": "ada"}
SOURCES = ["person:bob", "agent:planner", "claimed:ada"]


def sign_both(scenario) -> list[str]:
    """Sign a learned limit and a keep-out place; return their entry ids."""
    memory, now = scenario.memory, scenario.memory.clock.now().time
    limit = learn(memory)
    LearnedLimits(memory).approve(limit, scenario.ada, now)
    PlaceLimitApprovals(memory).approve(scenario.place, scenario.ada, now, speed=None)
    return [limit, scenario.place]


def signed(memory):
    """Return the words of each valid signed limit, with its operator."""
    found = SignedLimits(memory).read().limits.values()
    return {limit.words(): approval.operator for limit, approval in found if approval.is_valid}


def waiting(memory):
    """Return the review questions about signed limits, by entry."""
    items = items_to_review(memory)
    return {item.id: item.question for item in items if "limits withdraw" in item.command}


def untold(memory):
    return {
        entry.id for _, entry in memory.entries(min_confidence=memory.settings.inject_min)
    }.isdisjoint


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("deed", ["resolve", "forget", "mute", "declare_known", "correct"])
def test_a_signed_limit_is_not_ended_by_a_change_of_its_entry(memory, ids, deed, source):
    words = {"declare_known": ["it is known"], "correct": ["Go as fast as you like"]}.get(deed, [])
    for entry_id in ids:
        with suppress(NotYours):  # an agent may correct only agents' notes
            getattr(memory, deed)(entry_id, *words, source=source)

    assert signed(memory) == SIGNED


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("deed", ["resolve", "forget"])
def test_a_signed_limit_is_not_ended_by_a_change_of_its_fault(memory, ids, deed, source):
    getattr(memory, deed)(fail(memory), source=source)

    assert signed(memory) == SIGNED


@pytest.mark.parametrize("source", SOURCES)
def test_a_signed_limit_is_not_ended_by_a_repair_of_its_part(memory, ids, source):
    for component in ("left encoder", "base"):
        memory.repaired(component, source=source)

    assert signed(memory) == SIGNED


@pytest.mark.parametrize(
    ("deed", "words"),
    [("resolve", "was resolved by person:bob"), ("forget", "was forgotten by person:bob")],
)
def test_review_names_who_ended_the_entry_of_a_signed_limit_and_asks_for_a_signature(
    memory, ids, deed, words
):
    for entry_id in ids:
        getattr(memory, deed)(entry_id, source="person:bob")

    questions = waiting(memory)
    assert sorted(questions) == sorted(ids)
    assert all(words in question and "sign its end" in question for question in questions.values())


def test_review_names_who_resolved_the_fault_of_a_signed_limit(memory, ids):
    memory.resolve(fail(memory), source="person:bob")

    assert "was resolved by person:bob" in waiting(memory)[ids[0]]


def test_a_signed_limit_is_not_ended_by_editing_or_deleting_its_entry_in_the_file(memory, ids):
    file = memory.home.memory_file
    file.write_text(file.read_text().replace("maximum: 0.3", "maximum: 5.0"))
    memory.save(force=True)
    assert signed(memory) == SIGNED

    head, _, _ = file.read_text().partition("entries:")
    file.write_text(f"{head}entries: []\n---\n")
    memory.save(force=True)

    assert memory.entries(include_resolved=True) == []
    assert signed(memory) == SIGNED
    assert all("left the memory file" in question for question in waiting(memory).values())


def test_a_signed_limit_is_not_ended_when_its_entry_decays_and_is_archived(memory, ids, clock):
    clock.set(clock.now().time + timedelta(days=30))
    memory.save(force=True)
    clock.set(clock.now().time + timedelta(days=300))
    memory.save(force=True)

    assert untold(memory)(ids)
    assert signed(memory) == SIGNED
    assert sorted(waiting(memory)) == sorted(ids)


@pytest.mark.parametrize("value", [0.2, 0.5])
def test_a_signed_limit_is_not_changed_by_evidence_for_another_value(
    memory, limits, ids, clock, value
):
    clock.set(clock.now().time + timedelta(days=7))
    learn(memory, value)

    assert [limit.value for limit in limits.active()] == [value]
    assert signed(memory) == SIGNED
    (item,) = [item for item in items_to_review(memory) if "limits approve" in item.command]
    assert item.question == f"may the robot be held to speed ≤ {value} m/s?"


def test_a_signed_limit_is_not_ended_by_evidence_against_it(memory, limits, ids, clock):
    memory.observe(Observation(Kind.RESOLVE, clock.now(), "withdrawn", entry_id=ids[0]))
    memory.flush()

    assert limits.active() == []
    assert signed(memory) == SIGNED


def test_a_signed_limit_is_not_ended_when_it_is_learned_again(memory, limits, ids, clock):
    memory.resolve(fail(memory), "cable replaced")
    clock.set(clock.now().time + timedelta(days=30))
    learn(memory, 0.5)

    assert [limit.value for limit in limits.active()] == [0.5]
    assert signed(memory) == SIGNED


def test_a_signed_limit_is_not_ended_when_its_entry_is_merged_into_another(memory, ids, clock):
    row = memory.ledger.places()[0]
    other = learn_place(memory, "Bumps behind the doorway", at=(4.4, 1.9))
    key = next(place.key for place in memory.ledger.places() if place.entry_id == other)
    memory.observe(
        Observation(Kind.MERGED, clock.now(), "one place", key=key, entry_id=other,
                    detail={"from": row.key.as_list(), "events": 1})
    )  # fmt: skip
    memory.flush()

    assert untold(memory)([ids[1]])
    assert signed(memory) == SIGNED


def test_a_signed_limit_is_not_ended_by_changed_settings(memory, ids):
    memory.configure(replace(memory.settings, inject_min=1.0, prune_min=1.0))
    memory.save(force=True)

    assert untold(memory)(ids)
    assert signed(memory) == SIGNED


@pytest.mark.parametrize("year", [1971, 2120])
def test_a_signed_limit_is_not_ended_by_a_jump_of_the_clock(memory, ids, clock, year):
    clock.set(datetime(year, 1, 1, tzinfo=timezone.utc))
    memory.save(force=True)

    assert signed(memory) == SIGNED


def test_a_signed_limit_is_not_ended_by_a_restart_or_the_loss_of_ledger_and_file(
    memory, ids, home, clock
):
    rrn = memory.rrn
    memory.close()
    with RobotMemory.open(home, clock=clock) as again:
        assert signed(again) == SIGNED
    for name in ("observations.db", "observations.db-wal", "observations.db-shm"):
        (home / name).unlink(missing_ok=True)
    with RobotMemory.open(home, clock=clock) as again:
        assert again.rrn == rrn
        assert signed(again) == SIGNED
        assert [
            one.id for one, _ in LearnedLimits(again).listed(SignedLimits(again).read().learned)
        ]


def test_a_signed_limit_is_ended_by_an_operators_signature(scenario, ids):
    for entry_id in ids:
        scenario.withdraw(entry_id)

    assert signed(scenario.memory) == {}
    assert items_to_review(scenario.memory)  # asks whether to sign the learned limit again
    assert waiting(scenario.memory) == {}


@pytest.fixture
def unrecorded(memory, ids):
    """Delete the record, which also holds the signed limits."""
    memory.long_term.levels.events.path.unlink()


def test_a_limit_that_never_acted_with_an_invalid_approval_is_reported(memory, ids, unrecorded):
    for path in memory.long_term.assist.store.approvals.glob("mem-*.json"):
        path.write_text(path.read_text().replace("ada", "eve"))
    standing = StandingApprovals(SignedLimits(memory))

    assert standing.look() == []
    with pytest.raises(InvalidPacket) as told:
        standing.check_learned()

    assert all(entry_id in str(told.value) for entry_id in ids)


def test_the_report_says_of_each_limit_whether_it_is_held(memory, ids, unrecorded):
    running, fresh = (StandingApprovals(SignedLimits(memory)) for _ in range(2))
    running.look()
    for path in memory.long_term.assist.store.approvals.glob("mem-*.json"):
        path.write_text("{")
    for standing, says in ((running, "is held"), (fresh, "is not held")):
        standing.look()
        with pytest.raises(InvalidPacket) as told:
            standing.check_learned()
        assert f"{ids[0]}: {says}: " in str(told.value)
