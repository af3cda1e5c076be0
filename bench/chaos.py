"""Kills a process that keeps a memory, at random moments, and lets operations of the disk fail.

    python bench/chaos.py [ROUNDS] [--beside KILLS] [--nodes KILLS] [--operations N] [--seed N]

ROUNDS kills of a process that writes as fast as it can; then kills beside which every verb of the
command line runs (``beside.py``): of a process that does what the node does, and of the ROS node.
Then each N-th operation of each writer fails once (``faulty_disk``).

After each kill -9 the file must parse, every acknowledged write must be there, and no occurrence
may have been counted twice. A kill falls "between" when the ledger had committed rows that the
file did not speak for yet: the moment that the design has to get right.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import beside

from robot_memory import RobotMemory
from robot_memory.entries import MemoryDocument
from robot_memory.ledger import Kind

KEYS = 40
_DOMAIN = 97
_BETWEEN = 0.25  # least share of kills between commit and rename: these moments must be tested
_FEW = 20  # with so few kills the share means little


@dataclass
class Outcome:
    """The findings after all kills."""

    kills: int = 0
    between: int = 0
    acknowledged: int = 0
    is_saved: bool = False  # the file was seen: from then on it must exist
    defects: list[str] = field(default_factory=list)


def work(home: str) -> None:
    """Observe, note and save as fast as possible; print the acknowledged ids."""
    with RobotMemory.open(home) as memory:
        for number in range(10**9):
            for part in range(3):
                memory.observe(beside.onset(memory, (3 * number + part) % KEYS))
            noted = memory.remember("environment_note", f"Doorway {memory.seq} has a lip")
            print(noted.id, flush=True)
            memory.save()


def kill_once(home: Path, moment: float) -> list[str]:
    """Kill a worker ``moment`` seconds after its first write; return the acknowledged lines."""
    command = [sys.executable, __file__, "--work", str(home)]
    worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    first = worker.stdout.readline()
    try:
        worker.wait(moment)
    except subprocess.TimeoutExpired:
        worker.kill()
    rest, _ = worker.communicate(timeout=20)
    # A line that the kill has cut off was not received: it acknowledges nothing.
    return [line for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]


def check(home: Path, acknowledged: set[str], outcome: Outcome) -> None:
    """Compare the file, the ledger and the acknowledged notes."""
    saved_seq = _check_file(home / "robot-memory.md", outcome)
    with RobotMemory.open(home) as memory:
        ledger = memory.ledger
        outcome.between += saved_seq < ledger.last()
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


def _check_file(path: Path, outcome: Outcome) -> int:
    """Return the last row that the file covers; 0 if no worker lived until its first save."""
    if not path.exists():
        outcome.defects += ["the file is gone"] * outcome.is_saved
        return 0
    outcome.is_saved = True
    document = MemoryDocument(path.read_text(encoding="utf-8"))
    outcome.defects += [f"the file: {defect}" for defect in document.defects]
    return document.header.ledger_seq or 0


def run(rounds: int, home: Path, seed: int = 0, between: int = 0) -> Outcome:
    """Kill ``rounds`` times; the memory grows through all of them.

    Continue until ``between`` kills fell between commit and rename, at most for five times as many
    rounds: their share depends on the machine's other work.
    """
    moments = random.Random(seed)
    outcome = Outcome()
    acknowledged: set[str] = set()
    while outcome.kills < rounds or (outcome.between < between and outcome.kills < 5 * rounds):
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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("rounds", type=int, nargs="?", default=200)
    parser.add_argument("--beside", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=10)
    parser.add_argument("--operations", type=int, default=1, metavar="N",
                        help="let each Nth operation of the disk fail; 0: none")  # fmt: skip
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        is_well = _kill_alone(args.rounds, folder / "home", args.seed)
        is_well &= _kill_beside(args.beside, folder / "beside", args.seed)
        is_well &= _kill_nodes(args.nodes, folder / "nodes", args.seed)
    is_well &= _fail_operations(args.operations)
    return 0 if is_well else 1


def _kill_alone(rounds: int, home: Path, seed: int) -> bool:
    if not rounds:
        return True
    outcome = run(rounds, home, seed)
    share = outcome.between / max(1, outcome.kills)
    print(f"{outcome.kills} kills, {outcome.between} ({share:.0%}) between commit and rename")
    print(f"{outcome.acknowledged} acknowledged writes, {len(outcome.defects)} defects")
    for defect in outcome.defects:
        print(f"  {defect}")
    is_enough = share >= _BETWEEN or outcome.kills < _FEW
    return not outcome.defects and is_enough


def _kill_beside(kills: int, folder: Path, seed: int) -> bool:
    folder.mkdir()
    return _is_well(beside.run(kills, folder, seed=seed, report=_tell)) if kills else True


def _kill_nodes(kills: int, folder: Path, seed: int) -> bool:
    if not kills:
        return True
    if importlib.util.find_spec("rclpy") is None:
        print("no rclpy, so no node can be killed; --nodes 0 leaves that part out")
        return False
    from ros_keeper import Agent, NodeKeeper, choose_domain

    folder.mkdir()
    choose_domain(_DOMAIN)
    agent = Agent()
    try:
        start = partial(_start_node, agent, NodeKeeper)
        return _is_well(beside.run(kills, folder, seed=seed, start=start, report=_tell))
    finally:
        agent.close()


def _fail_operations(every: int) -> bool:
    if not every:
        return True
    script = Path(__file__).with_name("faulty_disk")
    return subprocess.run([sys.executable, script, "--every", str(every)]).returncode == 0


def _start_node(
    agent: Any, keeper: Callable[..., beside.Keeper], home: Path, log: Path, number: int
) -> beside.Keeper:
    return keeper(agent, home, log)


def _tell(tally: beside.Tally) -> None:
    print(
        f"{tally.kills} kills beside command lines ({tally.early} before the first write), "
        f"{tally.by_keeper} writes acknowledged by what was killed, {tally.by_command} by "
        f"{tally.commands.total()} command lines of {len(tally.commands)} verbs, "
        f"{tally.refused.total()} refused, {len(tally.defects)} defects",
        flush=True,
    )


def _is_well(tally: beside.Tally) -> bool:
    for refusal, count in tally.refused.items():
        print(f"  refused {count} times: {refusal}")
    for defect in tally.defects:
        print(f"  {defect}")
    return not tally.defects


if __name__ == "__main__":
    sys.exit(main())
