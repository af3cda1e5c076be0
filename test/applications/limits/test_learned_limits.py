"""Limits as data, and an operator's approval of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from limit_builders import fail, learn
from robots import keys_of

from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit import LimitBound
from robot_memory.foundation.errors import AssistRefused
from robot_memory.governance.approval import find_approval
from robot_memory.governance.audit import audit_home
from robot_memory.long_term.limit_search.region import RegionSide


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
def test_a_limit_of_any_variable_is_described_in_words(
    memory, limits, variable, side, value, words
):
    learn(memory, value, variable=variable, side=side)

    assert [limit.words() for limit in limits.active()] == [words]


def test_the_memory_file_has_the_limit_as_a_field_of_its_entry(memory):
    learn(memory)
    memory.save()

    text = memory.home.memory_file.read_text()
    assert "limit: {variable: speed, maximum: 0.3}" in text


def test_a_limit_that_has_decayed_is_not_active(memory, limits, clock):
    learn(memory)
    clock.set(clock.now().time + timedelta(days=60))

    assert limits.active() == []


def test_a_limit_is_not_active_after_its_fault_was_resolved(memory, limits):
    learn(memory)
    memory.resolve(fail(memory), "cable replaced")

    assert limits.active() == []


def test_a_memory_without_a_home_has_no_limits_and_creates_no_files(tmp_path, clock):
    with RobotMemory.open(tmp_path / "nowhere", clock=clock, read_only=True) as memory:
        assert LearnedLimits(memory).active() == []
    assert not (tmp_path / "nowhere").exists()


def signed(limits):
    """Return the words of each valid signed limit, with its operator."""
    return {one.words(): how.operator for one, how in limits.signed.read().learned if how.is_valid}


@pytest.mark.parametrize(
    "spoiled",
    [{"limit": None}, {"limit": "inf"}, {"side": "beside"}, {"explains": None, "onsets": "many"}],
)
def test_an_invalid_limit_row_is_ignored_and_does_not_affect_other_limits(memory, limits, spoiled):
    learn(memory, component="lidar")
    entry_id = learn(memory)
    row = memory.ledger.newest_limit(entry_id)
    detail = {**row.detail, **spoiled}
    if spoiled.get("limit") == "inf":
        detail["limit"] = 1e999
    memory.observe(replace(row, detail=detail, id=0, summary="spoiled"))
    memory.flush()

    assert [limit.component for limit in limits.active()] == ["lidar"]


def test_a_withdrawn_limit_does_not_act(memory, limits, ada, clock):
    entry_id, now = learn(memory), clock.now().time
    limits.approve(entry_id, ada, now)

    limits.signed.approvals.withdraw(memory.rrn, entry_id, ada, now)

    assert signed(limits) == {}
    with pytest.raises(AssistRefused, match="has no approval, so nothing was withdrawn"):
        limits.signed.approvals.withdraw(memory.rrn, entry_id, ada, now)
    assert audit_home(memory.home).defects == ()


def test_an_inactive_signed_limit_can_be_signed_again_unchanged(memory, limits, ada, clock):
    entry_id = learn(memory)
    limits.approve(entry_id, ada, clock.now().time)
    memory.resolve(fail(memory))
    eve = keys_of(78, "eve")
    memory.long_term.assist.enrol("eve", eve.card)

    limits.approve(entry_id, eve, clock.now().time)

    assert signed(limits) == {"speed ≤ 0.3 m/s": "eve"}


def test_a_limit_with_a_text_value_is_signed_and_read_back(memory, limits, ada, clock):
    limits.approve(learn(memory, "turbo", variable="mode", side=RegionSide.IS), ada,
                   clock.now().time)  # fmt: skip

    assert signed(limits) == {"mode is not turbo": "ada"}


def test_only_an_enrolled_operator_can_approve_a_limit(memory, limits, clock):
    entry_id = learn(memory)

    with pytest.raises(AssistRefused, match="eve"):
        limits.approve(entry_id, keys_of(78, "eve"), clock.now().time)
    assert signed(limits) == {}


def test_an_approval_is_valid_for_one_robot_only(memory, limits, ada, clock):
    limits.approve(learn(memory), ada, clock.now().time)
    (limit,) = limits.active()
    record = find_approval(memory.long_term.assist.store.approvals, limit.id)
    twin = limits.signed.approvals.read("RRN-000000000099", limit.id, record)

    assert not twin.approval.is_valid


def test_an_entry_that_is_not_a_limit_cannot_be_approved(memory, limits, ada, clock):
    learn(memory)

    with pytest.raises(AssistRefused, match="is no active limit; nothing was signed"):
        limits.approve(fail(memory), ada, clock.now().time)


def test_approvals_withdrawals_and_applications_are_in_the_event_log(memory, limits, ada, clock):
    entry_id, now = learn(memory), clock.now().time
    limits.approve(entry_id, ada, now)
    approvals = limits.signed.approvals
    approvals.in_force.record_speed(0.3, [entry_id], now)
    approvals.withdraw(memory.rrn, entry_id, ada, now)

    events = [line.data for line in memory.long_term.levels.events.read(newest=3)]
    assert [event["type"] for event in events] == [
        "limit_approved", "limit_applied", "limit_withdrawn",
    ]  # fmt: skip
    assert events[1]["speed_m_s"] == 0.3
    assert events[2]["operator"] == "ada"
