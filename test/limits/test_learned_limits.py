"""Limits as data, and an operator's approval of them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from limit_builders import fail, learn
from robots import keys_of

from robot_memory import RobotMemory
from robot_memory.errors import AssistRefused
from robot_memory.governance.audit import audit_home
from robot_memory.limit_search.region import RegionSide
from robot_memory.limits.learned_limits import LearnedLimits
from robot_memory.limits.limit import LimitBound


def test_a_limit_is_a_variable_a_bound_and_a_unit_with_its_evidence(memory, limits):
    learn(memory)

    (limit,) = limits.active()
    assert (limit.variable, limit.bound, limit.value, limit.unit) == (
        "speed", LimitBound.MAXIMUM, 0.3, "m/s",
    )  # fmt: skip
    assert limit.words() == "speed ≤ 0.3 m/s"
    assert (limit.evidence.beyond, limit.evidence.onsets, limit.evidence.high) == (14, 15, None)
    assert limit.explains == fail(memory)


@pytest.mark.parametrize(
    ("variable", "side", "value", "words"),
    [
        ("battery", RegionSide.BELOW, 20.0, "battery ≥ 20 %"),
        ("mode", RegionSide.IS, "turbo", "mode is not turbo"),
        ("/arm current", RegionSide.ABOVE, 2.5, "/arm current ≤ 2.5"),
    ],
)
def test_a_limit_of_any_variable_says_what_to_keep_to(memory, limits, variable, side, value, words):
    learn(memory, value, variable=variable, side=side)

    assert [limit.words() for limit in limits.active()] == [words]


def test_the_entry_of_a_limit_has_it_as_a_field_in_the_file(memory):
    learn(memory)
    memory.save()

    text = memory.home.memory_file.read_text()
    assert "limit: {variable: speed, maximum: 0.3}" in text


def test_a_limit_that_has_decayed_is_not_active(memory, limits, clock):
    learn(memory)
    clock.set(clock.now().time + timedelta(days=60))

    assert limits.active() == []


def test_a_limit_ends_with_the_fault_that_it_explains(memory, limits):
    learn(memory)
    memory.resolve(fail(memory), "cable replaced")

    assert limits.active() == []


def test_a_memory_of_no_home_has_no_limits_and_makes_none(tmp_path, clock):
    with RobotMemory.open(tmp_path / "nowhere", clock=clock, read_only=True) as memory:
        assert LearnedLimits(memory).active() == []
    assert not (tmp_path / "nowhere").exists()


def test_a_limit_that_nobody_approved_may_not_act(memory, limits):
    learn(memory)

    assert limits.approvals.approved(limits.active()) == []


def test_a_limit_that_an_operator_signed_may_act(memory, limits, ada, clock):
    entry_id = learn(memory)

    limits.approve(entry_id, ada, clock.now().time)

    (approved,) = limits.approvals.approved(limits.active())
    assert approved.id == entry_id
    assert limits.approvals.of(approved).operator == "ada"


def test_the_approval_of_a_maximum_ends_when_it_becomes_higher(memory, limits, ada, clock):
    limits.approve(learn(memory), ada, clock.now().time)
    clock.set(clock.now().time + timedelta(hours=1))
    learn(memory, 0.5)

    (limit,) = limits.active()
    assert limit.value == 0.5
    assert "has changed since ada approved it" in limits.approvals.of(limit).reason


def test_the_approved_value_acts_where_the_maximum_becomes_lower(memory, limits, ada, clock):
    limits.approve(learn(memory), ada, clock.now().time)
    clock.set(clock.now().time + timedelta(hours=1))
    learn(memory, 0.2)

    (limit,) = limits.active()
    (approved,) = limits.approvals.approved([limit])
    assert (limit.value, approved.value) == (0.2, 0.3)


def test_a_limit_that_is_learned_anew_needs_a_new_approval(memory, limits, ada, clock):
    limits.approve(learn(memory), ada, clock.now().time)
    memory.resolve(fail(memory), "cable replaced")
    clock.set(clock.now().time + timedelta(days=30))
    learn(memory)

    (limit,) = limits.active()
    assert not limits.approvals.of(limit).is_valid


@pytest.mark.parametrize(
    "spoiled",
    [{"limit": None}, {"limit": "inf"}, {"side": "beside"}, {"explains": None, "onsets": "many"}],
)
def test_a_row_that_says_no_limit_makes_none_and_keeps_no_other_from_acting(
    memory, limits, spoiled
):
    learn(memory, component="lidar")
    entry_id = learn(memory)
    row = memory.ledger.newest_limit(entry_id)
    detail = {**row.detail, **spoiled}
    if spoiled.get("limit") == "inf":
        detail["limit"] = 1e999
    memory.observe(replace(row, detail=detail, id=0, summary="spoiled"))
    memory.flush()

    assert [limit.component for limit in limits.active()] == ["lidar"]


def test_more_evidence_for_the_same_value_keeps_the_approval(memory, limits, ada, clock):
    limits.approve(learn(memory), ada, clock.now().time)
    clock.set(clock.now().time + timedelta(hours=1))
    learn(memory)

    assert len(limits.approvals.approved(limits.active())) == 1


def test_an_approval_that_was_withdrawn_lets_nothing_act(memory, limits, ada, clock):
    entry_id = learn(memory)
    limits.approve(entry_id, ada, clock.now().time)

    limits.approvals.withdraw(entry_id, "ada", clock.now().time)

    assert limits.approvals.approved(limits.active()) == []
    with pytest.raises(AssistRefused, match="has no approval, so nothing was withdrawn"):
        limits.approvals.withdraw(entry_id, "ada", clock.now().time)


def test_somebody_who_is_no_operator_cannot_approve(memory, limits, clock):
    entry_id = learn(memory)

    with pytest.raises(AssistRefused, match="eve"):
        limits.approve(entry_id, keys_of(78, "eve"), clock.now().time)
    assert limits.approvals.approved(limits.active()) == []


def test_an_approval_that_somebody_edited_lets_nothing_act(memory, limits, ada, clock):
    entry_id = learn(memory)
    limits.approve(entry_id, ada, clock.now().time)
    path = memory.long_term.assist.store.approvals / f"{entry_id}.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps({**record, "approved_at": "2026-01-01T00:00:00Z"}))

    (limit,) = limits.active()
    assert "signature" in limits.approvals.of(limit).reason


def test_an_approval_is_for_one_robot_alone(memory, limits, ada, clock):
    limits.approve(learn(memory), ada, clock.now().time)
    (limit,) = limits.active()

    twin = replace(limit, rrn="RRN-000000000099")
    assert not limits.approvals.of(twin).is_valid


def test_an_entry_that_is_no_limit_cannot_be_approved(memory, limits, ada, clock):
    learn(memory)

    with pytest.raises(AssistRefused, match="is no active limit; nothing was signed"):
        limits.approve(fail(memory), ada, clock.now().time)


def test_approvals_withdrawals_and_applications_are_on_record(memory, limits, ada, clock):
    entry_id, now = learn(memory), clock.now().time
    limits.approve(entry_id, ada, now)
    limits.approvals.record_speed_limit(0.3, [entry_id], now)
    limits.approvals.withdraw(entry_id, "ada", now)

    events = [line.data for line in memory.long_term.levels.events.read(newest=3)]
    assert [event["type"] for event in events] == [
        "limit_approved", "limit_applied", "limit_withdrawn",
    ]  # fmt: skip
    assert events[1]["speed_m_s"] == 0.3


def test_the_audit_accepts_the_approval_of_a_limit(memory, limits, ada, clock):
    limits.approve(learn(memory), ada, clock.now().time)

    assert audit_home(memory.home).defects == ()
