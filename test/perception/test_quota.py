"""Allowances: how many rows a source may cost, and the reserve for lasting faults."""

from __future__ import annotations

import pytest

from robot_memory.foundation.token_bucket import Allowance
from robot_memory.ledger import Key
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.occurrences.occurrence import Occurrence
from robot_memory.perception.occurrences.occurrence_limiter import (
    LogEntryBudget,
    OccurrenceLimiter,
    Quota,
    too_much,
)

HOUR = 3600.0


def passed(quota: Quota, source: str, count: int, at: float = 0.0, *, lasting: bool = False) -> int:
    return sum(not quota.refuses(source, at, lasting=lasting) for _ in range(count))


@pytest.fixture
def quota() -> Quota:
    """Each source: 10 at once, then 1/s, 3 of them reserved; all: 100, then 10/s, 30 reserved."""
    return Quota(Allowance(10, 1.0, reserve=3), Allowance(100, 10.0, reserve=30), "all")


def test_a_lasting_fault_can_use_the_reserve(quota: Quota):
    passed(quota, "camera", 50)

    assert passed(quota, "camera", 50, lasting=True) == 3


def test_an_unused_allowance_does_not_accumulate(quota: Quota):
    passed(quota, "camera", 1)

    assert passed(quota, "camera", 500, at=100 * HOUR) == 7


def test_a_source_has_its_own_allowance(quota: Quota):
    passed(quota, "camera", 50)

    assert passed(quota, "lidar", 50) == 7


def test_all_sources_share_an_allowance_and_its_name_is_returned(quota: Quota):
    assert sum(passed(quota, f"node {number}", 5) for number in range(50)) == 70
    assert quota.refuses("another", 0.0) == "all"


def test_after_an_overload_only_lasting_faults_pass_for_a_while():
    quota = Quota(Allowance(10, 1.0, reserve=3, strain=60.0), Allowance(100, 10.0), "all")
    passed(quota, "camera", 50)

    assert passed(quota, "camera", 50, at=30.0) == 0
    assert passed(quota, "camera", 50, at=80.0) == 0
    assert passed(quota, "camera", 1, at=80.0, lasting=True) == 1
    assert passed(quota, "camera", 50, at=150.0) == 7


def test_the_number_of_stored_allowances_is_limited(quota: Quota):
    for number in range(5000):
        quota.refuses(f"node {number}", float(number))

    assert len(quota._buckets) <= 512


# -- new occurrences -----------------------------------------------------------------------


def occurrence(component: str, symptom: str = "bad") -> Occurrence:
    detection = Detection(Key("test", component, symptom), present=True, text="bad")
    return Occurrence(detection, "/topic", 0.0, 0.0, 0.0)


def fill(admission: OccurrenceLimiter, count: int) -> list[Detection]:
    """Begin ``count`` new occurrences, or hold them back; return the notices."""
    notices: list[Detection] = []
    for number in range(count):
        new = occurrence(f"node {number}")
        if not admission.admits(new, 0.0, 0):
            notices += admission.hold(new)
    return notices


def test_at_most_1024_occurrences_are_held_back():
    admission = OccurrenceLimiter(LogEntryBudget(100))
    notices = fill(admission, 3000)

    assert len(admission) == 1024
    assert len(notices) == 3000 - 200 - 1024


def test_held_back_occurrences_are_left_out_after_a_minute():
    admission = OccurrenceLimiter(LogEntryBudget(100))
    fill(admission, 300)

    assert admission.expired(59.0) == []
    assert len(admission.expired(60.0)) == 100
    assert len(admission) == 0


def test_a_recurring_occurrence_is_admitted_even_if_the_quota_is_used_up():
    admission = OccurrenceLimiter(LogEntryBudget(100))
    assert admission.admits(occurrence("base: Motor"), 0.0, 0)
    fill(admission, 300)

    assert admission.admits(occurrence("base: Motor"), 0.0, 0)


def test_a_rate_limit_notice_is_never_held_back():
    admission = OccurrenceLimiter(LogEntryBudget(100))
    fill(admission, 300)
    notice = Occurrence(too_much("node 7"), "/topic", 0.0, 0.0, 0.0)

    assert admission.admits(notice, 0.0, 0)


def test_no_occurrence_is_admitted_while_1024_are_open():
    assert not OccurrenceLimiter(LogEntryBudget(100)).admits(occurrence("base: Motor"), 0.0, 1024)
