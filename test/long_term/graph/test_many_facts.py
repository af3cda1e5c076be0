"""10,000 facts: a search costs no more than among a few hundred."""

from __future__ import annotations

import pytest
from fact_builders import NOON, said
from work import instructions, processor_time

from robot_memory.long_term.graph import FactGraph

_COUNT = 10_000
_MOTORS = 700


def home_with(numbers, home):
    graph = FactGraph(home)
    graph.learn(
        (said(f"motor {n % _MOTORS}", f"relation {n % 50}", f"value {n} of hall {n % 97}", "log")
         for n in numbers),
        now=NOON,
    )  # fmt: skip
    graph.decay(now=NOON)
    return home


@pytest.fixture(scope="module")
def full_home(tmp_path_factory):
    return home_with(range(_COUNT), tmp_path_factory.mktemp("full"))


@pytest.fixture(scope="module")
def home_of_ten_motors(tmp_path_factory):
    """A home with all facts of ten of the motors, and no others."""
    numbers = (number for number in range(_COUNT) if number % _MOTORS < 10)
    return home_with(numbers, tmp_path_factory.mktemp("ten"))


@pytest.fixture(scope="module")
def many(full_home):
    return FactGraph(full_home)


@pytest.fixture(scope="module")
def few(home_of_ten_motors):
    return FactGraph(home_of_ten_motors)


def test_opening_10000_facts_costs_about_as_much_per_fact_as_opening_150(
    full_home, home_of_ten_motors
):
    many, few = FactGraph(full_home), FactGraph(home_of_ten_motors)
    of_many, of_few = processor_time(lambda: many.facts), processor_time(lambda: few.facts)

    assert of_many / len(many.facts) < 5.0 * of_few / len(few.facts)


@pytest.mark.parametrize(
    "ask",
    [
        lambda graph: graph.lookup("motor 5", now=NOON),
        lambda graph: graph.lookup("motor 5", "relation 5", now=NOON),
        lambda graph: graph.lookup(object_="value 5 of hall 5", now=NOON),
        lambda graph: graph.get("fact-of-nobody", now=NOON),
        lambda graph: graph.named_in("what is the matter with motor 5?", now=NOON),
    ],
)
def test_finding_facts_among_10000_costs_no_more_than_among_150(many, few, ask):
    assert len(many.facts) == _COUNT and len(few.facts) == 150
    assert ask(many) == ask(few)

    assert instructions(lambda: ask(many)) < 1.2 * instructions(lambda: ask(few))
