"""Whatever number is in whatever field, no detector raises, and its output is finite.

The detectors are those of the registry, the fields those of the messages that their rules bind: a
new detector, or a new rule, is tested as well.
"""

from __future__ import annotations

import json
import logging
import math
import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("rosbags", reason="needs the extra `replay`")

import any_message
from hypothesis import given, settings
from hypothesis import strategies as st
from watching import SHIPPED, Watching

from robot_memory.ledger.observation import to_row
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.rule import Rule

ODD = (
    math.nan, -math.inf, sys.float_info.max, -3.4028234663852886e38, 9.9e19, 5e-324,
)  # fmt: skip
NUMBER = "std_msgs/msg/Float64"
STEP = 0.2


def quick(rule: Rule) -> Rule:
    """Return a copy of a rule that learns in the shortest allowed time."""
    options = DETECTORS[rule.detector].OPTIONS
    learn = {"learn": max(2.0, options["learn"].low)} if "learn" in options else {}
    return Rule(rule.detector, "*", rule.type, rule.field, (), {**rule.options, **learn})


def rule_of(detector: str) -> Rule:
    """Return a rule for a detector that has no shipped rule."""
    kind = DETECTORS[detector]
    field = FieldPath.parse("data") if kind.READS_FIELD else None
    return Rule(detector, "*", kind.TYPE or NUMBER, field)


NAMED = {rule.detector for rule in SHIPPED}
#: It raises on bad values: test_floor_map.py.
WITHOUT_NUMBERS = {"map"}
RULES = tuple(
    quick(rule)
    for rule in (*SHIPPED, *(rule_of(it) for it in DETECTORS if it not in NAMED))
    if rule.detector not in WITHOUT_NUMBERS
)
TYPES = any_message.types(RULES)
PATHS = {name: any_message.paths(name) for name in TYPES if any_message.paths(name)}
MOST_PATHS = max(map(len, PATHS.values()))
SHARE = 2  # every second type is odd at once, because detectors compare messages


class AnyRobot(Watching):
    """A robot that sends messages of all types; some numbers may be odd."""

    def __init__(self, **how: Any) -> None:
        super().__init__(RULES, **how)
        self._noise = random.Random(1)

    def turn(self, odd: dict[tuple[str, str], float]) -> None:
        """Send one message of each type; ``odd`` gives odd numbers by type and path."""
        self.wait(self.now + STEP, STEP)
        for type_name in TYPES:

            def value(path: str, of: str = type_name) -> float:
                usual = 1.0 + 0.5 * math.sin(self.now) + self._noise.gauss(0.0, 0.01)
                return odd.get((of, path), usual)

            self.send(f"/{type_name}", type_name, any_message.make(type_name, value))

    def check(self) -> None:
        """Check that rows can be stored, and that the learned state can be saved and restored."""
        for row in self.rows:
            to_row(row)  # raises on values that JSON cannot hold
            assert all(map(math.isfinite, row.context.values())), row
        self.rows.clear()
        learned = json.dumps(self.perception.baselines.states(), allow_nan=False)
        other = AnyRobot(baselines=json.loads(learned))
        for _ in range(3):
            other.turn({})


def test_every_detector_is_covered_by_these_tests():
    assert {rule.detector for rule in RULES} | WITHOUT_NUMBERS == set(DETECTORS)


@pytest.fixture(autouse=True)
def _no_warning(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that no warning was logged."""
    yield
    assert not [item for item in caplog.records if item.levelno >= logging.WARNING]


def test_an_odd_value_in_any_field_does_no_harm_after_learning():
    robot = AnyRobot()
    for _ in range(250):
        robot.turn({})
    for turn in range(SHARE * MOST_PATHS):
        is_odd = [at % SHARE == turn % SHARE for at in range(len(PATHS))]
        names = [(name, PATHS[name][turn // SHARE % len(PATHS[name])]) for name in PATHS]
        for value in ODD:
            robot.turn({name: value for name, odd in zip(names, is_odd, strict=True) if odd})
    robot.check()


ANY_FIELD = st.tuples(*(st.sampled_from([(name, path) for path in PATHS[name]]) for name in PATHS))


@settings(max_examples=6, deadline=None)
@given(ANY_FIELD, st.lists(st.floats(), min_size=1, max_size=20), st.integers(1, 40))
def test_any_numbers_at_any_time_do_no_harm(
    fields: tuple[tuple[str, str], ...], values: list[float], begin: int
):
    robot = AnyRobot()
    for _ in range(begin):
        robot.turn({})
    for value in values:
        robot.turn(dict.fromkeys(fields, value))
        robot.turn({})
    robot.check()
