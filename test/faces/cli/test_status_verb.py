"""`robot-memory` alone gives a short summary of the robot's state."""

from __future__ import annotations

from datetime import timedelta

import pytest

from robot_memory.faces.cli.main import main
from robot_memory.faces.ros.single_node_lock import SingleNodeLock
from robot_memory.foundation import node_watch
from robot_memory.foundation.node_watch import Hearing
from robot_memory.foundation.time.clock import ManualClock, read_uptime
from robot_memory.ledger import Key, Kind, Observation, Severity, Source
from robot_memory.ledger.sample_table import OperatingSample
from robot_memory.memory import RobotMemory

LIP = "Kitchen doorway has a 3 cm lip"


@pytest.fixture
def robot(home, clock: ManualClock):
    """A recorded hour: an IMU that is silent until its end, and a note."""
    clock = ManualClock(clock.now().time, kind="recording", boot="run")
    with RobotMemory.open(home, clock=clock) as memory:
        key = Key("rate", "IMU", "silence")
        memory.observe(
            Observation(
                Kind.ONSET,
                clock.now(),
                "IMU falls silent",
                Source.DETECTOR,
                key=key,
                detector="rate",
                component="IMU",
                severity=Severity.STALE,
                confidence=0.6,
                entry_type="hardware_observation",
            )
        )
        memory.flush()
        clock.set(clock.now().time + timedelta(hours=1))
        memory.remember("environment_note", LIP)
        memory.remember("environment_note", "Lift two is slow", source="agent:planner")
        memory.add_exposure({}, [OperatingSample(clock.now(), 3600.0, {})])
    return home


def test_status_with_the_now_option_does_not_report_a_watching_node(home, clock, capsys):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", LIP)
    node = SingleNodeLock(home)
    node.tell(Hearing(0.0, read_uptime(), patience=30.0))

    first, *_ = said(home, capsys, "--now", f"{clock.now().time:%Y-%m-%d}", "status")
    assert first.endswith(
        "no fault is known to be there now; who watches at that time is not known"
    )
    node.release()


def said(home, capsys, *words: str) -> list[str]:
    assert main(["--home", str(home), *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_status_shows_present_faults_new_entries_and_open_decisions(robot, capsys):
    lines = said(robot, capsys, "status")

    assert lines[0].endswith(
        ": 1 fault there now; as the last recording ended, 2026-12-01 13:00 UTC"
    )
    assert lines[1] == "there now:"
    assert lines[2].startswith("  🟡 [60%] IMU falls silent")
    assert "present since 12:00 UTC" in lines[2]
    assert lines[3] == "new in the last 24 h:"
    assert LIP in lines[4]
    assert "waits for your decision: 1 (robot-memory review)" in lines
    assert lines[-1] == f"why is that: robot-memory why {lines[2].rpartition('#')[2]}"
    assert len(lines) <= 10


def test_status_counts_notes_of_agents_without_listing_them(home, clock, capsys):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", LIP, confidence=0.5)
        for shelf in "ABCD":
            memory.remember("environment_note", f"Shelf {shelf} is bent", source="agent:planner")

    lines = said(home, capsys, "--now", "2026-12-01T13:00Z", "status")
    assert LIP in lines[2]
    assert lines[3] == "noted by agents in the last 24 h: 4"
    assert not any("Shelf" in line for line in lines)


def test_status_of_an_empty_home_suggests_to_start_the_node(home, capsys):
    assert main(["--home", str(home), "status"]) == 0
    assert "start the node" in capsys.readouterr().err
    assert not home.exists()


def test_status_reports_a_missing_ledger(robot, capsys):
    for file in robot.glob("observations.db*"):
        file.unlink()

    # Without it nothing shows that the time is a recording's.
    lines = said(robot, capsys, "--now", "2026-12-01T13:00Z", "status")
    assert lines[0].endswith("; its evidence (observations.db) is missing")
    assert any(LIP in line for line in lines)
    assert any(line.endswith("newest evidence: none") for line in lines)
    assert '"entries": 3' in "\n".join(said(robot, capsys, "status", "--json"))


def test_status_reports_since_when_a_node_receives_nothing(home, clock, capsys, monkeypatch):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", LIP)
    now, unknown = read_uptime(), "known to be there now;"
    monkeypatch.setattr(node_watch, "read_uptime", lambda: now)  # however long the test takes
    node = SingleNodeLock(home)
    try:
        for hearing, words in (
            (Hearing(now - 200.0, now, 30.0), "there now; a node watches"),
            (Hearing(now - 200.0, now - 90.0, 30.0),
             f"{unknown} nothing was heard for 90 s"),
            (Hearing(now, None, 30.0, 11, "/gh1"),
             f"{unknown} nothing was heard yet, and 11 topics outside /gh1 are ignored"),
        ):  # fmt: skip
            node.tell(hearing)
            assert said(home, capsys, "status")[0].endswith(f": no fault is {words}")
    finally:
        node.release()
