"""Kills a process that keeps a memory, at random moments, and checks what is left.

    python bench/chaos.py [ROUNDS]

After each kill -9 the file must parse, every acknowledged write must be there, and no occurrence
may have been counted twice. A kill falls "between" when the ledger had committed rows that the
file did not speak for yet: the moment that the design has to get right.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from robot_memory import RobotMemory
from robot_memory.entries import Document
from robot_memory.ledger import Key, Kind, Observation

KEYS = 40


@dataclass
class Outcome:
    """What was found after all kills."""

    kills: int = 0
    between: int = 0
    acknowledged: int = 0
    defects: list[str] = field(default_factory=list)


def work(home: str) -> None:
    """Observe, note and save as fast as can be; print what has been acknowledged."""
    with RobotMemory.open(home) as memory:
        for number in range(10**9):
            for part in range(3):
                memory.observe(onset(memory, (3 * number + part) % KEYS))
            noted = memory.remember("environment_note", f"Doorway {memory.seq} has a lip")
            print(noted.id, flush=True)
            memory.save()


def onset(memory: RobotMemory, number: int) -> Observation:
    """Return an occurrence of one of a few faults."""
    return Observation(
        kind=Kind.ONSET,
        instant=memory.clock.now(),
        summary=f"Motor {number} stalls",
        key=Key("chaos", f"motor {number}", "stall"),
        component=f"motor {number}",
        entry_type="hardware_observation",
        confidence=0.6,
    )


def kill_once(home: Path, moment: float) -> list[str]:
    """Let a worker run for ``moment`` seconds after its first write; return what it was told."""
    command = [sys.executable, __file__, "--work", str(home)]
    worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    first = worker.stdout.readline()
    try:
        worker.wait(moment)
    except subprocess.TimeoutExpired:
        worker.kill()
    rest, _ = worker.communicate(timeout=20)
    # A line that the kill cut off was not received, so it acknowledged nothing.
    return [line for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]


def check(home: Path, acknowledged: set[str], outcome: Outcome) -> None:
    """Compare file, ledger and what was acknowledged."""
    text = (home / "robot-memory.md").read_text(encoding="utf-8")
    document = Document(text)
    outcome.defects += [f"the file: {defect}" for defect in document.defects]
    with RobotMemory.open(home) as memory:
        ledger = memory.ledger
        outcome.between += (document.header.ledger_seq or 0) < ledger.last()
        entries = {entry.id: entry for _, entry in memory.entries()}
        outcome.defects += [f"lost: {entry_id}" for entry_id in acknowledged - entries.keys()]
        onsets = Counter(row.key for row in ledger.after(0) if row.kind is Kind.ONSET)
        for entry in entries.values():
            if entry.key and entry.observation_count != onsets[entry.key]:
                outcome.defects.append(
                    f"{entry.text}: counted {entry.observation_count} times, "
                    f"seen {onsets[entry.key]} times"
                )
        missing = onsets.keys() - {entry.key for entry in entries.values()}
        outcome.defects += [f"no entry for {key}" for key in missing]


def run(rounds: int, home: Path, seed: int = 0) -> Outcome:
    """Kill ``rounds`` times; the memory grows through all of them."""
    moments = random.Random(seed)
    outcome = Outcome()
    acknowledged: set[str] = set()
    for _ in range(rounds):
        told = kill_once(home, moments.uniform(0.0, 0.2))
        acknowledged |= {line.strip() for line in told}
        outcome.kills += 1
        outcome.acknowledged = len(acknowledged)
        check(home, acknowledged, outcome)
        if outcome.defects:
            break
    return outcome


def main() -> int:
    """Run from the command line."""
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2])
        return 0
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(rounds, Path(folder) / "home")
    share = outcome.between / max(1, outcome.kills)
    print(f"{outcome.kills} kills, {outcome.between} ({share:.0%}) between commit and rename")
    print(f"{outcome.acknowledged} acknowledged writes, {len(outcome.defects)} defects")
    for defect in outcome.defects:
        print(f"  {defect}")
    return 1 if outcome.defects or share < 0.25 else 0


if __name__ == "__main__":
    sys.exit(main())
