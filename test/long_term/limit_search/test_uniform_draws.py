"""The random numbers for simulated chance: uniform, reproducible, and small in memory."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from robot_memory.long_term.limit_search.permutation_blocks import SeededDraws

_PROGRAM = """
import sys
import robot_memory.faces.ros.memory_node
from robot_memory.long_term.limit_search.permutation_blocks import SeededDraws
SeededDraws("seed").random((2, 3))
print("numpy.random" in sys.modules)
"""


def test_draws_are_uniform_between_0_and_1() -> None:
    draws = SeededDraws("a").random((200, 500))

    counts, _ = np.histogram(draws, bins=100, range=(0.0, 1.0))
    deviation = ((counts - 1000) ** 2 / 1000).sum()  # chi-squared with 99 degrees of freedom

    assert draws.shape == (200, 500)
    assert draws.min() >= 0.0
    assert draws.max() < 1.0
    assert 61.0 < deviation < 149.0  # 99.8 %


def test_the_same_seed_gives_the_same_draws_and_another_seed_others() -> None:
    first = SeededDraws("entry 3").random((1, 3))

    assert first.tolist()[0] == pytest.approx(SeededDraws("entry 3").random((1, 3)).tolist()[0])
    assert first.tolist() != SeededDraws("entry 4").random((1, 3)).tolist()


def test_the_second_draw_differs_from_the_first() -> None:
    draws = SeededDraws("b")

    assert draws.random((2, 2)).tolist() != draws.random((2, 2)).tolist()


def test_drawing_numbers_does_not_load_numpy_random() -> None:
    pytest.importorskip("rclpy", reason="needs ROS 2")
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], check=True, capture_output=True, text=True, timeout=60
    )

    assert done.stdout.split() == ["False"]
