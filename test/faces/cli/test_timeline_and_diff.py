"""The timeline, and the difference of two memories, on the command line."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.cli.main import main
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.foundation.time.stamps import to_text
from robot_memory.ledger import Key, Kind, Observation

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
FAULT = {
    "summary": "Left wheel encoder: no pulses",
    "key": Key("diagnostics", "left wheel encoder", "no pulses"),
    "entry_type": "hardware_observation",
    "confidence": 0.6,
}


@pytest.fixture
def now(home, clock):
    """Two occurrences, eight days apart; returns the time of the second one."""
    with RobotMemory.open(home, clock=clock) as memory:
        for days in (0, 8):
            clock.set(clock.now().time + timedelta(days=days))
            memory.observe(Observation(Kind.ONSET, clock.now(), **FAULT))
            clock.set(clock.now().time + timedelta(minutes=5))
            memory.observe(Observation(Kind.END, clock.now(), detail={"lasted": 300.0}, **FAULT))
    return to_text(clock.now().time)


def test_the_timeline_shows_start_and_duration(home, now, capsys):
    assert main(["--home", str(home), "--now", now, "timeline"]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "2026-12-09 Wednesday",
        "  12:05:00      5 min  Left wheel encoder: no pulses",
    ]


def test_the_timeline_shows_an_unknown_duration_for_a_fault_of_an_earlier_boot(home, capsys):
    for boot, minute in (("first", 0), ("second", 5)):
        clock = ManualClock(NOON + timedelta(minutes=minute), kind="wall", boot=boot)
        fault = {**FAULT, "key": Key("diagnostics", boot, "no pulses")}
        with RobotMemory.open(home, clock=clock) as memory:
            memory.observe(Observation(Kind.ONSET, clock.now(), **fault))

    now = to_text(NOON + timedelta(minutes=9))
    assert main(["--home", str(home), "--now", now, "timeline"]) == 0
    assert [line.split()[1:3] for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["unknown", "Left"], ["no", "end"],
    ]  # fmt: skip


def test_the_timeline_accepts_the_start_of_an_entry_id_and_refuses_unknown_ids(home, now, capsys):
    with RobotMemory.open(home, read_only=True) as memory:
        ((_, entry),) = memory.entries()
    at = ["--home", str(home), "--now", now]

    assert main([*at, "timeline", "--entry", entry.id[4:8]]) == 0
    assert "Left wheel encoder: no pulses" in capsys.readouterr().out
    assert main([*at, "timeline", "--entry", "zzz"]) == 2
    assert "no entry has the id 'zzz'" in capsys.readouterr().err


def test_diff_compares_two_memories_entry_by_entry(tmp_path, capsys):
    first, second = tmp_path / "a", tmp_path / "b"
    for home, texts in ((first, ("Lip", "Ramp")), (second, ("Lip", "Glass wall"))):
        with RobotMemory.open(home) as memory:
            for text in texts:
                memory.remember("environment_note", text)

    assert main(["diff", str(first), str(second)]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert sorted((line[0], line.split("  ", 1)[1]) for line in lines) == [
        ("+", "Glass wall"), ("-", "Ramp"),
    ]  # fmt: skip
