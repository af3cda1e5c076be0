"""A known fault raises no alarm until it gets worse or its date passes; then it reopens."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest
from limit_builders import fail, learn

from robot_memory import RobotMemory
from robot_memory.applications.reliability.known_issue_check import (
    KnownFault,
    KnownIssueCheck,
    WorseSign,
)
from robot_memory.applications.reliability.operating_time import OperatingTime
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Observation, OperatingSample, Severity

MONDAY = datetime(2026, 11, 30, 8, tzinfo=timezone.utc)
HOUR = 3600.0
DECLARED = 100.0  # h


def at(hours: float) -> datetime:
    return MONDAY + timedelta(hours=hours)


def row(kind: Kind, hours: float, severity: Severity = Severity.WARN, **fields) -> Observation:
    key = Key("diagnostics", "left encoder", "fails")
    instant = Instant(at(hours), hours * HOUR, "b1", True)
    return Observation(kind, instant, "fails", key=key, severity=severity, entry_id="m", **fields)


def occurrence(onset: float, seconds: float = 10.0, severity: Severity = Severity.WARN):
    end = onset + seconds / HOUR
    return [row(Kind.ONSET, onset, severity),
            row(Kind.END, end, severity, detail={"lasted": seconds})]  # fmt: skip


def fault(*occurrences: list[Observation]) -> KnownFault:
    rows = [one for occurrence in occurrences for one in occurrence]
    numbered = [_numbered(one, number) for number, one in enumerate(rows, 1)]
    return KnownFault(at(DECLARED), numbered)


def _numbered(one: Observation, number: int) -> Observation:
    return Observation(**{**one.__dict__, "id": number})


def running(hours: float) -> OperatingTime:
    stamps = np.arange(0.5, hours + 0.5, 0.5)
    return OperatingTime.of(
        OperatingSample(Instant(at(end), end * HOUR, "b1", True), 0.5 * HOUR) for end in stamps
    )


BEFORE = [occurrence(hour) for hour in (10.0, 30.0, 50.0, 70.0)]


def test_a_fault_that_continues_as_before_is_not_worse():
    same = fault(*BEFORE, occurrence(120.0))

    assert same.worse_severity() is None
    assert same.longer(at(130.0), "b1") is None
    assert same.more_often(running(130.0)) is None


def test_an_error_after_warnings_is_worse():
    found = fault(*BEFORE, occurrence(120.0, severity=Severity.ERROR)).worse_severity()

    assert found is not None and found.sign is WorseSign.SEVERITY
    assert found.words == "its severity is error; it was at most warn"


def test_an_occurrence_that_turns_into_an_error_after_the_declaration_is_worse():
    spanning = [row(Kind.ONSET, 99.0), row(Kind.PRESENT, 101.0, Severity.ERROR)]

    assert fault(*BEFORE, spanning).worse_severity() is not None


def test_without_earlier_evidence_a_severity_is_not_called_worse():
    assert fault(occurrence(120.0, severity=Severity.ERROR)).worse_severity() is None


@pytest.mark.parametrize(
    ("usual", "seconds", "is_longer"),
    [(10.0, 59.0, False), (10.0, 61.0, True), (40.0, 119.0, False), (40.0, 121.0, True)],
)
def test_an_occurrence_over_a_minute_and_three_times_the_longest_is_worse(
    usual, seconds, is_longer
):
    before = [occurrence(hour, usual) for hour in (10.0, 30.0, 50.0)]

    found = fault(*before, occurrence(120.0, seconds)).longer(at(130.0), "b1")

    assert (found is not None) == is_longer


def test_a_continuing_occurrence_counts_with_its_duration_so_far():
    begun = [row(Kind.ONSET, 101.0)]

    found = fault(*BEFORE, begun).longer(at(103.0), "b1")
    assert found is not None and found.words == "it lasts 2 h; the longest was 10 s"
    assert fault(*BEFORE, begun).longer(at(103.0), "b2") is None  # unknown: another boot


@pytest.mark.parametrize("longest", [{"longest": 10.0}, {}])
def test_a_folded_day_counts_with_its_longest_occurrence_or_the_mean(longest):
    times = {"first": "2026-12-01T08:00:00.000000Z", "last": "2026-12-01T12:00:00.000000Z"}
    told = {**times, "count": 50, "seconds": 500.0, "worst": "warn", **longest}
    day = [row(Kind.ONSET, 28.0, detail={"folded": told})]

    found = fault(day, occurrence(120.0, 61.0)).longer(at(130.0), "b1")

    assert found is not None and found.words == "it lasts 61 s; the longest was 10 s"


@pytest.mark.parametrize(("hours", "is_longer"), [(100.01, False), (101.9, False), (102.1, True)])
def test_an_occurrence_open_at_the_declaration_is_worse_at_three_times_its_duration(
    hours, is_longer
):
    spanning = [row(Kind.ONSET, 99.0)]

    assert (fault(*BEFORE, spanning).longer(at(hours), "b1") is not None) == is_longer


@pytest.mark.parametrize(("lasted", "is_longer"), [(2.9, False), (3.1, True)])
def test_an_ended_occurrence_is_compared_with_its_duration_at_the_declaration(lasted, is_longer):
    found = fault(*BEFORE, occurrence(99.0, lasted * HOUR)).longer(at(130.0), "b1")

    assert (found is not None) == is_longer


def test_the_duration_at_the_declaration_counts_as_the_longest_for_later_occurrences():
    spanning = occurrence(99.0, 2.0 * HOUR)

    later = occurrence(110.0, 2.9 * HOUR)
    assert fault(*BEFORE, spanning, later).longer(at(130.0), "b1") is None


def test_an_occurrence_left_open_by_an_earlier_boot_has_no_known_duration():
    left = [row(Kind.ONSET, 20.0)]
    new_boot = Instant(at(120.0), 0.0, "b2", True)
    begun = [Observation(**{**row(Kind.ONSET, 120.0).__dict__, "instant": new_boot})]

    assert fault(*BEFORE, left, begun).longer(at(121.0), "b2") is not None


def test_fewer_than_three_earlier_occurrences_give_no_longest_duration():
    assert fault(*BEFORE[:2], occurrence(120.0, 9999.0)).longer(at(130.0), "b1") is None


def test_a_much_more_frequent_fault_is_worse():
    often = [occurrence(DECLARED + 1.0 + number) for number in range(4)]

    found = fault(*BEFORE, *often).more_often(running(110.0))

    assert found is not None and found.sign is WorseSign.RATE
    assert found.words.startswith("it comes 1 times an hour (2 in 2 h); before 0.04 (4 in 100 h")


def test_a_much_less_frequent_fault_is_not_worse():
    often = [occurrence(float(hour)) for hour in range(1, 100)]
    seldom = [occurrence(DECLARED + 200.0 * number) for number in range(1, 5)]

    assert fault(*often, *seldom).more_often(running(1000.0)) is None


def test_without_running_time_the_rate_is_not_called_worse():
    often = [occurrence(DECLARED + 1.0 + number) for number in range(4)]

    assert fault(*BEFORE, *often).more_often(OperatingTime.of([])) is None


def test_an_unchanged_rate_is_called_worse_in_at_most_one_of_forty_faults():
    random = np.random.default_rng(7)
    whole, trials, alarms = running(400.0), 200, 0
    for _ in range(trials):
        onsets = np.cumsum(random.exponential(8.0, 80))
        steady = fault(*([row(Kind.ONSET, hour)] for hour in onsets if hour < 400.0))
        alarms += steady.more_often(whole) is not None

    assert alarms / trials <= 0.025 + 2.0 * (0.025 * 0.975 / trials) ** 0.5


def test_a_tripled_rate_is_noticed_for_most_faults():
    random = np.random.default_rng(8)
    whole, trials, noticed = running(400.0), 50, 0
    for _ in range(trials):
        before = np.cumsum(random.exponential(8.0, 100))
        after = DECLARED + np.cumsum(random.exponential(8.0 / 3.0, 300))
        onsets = [*before[before < DECLARED], *after[after < 400.0]]
        noticed += (
            fault(*([row(Kind.ONSET, hour)] for hour in onsets)).more_often(whole) is not None
        )

    assert noticed >= 0.6 * trials


WHY = "bearing is ordered"


def end_known(memory: RobotMemory) -> int:
    return KnownIssueCheck(memory).end_known()


def later(memory: RobotMemory, **length: float) -> None:
    memory.clock.set(memory.clock.now().time + timedelta(**length))


def entry_of(memory: RobotMemory, fault: str):
    return next(entry for _, entry in memory.entries() if entry.id == fault)


def test_a_memory_without_known_issues_is_not_changed(memory):
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


def test_a_known_issue_reopens_after_its_date_with_the_reason(memory):
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


@pytest.mark.parametrize("until", ["worse", "2027-12-02T00:00:00Z"])
def test_an_issue_declared_known_by_an_agent_in_an_earlier_version_reopens(home, clock, until):
    with RobotMemory.open(home, clock=clock) as memory:
        fault = fail(memory)
        memory.declare_known(fault, WHY)
    file = home / "robot-memory.md"
    lines = file.read_text().replace("known_by: person", "known_by: agent:planner")
    file.write_text(lines.replace("known_until: worse", f"known_until: {until}"))

    with RobotMemory.open(home, clock=clock) as memory:
        assert end_known(memory) == 1
        newest = memory.why(fault)[1][0]
    assert newest.summary == "only agent planner declared it known, in an earlier version"
    assert newest.detail["cause"] == "unproven"


def test_a_clock_that_is_years_ahead_reopens_a_known_fault_only_after_a_day(memory):
    fault = fail(memory)
    memory.declare_known(fault, WHY, until=memory.clock.now().time + timedelta(days=200))
    assert end_known(memory) == 0
    later(memory, days=3650)
    assert end_known(memory) == 0
    later(memory, hours=1)
    assert end_known(memory) == 0

    later(memory, hours=23)
    assert end_known(memory) == 1


def test_a_known_issue_that_gets_worse_reopens_before_its_date(memory):
    fault = fail(memory, severity=Severity.WARN)
    memory.declare_known(fault, WHY, until=memory.clock.now().time + timedelta(days=9))
    later(memory, hours=1)
    fail(memory, severity=Severity.ERROR)

    assert end_known(memory) == 1
    assert not entry_of(memory, fault).is_known(memory.clock.now().time)
    newest = memory.why(fault)[1][0]
    assert newest.summary == "it got worse: its severity is error; it was at most warn"
    assert newest.detail["cause"] == "severity"


def test_a_limit_learned_after_the_declaration_reopens_the_issue(memory):
    fault = fail(memory)
    memory.declare_known(fault, WHY)
    later(memory, hours=1)
    learn(memory, 0.3)

    assert end_known(memory) == 1
    assert memory.why(fault)[1][0].detail["cause"] == "condition"


def test_a_limit_learned_before_the_declaration_does_not_reopen_the_issue(memory):
    learn(memory, 0.3)
    fault = fail(memory)
    later(memory, hours=1)
    memory.declare_known(fault, WHY)

    assert end_known(memory) == 0


def test_a_known_issue_does_not_reopen_by_an_untrusted_clock(memory, monkeypatch):
    fault = fail(memory)
    memory.declare_known(fault, WHY, until=memory.clock.now().time + timedelta(days=1))
    later(memory, days=2)
    provisional = replace(memory.clock.now(), trusted=False)
    monkeypatch.setattr(memory.clock, "now", lambda: provisional)

    assert end_known(memory) == 0


@pytest.fixture
def reads(memory, monkeypatch) -> list[int]:
    """A list with one item for each read of all operating samples."""
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


def test_a_rising_rate_is_noticed_at_the_onset_that_shows_it(memory):
    check, clock = KnownIssueCheck(memory), memory.clock
    for _ in range(100):  # it ran for 100 h with one occurrence
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
