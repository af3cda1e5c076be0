"""Alarms a signal-day by age, shape and rate: the runs that docs/alarm_rates.md is made of."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

from noise.feeding import Stream, feed
from noise.listening import LEVELS
from noise.shapes import SHAPES

AGES = range(3, 7)  # powers of ten: from so many values to ten times as many
_CARRIER = "Float64"
_LONGEST = ("Gaussian", "Student t3", "heteroscedastic")  # are fed 10^7 values
_PAGE = """# Alarm rates

Written by `python3 tools/bootstrap.py run -- python bench/alarm_rate.py --docs`. Of {planned} runs
{made} were made until {day}.

Healthy noise goes as `std_msgs/Float64` messages through perception, by the rules
shipped. An alarm is a score of at least 0.5, or 0.9, that its signal did not have for a minute, by
any of its ten checks. A score of 0.5 says that a check does this once a day, 0.9 once in 10,000
days. Each cell gives the alarms a signal-day at that age, and in brackets how many there were in
how many signal-days. Values are read ten times a second at most.

## Score of at least 0.5

{half}

## Score of at least 0.9

{sure}

## Entries

{entries}
"""


@dataclass(frozen=True)
class Run:
    """Noise that is fed: one robot.

    Attributes:
        shape: a name in :data:`noise.shapes.SHAPES`.
        rate: values a second.
        values: of each signal.
        signals: how many.
        seed: of chance.
    """

    shape: str
    rate: float
    values: int
    signals: int
    seed: int


@dataclass(frozen=True)
class Outcome:
    """What a run gave.

    Attributes:
        run: what was fed.
        alarms: how many, by score and age, as in "0.5 at 3".
        entries: what the memory would keep.
    """

    run: Run
    alarms: Mapping[str, int]
    entries: int


def plan(seed: int) -> list[Run]:
    """Return the runs of the page; the long ones come last."""
    runs = []
    for shape in SHAPES:
        signals = 8 if shape == "heteroscedastic" else 2
        longest = 10_000_000 if shape in _LONGEST else 1_000_000
        runs += [Run(shape, rate, 100_000, signals, seed) for rate in (1.0, 10.0)]
        runs += [Run(shape, 100.0, 1_000_000, 1, seed), Run(shape, 500.0, longest, 1, seed)]
    return runs + [Run(shape, 10.0, 1_000_000, 1, seed + 1) for shape in _LONGEST]


def carry_out(runs: Iterable[Run], kept: Path) -> Iterator[Outcome]:
    """Yield the outcome of each run; one that is kept already is not run again.

    Args:
        runs: to be made.
        kept: file of outcomes, a line of JSON each, to which new ones are added.
    """
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    known = {outcome.run: outcome for outcome in map(_read, lines)}
    for run in runs:
        if run not in known:
            known[run] = _outcome(run)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(known[run])) + "\n")
        yield known[run]


def _read(line: str) -> Outcome:
    document = json.loads(line)
    return Outcome(Run(**document["run"]), document["alarms"], document["entries"])


def _outcome(run: Run) -> Outcome:
    seconds = run.values / run.rate
    heard = feed(Stream(run.shape, _CARRIER, run.rate, seconds, run.signals, run.seed))
    alarms = Counter(_cell(one.level, _age(one.at * run.rate)) for one in heard.alarms)
    return Outcome(run, dict(alarms), len(heard.entries))


def _age(values: float) -> int:
    """Return the power of ten of an age; alarms before the first age are counted with it."""
    return max(AGES[0], len(str(int(values))) - 1)


def _cell(level: float, age: int) -> str:
    return f"{level} at {age}"


def days(run: Run, age: int) -> float:
    """Return for how many signal-days a run was at an age."""
    begin, end = 10**age, min(10 ** (age + 1), run.values)
    return max(0, end - begin) / run.rate / 86_400.0 * run.signals


def page(outcomes: Sequence[Outcome], planned: int, day: date) -> str:
    """Return docs/alarm_rates.md.

    Args:
        outcomes: of the runs made so far.
        planned: how many runs there are to be.
        day: of the last one.
    """
    half, sure = ("\n".join(_table(outcomes, level)) for level in LEVELS)
    entries, made = "\n".join(_entries(outcomes)), len(outcomes)
    return _PAGE.format(day=day, planned=planned, made=made, half=half, sure=sure, entries=entries)


def _table(outcomes: Sequence[Outcome], level: float) -> Iterator[str]:
    heads = [f"10{_raised(age)} to 10{_raised(age + 1)} values" for age in AGES]
    yield f"| noise | Hz | {' | '.join(heads)} |"
    yield "|---|---|" + "---|" * len(heads)
    for shape, rate in dict.fromkeys((one.run.shape, one.run.rate) for one in outcomes):
        own = [one for one in outcomes if (one.run.shape, one.run.rate) == (shape, rate)]
        cells = [_rate(own, level, age) for age in AGES]
        yield f"| {shape} | {rate:g} | {' | '.join(cells)} |"


def _rate(outcomes: list[Outcome], level: float, age: int) -> str:
    lasted = sum(days(one.run, age) for one in outcomes)
    count = sum(one.alarms.get(_cell(level, age), 0) for one in outcomes)
    if not lasted:
        return ""
    return f"{count / lasted:.2f} ({count} in {lasted:.2g})"


def _raised(power: int) -> str:
    return "⁰¹²³⁴⁵⁶⁷⁸⁹"[power]


def _entries(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield "| noise | entries | robot-days | signal-days |"
    yield "|---|---|---|---|"
    for shape in dict.fromkeys(one.run.shape for one in outcomes):
        own = [one for one in outcomes if one.run.shape == shape]
        lasted = [one.run.values / one.run.rate / 86_400.0 for one in own]
        signals = sum(day * one.run.signals for day, one in zip(lasted, own, strict=True))
        found = sum(one.entries for one in own)
        yield f"| {shape} | {found} | {sum(lasted):.1f} | {signals:.1f} |"
