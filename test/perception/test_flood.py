"""A chattering source costs bounded rows, memory and time, and is reported as rate-limited."""

from __future__ import annotations

import gc
import random
import string
from collections.abc import Callable
from functools import cache
from types import ModuleType

import pytest
from robot_messages import ERROR, status
from watching import Watching
from work import instructions

from robot_memory.ledger import Kind

Chatter = Callable[[Watching, random.Random], None]
LIMITED = "rate-limited"


def words(source: random.Random, count: int = 5) -> str:
    return " ".join("".join(source.choices(string.ascii_lowercase, k=7)) for _ in range(count))


def random_texts_of_a_component(robot: Watching, source: random.Random) -> None:
    robot.diagnose(status("camera: Sensor", source.randrange(4), words(source)))


def random_components(robot: Watching, source: random.Random) -> None:
    robot.diagnose(status(words(source, 2), source.randrange(1, 4), "bad"))


def random_names_levels_and_texts(robot: Watching, source: random.Random) -> None:
    name, text = words(source, 2), words(source)
    robot.diagnose(status(name, source.randrange(256), text, words(source, 1)))


def random_lines_of_a_node(robot: Watching, source: random.Random) -> None:
    robot.log("camera", words(source), source.choice((30, 40, 50)), line=7)


def random_nodes_and_lines(robot: Watching, source: random.Random) -> None:
    robot.log(words(source, 1), words(source), 40)


def the_same_fault(robot: Watching, source: random.Random) -> None:
    robot.diagnose(status("camera: Sensor", ERROR, "no image"))


CHATTER = [
    random_texts_of_a_component,
    random_components,
    random_names_levels_and_texts,
    random_lines_of_a_node,
    random_nodes_and_lines,
]


def chatter(
    robot: Watching, source: random.Random, talk: Chatter, count: int, every: float
) -> None:
    """Chatter ``count`` times, every ``every`` seconds; time passes as in a recording."""
    begin = robot.now
    for number in range(count):
        robot.jump(begin + (number + 1) * every)
        talk(robot, source)


def objects_of(robot: Watching) -> int:
    """The number of objects that perception keeps, without its rows."""
    seen: set[int] = set()
    found = [robot.perception]
    for item in found:
        for part in gc.get_referents(item):
            is_code = callable(part) or isinstance(part, ModuleType)
            if id(part) not in seen and part is not robot.rows and not is_code:
                seen.add(id(part))
                found.append(part)
    return len(seen)


@pytest.mark.parametrize("talk", CHATTER)
def test_an_hour_of_flooding_stores_at_most_a_few_hundred_onsets(talk: Chatter):
    robot = Watching()
    chatter(robot, random.Random(1), talk, 1_500, 2.4)
    robot.wait(robot.now + 700.0, 5.0)

    assert len(robot.onsets) <= 350
    assert len(robot.rows) <= 3 * len(robot.onsets)
    assert 1 <= sum(LIMITED in row.tags for row in robot.onsets) <= 2  # one source, all together


def test_occurrences_that_end_while_held_back_are_reported_as_rate_limited():
    robot = Watching()
    source = random.Random(10)
    for _ in range(40):
        text = words(source)
        robot.every(0.5, robot.now + 2.0, lambda now, text=text: robot.diagnose(
            status("camera: Sensor", ERROR, text)))  # fmt: skip
    robot.wait(robot.now + 5.0)

    assert len(robot.onsets) == 21
    assert [row.component for row in robot.onsets if LIMITED in row.tags] == ["camera: Sensor"]


@pytest.mark.parametrize("talk", CHATTER)
def test_memory_use_does_not_grow_during_a_flood(talk: Chatter):
    robot = Watching()
    source = random.Random(5)
    chatter(robot, source, talk, 2_250, 0.05)  # until all bounded stores are full
    before = objects_of(robot)
    chatter(robot, source, talk, 500, 0.05)

    assert objects_of(robot) <= before + 500  # less than one object per message


@cache
def work_of_a_fault_that_lasts() -> int:
    calm, source = Watching(), random.Random(6)
    chatter(calm, source, the_same_fault, 1_000, 0.001)
    return instructions(lambda: chatter(calm, source, the_same_fault, 200, 0.001))


@pytest.mark.parametrize("talk", CHATTER)
def test_a_flood_at_1000_hz_stores_few_rows_and_uses_limited_processor_time(
    talk: Chatter,
):
    robot, source = Watching(), random.Random(6)
    chatter(robot, source, talk, 1_000, 0.001)
    assert len(robot.onsets) <= 250

    work = instructions(lambda: chatter(robot, source, talk, 200, 0.001))
    assert work < 3.5 * work_of_a_fault_that_lasts()


@pytest.mark.parametrize("talk", CHATTER)
def test_a_flooding_source_is_rate_limited_and_a_lasting_fault_is_reported(
    talk: Chatter,
):
    robot = Watching()
    source = random.Random(7)
    chatter(robot, source, talk, 800, 0.1)
    for _ in range(40):
        robot.diagnose(status("base: Motor", ERROR, "over temperature"))
        chatter(robot, source, talk, 10, 0.1)

    assert any("is rate-limited" in text for text in robot.lessons)
    assert robot.lessons["base: Motor reports an error: over temperature"] == 1


def test_another_log_line_of_a_flooding_node_is_still_reported():
    robot = Watching()
    for number in range(2_000):
        robot.jump(0.02 * number)
        robot.log("camera", f"frame late by {number * 7919 % 1000} ms", 30, line=7)
    robot.log("camera", "sensor lost", 40, line=90)

    late, lost = robot.lessons
    assert late.startswith("camera logs a warning: frame late by ")
    assert lost == "camera logs an error: sensor lost"


def test_a_value_that_changes_in_each_message_is_not_a_flood():
    robot = Watching()
    for number in range(1_000):
        robot.jump(0.03 * number)
        robot.diagnose(*(status(f"base: Motor {axis}", ERROR, f"over {70 + number / 97:.2f} °C")
                         for axis in range(8)))  # fmt: skip

    assert len(robot.lessons) == 8
    assert set(robot.lessons.values()) == {1}


def test_the_rate_limit_ends_after_the_flood():
    robot = Watching()
    source = random.Random(9)
    chatter(robot, source, random_nodes_and_lines, 1_000, 0.1)
    robot.wait(robot.now + 1300.0, 5.0)
    robot.log("motor", "driver fault", 40)

    assert robot.lessons["motor logs an error: driver fault"] == 1
    assert [row for row in robot.of(Kind.END) if LIMITED in row.tags]


def test_many_drivers_that_fail_together_are_all_reported():
    robot = Watching()
    broken = [status(f"node{number}: Device", ERROR, "no link") for number in range(250)]
    robot.every(1.0, 60.0, lambda now: robot.diagnose(*broken))

    assert len(robot.lessons) == 250
