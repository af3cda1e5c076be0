"""How well the memory learns: precision and recall on simulated robots.

Seeds 0 to 49 are for development. A score counts only on unseen seeds. Already seen are those below
1020, 2000 to 2011, 3000 to 3199, 4000 to 4019, 8000 to 8019, 8100 to 8199, 16000 to 16019, 18000 to
20019, 30000 to 31119, 33000 to 33019, 60000 to 60007, 171000 to 171023 and 181000 to 181023; for
healthy robots 5000 to 5011, 9000 to 9011, 13000 to 13011, 21000 to 25011, 35000 to 38011, 45000 to
45047, 65000 to 65005, 66000 to 66002, 75000 to 75011, 100000 to 100005, 155000 to 155057, 165000 to
165084, 175000 to 175024 and 176000 to 176011.

``--corpus DIR`` scores a public corpus as well, by its own rule; DIR is a clone of
https://github.com/waico/SKAB.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

from corpora.skab import BadCorpus, report
from simulation import KINDS, make_robot
from simulation.faults import UNSEEN
from simulation.judge.living import live
from simulation.judge.matching import judge
from simulation.judge.score import RobotScore, score, summarise
from simulation.judge.table import page

_PAGE = Path(__file__).parents[1] / "docs" / "scores.md"
_KEPT = "\n## What each mechanism brings\n"  # written by hand; see bench/normal/README.md
_HEALTHY_RUN = 2.0
_HEALTHY_SEEDS = 5000
_PROCESSES = 2


@dataclass(frozen=True)
class Run:
    """One robot to be scored."""

    seed: int
    kind: str
    hours: float
    healthy: bool


def run(one: Run, *, tells: bool = False) -> RobotScore:
    """Make a robot, let it live, and score it."""
    robot = make_robot(one.seed, one.kind, hours=one.hours, healthy=one.healthy, thin=True)
    begin = time.process_time()
    lessons = live(robot)
    verdict = judge(robot.truths, lessons)
    found = score(robot, lessons, verdict)
    found.seconds = time.process_time() - begin
    if tells:
        sys.stdout.write("\n".join(_story(found)) + "\n")
    return found


def _story(one: RobotScore) -> Iterator[str]:
    state = "healthy" if one.healthy else f"{one.tally.found} found, {one.tally.missed} missed"
    yield f"{one.kind} {one.seed}, {one.hours:.1f} h: {state}, {one.tally.false} false"
    for truth in one.truths:
        yield f"  {'+' if truth.lesson else '-'} {truth.family}: {truth.lesson or 'missed'}"
    yield from (f"  = {text}" for text in one.duplicates)
    yield from (f"  l {text}" for text in one.idle_limits)
    yield from (f"  x {text}" for text in one.false)


def plan(args: argparse.Namespace) -> list[Run]:
    """Return the runs: robots with faults by seed, and healthy robots of all kinds."""
    first, last = (int(part) for part in args.seeds.split(":"))
    kinds = list(KINDS)
    runs = [Run(seed, "", args.hours, healthy=False) for seed in range(first, last)]
    count = round(args.healthy / _HEALTHY_RUN)
    start = _HEALTHY_SEEDS + first
    runs += [
        Run(seed, kinds[seed % len(kinds)], _HEALTHY_RUN, healthy=True)
        for seed in range(start, start + count)
    ]
    return sorted(runs, key=lambda one: -one.hours)


def main() -> None:
    """Score, print, and write the page if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="1000:1024", help="first:last, the last not among them")
    parser.add_argument("--hours", type=float, default=1.2, help="that each robot with faults runs")
    parser.add_argument("--healthy", type=float, default=24.0, help="hours of healthy robots")
    parser.add_argument("--corpus", type=Path, help="folder of SKAB, to be scored by its rule")
    parser.add_argument("--tell", action="store_true", help="print each robot's lessons")
    parser.add_argument("--docs", action="store_true", help=f"write {_PAGE.name}")
    args = parser.parse_args()
    begin = time.perf_counter()
    try:
        corpus = f"\n## Public corpora\n\n{report(args.corpus)}" if args.corpus else ""
    except BadCorpus as error:
        parser.error(str(error))
    with ProcessPoolExecutor(_PROCESSES) as pool:
        scores = list(pool.map(partial(run, tells=args.tell), plan(args)))
    lasted = time.perf_counter() - begin
    now = datetime.now(timezone.utc)
    what = (
        f"Run on {now:%Y-%m-%d} with seeds {args.seeds}, {args.hours:g} h each, and "
        f"{args.healthy:g} h of healthy robots of all kinds."
    )
    text = page(summarise(scores, UNSEEN), scores, what) + corpus
    print(text)
    print(f"{lasted:.0f} s, of which perception {sum(one.seconds for one in scores):.0f} s of CPU")
    if args.docs:
        _, mark, kept = _PAGE.read_text(encoding="utf-8").partition(_KEPT)
        _PAGE.write_text(text + mark + kept, encoding="utf-8")


if __name__ == "__main__":
    main()
