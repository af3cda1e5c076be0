"""A message on a latched topic may be old, or may have been received before a restart."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from watching import START, Watching, when

from robot_memory import RobotMemory
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind
from robot_memory.perception.baselines import PriorMemory
from robot_memory.perception.occurrences.publication import Publication

BOOL, HOUR = "std_msgs/msg/Bool", 3600.0
STOP = "/arm/protective_stop"


def kept(published: float, *, is_old: bool = True) -> Publication:
    """Return the publication of a message published before the node subscribed."""
    return Publication(START + timedelta(seconds=published), is_earlier=True, is_old=is_old)


def say(robot: Watching, is_raised: bool, publication: Publication | None) -> None:
    """Publish the flag."""
    content = Message(data=is_raised)
    robot.perception.receive(STOP, BOOL, content, publication=publication)


def battery(robot: Watching, stamp: float, publication: Publication | None) -> None:
    """Publish a dead battery with a header stamp."""
    content = ros.battery(health=3, stamp=START.timestamp() + stamp)
    robot.perception.receive("/battery", ros.BATTERY, content, publication=publication)


def test_the_onset_time_of_a_latched_message_is_its_header_stamp():
    robot = Watching(kind="wall")
    robot.jump(20 * HOUR)
    battery(robot, 19 * HOUR, kept(19 * HOUR + 1.0))
    robot.wait(20 * HOUR + 5.0)

    (onset,) = robot.onsets
    assert when(onset) == 19 * HOUR
    assert "began" not in onset.detail
    assert not robot.perception.losses.misdated


def test_a_latched_message_without_a_stamp_began_before_it_was_received():
    robot = Watching(kind="wall")
    robot.jump(20 * HOUR)
    say(robot, True, kept(HOUR))

    (onset,) = robot.onsets
    assert when(onset) == 20 * HOUR
    assert onset.detail["began"] == "before it was heard"
    assert onset.detail["published"] == "2026-12-01T13:00:00.000000Z"
    assert onset.context == {}  # nobody knows how the robot ran at that time


def test_a_message_whose_stamp_contradicts_its_publication_time_is_left_out():
    robot = Watching(kind="wall")
    robot.jump(20 * HOUR)
    battery(robot, 5 * HOUR, kept(19 * HOUR))
    robot.wait(20 * HOUR + 5.0)

    assert robot.rows == []
    assert robot.perception.losses.misdated == {"/battery": 1}


@pytest.fixture
def start(home: Path):
    """A function that starts a node at a time and in a boot, and stops the node before."""
    open_ones: list[RobotMemory] = []

    def start(at: float, boot: str = "boot", kind: str = "wall") -> Watching:
        while open_ones:
            open_ones.pop().close()
        clock = ManualClock(START, kind=kind, boot=boot)
        clock.set(START + timedelta(seconds=at))
        memory = RobotMemory.open(home, clock=clock)
        open_ones.append(memory)
        seq, ledger = memory.seq, memory.ledger
        robot = Watching(
            observe=memory.observe, kind=kind,
            known=PriorMemory(last_row=lambda key: ledger.newest_about(key, seq)),
        )  # fmt: skip
        robot.clock = robot.perception._clock = clock  # type: ignore[attr-defined]
        robot.perception.resume(ledger.open_occurrences(boot), ledger.alive_until(boot))
        return robot

    yield start
    while open_ones:
        open_ones.pop().close()


def kinds(home: Path) -> list[str]:
    with RobotMemory.open(home, clock=ManualClock(START, kind="wall", boot="reading")) as memory:
        return [row.kind.value for row in memory.ledger.after(0) if row.kind is not Kind.PRESENT]


@pytest.mark.parametrize("down", [2.0, 600.0, 20 * HOUR])
def test_a_flag_that_stays_raised_over_a_restart_is_one_occurrence(start, home: Path, down: float):
    robot = start(100.0)
    say(robot, True, kept(50.0))
    robot.wait(200.0)
    robot = start(200.0 + down)
    robot.perception.advance()
    say(robot, True, kept(50.0))
    robot.wait(300.0 + down)
    robot = start(300.0 + down)
    say(robot, True, kept(50.0))
    robot.wait(310.0 + down)
    say(robot, False, Publication(START + timedelta(seconds=310.0 + down)))
    robot.wait(320.0 + down)

    start(400.0 + down)
    assert kinds(home) == ["onset", "end"]


def test_a_remote_flag_that_stays_raised_over_a_reboot_is_one_occurrence(start, home: Path):
    robot = start(100.0)
    say(robot, True, kept(50.0))
    robot = start(500.0, boot="next")
    say(robot, True, kept(50.0))
    robot.wait(510.0)

    start(600.0)
    assert kinds(home) == ["onset"]


def test_a_flag_that_was_raised_while_the_node_was_down_is_another_occurrence(start, home: Path):
    robot = start(100.0)
    say(robot, True, kept(50.0))
    robot.wait(110.0)
    say(robot, False, Publication(START + timedelta(seconds=110.0)))
    robot.wait(120.0)
    robot = start(300.0)
    say(robot, True, kept(250.0))

    start(600.0)
    assert kinds(home) == ["onset", "end", "onset"]


def test_a_flag_that_is_published_again_after_a_reboot_is_another_occurrence(start, home: Path):
    robot = start(100.0)
    say(robot, True, kept(50.0))
    robot = start(500.0, boot="next")
    say(robot, True, kept(50.0))
    robot.wait(510.0)
    say(robot, True, Publication(START + timedelta(seconds=510.0)))

    start(600.0)
    assert kinds(home) == ["onset", "onset"]


def test_a_latched_fault_is_stored_even_if_the_ledger_cannot_be_read():
    def fail(key):
        raise OSError("the disk does not answer")

    robot = Watching(kind="wall", known=PriorMemory(last_row=fail))
    robot.jump(20 * HOUR)
    say(robot, True, kept(HOUR))

    assert len(robot.onsets) == 1
