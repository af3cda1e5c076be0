"""When an entry's fault was last checked: it could have occurred, and did not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from limit_builders import fail, learn

from robot_memory import RobotMemory
from robot_memory.applications.entry_explanation import explain_entry
from robot_memory.applications.operations.entries_questions import Why
from robot_memory.entries.running_hours import RunningHours
from robot_memory.faces.cli.why_lines import why_lines
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation, OperatingSample


def end(memory: RobotMemory, component: str = "left encoder") -> None:
    key = Key("diagnostics", component, "fails")
    memory.observe(Observation(Kind.END, memory.clock.now(), "ends", key=key, component=component))
    memory.flush()


def drive(memory: RobotMemory, clock: ManualClock, hours: float, **conditions: float) -> None:
    clock.set(clock.now().time + timedelta(hours=hours))
    memory.add_exposure({}, [OperatingSample(clock.now(), hours * 3600.0, conditions)])
    memory.flush()


def check(memory: RobotMemory, entry_id: str):
    return explain_entry(memory, entry_id).check


def test_a_fault_is_checked_when_the_robot_runs_without_it(memory, clock):
    fault = fail(memory)
    end(memory)
    drive(memory, clock, 2.0)

    found = check(memory, fault)
    assert found.last_checked == clock.now().time
    assert found.exercised_hours == pytest.approx(2.0)
    shown = "\n".join(str(line) for line in why_lines(memory, Why(fault).ask(memory)))
    assert "it has not come in 2 h in which it could have" in shown


def test_a_fault_with_a_limit_is_checked_only_by_operation_beyond_the_limit(memory, clock):
    learn(memory, 0.3)
    fault = fail(memory)
    end(memory)
    drive(memory, clock, 2.0, speed=0.2)
    assert check(memory, fault).last_checked is None

    drive(memory, clock, 1.0, speed=0.5)
    assert check(memory, fault).exercised_hours == pytest.approx(1.0)


def test_a_continuing_fault_is_not_checked(memory, clock):
    fault = fail(memory)
    drive(memory, clock, 2.0)

    assert check(memory, fault).last_checked is None


def test_a_fault_is_not_checked_by_only_a_few_minutes_of_operation(memory, clock):
    fault = fail(memory)
    end(memory)
    drive(memory, clock, 0.15)
    assert check(memory, fault).last_checked is None

    drive(memory, clock, 0.1)
    assert check(memory, fault).exercised_hours == pytest.approx(0.25)


def test_a_fault_present_in_one_of_its_parts_is_not_checked(memory, clock, monkeypatch):
    fault = fail(memory)
    end(memory)
    drive(memory, clock, 2.0)
    monkeypatch.setattr(RunningHours, "is_there", lambda self, entry: entry.id == fault)

    assert check(memory, fault).last_checked is None


def test_a_note_has_no_check(memory, clock):
    note = memory.remember("environment_note", "The ramp is slippery").id
    drive(memory, clock, 2.0)

    assert check(memory, note) is None


def test_an_invalid_limit_row_does_not_prevent_the_check_of_a_fault(memory, clock):
    limit = learn(memory, 0.3)
    row = memory.ledger.newest_limit(limit)
    memory.observe(replace(row, id=0, detail={"message": "edited"}))
    fault = fail(memory)
    end(memory)
    drive(memory, clock, 2.0, speed=0.2)

    assert check(memory, fault).exercised_hours == pytest.approx(2.0)
