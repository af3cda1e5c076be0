"""A question with a time is answered with the fault's occurrences at that time, or with none."""

from __future__ import annotations

import fcntl
import time
from datetime import datetime, timedelta, timezone

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.home import NODE_LOCK
from robot_memory.ledger import Key, Kind, Observation, Severity, Source
from robot_memory.ledger.sample_table import OperatingSample

MONDAY = datetime(2026, 11, 23, tzinfo=timezone.utc)
PUMP = Key("diagnostics", "pump", "no flow")


class Robot:
    """A robot whose pump fails when a test wants."""

    def __init__(self, memory, clock):
        self.memory, self._clock = memory, clock

    def runs(self, days):
        """Run from 8 to 18 o'clock on each of these days of the week."""
        for day in days:
            for hour in range(8, 18):
                self.at(day, hour)
                sample = OperatingSample(self._clock.now(), 3600.0, {})
                self.memory.ledger.add_exposure({}, self._clock.now(), [sample])

    def fails(self, day, hour, minutes):
        self._sees(Kind.ONSET, day, hour, {})
        if minutes:
            self._sees(Kind.END, day, hour + minutes / 60, {"lasted": 60.0 * minutes})

    def _sees(self, kind, day, hour, detail):
        self.at(day, hour)
        row = Observation(
            kind, self._clock.now(), "pump reports an error: no flow", Source.DETECTOR, key=PUMP,
            detector="diagnostics", component="pump", severity=Severity.ERROR, confidence=0.6,
            entry_type="hardware_observation", detail=detail,
        )  # fmt: skip
        self.memory.observe(row)
        self.memory.flush()

    def at(self, day, hour):
        self._clock.set(MONDAY + timedelta(days=day, hours=hour))

    def told(self, question):
        """Ask on Saturday; return the hit's time and its reasons about times."""
        self.at(5, 12)
        hit = self.memory.recall(question)[0]
        reasons = [one for one in hit.why if "UTC" in one or "seen" in one or "known" in one]
        return hit.time, reasons


@pytest.fixture
def robot(home, clock, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    clock.set(MONDAY)
    with RobotMemory.open(home, clock=clock) as memory:
        yield Robot(memory, clock)


@pytest.fixture
def week(robot):
    """A week in which the pump failed on Monday, twice on Wednesday and on Friday."""
    for day, hour, minutes in ((0, 9, 2), (2, 14, 5), (2, 16.5, 1), (4, 10, 30)):
        robot.fails(day, hour, minutes)
    robot.runs(range(5))
    return robot


def test_the_occurrences_of_a_day_are_listed_with_their_durations(week):
    moment, reasons = week.told("When did the pump fail on Wednesday?")

    assert reasons == [
        "on 2026-11-25 (on Wednesday): 2 times, 14:00 UTC for 5 min, 16:30 UTC for 60 s"
    ]
    assert moment.day == 25


def test_a_day_without_the_fault_is_reported_as_not_seen(week):
    assert week.told("Did the pump fail on Thursday?")[1] == [
        "not seen on 2026-11-26 (on Thursday)"
    ]


def test_a_day_on_which_the_robot_did_not_run_is_reported_as_unknown(week):
    said = "nothing is known on 2026-11-15 (November 15)"
    assert week.told("Did the pump fail on November 15?")[1] == [said]


def test_occurrences_of_a_longer_period_are_counted_with_their_dates(week):
    (said,) = week.told("How often did the pump fail since Wednesday?")[1]

    times = "2026-11-25 14:00 UTC for 5 min, 16:30 UTC for 60 s, 2026-11-27 10:00 UTC for 30 min"
    assert said == f"since Wednesday: 3 times, {times}"


def test_the_first_and_last_of_many_occurrences_are_listed(robot):
    for hour in range(8, 14):
        robot.fails(1, hour, 1)

    (said,) = robot.told("When did the pump fail on Tuesday?")[1]

    assert (
        "6 times, of which the first and the last, 08:00 UTC for 60 s, 13:00 UTC for 60 s" in said
    )


def test_a_fault_that_spans_a_whole_day_is_reported_for_that_day(robot):
    robot.fails(0, 9, 60 * 48)

    assert robot.told("Did the pump fail on Tuesday?")[1] == [
        "on 2026-11-24 (on Tuesday): 2026-11-23 09:00 UTC for 2 days"
    ]


def test_a_fault_that_is_present_is_marked_as_there_now(robot):
    robot.fails(4, 9, 5)
    robot.fails(5, 11, 0)
    with (robot.memory.home.folder / NODE_LOCK).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # as a watching node does
        (said,) = robot.told("When did the pump fail since Friday?")[1]

    times = "2026-11-27 09:00 UTC for 5 min, 2026-11-28 11:00 UTC on, there now"
    assert said == f"since Friday: 2 times, {times}"


def test_a_how_often_question_without_a_time_counts_all_occurrences(week):
    hit = week.memory.recall("When and how often did the pump fail?")[0]

    assert "seen 4 times" in hit.why


def test_a_since_when_question_is_answered_with_the_first_occurrence(week):
    assert week.told("Since when does the pump fail?")[1] == ["first seen 2026-11-23 09:00 UTC"]


def test_an_event_recorded_later_does_not_count_as_a_failure_at_that_time(week):
    """The record of changes has the time at which it was written."""
    week.at(5, 12)
    week.memory.tick()
    events = week.memory.home.folder / "episodic" / "events" / "events.jsonl"

    assert "2026-11-28" in events.read_text()
    assert not week.memory.recall("What failed today?")


def test_a_question_about_a_moment_finds_faults_present_at_that_moment(week):
    week.at(5, 12)

    (hit, *_) = week.memory.recall("What failed on Friday at 10:15?")

    assert hit.text == "pump reports an error: no flow"
    assert not week.memory.recall("What failed on Friday at 10:45?")


def test_a_fault_of_which_the_end_was_not_seen_is_one_fault(week, home, clock):
    week.fails(5, 9, 0)
    week.runs([5])

    _, (reason,) = week.told("How often did the pump fail on Saturday?")

    assert reason.endswith("09:00 UTC, its end was not seen")
