"""How often healthy noise gives an alarm, by age and shape, and which gross faults are missed.

Usage: ``python bench/alarm_rate.py [--hours H] [--rate R] [--type T] [--topics N] [--shapes A,B]
[--seed S] [--no-gross]``, or ``--docs`` for all shapes, ages and rates, which writes
docs/alarm_rates.md. That takes ten minutes; each run is kept in .build/alarm_rate.jsonl, so that
it may be stopped and begun again; remove that file where detectors have changed.
Noise goes as messages through perception by the rules shipped. An alarm is a score of a monitor, of
at least 0.5 or 0.9, that its signal did not have for a minute, by any of its ten checks or so. An
entry is what the memory would keep. Alarms are told for each signal-day, at ages of 10^3, 10^4 …
values, with their number in brackets; entries for each signal-day and each robot-day, where all
topics are one robot's. Gross faults are channels that are at once ten deviations beyond all that
was seen of them; one is found if an entry is made.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

from noise.ages import AGES, carry_out, page, plan
from noise.carriers import CARRIERS
from noise.feeding import Fault, Stream, feed
from noise.listening import LEVELS
from noise.shapes import SHAPES

_ROOT = Path(__file__).parents[1]
_PAGE, _KEPT = _ROOT / "docs" / "alarm_rates.md", _ROOT / ".build" / "alarm_rate.jsonl"
_FAULTY_AGES = (70.0, 300.0, 1500.0)  # s
_LASTS = 60.0  # s of a gross fault


def healthy(stream: Stream) -> Iterator[str]:
    """Feed noise; yield a line for each level, and the entries."""
    heard, values = feed(stream), stream.rate * stream.seconds
    for level in LEVELS:
        cells = []
        for age in AGES:
            begin, end = 10**age / stream.rate, min(10 ** (age + 1), values) / stream.rate
            days = (end - begin) * stream.channels / 86_400.0
            count = sum(one.level == level and begin <= one.at < end for one in heard.alarms)
            cells.append(f"{count / days:8.2f} ({count})" if days > 0.0 else "       -")
        yield f"{stream.shape:<16} {level}  {' '.join(cells)}"
    count, days = len(heard.entries), stream.seconds / 86_400.0
    yield (
        f"{stream.shape:<16} {count} entries in {days:.2f} days of {stream.channels} signals: "
        f"{count / stream.signal_days:.2f} a signal-day, {count / days:.2f} a robot-day"
    )


def gross(shape: str, carrier: str, topics: int, rate: float, seed: int) -> tuple[int, list[str]]:
    """Feed gross faults in one, two and more channels; return how many there were, and misses."""
    total, missed = 0, []
    channels = CARRIERS[carrier].channels * topics
    for faulty in sorted({1, min(2, channels), channels // 2 or 1, channels}):
        for age in _FAULTY_AGES:
            stream = Stream(shape, carrier, rate, age + _LASTS, topics, seed)
            entries = feed(stream, Fault(age, faulty)).entries
            total += 1
            if not any(at >= age for at, _ in entries):
                missed.append(f"{carrier} {shape}: {faulty} of {channels} at {age:g} s")
    return total, missed


def write_page(seed: int) -> None:
    """Make all runs of the page, and write it after each."""
    runs, outcomes = plan(seed), []
    for outcome in carry_out(runs, _KEPT):
        print(outcome, flush=True)
        outcomes.append(outcome)
        text = page(outcomes, len(runs), datetime.now(timezone.utc).date())
        _PAGE.write_text(text, encoding="utf-8")


def main() -> None:
    """Print both tables, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=24.0, help="of noise")
    parser.add_argument("--rate", type=float, default=10.0, help="messages a second")
    parser.add_argument("--type", default="Float64", choices=list(CARRIERS))
    parser.add_argument("--topics", type=int, default=1, help="of that type")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-gross", action="store_true", help="only healthy noise")
    parser.add_argument("--docs", action="store_true", help=f"write {_PAGE.name}")
    args = parser.parse_args()
    if args.docs:
        write_page(args.seed)
        return
    shapes = args.shapes.split(",")
    print(f"{args.topics} {args.type} at {args.rate:g} Hz, {args.hours:g} h: alarms a signal-day")
    print(f"{'shape':<16} score {' '.join(f'  10^{age}..' for age in AGES)}")
    for shape in shapes:
        seconds = 3600.0 * args.hours
        stream = Stream(shape, args.type, args.rate, seconds, args.topics, args.seed)
        for line in healthy(stream):
            print(line, flush=True)
    if args.no_gross:
        return
    found = total = 0
    for shape in shapes:
        for name, topics, rate in (
            ("Float64", 1, 10.0), ("Float64", 8, 10.0), ("JointState", 1, 5.0),
            ("WrenchStamped", 1, 5.0), ("Temperature", 1, 5.0), ("DiagnosticArray", 1, 1.0),
        ):  # fmt: skip
            count, missed = gross(shape, name, topics, rate, args.seed)
            total, found = total + count, found + count - len(missed)
            for line in missed:
                print("missed:", line, flush=True)
    print(f"gross faults found: {found} of {total}")


if __name__ == "__main__":
    main()
