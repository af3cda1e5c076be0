"""Long-term memory as a whole: opened on demand, and configured by the settings."""

from __future__ import annotations

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.settings import read_settings
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.foundation.time.stamps import from_text
from robot_memory.long_term.graph import Statement
from robot_memory.long_term.recall.query import Query

NOON = from_text("2026-11-20T12:00:00Z")


@pytest.fixture
def open_robot(tmp_path):
    opened = []

    def open_robot(**settings):
        clock = ManualClock(NOON, kind="wall", boot="a test")
        memory = RobotMemory.open(
            settings=read_settings({"home": str(tmp_path / "home"), **settings}), clock=clock
        )
        opened.append(memory)
        return memory

    yield open_robot
    for memory in opened:
        memory.close()


def test_opening_a_memory_creates_no_long_term_files(open_robot):
    robot = open_robot()
    robot.context()

    assert not (robot.home.folder / "chunks").exists()
    assert not (robot.home.folder / "index.db").exists()


def test_recall_of_a_missing_home_finds_nothing_and_creates_nothing(tmp_path):
    with RobotMemory.open(tmp_path / "none", read_only=True) as memory:
        assert memory.recall(Query("the doorway")) == []

    assert not (tmp_path / "none").exists()


def test_recalling_a_fact_raises_its_activation_while_others_decay(open_robot):
    robot = open_robot(**{"memory_oracle.half_life_days": 10.0})
    facts = robot.long_term.facts
    used, unused = (
        facts.learn([Statement(name, "stands_in", "hall 2", "ada")], now=NOON)[0].fact.id
        for name in ("dock", "lift")
    )
    robot.clock.set(from_text("2026-11-30T12:00:00Z"))
    assert [hit.id for hit in robot.recall(Query("where is the dock?", sources=["fact"]))] == [used]
    now = robot.clock.now().time

    assert facts.get(unused, now=now).activation == pytest.approx(0.5)
    assert facts.get(used, now=now).activation == pytest.approx(0.8)
