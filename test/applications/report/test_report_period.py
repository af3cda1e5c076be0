"""The period of a report."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.time.period import Period, check_period, read_period

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)
MIDNIGHT = datetime(2026, 12, 1, tzinfo=timezone.utc)


def test_an_open_period_contains_every_time():
    assert Period().holds(NOON)


def test_a_period_includes_its_beginning_and_excludes_its_end():
    period = Period(NOON, NOON + timedelta(hours=1))

    assert period.holds(NOON)
    assert not period.holds(NOON + timedelta(hours=1))
    assert not period.holds(NOON - timedelta(microseconds=1))


def test_a_day_given_as_the_end_is_included():
    period = read_period("2026-12-01", "2026-12-01", NOON)

    assert period.holds(datetime(2026, 12, 1, 23, 59, 59, tzinfo=timezone.utc))
    assert not period.holds(datetime(2026, 12, 2, tzinfo=timezone.utc))


def test_a_time_given_as_the_end_is_excluded():
    assert not read_period("", "2026-12-01T12:00:00Z", NOON).holds(NOON)


def test_yesterday_is_a_valid_period():
    period = read_period("yesterday", "yesterday", NOON)

    assert (period.since, period.until) == (MIDNIGHT - timedelta(days=1), MIDNIGHT)


def test_a_time_zone_is_applied():
    assert read_period("2026-12-01T13:00:00+01:00", "", NOON).since == NOON


@pytest.mark.parametrize(
    ("since", "until", "named"),
    [
        ("yesterday-ish", "", "--since"),
        ("", "soon", "--until"),
        ("2026-12-02", "2026-12-01", "--until"),
        ("2026-12-01T12:00Z", "2026-12-01T12:00Z", "--until"),
    ],
)
def test_an_invalid_period_is_refused_with_the_name_of_the_option(since, until, named):
    with pytest.raises(InvalidInput, match=named):
        read_period(since, until, NOON)


def test_two_invalid_times_are_reported_together():
    with pytest.raises(InvalidInput) as refused:
        read_period("a", "b", NOON)
    assert [defect.path for defect in refused.value.defects] == ["--since", "--until"]


def test_a_period_in_the_future_is_refused():
    with pytest.raises(InvalidInput, match="--since: 2026-12-01T12:00:00"):
        check_period(Period(NOON + timedelta(microseconds=1)), NOON)


def test_a_period_that_begins_now_or_earlier_is_accepted():
    check_period(Period(NOON, NOON + timedelta(days=9)), NOON)
    check_period(Period(), NOON)
