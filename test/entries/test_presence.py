"""A present fault is marked and listed first; an unwatched one is neither present nor over."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from entry_builders import NOON, make_entry

from robot_memory.entries.json_records import entry_record
from robot_memory.entries.presence import Presence, Presences, PresenceState
from robot_memory.faces.cli.main import main
from robot_memory.faces.cli.output import entry_lines
from robot_memory.foundation.home import NODE_LOCK
from robot_memory.foundation.node_watch import Hearing, NodeWatch
from robot_memory.foundation.time.clock import ManualClock, read_uptime
from robot_memory.ledger import Key, Kind, Observation, Severity, Source
from robot_memory.ledger.recent_rows import LastOccurrence
from robot_memory.ledger.sample_table import OperatingSample
from robot_memory.memory import RobotMemory

IMU = Key("rate", "imu", "silence")
LIDAR = Key("diagnostics", "lidar", "no data")


class Robot:
    """A robot whose detectors report what a test wants."""

    def __init__(self, folder: Path, kind: str = "wall") -> None:
        self.home = folder / "home"
        self.clock = ManualClock(NOON, kind=kind, boot="first")
        self.memory = RobotMemory.open(self.home, clock=self.clock)

    def wait(self, **span: float) -> None:
        self.clock.set(self.clock.now().time + timedelta(**span))

    def sees(
        self, kind: Kind, key: Key = IMU, severity: Severity = Severity.ERROR, tags=(), **detail
    ):
        row = Observation(
            kind, self.clock.now(), f"{key.component} {key.symptom}", Source.DETECTOR, key=key,
            detector=key.detector, component=key.component, severity=severity, confidence=0.6,
            entry_type="behavior_pattern" if tags else "hardware_observation",
            tags=tags or (severity.value,), detail=detail,
        )  # fmt: skip
        self.memory.observe(row)
        self.memory.flush()

    @contextmanager
    def kept(self, hearing: Hearing | None = None) -> Iterator[None]:
        """Lock the home as a node does; the lock file says what the node hears."""
        file = os.open(self.home / NODE_LOCK, os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            os.write(file, f"1 boot\n\n\n{hearing.to_line()}\n".encode() if hearing else b"")
            yield
        finally:
            os.close(file)

    @property
    def lines(self) -> list[str]:
        lines = self.memory.context().text.splitlines()[1:]
        return [line.rpartition(" #")[0] for line in lines]

    @property
    def words(self) -> str:
        """The words in the bracket after the only entry's text."""
        (line,) = self.lines
        return line.rpartition("(")[2].partition(")")[0]


@pytest.fixture
def robot(tmp_path) -> Iterator[Robot]:
    made = Robot(tmp_path)
    yield made
    made.memory.close()


def test_the_presence_of_a_fault_on_a_silent_robot_is_unknown(
    robot,
):
    robot.sees(Kind.ONSET)
    robot.memory.add_exposure({}, [OperatingSample(robot.clock.now(), 60.0, {})])
    robot.wait(hours=2)
    now = read_uptime()

    with robot.kept(Hearing(now - 200.0, now - 90.0, 30.0)):
        assert robot.words == "once, there until 12:00 UTC, unknown since"
    with robot.kept(Hearing(now - 200.0, now, 30.0)):
        assert robot.words == "once, present since 12:00 UTC"

    robot.sees(Kind.ONSET, Key("graph", "/imu", "lost publisher"))
    with robot.kept(Hearing(now - 200.0, now - 90.0, 30.0)):
        assert "present since 14:00 UTC" in robot.lines[0]


def test_a_fault_that_is_over_shows_its_duration(robot):
    robot.sees(Kind.ONSET)
    robot.wait(minutes=12)
    robot.sees(Kind.END, lasted=720.0)
    robot.wait(hours=3)

    with robot.kept():
        assert robot.words == "once, lasted 12 min, 3 h ago"


def test_without_a_running_node_a_fault_is_shown_as_present_until_its_last_row(robot):
    robot.sees(Kind.ONSET)
    robot.wait(minutes=3)
    robot.sees(Kind.PRESENT, lasted=180.0)
    robot.wait(hours=2)

    assert robot.words == "once, there until 12:03 UTC, unknown since"


def test_a_fault_without_further_messages_is_unknown_and_not_over(robot):
    robot.sees(Kind.ONSET)
    robot.wait(seconds=8)
    robot.sees(Kind.END, lasted=8.0, seen=False)
    robot.wait(minutes=2)

    with robot.kept():
        assert robot.words == "once, there until 12:00 UTC, unknown since"

    robot.clock = ManualClock(NOON + timedelta(hours=1), kind="wall", boot="second")
    robot.memory.close()
    robot.memory = RobotMemory.open(robot.home, clock=robot.clock)
    robot.sees(Kind.ONSET, LIDAR)
    with robot.kept():
        assert robot.lines[1].endswith("(once, lasted 8 s, 1 h ago)")


def test_an_intermittent_fault_is_shown_as_coming_and_going(robot):
    robot.sees(Kind.ONSET, intermittent=True)
    robot.wait(minutes=10)

    with robot.kept():
        assert robot.words == "once, comes and goes since 12:00 UTC"


def test_repeated_momentary_faults_are_present_until_they_end(robot):
    robot.sees(Kind.ONSET, momentary=True)
    robot.wait(minutes=50)
    assert robot.words == "once, 50 min ago"

    robot.sees(Kind.PRESENT, momentary=True, lasted=3000.0, repeats=120)
    with robot.kept():
        assert robot.words == "once with 120 repeats, present since 12:00 UTC"

    robot.wait(minutes=10)
    robot.sees(Kind.END, momentary=True, lasted=3600.0, repeats=144)
    with robot.kept():
        assert robot.words == "once with 144 repeats, lasted 60 min, just now"


def seen(robot: Robot) -> str:
    """Return how often and when the only entry was seen, as `show` and the record both say."""
    entries, hours = robot.memory.entries(), robot.memory.running_hours()
    lines = map(str, entry_lines(entries, robot.clock.now().time, hours))
    shown = next(line.partition("seen ")[2] for line in lines if "seen " in line)
    record = entry_record(*entries[0], hours)
    last = record["last_seen"]
    is_there = (record["presence"] or {}).get("state") == "present"
    parts = ["there now"] if is_there else []
    told = ", ".join([*parts, *([f"last {last:%Y-%m-%d %H:%M} UTC"] if last else [])])
    assert shown == f"{record['times_seen']}, {told}"
    return shown


def test_show_and_the_entry_record_report_the_same_repeats_and_last_time(robot):
    robot.sees(Kind.ONSET, momentary=True)
    robot.wait(minutes=5)
    robot.sees(Kind.PRESENT, momentary=True, lasted=300.0, repeats=26)
    robot.wait(minutes=1)

    with robot.kept():
        assert seen(robot) == "once with 26 repeats, there now, last 2026-12-01 12:05 UTC"
    robot.sees(Kind.END, momentary=True, lasted=360.0, repeats=30)
    assert seen(robot) == "once with 30 repeats, last 2026-12-01 12:06 UTC"


@pytest.mark.parametrize("kind", [Kind.RESOLVE, Kind.RECOVERED, Kind.RETIME, Kind.KEPT])
def test_a_row_written_after_a_restart_does_not_count_as_watching_the_fault(robot, kind):
    robot.sees(Kind.ONSET)
    robot.clock = ManualClock(NOON + timedelta(hours=1), kind="wall", boot="second")
    robot.memory.close()
    robot.memory = RobotMemory.open(robot.home, clock=robot.clock)
    row = Observation(
        kind, robot.clock.now(), "withdrawn", entry_id="mem-00000000", detail={"moves": {}}
    )
    robot.memory.ledger.append([row])

    assert robot.words.endswith("there until 12:00 UTC, unknown since")


def test_a_present_fault_is_listed_before_a_more_confident_one_that_is_over(robot, capsys):
    for _ in range(5):
        robot.sees(Kind.ONSET, LIDAR)
        robot.wait(minutes=1)
        robot.sees(Kind.END, LIDAR, lasted=60.0)
    robot.sees(Kind.ONSET, IMU, Severity.WARN)

    with robot.kept():
        assert [line.split("] ")[1][:3] for line in robot.lines] == ["imu", "lid"]
        main(["--home", str(robot.home), "--now", robot.clock.now().time.isoformat(), "show"])
    shown = capsys.readouterr().out
    assert shown.index("imu silence") < shown.index("lidar no data")


def test_a_concurrent_fold_invalidates_a_presence_that_is_being_read():
    went_on = LastOccurrence(NOON, "first", goes_on=True)

    class Ledger:
        time_kind = "wall"

        def last_occurrence(self, entry_id: str) -> LastOccurrence:
            if not told:
                told.append(entry_id)
                presences.forget({entry_id})  # meanwhile another thread folds the end
                return went_on
            return LastOccurrence(NOON, "first", goes_on=False, seconds=5.0)

    told: list[str] = []
    ledger = Ledger()
    watch = NodeWatch(keeps=True, hears=True)
    presences = Presences(ledger, lambda: "first", lambda: watch)
    presences.look()
    entry = make_entry("IMU falls silent", extra={"key": IMU.as_list()})

    assert presences.of(entry).state is PresenceState.PRESENT
    assert presences.of(entry) == Presence(PresenceState.OVER, NOON, 5.0, last=NOON)
