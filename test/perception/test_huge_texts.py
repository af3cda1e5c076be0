"""Texts of a megabyte: memory use is bounded in bytes, and other faults are still learned."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest
import robot_messages as ros
from watching import Watching

MEGABYTE = 1_000_000
MANY = 25
#: The memory that perception may use for them; keeping all would take 25 MB and more.
MOST = 15 * MEGABYTE


def huge(number: int, *, space: str = " ") -> str:
    """A text of a megabyte with a unique beginning and end."""
    return f"{number:06d}{space}{'x' * 60}{space}".ljust(MEGABYTE, "y") + str(number)


def grown(robot: Watching, say: Callable[[int], object]) -> int:
    """Return how many bytes memory use grew while ``say`` was repeated."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(MANY):
            robot.wait(robot.now + 0.5)
            say(number)
        after, _ = tracemalloc.get_traced_memory()
        return after - before
    finally:
        tracemalloc.stop()


SPEAKERS: dict[str, Callable[[Watching, int], object]] = {
    "a status's message": lambda robot, n: robot.diagnose(
        ros.status(f"base: part {n}", ros.ERROR, huge(n))
    ),
    "a status's name": lambda robot, n: robot.diagnose(ros.status(huge(n), ros.ERROR, "bad")),
    "a status's hardware id": lambda robot, n: robot.diagnose(
        ros.status(f"base: part {n}", ros.ERROR, "bad", huge(n))
    ),
    "a value's key": lambda robot, n: robot.diagnose(
        ros.status("base", ros.OK, "fine", "", **{huge(n): "3.5"})
    ),
    "a value": lambda robot, n: robot.diagnose(
        ros.status("base", ros.OK, "fine", "", **{f"Key {n}": huge(n)})
    ),
    "a logged message": lambda robot, n: robot.log("driver", huge(n), 40, stamp=float(n + 1)),
    "a logger's name": lambda robot, n: robot.log(huge(n), "bad", 40, stamp=float(n + 1)),
    "a logger's name without a space": lambda robot, n: robot.log(
        huge(n, space="_"), "bad", 40, stamp=float(n + 1)
    ),
    "a battery's location": lambda robot, n: robot.battery(24.0, location=huge(n)),
}


@pytest.mark.parametrize("say", SPEAKERS.values(), ids=SPEAKERS)
def test_huge_texts_use_limited_memory_and_another_fault_is_reported(
    robot: Watching, say: Callable[[Watching, int], object]
):
    kept = grown(robot, lambda number: say(robot, number))
    robot.every(0.5, robot.now + 3.0, lambda _: robot.diagnose(
        ros.status("arm: Gripper", ros.ERROR, "does not close")
    ))  # fmt: skip

    assert kept < MOST
    assert "arm: Gripper reports an error: does not close" in robot.lessons


def test_a_shortened_text_has_a_mark_and_the_missing_length(robot: Watching):
    robot.log("driver", "too long " * 2000, 40)

    (row,) = robot.onsets
    assert row.detail["message"].endswith(" [cut]")
    assert len(row.detail["message"]) == 1000
    assert row.detail["cut"] == 9 * 2000 - 8192
