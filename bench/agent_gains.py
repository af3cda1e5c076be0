"""What an agent gains from the memory: the same tasks with it, with plain notes, and with neither.

The robots are small simulations; the agent is a script. It asks the same questions of each kind of
memory, and acts the same on equal answers. Perception, ledger, analysis and context block are the
real ones: the agent with the memory acts only on the entries of its context block. Run it with
``make bench ARGS=gains``; with ``--docs`` it writes docs/agent_gains.md.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path

from gains.advisor import Advisor
from gains.arm_picks import ArmPicks
from gains.comparison import Estimate, Life, compare
from gains.delivery_rounds import DeliveryRounds
from gains.plain_notes import LINES, PlainNotes
from gains.robot_memory_advisor import RobotMemoryAdvisor
from gains.rover_drives import RoverDrives
from gains.simulated_task import SimulatedTask

SEEDS = 8
TASKS: dict[str, type[SimulatedTask]] = {
    "rover": RoverDrives, "delivery": DeliveryRounds, "arm": ArmPicks,
}  # fmt: skip
ADVISORS = ("none", "notes", "memory")
_TEMPLATE = Path(__file__).parent / "gains" / "page.md"
_COLUMNS = (
    "task", "memory", "faults in 100 tasks", "minutes for 10 tasks", "tasks done, %",
    "faults, times those without", "… second half", "time, times that without", "beyond chance",
)  # fmt: skip
_PAGE = Path(__file__).parents[1] / "docs" / "agent_gains.md"


def live(task: type[SimulatedTask], advisor: str, seed: int) -> Life:
    """Let one robot do all its tasks."""
    with tempfile.TemporaryDirectory(prefix="robot-memory-") as folder:
        helper = _advisor(advisor, Path(folder) / "home")
        robot = task(helper, seed)
        attempts = tuple(robot.live())
        told = tuple(helper.texts) if isinstance(helper, RobotMemoryAdvisor) else ()
        helper.close()
    return Life(task.name, advisor, seed, attempts, told, robot.blamed)


def _advisor(name: str, home: Path) -> Advisor:
    if name == "memory":
        return RobotMemoryAdvisor(home)
    return PlainNotes() if name == "notes" else Advisor()


def table(lives: Sequence[Life]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"| {' | '.join(_COLUMNS)} |"
    yield "|---" * len(_COLUMNS) + "|"
    for task in dict.fromkeys(one.task for one in lives):
        bare = [one for one in lives if (one.task, one.advisor) == (task, "none")]
        for advisor in ADVISORS:
            own = [one for one in lives if (one.task, one.advisor) == (task, advisor)]
            gain = compare(own, bare)
            cells = [
                task, advisor, _words(gain.faults, 1), _words(gain.minutes, 1),
                _words(gain.done, 0),
            ]  # fmt: skip
            cells += ["", "", "", ""] if advisor == "none" else [
                _words(gain.faults_ratio, 2), _words(gain.late_faults_ratio, 2),
                _words(gain.minutes_ratio, 2), gain.verdict,
            ]  # fmt: skip
            yield f"| {' | '.join(cells)} |"


def _words(one: Estimate, digits: int) -> str:
    return f"{one.value:.{digits}f} ({one.low:.{digits}f} to {one.high:.{digits}f})"


def wrongly_blamed(lives: Sequence[Life]) -> str:
    """Return how many easy parts each kind of memory picked slowly, and for how long."""
    return "; ".join(f"{name}: {_blamed(lives, name)}" for name in ADVISORS[1:])


def _blamed(lives: Sequence[Life], advisor: str) -> str:
    parts = [each for one in lives if (one.task, one.advisor) == (ArmPicks.name, advisor)
             for each in one.blamed.values()]  # fmt: skip
    ever = sum(any(each) for each in parts)
    picks = sum(map(sum, parts))
    longest = max(map(max, parts), default=0)
    return f"{ever} of {len(parts)} parts, {picks} picks in all, at most {longest} in a row"


def told(lives: Sequence[Life]) -> Iterator[str]:
    """Yield the texts that the first robot of each task had at its end."""
    heard = (one for one in lives if one.advisor == "memory")
    first = {one.task: one for one in sorted(heard, key=lambda life: life.seed, reverse=True)}
    for task in dict.fromkeys(one.task for one in lives):
        yield f"\n{task}:\n"
        yield from (f"- {text}" for text in first[task].told)


def main(arguments: Sequence[str] = ()) -> None:
    """Run, print, and write the page if asked."""
    parser = argparse.ArgumentParser(prog="gains")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="robots of each kind")
    parser.add_argument("--only", choices=[*TASKS, ""], default="", help="one task")
    parser.add_argument("--docs", action="store_true", help=f"write {_PAGE.name}")
    args = parser.parse_args(arguments)
    begin = time.process_time()
    lives = []
    for name, task in TASKS.items():
        for advisor in ADVISORS if args.only in ("", name) else ():
            lives += [live(task, advisor, seed) for seed in range(args.seeds)]
    text = "\n".join(table(lives))
    print(text, *against_notes(lives), wrongly_blamed(lives), *told(lives), sep="\n")
    print(f"{time.process_time() - begin:.0f} s of processor time")
    if args.docs:
        _PAGE.write_text(page(text, args.seeds, lives), encoding="utf-8")


def page(text: str, seeds: int, lives: Sequence[Life]) -> str:
    """Return the page."""
    counts = "; ".join(f"{task.name}, {task.tasks} times" for task in TASKS.values())
    return _TEMPLATE.read_text(encoding="utf-8").format(
        today=datetime.now(timezone.utc).date(), seeds=seeds, lines=LINES, table=text,
        against="\n".join(against_notes(lives)), told="\n".join(told(lives)), counts=counts,
        blamed=wrongly_blamed(lives),
    )  # fmt: skip


def against_notes(lives: Sequence[Life]) -> Iterator[str]:
    """Yield a line for each task that compares the memory with notes."""
    for task in dict.fromkeys(one.task for one in lives):
        notes, memory = ([one for one in lives if (one.task, one.advisor) == (task, advisor)]
                         for advisor in ("notes", "memory"))  # fmt: skip
        gain = compare(memory, notes)
        yield (
            f"- {task}: {gain.verdict} (faults {_words(gain.faults_ratio, 2)} times: first half "
            f"{_words(gain.early_faults_ratio, 2)}, second half "
            f"{_words(gain.late_faults_ratio, 2)}; time {_words(gain.minutes_ratio, 2)} times)"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
