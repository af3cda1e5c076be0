"""The session of a run: the turns of all speakers while the node ran."""

from __future__ import annotations

import json
import os
from datetime import timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from robot_memory.faces.ros import session_recorder as run_log_module
from robot_memory.faces.ros.session_recorder import SessionRecorder
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation, Severity
from robot_memory.memory import RobotMemory


class Run:
    """A robot's run, with a disk that writes at once."""

    def __init__(self, home: Path, clock: ManualClock) -> None:
        self.home, self.clock = home, clock
        self.problems: list[str | None] = []
        listeners: list[Any] = []
        self.memory = RobotMemory.open(
            home, clock=clock, on_event=lambda event: [it(event) for it in listeners]
        )
        self.log = SessionRecorder(
            self.memory, lambda action: action(),
            lambda error: self.problems.append(None if error is None else str(error)),
            state={"rules_file": "rules.yaml"}, zone=timezone.utc,
        )  # fmt: skip
        listeners.append(self.log.add_event)

    def see(self, component: str = "Left encoder", kind: Kind = Kind.ONSET) -> None:
        """Let a detector see a fault."""
        self.memory.observe(
            Observation(
                kind, self.clock.now(), f"{component} drops out", severity=Severity.ERROR,
                key=Key("diagnostics", component, "error"), component=component,
                entry_type="hardware_observation", confidence=0.6,
            )
        )  # fmt: skip
        self.memory.flush()
        self.memory.tick()

    def wait(self, **how: float) -> None:
        self.clock.set(self.clock.now().time + timedelta(**how))
        self.log.tick()

    def stop(self) -> None:
        self.memory.close()
        self.log.close()

    @property
    def state(self) -> dict[str, Any]:
        return json.loads((self.home / "session_state.json").read_text())

    def transcripts(self) -> list[dict[str, Any]]:
        folder = self.home / "episodic" / "conversations"
        return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]

    def said(self) -> list[tuple[str, str]]:
        """Role and words of each turn in all transcripts."""
        return [
            (turn["role"], turn["content"]) for it in self.transcripts() for turn in it["turns"]
        ]


@pytest.fixture
def run(home, clock) -> Run:
    return Run(home, clock)


def test_notes_of_persons_and_agents_are_recorded_as_their_turns(run):
    run.log.tick()
    run.memory.remember("environment_note", "The door has a lip", source="person:ada")
    run.memory.remember("environment_note", "The ramp is slippery", source="agent:planner")
    run.stop()

    (transcript,) = run.transcripts()
    turns = [(it["role"], it.get("speaker"), it["content"]) for it in transcript["turns"]]
    assert turns == [
        ("person", "ada", "The door has a lip"), ("agent", None, "The ramp is slippery"),
    ]  # fmt: skip
    assert transcript["success"]


def test_a_learned_fault_is_recorded_once_and_not_at_each_occurrence(run):
    for _ in range(3):
        run.see()
        run.wait(hours=1)
        run.see(kind=Kind.END)
    run.stop()

    assert run.said() == [("robot", "I learned: Left encoder drops out")]


def test_the_return_of_a_resolved_fault_is_recorded(run):
    run.see()
    ((_, entry),) = run.memory.entries()
    run.see(kind=Kind.END)
    run.memory.resolve(entry.id, "new cable")
    run.wait(hours=1)
    run.see()
    run.stop()

    assert run.said() == [
        ("robot", "I learned: Left encoder drops out"),
        ("robot", "Resolved by person: Left encoder drops out"),
        ("person", "new cable"),
        ("robot", "It is back: Left encoder drops out"),
    ]


def test_a_repair_is_recorded_once_for_all_the_entries_it_resolves(run):
    run.see("arm: Motor 1")
    run.memory.remember("hardware_observation", "It squeaks", tags=["arm: Motor 1"])
    run.memory.repaired("arm: Motor 1", "replaced")
    run.stop()

    assert [words for role, words in run.said() if role == "person"] == [
        "It squeaks", "Repaired: arm: Motor 1 (replaced)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "who"), [("agent:planner", "agent"), ("claimed:ada", "ada (said to be a person")]
)
def test_a_mute_request_of_an_agent_or_claimed_person_is_recorded_as_a_request(run, source, who):
    run.see()
    ((_, entry),) = run.memory.entries()
    run.memory.mute(entry.id, source=source)
    run.stop()

    (_, (role, words)) = run.said()
    assert role == "robot"
    assert words.startswith(who) and words.endswith("asks to mute: Left encoder drops out")


def test_a_run_without_statements_leaves_no_transcript(run):
    run.log.tick()
    run.stop()

    assert run.transcripts() == []
    assert run.state["status"] == "ended"


def test_the_session_state_records_robot_boot_host_and_ledger_position(run):
    run.log.tick()
    state = run.state

    assert (state["status"], state["session_id"]) == ("open", "2026-12-01_session1")
    assert set(state["state"]) == {"rrn", "boot", "ledger_seq", "host", "rules_file"}
    run.see()
    run.log.tick()
    assert run.state["state"]["ledger_seq"] > state["state"]["ledger_seq"]


def test_a_crash_loses_no_statement(home, clock):
    child = os.fork()
    if child == 0:
        run = Run(home, clock)
        run.see()
        run.log.tick()
        os._exit(9)
    os.waitpid(child, 0)

    again = Run(home, clock)
    again.wait(minutes=1)
    again.stop()

    (transcript,) = again.transcripts()
    assert not transcript["success"]
    assert transcript["turns"][0]["content"] == "I learned: Left encoder drops out"


def test_a_new_session_begins_at_midnight_and_the_old_one_is_transcribed(run):
    run.see()
    run.log.tick()
    run.wait(hours=13)
    assert len(run.transcripts()) == 1
    run.log.add_statement("person", "Good morning")
    run.stop()

    assert [it["session_id"] for it in run.transcripts()] == [
        "2026-12-01_session1", "2026-12-02_session1",
    ]  # fmt: skip


def test_no_session_begins_while_the_clock_is_not_running(run):
    run.clock.is_running = False
    run.log.add_statement("robot", "too early")
    run.log.add_denial("too early")
    run.log.tick()
    run.stop()

    assert not (run.home / "session_state.json").exists()


def test_statements_that_a_full_disk_refused_are_stored_later(run, monkeypatch):
    run.log.tick()
    run.see()
    with monkeypatch.context() as broken:
        broken.setattr("robot_memory.foundation.disk.files._write_all", _full)
        run.log.tick()
    assert run.problems[-1] is not None and "No space left" in run.problems[-1]

    run.wait(seconds=5)
    assert run.problems[-1] is not None
    run.wait(seconds=6)
    assert run.problems[-1] is None
    run.stop()
    assert run.said() == [("robot", "I learned: Left encoder drops out")]


def _full(*arguments: object) -> None:
    raise OSError(28, "No space left on device")


def test_secrets_are_removed_from_statements_and_denials(run):
    run.memory.remember("environment_note", "The password: hunter2 opens the door")
    run.log.add_denial("remember: password=hunter2")
    run.stop()

    assert "hunter2" not in str(run.transcripts())
    (log,) = (run.home / "sessions").glob("*.jsonl")
    assert "hunter2" not in log.read_text()


def test_the_number_of_statements_in_a_session_is_limited(run, monkeypatch):
    monkeypatch.setattr(run_log_module, "_MOST_STATEMENTS", 3)
    for number in range(10):
        run.log.add_statement("agent", f"note {number}")
    run.stop()

    assert [words for _, words in run.said()] == [
        "note 0", "note 1", "8 more things were said than a session holds",
    ]  # fmt: skip


def test_many_statements_of_agents_leave_room_for_the_robot_and_persons(run, monkeypatch):
    monkeypatch.setattr(run_log_module, "_MOST_BYTES", 10 * 12)
    for role, count in (("agent", 9), ("robot", 4), ("person", 4)):
        for number in range(count):
            run.log.add_statement(role, f'{number} "\U00020000"')  # 12 bytes when written
    run.stop()

    roles = [role for role, words in run.said() if "more things" not in words]
    assert roles == [*["agent"] * 6, *["robot"] * 2, *["person"] * 2]


def test_statements_that_did_not_fit_the_queue_are_reported_as_lost(run, monkeypatch):
    monkeypatch.setattr(run_log_module, "_MOST_WAITING", 3)
    run.log = SessionRecorder(
        run.memory, lambda action: action(), lambda error: None, zone=timezone.utc
    )
    for number in range(5):
        run.log.add_statement("agent", f"note {number}")
    run.stop()

    assert [words for _, words in run.said()] == [
        "note 2", "note 3", "note 4",
        "2 things that were said before are lost: more came than could wait",
    ]  # fmt: skip
