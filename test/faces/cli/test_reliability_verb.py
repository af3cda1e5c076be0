"""Reliability figures on the command line, from the rows of a ledger."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.cli.main import main
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.foundation.time.stamps import to_text
from robot_memory.ledger import Key, Kind, Observation, OperatingSample, Severity
from robot_memory.ledger.position import DISTANCE, GOALS
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
FAULT = {
    "summary": "Left wheel encoder: no pulses",
    "key": Key("diagnostics", "left wheel encoder", "no pulses"),
    "component": "left wheel encoder",
    "severity": Severity.ERROR,
    "entry_type": "hardware_observation",
    "confidence": 0.6,
}


@pytest.fixture
def now(home, clock):
    """Ten hours of operation with two faults of five minutes; returns the time of the end."""
    with RobotMemory.open(home, clock=clock) as memory:
        for hour in range(10):
            if hour in (3, 6):
                memory.observe(Observation(Kind.ONSET, clock.now(), **FAULT))
            clock.set(clock.now().time + timedelta(minutes=5))
            if hour in (3, 6):
                lasted = {"lasted": 300.0}
                memory.observe(Observation(Kind.END, clock.now(), detail=lasted, **FAULT))
            clock.set(clock.now().time + timedelta(minutes=55))
            memory.add_exposure({}, [OperatingSample(clock.now(), 3600.0, {"speed": 0.1})])
        memory.remember("hardware_observation", "Arm is broken", source="person:ada")
    return to_text(clock.now().time)


def asked(home, now, *words: str) -> list[str]:
    return ["--home", str(home), "--now", now, "--json", "reliability", *words]


def test_reliability_figures_are_computed_from_the_rows_of_the_ledger(home, now, capsys):
    assert main(asked(home, now)) == 0

    report = json.loads(capsys.readouterr().out)
    robot, encoder = report["figures"]
    assert report["operating_hours"] == pytest.approx(10.0)
    assert (robot["component"], encoder["component"]) == ("", "left wheel encoder")
    assert robot["failures"] == encoder["failures"] == 2
    assert robot["failures_per_hour"]["value"] == pytest.approx(0.2)
    assert robot["failures_per_hour"]["high"] == pytest.approx(0.72247, rel=1e-4)
    assert robot["mtbf_hours"]["value"] == pytest.approx(5.0)
    assert robot["repair_seconds"]["mean"] == pytest.approx(300.0)
    assert robot["availability"] == pytest.approx(1.0 - 600.0 / 36000.0, abs=1e-6)


def test_a_fault_is_checked_by_later_operating_time(home, now, capsys):
    main(asked(home, now))

    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert fault["last_checked"] == now
    assert fault["last_seen"] < fault["last_checked"]
    assert fault["exercised_hours"] == pytest.approx(4.0)


def test_failures_are_shown_per_kilometre(home, clock, now, capsys):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.add_exposure({DISTANCE: 4000.0})

    main(asked(home, now))

    robot, _ = json.loads(capsys.readouterr().out)["figures"]
    assert robot["failures_per_kilometre"]["exposure"] == pytest.approx(4.0)
    assert robot["failures_per_kilometre"]["value"] == pytest.approx(0.5)


def test_a_new_version_divides_the_period_like_a_repair(home, clock, now, capsys):
    def tell(memory, version, **before):
        said = {"name": "firmware", "version": version, **before}
        part = FAULT["component"]
        key = Key("version", part, "firmware")
        row = Observation(
            Kind.VERSION, clock.now(), "firmware", key=key, component=part, detail=said
        )
        memory.observe(row)

    with RobotMemory.open(home, clock=clock) as memory:
        tell(memory, "2.8.0")  # the first reported version is not a change
        clock.set(clock.now().time + timedelta(hours=1))
        tell(memory, "2.8.1", before="2.8.0")
        for _ in range(10):
            clock.set(clock.now().time + timedelta(hours=1))
            memory.add_exposure({}, [OperatingSample(clock.now(), 3600.0, {})])
        tell(memory, "7", name="serial number")
        assert len(memory.entries(include_resolved=True)) == 2  # a version makes no entry

    main(asked(home, to_text(clock.now().time)))

    robot, encoder = json.loads(capsys.readouterr().out)["figures"]
    assert robot["changed_by"] == encoder["changed_by"] == "firmware: 2.8.0 to 2.8.1"
    assert encoder["changed_at"] == "2026-12-01T23:00:00Z"
    assert encoder["change"]["after"]["exposure"] == pytest.approx(10.0)


def test_failures_are_shown_per_reported_task_and_per_action_goal(home, clock, now, capsys):
    action = {**FAULT, "key": Key("action", "dock", "aborts"), "component": "dock"}
    with RobotMemory.open(home, clock=clock) as memory:
        memory.observe(Observation(Kind.ONSET, clock.now(), **action))
        memory.add_exposure({(GOALS, "dock"): 8.0})
        for succeeded in (True, False):
            memory.report_outcome(TaskOutcome("fetch", succeeded, "agent:planner"))

    main(asked(home, to_text(clock.now().time + timedelta(hours=1))))

    figures = {one["component"]: one for one in json.loads(capsys.readouterr().out)["figures"]}
    per_mission = {name: one["failures_per_mission"] for name, one in figures.items()}
    assert per_mission[""]["exposure"] == pytest.approx(2.0)
    assert per_mission["dock"]["value"] == pytest.approx(1.0 / 8.0)
    assert per_mission["left wheel encoder"] is None


def test_the_figures_are_printed_as_text_on_a_terminal(home, now, capsys):
    main(["--home", str(home), "--now", now, "reliability"])

    assert capsys.readouterr().out.splitlines()[:6] == [
        "2026-12-01 12:00 to 2026-12-01 22:00 UTC, 10 h of operation; intervals are 95 %",
        "the robot:",
        "  failures  2: 0.2 per hour (0.0242 to 0.722); 0 open; 0 warnings",
        "  per kilometre  no data",
        "  per mission  no data",
        "  MTBF  5 h (1.38 h to 41.3 h)",
    ]


def test_an_unknown_component_is_refused_with_the_known_components(home, now, capsys):
    assert main(asked(home, now, "--component", "left whel")) == 2

    said = capsys.readouterr().err
    assert "there is no evidence about 'left whel'" in said
    assert "left wheel encoder" in said


def test_a_memory_without_operating_time_reports_no_data(home, capsys):
    assert main(["--home", str(home), "reliability"]) == 0

    assert capsys.readouterr().out.startswith("no data")


def test_operating_time_after_the_newest_row_counts_in_a_recording_home(home, capsys):
    clock = ManualClock(NOON, kind="recording", boot="")
    with RobotMemory.open(home, clock=clock) as memory:
        memory.observe(Observation(Kind.ONSET, clock.now(), **FAULT))
        clock.set(NOON + timedelta(hours=1))
        memory.observe(Observation(Kind.END, clock.now(), detail={"lasted": 3600.0}, **FAULT))
        clock.set(NOON + timedelta(hours=4))
        memory.add_exposure({}, [OperatingSample(clock.now(), 4 * 3600.0, {})])

    main(["--home", str(home), "--json", "reliability"])

    report = json.loads(capsys.readouterr().out)
    assert report["operating_hours"] == pytest.approx(4.0)
    assert report["figures"][0]["repair_seconds"]["count"] == 1
    assert report["figures"][0]["availability"] == pytest.approx(0.75)
