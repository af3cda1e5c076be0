"""A week of nights scheduled as by the node: nights with the robot off, clock changes and jumps."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime, timedelta, timezone

import pytest
from night_homes import Night, entry, wall

from robot_memory.foundation.time.clock import ManualClock

START = datetime(2026, 10, 22, 10, 0, tzinfo=timezone.utc)  # a Thursday; clocks change on Sunday


class Week:
    """A robot with a conversation each day at 18:00; it checks the schedule every half hour."""

    def __init__(self, home):
        self.clock: ManualClock = wall(START)
        self.night = Night(home, self.clock, entries=[(0.8, entry(seen=START))])
        self.done: list[tuple[datetime, str]] = []

    def go_on_until(self, end: datetime, step=timedelta(minutes=30)) -> None:
        while self.clock.now().time < end:
            self.clock.set(self.clock.now().time + step)
            now = self.clock.now().time
            if (now.hour, now.minute) == (16, 0):
                self.talk(f"The bay {now.day} opened on May {now.day % 9 + 1}, 2026.")
            if (now.hour, now.minute) == (21, 30):  # 23:30: after the day's digest
                self.talk("I prefer the quiet route.")
            self.tick()

    def tick(self) -> None:
        for action in self.night.shift.due():
            self.night.shift.act(action)
            self.done.append((self.clock.now().time, action))

    def talk(self, text: str) -> None:
        now = self.clock.now().time
        session = self.night.levels.sessions.start(now)
        session.add_turn("user", text, now)
        session.end(now)

    def counts(self) -> Counter:
        return Counter(action for _, action in self.done)


@pytest.fixture
def week(home):
    return Week(home)


def test_a_week_runs_seven_digests_and_nights_and_one_quality_probe(week):
    week.tick()
    week.done.clear()
    week.go_on_until(START + timedelta(days=7))

    # Clocks went back: the last noon is an hour away.
    assert week.counts() == {
        "summarize": 7, "consolidate": 7, "health-check": 4 * 7 - 1, "quality-probe": 1,
    }  # fmt: skip
    assert len(list((week.night.home / "daily").glob("*.md"))) == 7
    assert week.night.health()["warnings"] == [
        "Facts not decaying enough; consider raising half_life"
    ]
    assert len(week.night.triples()) >= 8


def test_a_night_missed_while_switched_off_runs_at_the_next_start(week):
    week.go_on_until(START + timedelta(hours=9))
    week.clock.set(START + timedelta(days=2, hours=3))
    week.done.clear()
    week.tick()

    assert week.counts()["consolidate"] == 1
    assert (week.night.home / "daily" / "2026-10-22.md").exists()
    assert not (week.night.home / "daily" / "2026-10-23.md").exists()  # nothing happened that day


def test_a_clock_that_jumps_ten_years_ahead_loses_nothing(week):
    week.go_on_until(START + timedelta(days=1))
    known = week.night.triples()
    week.clock.set(START + timedelta(days=3650))
    week.tick()

    archived = week.night.read("knowledge-graph/archived-facts.jsonl").splitlines()
    triples = {
        (one["subject"], one["predicate"], one["object"]) for one in map(json.loads, archived)
    }
    assert known == week.night.triples() | triples
    archive = week.night.home / "daily" / "archive"
    assert (archive / "2026-10-22.md.gz").exists()
