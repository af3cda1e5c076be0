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


def test_what_lasts_may_use_what_is_kept(quota: Quota):
    passed(quota, "camera", 50)

    assert passed(quota, "camera", 50, lasting=True) == 3


def test_an_allowance_does_not_pile_up(quota: Quota):
    passed(quota, "camera", 1)

    assert passed(quota, "camera", 500, at=100 * HOUR) == 7


def test_a_source_has_its_own_allowance(quota: Quota):
    passed(quota, "camera", 50)

    assert passed(quota, "lidar", 50) == 7


def test_all_together_have_one_too_and_it_is_said_which_it_was(quota: Quota):
    assert sum(passed(quota, f"node {number}", 5) for number in range(50)) == 70
    assert quota.refuses("another", 0.0) == "all"


def test_under_load_only_what_lasts_passes_until_a_while_after():
    quota = Quota(Allowance(10, 1.0, reserve=3, strain=60.0), Allowance(100, 10.0), "all")
    passed(quota, "camera", 50)

    assert passed(quota, "camera", 50, at=30.0) == 0
    assert passed(quota, "camera", 50, at=80.0) == 0
    assert passed(quota, "camera", 1, at=80.0, lasting=True) == 1
    assert passed(quota, "camera", 50, at=150.0) == 7


def test_the_allowances_of_a_few_hundred_sources_are_kept(quota: Quota):
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


def test_not_more_than_a_thousand_things_are_held_back():
    admission = OccurrenceLimiter(LogEntryBudget(100))
    notices = fill(admission, 3000)

    assert len(admission) == 1024
    assert len(notices) == 3000 - 200 - 1024


def test_what_is_held_back_is_left_out_after_a_minute():
    admission = OccurrenceLimiter(LogEntryBudget(100))
    fill(admission, 300)

    assert admission.expired(59.0) == []
    assert len(admission.expired(60.0)) == 100
    assert len(admission) == 0


def test_what_began_before_may_begin_again_whatever_the_quota():
    admission = OccurrenceLimiter(LogEntryBudget(100))
    assert admission.admits(occurrence("base: Motor"), 0.0, 0)
    fill(admission, 300)

    assert admission.admits(occurrence("base: Motor"), 0.0, 0)


def test_a_notice_is_never_held_back():
    admission = OccurrenceLimiter(LogEntryBudget(100))
    fill(admission, 300)
    notice = Occurrence(too_much("node 7"), "/topic", 0.0, 0.0, 0.0)

    assert admission.admits(notice, 0.0, 0)


def test_a_thousand_things_at_once_are_enough():
    assert not OccurrenceLimiter(LogEntryBudget(100)).admits(occurrence("base: Motor"), 0.0, 1024)
