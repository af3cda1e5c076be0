"""A few spoiled inputs for each reader of what others wrote (`make fuzz` feeds 100,000 each)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("rclpy")
pytestmark = pytest.mark.ros
sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))

import fuzz  # noqa: E402
from fuzzing.fuzz_target import FuzzTarget, feed  # noqa: E402
from fuzzing.mutation import mutated_json  # noqa: E402

#: Few where an input opens the memory for writing.
COUNT = {"http": 60, "mcp": 40, "services": 100, "rules": 60}


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_no_spoiled_input_crashes_its_reader_or_takes_long(name):
    report, mebibytes = fuzz.run(name, range(COUNT.get(name, 200)), seconds=60)

    assert report.failures == {}
    assert report.count == COUNT.get(name, 200)
    assert mebibytes < 500


@pytest.mark.parametrize(
    ("name", "taken"),
    [("http", {"200", "201", "202"}), ("mcp", {"answered"}), ("rules", {"rules"})],
)
def test_a_seed_is_taken_as_long_as_nothing_is_spoiled(name, taken, tmp_path):
    with fuzz.TARGETS[name](tmp_path) as target:
        refused = [seed for seed in target.seeds if target.read(seed) not in taken]

    # An approval needs a signature.
    assert [seed for seed in refused if b"/approve" not in seed] == []


def test_an_error_that_no_contract_names_is_a_failure():
    def read(data: bytes) -> str:
        raise ZeroDivisionError("half of a message")

    report = feed(FuzzTarget("x", (b"a",), read, (KeyError,)), range(1), seconds=9)

    assert report.failures == {0: "ZeroDivisionError: half of a message"}


def test_a_refusal_without_a_word_is_a_failure():
    def read(data: bytes) -> str:
        raise ValueError

    report = feed(FuzzTarget("x", (b"a",), read, (ValueError,)), range(1), seconds=9)

    assert report.failures == {0: "ValueError says nothing"}


def test_an_input_is_the_same_each_time():
    target = FuzzTarget("x", (b'{"a": [1, 2]}',), str, (), mutated_json)

    assert [target.input_at(9), target.input_at(10)] == [target.input_at(9), target.input_at(10)]
    assert target.input_at(9) != target.input_at(10)
