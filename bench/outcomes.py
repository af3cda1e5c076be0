"""How often chance leads to an entry of outcomes, and how often a true difference is found.

Usage: python bench/outcomes.py [TASKS [FIRST_SEED]]. Each task is tried up to 100 times, and tested
as its attempts come. Without a true difference no entry about a condition and no suspicion is
right. The agent avoids a suspected approach or speed while it is suspected, but not a place.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from itertools import groupby

from robot_memory.foundation.repeated_looks import SOON, looks
from robot_memory.ledger import Attempt, Source
from robot_memory.long_term.outcomes.past_attempt import Condition, PastAttempt
from robot_memory.long_term.outcomes.task_finding import OFTEN, TaskFinding, find, suspected

ATTEMPTS = 100
START = datetime(2026, 1, 1, tzinfo=timezone.utc)
SIDES = ("left", "front", "right")
CHOICES = {"approach": SIDES, "speed": ("slow", "fast")}
Rate = Callable[[int], float]
"""The share of attempts that fail, by the attempt's number."""


@dataclass(frozen=True)
class Case:
    """A repeated task.

    Attributes:
        rate: the share that fails.
        gap: minutes between two attempts.
        run: number of attempts in a row with the same parameters.
        helps: factor on the failing share for the approach from the left.
    """

    rate: Rate
    gap: float
    run: int
    helps: float


def made(chance: random.Random, case: Case, *, obeys: bool) -> tuple[list[PastAttempt], list[str]]:
    """Return attempts, and the suspected condition before each of them; empty: none.

    Args:
        obeys: whether suspected values are avoided.
    """
    found: list[PastAttempt] = []
    names: list[str] = []
    doubt: TaskFinding | None = None
    chosen: dict[str, str] = {}
    for number in range(ATTEMPTS):
        if number % case.run == 0:
            chosen = {name: chance.choice(values) for name, values in CHOICES.items()}
        features = {**chosen, "place": chance.choice(("a", "b", "c"))}
        if doubt is not None and doubt.condition is not None and obeys:
            features = _avoiding(chance, features, doubt.condition, helps=doubt.helps)
        names.append(doubt.condition.name if doubt is not None and doubt.condition else "")
        share = case.rate(number) * (case.helps if features["approach"] == "left" else 1.0)
        attempt = Attempt("task", chance.random() >= share)
        time = START + timedelta(minutes=case.gap * number)
        found.append(PastAttempt(number + 1, time, Source.AGENT, "agent", attempt, features))
        is_soon = looks(number + 1, SOON) > looks(number, SOON)
        if found[-1].failed or doubt is not None or is_soon:
            doubt = suspected(found)
    return found, names


def _avoiding(
    chance: random.Random, features: dict[str, str], condition: Condition, *, helps: bool
) -> dict[str, str]:
    """Return other parameters if the present ones are on the suspected side."""
    value = features[condition.name]
    if condition.name not in CHOICES or (value == condition.value) is helps:
        return features
    others = [one for one in CHOICES[condition.name] if one != value]
    return {**features, condition.name: condition.value if helps else chance.choice(others)}


def life(attempts: list[PastAttempt]) -> TaskFinding | None:
    """Test the attempts as they come; return the first difference, else the first finding."""
    first = None
    for count in range(1, len(attempts) + 1):
        if looks(count) > looks(count - 1):
            finding = find(attempts[:count], looks(count))
            if finding is not None and finding.condition is not None:
                return finding
            first = first or finding
    return first


def longest_run(flags: Sequence[bool]) -> int:
    """Return the longest run of true flags."""
    return max((len(list(run)) for is_true, run in groupby(flags) if is_true), default=0)


def wandering(chance: random.Random, bad: float = 0.7) -> Rate:
    """Return a share that changes between good and bad stretches of 5 to 30 attempts."""
    rates: list[float] = []
    while len(rates) < ATTEMPTS:
        rates += [chance.choice((0.05, bad))] * chance.randint(5, 30)
    return lambda number: rates[number]


def main(tasks: int, first: int) -> None:
    """Print the measured figures."""
    for name, gap, run, helps in (
        ("no difference, each attempt otherwise, 20 min apart", 20.0, 1, 1.0),
        ("no difference, ten attempts alike, 2 min apart", 2.0, 10, 1.0),
        ("from the left a fifth as many fail, each attempt otherwise", 20.0, 1, 0.2),
        ("from the left a fifth as many fail, ten attempts alike", 2.0, 10, 0.2),
    ):
        for kind in ("steady", "wandering"):
            told, often, failed = Counter[bool](), 0, Counter[bool]()
            doubts: list[tuple[int, int, int]] = []  # right, wrong, wrong in a row
            for seed in range(first, first + tasks):
                chance = random.Random(seed)
                steady = chance.uniform(0.1, 0.7)
                rate = wandering(chance) if kind == "wandering" else lambda number, r=steady: r
                case = Case(rate, gap, run, helps)
                attempts, _ = made(random.Random(seed + 1), case, obeys=False)
                finding = life(attempts)
                often += finding is not None and finding.condition is None
                if finding is not None and finding.condition is not None:
                    told[helps < 1.0 and finding.condition.name == "approach"] += 1
                tried, names = made(random.Random(seed + 1), case, obeys=True)
                right = [helps < 1.0 and name == "approach" for name in names]
                wrong = [name != "" and not yes for name, yes in zip(names, right, strict=True)]
                doubts.append((sum(right), sum(wrong), longest_run(wrong)))
                for obeys, every in ((False, attempts), (True, tried)):
                    failed[obeys] += sum(one.failed for one in every)
            wrongs = sorted(each for _, _, each in doubts)
            print(f"{name}, {kind} share: sure {told[True]} right, {told[False]} wrong; suspected "
                  f"{sum(yes > 0 for yes, _, _ in doubts)} right, for "
                  f"{sum(yes for yes, _, _ in doubts) / tasks:.1f} attempts of {ATTEMPTS}, "
                  f"{sum(no > 0 for _, no, _ in doubts)} wrong, for "
                  f"{sum(no for _, no, _ in doubts) / tasks:.1f}, in a row at most "
                  f"{wrongs[tasks // 2]} of half of the tasks, {wrongs[tasks * 9 // 10]} of "
                  f"nine in ten, {wrongs[-1]} of all; {failed[False] / tasks:.1f} of {ATTEMPTS} "
                  f"fail, {failed[True] / tasks:.1f} of who avoids what is suspected; {often} "
                  f"often, of {tasks}", flush=True)  # fmt: skip
    for name, kinds in (("steady", lambda _: lambda number: OFTEN), ("wandering", _seldom)):
        often = 0
        for seed in range(first, first + tasks):
            chance = random.Random(seed)
            case = Case(kinds(chance), 20.0, 1, 1.0)
            often += life(made(chance, case, obeys=False)[0]) is not None
        print(f"one in five fails on average, {name} share: {often} often, of {tasks}")


def _seldom(chance: random.Random) -> Rate:
    return wandering(chance, 2 * OFTEN - 0.05)


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(*(numbers + [400, 0][len(numbers) :]))
