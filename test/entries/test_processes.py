"""Two processes write at once, and an editor saves in between: everything is kept."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from entry_builders import open_memory, save_by_renaming, the_entry

from robot_memory.entries import MemoryDocument
from robot_memory.ledger import Kind

CHILD = Path(__file__).with_name("busy_robot.py")
ROUNDS = 9


def start(home, name):
    return subprocess.Popen(
        [sys.executable, CHILD, home, name, str(ROUNDS)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_concurrent_writes_of_two_processes_and_an_editor_are_all_kept(home, clock):
    open_memory(home, clock).close()
    file = home / "robot-memory.md"
    children = [start(home, name) for name in ("left", "right")]
    edits = 0
    for line in children[0].stdout or ():
        if int(line) % 3 == 0 and file.exists():
            save_by_renaming(file, f"{file.read_text()}Edit {edits}.\n")
            edits += 1
    for child in children:
        _, errors = child.communicate(timeout=60)
        assert (child.returncode, errors) == (0, "")

    with open_memory(home, clock) as memory:
        memory.save()
        assert the_entry(memory, "shared").observation_count == 2 * ROUNDS
        assert the_entry(memory, "left").observation_count == ROUNDS
        assert the_entry(memory, "right").observation_count == ROUNDS
        notes = {e.text for _, e in memory.entries(types=["environment_note"])}
        assert notes == {f"{name} notes {n}" for name in ("left", "right")
                         for n in range(0, ROUNDS, 3)}  # fmt: skip
        rows = memory.ledger.after(0)
        onsets = [row for row in rows if row.kind is Kind.ONSET]
        assert len(onsets) == 4 * ROUNDS
    written = MemoryDocument(file.read_text())
    assert len(written.entries) == 3 + 2 * ROUNDS // 3
    body = file.read_text().split("\n---\n")[1]
    assert body == "".join(f"Edit {number}.\n" for number in range(edits))
    assert not (home / "robot-memory.archive.md").exists()
    assert sorted(path.name for path in home.iterdir()) == [
        ".robot-memory.md.lock", "episodic", "observations.db", "robot-memory.md",
    ]  # fmt: skip
    events = [json.loads(line) for line in (home / "episodic/events/events.jsonl").open()]
    told = [(event["row"], event["type"]) for event in events]
    assert len(told) == len(set(told)), "each change is noted by one process"
    assert {row for row, _ in told} == {row.id for row in rows}
