"""A restart in the same boot continues an occurrence, a new boot begins one (rules.md §2.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
import robot_messages as ros
from robot_messages import ERROR, OK, status
from watching import START, Watching

from robot_memory import RobotMemory
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind, Observation

GPS = status("mavros: GPS", ERROR, "No satellites")
FINE = status("mavros: GPS", OK, "3D fix")
OTHER = status("base: Motor", OK, "ok")


@contextmanager
def node(home: Path, at: float, boot: str = "boot", *, killed: bool = False) -> Iterator[Watching]:
    """A node that starts at a time, resumes from its ledger, and writes to its memory."""
    clock = ManualClock(START, kind="wall", boot=boot)
    clock.set(START + timedelta(seconds=at))
    memory = RobotMemory.open(home, clock=clock)
    robot = Watching(observe=memory.observe, kind="wall")
    robot.clock = robot.perception._clock = clock  # type: ignore[attr-defined]
    ledger = memory.ledger
    now = clock.now()
    robot.perception.resume(ledger.open_occurrences(now.boot), ledger.alive_until(now.boot))
    yield robot
    if not killed:
        memory.add_exposure({}, robot.perception.take_samples())
    memory.close()


def report(robot: Watching, until: float, *statuses: object) -> None:
    robot.every(1.0, until, lambda now: robot.diagnose(*statuses))


def seen(home: Path) -> dict[str, int]:
    with RobotMemory.open(home, clock=ManualClock(START, kind="wall", boot="reading")) as memory:
        return {entry.text: entry.observation_count for _, entry in memory.entries()}


def rows_of(home: Path) -> Sequence[Observation]:
    with RobotMemory.open(home, clock=ManualClock(START, kind="wall", boot="reading")) as memory:
        return memory.ledger.after(0)


def kinds_of(home: Path) -> list[str]:
    return [row.kind.value for row in rows_of(home)]


LESSON = "Flight controller (mavros): GPS reports an error: No satellites"


def test_a_fault_gone_after_a_restart_lasted_until_it_was_last_observed(home: Path):
    with node(home, 0.0) as robot:
        report(robot, 30.0, GPS, OTHER)
    with node(home, 50.0) as robot:
        report(robot, 200.0, FINE, OTHER)

    (end,) = (row for row in rows_of(home) if row.kind is Kind.END)
    assert end.detail["lasted"] == pytest.approx(30.0, abs=2.0)


@pytest.mark.parametrize(
    ("until", "killed", "start", "boot", "times"),
    [
        (100.0, False, 110.0, "boot", 1),
        (59.0, True, 61.0, "boot", 1),  # killed before its next sign of life at 60
        (100.0, False, 1000.0, "boot", 2),
        (100.0, False, 110.0, "the next", 2),
    ],
    ids=["restarted", "killed and restarted", "after a long time", "after a new boot"],
)
def test_a_fault_over_a_short_restart_in_the_same_boot_is_counted_once(
    home: Path, until: float, killed: bool, start: float, boot: str, times: int
):
    with node(home, 0.0, killed=killed) as robot:
        report(robot, until, GPS, OTHER)
    with node(home, start, boot) as robot:
        report(robot, start + 90.0, GPS, OTHER)

    assert seen(home) == {LESSON: times}


def test_a_fault_that_ended_before_the_restart_is_not_resumed(home: Path):
    with node(home, 0.0) as robot:
        report(robot, 50.0, GPS, OTHER)
        report(robot, 100.0, FINE, OTHER)
    with node(home, 110.0) as robot:
        report(robot, 200.0, FINE, OTHER)

    assert kinds_of(home) == ["onset", "end"]


def test_a_resumed_occurrence_ends_with_the_topic_text_and_tags_of_its_onset(home: Path):
    with node(home, 0.0) as robot:
        robot.every(1.0, 100.0, lambda now: robot.battery(24.0, 0.1, topic="/left/battery"))
    with node(home, 110.0) as robot:
        robot.every(1.0, 300.0, lambda now: robot.send("/imu", ros.IMU, ros.nothing()))
        robot.wait(900.0)
    onset, *_, end = rows_of(home)

    assert (end.kind.value, end.topic, end.tags) == ("end", onset.topic, onset.tags)
    assert (end.summary, end.entry_id) == (onset.summary, onset.entry_id)


# -- a silence that has ended --------------------------------------------------------------------


def run(robot: Watching, until: float, *topics: str) -> None:
    def speak(now: float) -> None:
        for topic in topics:
            robot.send(topic, ros.IMU, ros.nothing())

    robot.every(0.1, until, speak)


def presence(home: Path, at: float) -> list[str]:
    """Whether each entry's occurrence goes on, as read beside a node that hears the robot."""
    clock = ManualClock(START, kind="wall", boot="boot")
    clock.set(START + timedelta(seconds=at))
    with RobotMemory.open(home, clock=clock) as memory:
        ledger = memory.ledger
        found = [ledger.last_occurrence(entry.id) for _, entry in memory.entries()]
        return [f"goes on: {one.goes_on}, seen: {one.is_seen}" for one in found if one]


@pytest.mark.parametrize("away", [10.0, 300.0])
@pytest.mark.parametrize("silent", [("/left/imu",), ("/left/imu", "/right/imu")])
def test_a_silence_ends_when_its_topics_are_received_after_a_restart(
    home: Path, silent: tuple[str, ...], away: float
):
    with node(home, 0.0) as robot:
        run(robot, 60.0, "/base/imu", *silent)
        run(robot, 100.0, "/base/imu")
    with node(home, 100.0 + away) as robot:
        run(robot, 110.0 + away, "/base/imu")
        run(robot, 130.0 + away, "/base/imu", *silent)

    assert presence(home, 130.0 + away) == ["goes on: False, seen: True"]
    assert seen(home) != {} and list(seen(home).values()) == [1]


def test_a_momentary_event_before_a_restart_has_no_duration(home: Path):
    with node(home, 0.0) as robot:
        robot.log("driver", "Coil 3 failed")
        robot.wait(50.0)
    with node(home, 60.0) as robot:
        robot.wait(400.0)
    *_, end = rows_of(home)

    assert (end.kind.value, end.detail["lasted"]) == ("end", 0.0)


def test_repeated_events_before_a_restart_end_at_the_last_time_stored_in_a_row(home: Path):
    with node(home, 0.0) as robot:
        robot.every(1.0, 25.0, lambda now: robot.log("driver", "Coil 3 failed"))
        robot.wait(28.0)
    with node(home, 60.0) as robot:
        robot.wait(400.0)
    *_, again, end = rows_of(home)

    assert (again.kind.value, end.kind.value) == ("present", "end")
    assert end.detail["lasted"] == again.detail["lasted"] >= 10.0


def test_a_fault_missing_in_the_first_report_after_a_restart_ends_at_once(home: Path):
    with node(home, 0.0) as robot:
        report(robot, 100.0, GPS, OTHER)
    with node(home, 110.0) as robot:
        report(robot, 118.0, FINE, OTHER)

    assert kinds_of(home) == ["onset", "present", "end"]
    end = rows_of(home)[-1]
    assert "seen" not in end.detail  # the end was observed


def test_a_healthy_device_with_the_same_name_does_not_end_a_fault(home: Path):
    ill = status("talker_4242_1700000000000: s", ERROR, "stuck")
    well = status("talker_4243_1700000000001: s", OK, "fine")
    with node(home, 0.0) as robot:
        report(robot, 100.0, ill, well)
    with node(home, 110.0) as robot:
        robot.wait(120.0)
        report(robot, 122.0, well)  # the healthy device reports first
        report(robot, 200.0, well, ill)

    assert list(seen(home).values()) == [1]


def test_restarts_without_a_report_of_a_fault_do_not_extend_it(home: Path):
    with node(home, 0.0) as robot:
        report(robot, 100.0, GPS, OTHER)
    for start in (120.0, 150.0, 170.0):
        with node(home, start) as robot:
            robot.every(1.0, start + 10.0, lambda now: robot.send("/imu", ros.IMU, ros.nothing()))
    rows = rows_of(home)

    assert [row.kind.value for row in rows] == ["onset", "present", "end"]
    assert {row.detail["lasted"] <= 120.0 for row in rows[1:]} == {True}  # until the first start
