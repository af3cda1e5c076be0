"""What the memory costs beside what a user knows, and how that grows: ratios of one run.

    make bench ARGS=ratios
    make bench ARGS="ratios --only recordings --only commits"
    make bench ARGS="ratios --record"            keeps the run, and writes docs/reference/speed.md

It writes what it measured to .build/ratios.json. It fails if a ratio has changed by more than 20 %
since the last recorded run.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ratios import files, growths, page, recordings, ros, searches
from ratios.measured import CostRatio, Growth
from ratios.run_record import FILE, RunRecord, changes, describe_machine, today

BUILD = Path(__file__).parents[1] / ".build"
PARTS: dict[str, Callable[[], Iterable[CostRatio | Growth]]] = {
    "memory-file": files.memory_file,
    "commits": files.commits,
    "recordings": recordings.recordings,
    "searches": searches.searches,
    "growths": growths.growths,
    "subscribers": ros.subscribers,
    "services": ros.services,
}


def measure(names: Iterable[str]) -> RunRecord:
    """Measure some parts, and print what each yields."""
    machine, day = describe_machine(BUILD), today()
    found: list[CostRatio | Growth] = []
    for name in names:
        gc.collect()
        gc.freeze()  # keep the objects of earlier parts out of garbage collection
        for one in PARTS[name]():
            print(_line(one), flush=True)
            found.append(one)
    ratios = tuple(one for one in found if isinstance(one, CostRatio))
    return RunRecord(day, machine, ratios, tuple(one for one in found if isinstance(one, Growth)))


def _line(one: CostRatio | Growth) -> str:
    if isinstance(one, Growth):
        points = ", ".join(f"{size:g}: {cost:.3g}" for size, cost in one.points)
        return f"{one.name}, {one.unit}, by {one.size}: {points}; exponent {one.exponent:.2f}"
    name = f"{one.group}, {one.name}"
    return f"{name:<64} {one.ratio:8.3g} times {one.baseline} ({one.ours:.3g} : {one.theirs:.3g})"


def main(arguments: Sequence[str] = ()) -> int:
    """Measure; return 1 if a ratio has changed too much."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=ratios", description=__doc__)
    parser.add_argument("--only", action="append", choices=list(PARTS), help="this part")
    parser.add_argument(
        "--record", action="store_true", help=f"keep it, and write {page.PAGE.name}"
    )
    args = parser.parse_args(arguments)
    if args.record and args.only:
        parser.error("--record needs a whole run: a page of parts would mix machines and days")
    record = measure(args.only or PARTS)
    record.write(BUILD / "ratios.json")
    if args.record:
        record.write(FILE)
        page.write(record)
        return 0
    found = list(changes(record, RunRecord.read(FILE)))
    for change in found:
        print(f"MISS  {change}")
    if found:
        print("measure again on a quiet machine; if it is so, say why in the change, and record it "
              'with `make bench ARGS="ratios --record"`')  # fmt: skip
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
