"""How often chance makes an entry of outcomes, and how often a true difference is found.

Usage: python bench/outcomes.py [TASKS [FIRST_SEED]]. Each task is tried up to 100 times, and tested
as its attempts come. Without a true difference no entry about a condition is right, and no
suspicion.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

from robot_memory.ledger import Attempt, Source
from robot_memory.outcomes.finding_thresholds import OFTEN
from robot_memory.outcomes.past_attempt import PastAttempt
from robot_memory.outcomes.suspected_difference import KEPT, TOLD, suspected
from robot_memory.outcomes.task_finding import TaskFinding, find
from robot_memory.repeated_looks import SOON, looks

ATTEMPTS = 100
START = datetime(2026, 1, 1, tzinfo=timezone.utc)
SIDES = ("left", "front", "right")
Rate = Callable[[int], float]
"""The share of attempts that fail, by the number of the attempt."""


def made(
    chance: random.Random, rate: Rate, gap: float, run: int, helps: float
) -> list[PastAttempt]:
    """Return attempts.

    Args:
        chance: where chance comes from.
        rate: the share that fails.
        gap: minutes between two attempts.
        run: how many attempts in a row have the same parameters.
        helps: by what to multiply the share that fails from the left.
    """
    found = []
    approach = speed = ""
    for number in range(ATTEMPTS):
        if number % run == 0:
            approach, speed = chance.choice(SIDES), chance.choice(("slow", "fast"))
        share = rate(number) * (helps if approach == "left" else 1.0)
        features = {"approach": approach, "speed": speed, "place": chance.choice(("a", "b", "c"))}
        attempt = Attempt("task", chance.random() >= share)
        time = START + timedelta(minutes=gap * number)
        found.append(PastAttempt(number + 1, time, Source.AGENT, "agent", attempt, features))
    return found


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


def suspicion(attempts: list[PastAttempt]) -> TaskFinding | None:
    """Look at the attempts as they come; return the first difference that is suspected."""
    for count in range(1, len(attempts) + 1):
        if looks(count, SOON) > looks(count - 1, SOON):
            finding = suspected(attempts[:count], TOLD)
            if finding is not None:
                return finding
    return None


def wandering(chance: random.Random, bad: float = 0.7) -> Rate:
    """Return a share that changes between good and bad stretches of 5 to 30 attempts."""
    rates: list[float] = []
    while len(rates) < ATTEMPTS:
        rates += [chance.choice((0.05, bad))] * chance.randint(5, 30)
    return lambda number: rates[number]


def main(tasks: int, first: int) -> None:
    """Print what was measured."""
    for name, gap, run, helps in (
        ("no difference, each attempt otherwise, 20 min apart", 20.0, 1, 1.0),
        ("no difference, ten attempts alike, 2 min apart", 2.0, 10, 1.0),
        ("from the left a fifth as many fail, each attempt otherwise", 20.0, 1, 0.2),
        ("from the left a fifth as many fail, ten attempts alike", 2.0, 10, 0.2),
    ):
        for kind in ("steady", "wandering"):
            told, doubted, often, lasting = Counter[bool](), Counter[bool](), 0, 0
            for seed in range(first, first + tasks):
                chance = random.Random(seed)
                steady = chance.uniform(0.1, 0.7)
                rate = wandering(chance) if kind == "wandering" else lambda number, r=steady: r
                attempts = made(chance, rate, gap, run, helps)
                finding, doubt = life(attempts), suspicion(attempts)
                often += finding is not None and finding.condition is None
                for found, counts in ((finding, told), (doubt, doubted)):
                    if found is not None and found.condition is not None:
                        counts[helps < 1.0 and found.condition.name == "approach"] += 1
                lasting += doubt is not None and suspected(attempts, KEPT) is not None
            print(f"{name}, {kind} share: sure {told[True]} right, {told[False]} wrong; suspected "
                  f"{doubted[True]} right, {doubted[False]} wrong, {lasting} of both to the end; "
                  f"{often} often, of {tasks}")  # fmt: skip
    for name, kinds in (("steady", lambda _: lambda number: OFTEN), ("wandering", _seldom)):
        often = 0
        for seed in range(first, first + tasks):
            chance = random.Random(seed)
            often += life(made(chance, kinds(chance), 20.0, 1, 1.0)) is not None
        print(f"one in five fails on average, {name} share: {often} often, of {tasks}")


def _seldom(chance: random.Random) -> Rate:
    return wandering(chance, 2 * OFTEN - 0.05)


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(*(numbers + [400, 0][len(numbers) :]))
