"""When each action of the night is due (003 §Cron Schedule), as a pure function."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.time.clock import Instant
from robot_memory.long_term.night_shift import ACTIONS, Schedule

BERLIN = ZoneInfo("Europe/Berlin")
SCHEDULE = Schedule(zone=BERLIN)
#: One night a year has no 00:30 here: summer time begins at midnight.
BEIRUT = ZoneInfo("Asia/Beirut")


def local(text: str, zone=BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(timezone.utc)


def instant(time: datetime, *, trusted: bool = True) -> Instant:
    return Instant(time, 0.0, "boot", trusted)


def due(now: str | datetime, done: str | datetime, *, schedule=SCHEDULE, **more) -> list[str]:
    """Return the actions that are due now, if all were last done at one time."""
    now, done = (local(t, schedule.zone) if isinstance(t, str) else t for t in (now, done))
    return schedule.due(dict.fromkeys(ACTIONS, done), instant(now, **more))


@pytest.mark.parametrize(
    ("time", "action"),
    [
        ("2026-12-01T23:00", "summarize"),
        ("2026-12-02T00:30", "consolidate"),
        ("2026-12-02T06:00", "health-check"),
        ("2026-12-06T03:00", "quality-probe"),  # a Sunday
    ],
)
def test_an_action_is_due_at_the_local_time_of_the_document(time, action):
    now = local(time)
    assert due(now, now - timedelta(seconds=1)) == [action]
    assert due(now, now) == []
    assert action not in due(now - timedelta(seconds=1), now - timedelta(minutes=29))


def test_each_action_is_due_once_after_several_missed_nights():
    now = local("2026-12-10T12:00")
    assert sorted(due(now, "2026-12-01T00:00")) == sorted(ACTIONS)
    assert due(now, now) == []


def test_setting_the_clock_back_repeats_no_action():
    assert due("2026-12-02T00:20", "2026-12-02T00:40") == []
    assert due("2026-12-01T23:10", "2026-12-02T00:40") == []


def test_a_clock_that_was_a_year_ahead_does_not_stop_the_nights():
    assert set(due("2026-12-02T12:00", "2027-12-02T12:00")) == set(ACTIONS)


def test_without_trusted_time_only_the_health_check_is_due():
    assert due("2026-12-20T12:00", "2026-12-01T12:00", trusted=False) == ["health-check"]


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        (BERLIN, "2026-03-29"), (BERLIN, "2026-10-25"), (BEIRUT, "2026-03-29"),
        (BEIRUT, "2026-10-25"), (ZoneInfo("America/Santiago"), "2026-09-06"),
    ],
)  # fmt: skip
def test_the_night_on_which_clocks_change_has_one_consolidation(zone, day):
    schedule = Schedule(zone=zone)
    now = local(f"{day}T12:00", zone) - timedelta(days=1)
    done = dict.fromkeys(ACTIONS, now)
    nights = 0
    for _ in range(24 * 12):
        now += timedelta(minutes=5)
        for action in schedule.due(done, instant(now)):
            done[action] = now
            nights += action == "consolidate"
    assert nights == 1


@given(
    st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(timezone.utc)),
    st.lists(st.timedeltas(timedelta(minutes=-90), timedelta(days=3)), max_size=30),
)
def test_an_action_is_due_at_most_once_per_slot_for_any_clock_jumps(start, jumps):
    now, done = start, dict.fromkeys(ACTIONS, start)
    slots = set()
    for jump in jumps:
        now += jump
        for action in SCHEDULE.due(done, instant(now)):
            slot = (action, SCHEDULE.latest(action, now))
            assert slot not in slots
            slots.add(slot)
            done[action] = now
        assert SCHEDULE.due(done, instant(now)) == []


@given(st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(timezone.utc)))
def test_the_latest_slot_of_an_action_is_at_most_one_period_ago(now):
    for action, longest in zip(ACTIONS, (25, 25, 7, 7 * 24 + 1), strict=True):
        ago = now - SCHEDULE.latest(action, now)
        assert timedelta(0) <= ago <= timedelta(hours=longest)
