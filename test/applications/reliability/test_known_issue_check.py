"""A known fault alarms no one until it gets worse or its date passes; then it reopens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from limit_builders import fail, learn

from robot_memory import RobotMemory
from robot_memory.applications.reliability.known_issue_check import KnownIssueCheck
from robot_memory.ledger import Kind, OperatingSample, Severity

WHY = "bearing is ordered"


@pytest.fixture
def memory(home, clock) -> Iterator[RobotMemory]:
    with RobotMemory.open(home, clock=clock) as opened:
        yield opened


def end_known(memory: RobotMemory) -> int:
    return KnownIssueCheck(memory).end_known()


def later(memory: RobotMemory, **length: float) -> None:
    memory.clock.set(memory.clock.now().time + timedelta(**length))


def entry_of(memory: RobotMemory, fault: str):
    return next(entry for _, entry in memory.entries() if entry.id == fault)


def test_a_memory_in_which_nothing_is_known_is_left_alone(memory):
    fail(memory)
    before = memory.ledger.last()

    assert end_known(memory) == 0
    assert memory.ledger.last() == before


def test_a_known_fault_that_is_as_bad_as_before_stays_known(memory):
    fault = fail(memory)
    memory.declare_known(fault, WHY)
    later(memory, hours=1)
    fail(memory)

    assert end_known(memory) == 0
    assert entry_of(memory, fault).is_known(memory.clock.now().time)


def test_once_its_date_has_passed_it_reopens_and_the_record_says_why(memory):
    fault = fail(memory)
    memory.declare_known(fault, WHY, until=memory.clock.now().time + timedelta(days=2))
    later(memory, days=1)
    assert end_known(memory) == 0
    later(memory, days=1)

    assert end_known(memory) == 1
    assert end_known(memory) == 0
    newest = memory.why(fault)[1][0]
    assert (newest.kind, newest.author) == (Kind.NOT_KNOWN, "detector:known")
    assert newest.summary == "it was known until 2026-12-03 12:00 UTC"
    memory.save()
    types = [line.data["type"] for line in memory.long_term.levels.events.read()]
    assert types[-1] == "entry_reopened"


def test_a_date_has_not_passed_by_a_clock_that_is_years_ahead_for_an_hour(memory):
    fault = fail(memory)
    memory.declare_known(fault, WHY, until=memory.clock.now().time + timedelta(days=200))
    assert end_known(memory) == 0
    later(memory, days=3650)
    assert end_known(memory) == 0
    later(memory, hours=1)
    assert end_known(memory) == 0

    later(memory, hours=23)
    assert end_known(memory) == 1


def test_once_it_gets_worse_it_reopens_before_its_date(memory):
    fault = fail(memory, severity=Severity.WARN)
    memory.declare_known(fault, WHY, until=memory.clock.now().time + timedelta(days=9))
    later(memory, hours=1)
    fail(memory, severity=Severity.ERROR)

    assert end_known(memory) == 1
    assert not entry_of(memory, fault).is_known(memory.clock.now().time)
    newest = memory.why(fault)[1][0]
    assert newest.summary == "it got worse: its severity is error; it was at most warn"
    assert newest.detail["cause"] == "severity"


def test_a_limit_that_is_learned_later_is_a_new_condition(memory):
    fault = fail(memory)
    memory.declare_known(fault, WHY)
    later(memory, hours=1)
    learn(memory, 0.3)

    assert end_known(memory) == 1
    assert memory.why(fault)[1][0].detail["cause"] == "condition"


def test_a_limit_that_was_known_is_no_new_condition(memory):
    learn(memory, 0.3)
    fault = fail(memory)
    later(memory, hours=1)
    memory.declare_known(fault, WHY)

    assert end_known(memory) == 0


def test_while_the_clock_is_not_trusted_no_date_passes(memory, monkeypatch):
    fault = fail(memory)
    memory.declare_known(fault, WHY, until=memory.clock.now().time + timedelta(days=1))
    later(memory, days=2)
    provisional = replace(memory.clock.now(), trusted=False)
    monkeypatch.setattr(memory.clock, "now", lambda: provisional)

    assert end_known(memory) == 0


@pytest.fixture
def reads(memory, monkeypatch) -> list[int]:
    """One item for each time that all operating samples are read."""
    found: list[int] = []
    read = memory.ledger.operating_samples

    def counted():
        found.append(len(found))
        return read()

    monkeypatch.setattr(memory.ledger, "operating_samples", counted)
    return found


def test_the_operating_samples_are_read_once_for_all_known_faults(memory, reads):
    for part in ("left encoder", "right encoder"):
        memory.declare_known(fail(memory, part), WHY)
    later(memory, hours=1)
    for part in ("left encoder", "right encoder"):
        fail(memory, part)

    end_known(memory)

    assert len(reads) == 1


def test_the_operating_samples_are_read_again_only_after_a_new_onset(memory, reads):
    memory.declare_known(fail(memory), WHY)
    later(memory, hours=1)
    fail(memory)
    check = KnownIssueCheck(memory)
    check.end_known()
    later(memory, hours=1)
    check.end_known()
    assert len(reads) == 1

    fail(memory)
    check.end_known()
    assert len(reads) == 2


def test_a_rate_that_rises_after_a_look_is_noticed_at_the_onset_that_shows_it(memory):
    check, clock = KnownIssueCheck(memory), memory.clock
    for _ in range(100):  # it ran for 100 h, and it came once
        memory.add_exposure({}, [OperatingSample(clock.now(), 3600.0, {})])
        later(memory, hours=1)
    memory.declare_known(fail(memory), WHY)
    later(memory, minutes=30)
    fail(memory)
    assert check.end_known() == 0

    later(memory, minutes=30)
    fault = fail(memory)

    assert check.end_known() == 1
    assert memory.why(fault)[1][0].detail["cause"] == "rate"
