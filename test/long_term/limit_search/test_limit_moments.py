"""The samples that support a limit."""

from __future__ import annotations

from limit_builders import drive_and_fail, fail

from robot_memory.long_term.limit_search.risk_set import moments_of


def values_of(moments):
    return [value for _, value in moments]


def test_samples_are_those_before_onsets_and_those_while_driving_without_the_fault(memory, clock):
    drive_and_fail(memory, clock, [0.1, 0.4, 0.0, 0.2, 0.5, 0.1])
    fault, _ = memory.why(fail(memory), limit=1)

    found = moments_of(memory.ledger, fault, "speed")

    assert (found.time, values_of(found.onsets)) == ("driving", [0.4, 0.5])
    assert 0.0 not in values_of(found.others)


def test_an_unknown_variable_has_no_samples(memory, clock):
    drive_and_fail(memory, clock, [0.1, 0.4, 0.2])
    fault, _ = memory.why(fail(memory), limit=1)

    found = moments_of(memory.ledger, fault, "payload")

    assert (found.onsets, found.others) == ([], [])


def test_after_the_fault_was_resolved_only_samples_without_onsets_remain(memory, clock):
    drive_and_fail(memory, clock, [0.1, 0.4, 0.2])
    entry_id = fail(memory)
    memory.resolve(entry_id, "new cable")
    fault, _ = memory.why(entry_id, limit=1)

    found = moments_of(memory.ledger, fault, "speed")

    assert (list(found.onsets), found.time) == ([], "running")
    assert values_of(found.others) == [0.1, 0.4, 0.2]


def test_many_samples_are_reduced_to_at_most_400(memory, clock):
    drive_and_fail(memory, clock, [0.4] + [0.1] * 900)
    fault, _ = memory.why(fail(memory), limit=1)

    assert len(moments_of(memory.ledger, fault, "speed").others) <= 400
