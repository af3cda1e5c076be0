"""How many alarms a robot raises per day (rules.md §11.9)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from limit_builders import fail

from robot_memory import RobotMemory
from robot_memory.applications.reliability import alarm_load
from robot_memory.applications.reliability.alarm_load import AlarmCounter, count_alarms

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
ALARM = {
    "type": "entry_created", "source": "detector", "confidence": 0.6, "id": "mem-1", "row": 1,
    "timestamp": "2026-12-01T12:00:00Z",
}  # fmt: skip


def count(*lines) -> int:
    rate = count_alarms(lines, NOON - timedelta(days=7), NOON, inject_min=0.3).rate
    return rate.count if rate else -1


def later(memory: RobotMemory, **length: float) -> None:
    memory.clock.set(memory.clock.now().time + timedelta(**length))


@pytest.mark.parametrize(
    ("other", "counts"),
    [
        ({}, True),
        ({"type": "entry_reopened"}, True),
        ({"type": "entry_reinforced"}, False),
        ({"source": "person"}, False),
        ({"source": "agent"}, False),
        ({"confidence": 0.29}, False),
        ({"confidence": None}, False),
        ({"known": True}, False),
        ({"muted": True}, False),
        ({"timestamp": "2026-11-24T11:59:59Z"}, False),
        ({"timestamp": None}, False),
    ],
)
def test_an_alarm_is_a_new_or_reopened_fault_that_is_not_silenced(other, counts):
    assert count({**ALARM, **other}) == counts


def test_an_event_log_line_repeated_after_a_crash_counts_once():
    assert count(ALARM, ALARM, {**ALARM, "row": 2}) == 2


def test_the_alarm_rate_is_given_by_day_with_its_exact_interval():
    alarms = [{**ALARM, "row": number} for number in range(3)]
    load = count_alarms(alarms, NOON - timedelta(days=6), NOON, inject_min=0.3)

    assert load.words == "0.5 (0.1 to 1.5); 3 in 6 days"


def test_no_alarm_rate_is_given_before_six_hours():
    load = count_alarms([ALARM], NOON - timedelta(minutes=6), NOON, inject_min=0.3)

    assert load.words == "1 in 0.1 h; no rate before 6 h"


def test_no_alarm_in_a_week_still_has_an_upper_bound():
    load = count_alarms([], NOON - timedelta(days=7), NOON, inject_min=0.3)

    assert load.words == "0 (0 to 0.53); 0 in 7 days"


def test_an_empty_memory_has_no_alarm_rate(memory):
    assert AlarmCounter(memory).load().words == "no data"


def test_alarms_are_counted_from_the_first_row_but_over_at_most_seven_days(memory):
    fault = fail(memory)
    memory.save()
    later(memory, days=2)
    assert AlarmCounter(memory).load().rate.exposure == pytest.approx(2.0)
    assert AlarmCounter(memory).load().rate.count == 1

    later(memory, days=6)
    memory.resolve(fault)
    later(memory, hours=1)
    fail(memory)
    memory.save()

    load = AlarmCounter(memory).load()
    assert (load.rate.count, load.rate.exposure) == (1, pytest.approx(7.0))  # it reopened


def test_a_fault_that_is_declared_known_gives_no_alarm(memory):
    fault = fail(memory)
    memory.save()
    later(memory, days=8)
    memory.declare_known(fault, "bearing is ordered")
    fail(memory)
    memory.save()

    assert AlarmCounter(memory).load().rate.count == 0


def test_a_muted_fault_that_returns_gives_no_alarm(memory):
    fault = fail(memory)
    memory.mute(fault)
    memory.resolve(fault)
    memory.save()
    later(memory, days=8)
    fail(memory)
    memory.save()

    types = [line.data["type"] for line in memory.long_term.levels.events.read()]
    assert types[-1] == "entry_reopened"
    assert AlarmCounter(memory).load().rate.count == 0


def test_the_observed_time_begins_with_the_first_line_that_is_not_archived(memory):
    fail(memory)
    memory.save()
    later(memory, days=3)
    fail(memory, "right encoder")
    memory.save()
    events = memory.long_term.levels.events
    span = events.due(NOON + timedelta(days=1), 1 << 30)
    assert span is not None and events.archive(span) is not None
    later(memory, days=1)

    load = AlarmCounter(memory).load()

    assert load.rate.exposure == pytest.approx(1.0)
    assert load.rate.count == 1


def test_a_counter_includes_alarms_recorded_since_its_last_count(memory):
    fail(memory)
    memory.save()
    later(memory, hours=1)
    counter = AlarmCounter(memory)
    assert counter.load().rate.count == 1

    later(memory, hours=1)
    fail(memory, "right encoder")
    memory.save()

    assert counter.load() == AlarmCounter(memory).load()
    assert counter.load().rate.count == 2


def test_a_counter_reads_an_unchanged_event_log_once(memory, monkeypatch):
    fail(memory)
    memory.save()
    later(memory, hours=1)
    events, reads = memory.long_term.levels.events, []
    read = events.newest_of_ours
    monkeypatch.setattr(events, "newest_of_ours", lambda count: reads.append(count) or read(count))
    counter = AlarmCounter(memory)

    counts = []
    for days in (0, 3, 5):
        later(memory, days=days)
        counts.append(counter.load().rate.count)

    assert counts == [1, 1, 0]  # the window goes on
    assert len(reads) == 1


def test_a_counter_applies_the_current_minimum_confidence(memory):
    fail(memory)
    memory.save()
    later(memory, hours=1)
    counter = AlarmCounter(memory)
    before = counter.load().rate.count
    memory.configure(replace(memory.settings, inject_min=0.95))

    assert (before, counter.load().rate.count) == (1, 0)


def test_lines_written_by_agents_do_not_displace_alarms(memory, monkeypatch):
    monkeypatch.setattr(alarm_load, "_MOST_LINES", 3)
    fail(memory)
    memory.save()
    later(memory, days=2)
    for number in range(5):
        event = {"what": f"event {number}", "timestamp": "2026-11-01T12:00:00Z"}
        memory.long_term.levels.events.append(
            [event], memory.clock.now().time, outside="agent:planner over HTTP"
        )

    load = AlarmCounter(memory).load()
    assert (load.rate.count, load.rate.exposure) == (1, pytest.approx(2.0))


def test_a_detected_fault_is_an_alarm_although_an_agent_noted_and_muted_it(memory):
    note = memory.remember("hardware_observation", "left encoder fails", source="agent:planner")
    memory.mute(note.id, source="agent:planner")
    memory.save()
    later(memory, hours=1)
    assert AlarmCounter(memory).load().rate.count == 0

    fail(memory)
    memory.save()

    assert AlarmCounter(memory).load().rate.count == 1
