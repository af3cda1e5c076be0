"""How often chance leads to a limit, and how often a true limit is found.

docs/explanation/conditions.md has the figures.

    python3 tools/bootstrap.py run -- python bench/limits.py [FAULTS] [FIRST_SEED]

Each fault has up to a hundred onsets, and is tested as they come, as in the node.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1] / "test" / "long_term" / "limit_search"))
from simulated_robots import Random, Robot, above, rover, wandering

from robot_memory.foundation.repeated_looks import looks
from robot_memory.long_term.limit_search.limit_finding import LimitFinding, compare
from robot_memory.long_term.limit_search.risk_set import RUNNING, RiskSet

ONSETS = 100
Onsets = NDArray[np.intp]
POWER = (
    ("6 h, stretches of 40 s", {"hours": 6.0}),
    ("20 h, stretches of 10 min", {"hours": 20.0, "stretch": 600.0}),
    ("1 h, stretches of 40 s", {"hours": 1.0}),
    ("1 h, stretches of 2 min", {"hours": 1.0, "stretch": 120.0}),
)


def singly(random: Random, robot: Robot) -> Onsets:
    """Return onsets that come singly, at any time."""
    return random.integers(60, robot.seconds, ONSETS)


def in_bunches(random: Random, robot: Robot) -> Onsets:
    """Return onsets that come in bunches of four within five minutes."""
    begins = np.repeat(random.integers(60, robot.seconds, ONSETS // 4), 4)
    return np.minimum(begins + random.integers(0, 300, len(begins)), robot.seconds - 1)


def at_a_wandering_rate(random: Random, robot: Robot) -> Onsets:
    """Return onsets whose rate wanders over hours, by a factor of four or so."""
    minutes = robot.seconds // 60
    rate = np.exp(1.5 * wandering(random, minutes, 10.0 ** random.uniform(1.2, 2.7)))
    minute = random.choice(minutes, ONSETS, p=rate / rate.sum())
    return np.clip(60 * minute + random.integers(0, 60, ONSETS), 60, robot.seconds - 1)


def in_two_stretches(random: Random, robot: Robot) -> Onsets:
    """Return onsets that all come in one or two bad stretches."""
    middle = random.choice(random.integers(60, robot.seconds, 2), ONSETS)
    width = 10.0 ** random.uniform(2.0, 4.0)
    return np.clip(middle + width * random.normal(size=ONSETS), 60, robot.seconds - 1).astype(int)


def life(seed: int, robot: Robot, when: Onsets) -> LimitFinding | None:
    """Test the onsets as they come; return the first limit."""
    random = np.random.default_rng(seed)
    ran, onsets = robot.operation(random, most=4000), robot.onsets(when)
    for count in range(1, len(onsets) + 1):
        if looks(count) > looks(count - 1):
            come = onsets.at(np.arange(len(onsets)) < count)
            so_far = ran.between(0.0, float(come.times[-1]) + 60.0)
            finding = compare(RiskSet(come, so_far, RUNNING), random, look=looks(count))
            if finding is not None:
                return finding
    return None


def main(faults: int, first: int) -> None:
    """Print what was measured."""
    kinds = (singly, in_bunches, at_a_wandering_rate, in_two_stretches)
    false: Counter[str] = Counter()
    for seed in range(first, first + faults):
        random = np.random.default_rng(seed)
        robot = rover(random, hours=10.0 ** random.uniform(0.7, 2.0),
                      nuisances=int(random.choice([5, 20])))  # fmt: skip
        kind = kinds[seed % len(kinds)]
        false[kind.__name__] += life(seed, robot, kind(random, robot)) is not None
    for kind in kinds:
        name = kind.__name__
        print(f"onsets {name.replace('_', ' ')}: {false[name]} of {faults // len(kinds)} limits")
    for name, drive in POWER:
        found = 0
        for seed in range(first, first + 20):
            random = np.random.default_rng(seed)
            robot = rover(random, nuisances=20, **drive)
            risk = robot.risk(random, above(random, robot, 15, other=1))
            finding = compare(risk, random, look=looks(15))
            found += finding is not None and finding.region.variable == "speed"
        print(f"14 of 15 onsets above 0.3 m/s, 22 % of time, {name}: found {found} of 20")


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(*(numbers + [400, 0][len(numbers) :]))
