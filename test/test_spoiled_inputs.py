"""A few corrupted inputs for each reader of foreign data (`make fuzz` feeds 100,000 each)."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="needs ROS 2")
pytest.importorskip("cryptography", reason="needs the extra `federation`")
pytest.importorskip("rosbags", reason="needs the extra `replay`")
pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("mcp", reason="needs the extra `mcp`")
pytestmark = pytest.mark.ros
sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))

import fuzz  # noqa: E402
from fuzzing import file_targets, message_targets, recording_targets  # noqa: E402
from fuzzing.fuzz_target import FuzzTarget, feed  # noqa: E402
from fuzzing.mutation import mutated_json  # noqa: E402

from robot_memory import RobotMemory  # noqa: E402
from robot_memory.sharing.federation import update_checks  # noqa: E402

#: Few, if each input opens the memory for writing.
COUNT = {"http": 40, "mcp": 30, "services": 60, "rules": 40}


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_no_corrupted_input_crashes_or_blocks_its_reader(name):
    report, mebibytes = fuzz.run(name, range(COUNT.get(name, 100)), seconds=60)

    assert report.failures == {}
    assert report.count == COUNT.get(name, 100)
    assert mebibytes < 500


@pytest.mark.parametrize(
    ("name", "taken"),
    [("http", {"200", "201", "202"}), ("mcp", {"answered"}), ("rules", {"rules"})],
)
def test_an_uncorrupted_seed_is_accepted(name, taken, tmp_path):
    with fuzz.TARGETS[name](tmp_path) as target:
        refused = [seed for seed in target.seeds if target.read(seed) not in taken]

    # An approval needs a signature.
    assert [seed for seed in refused if b"/approve" not in seed] == []


def test_an_undeclared_exception_is_a_failure():
    def read(data: bytes) -> str:
        raise ZeroDivisionError("half of a message")

    report = feed(FuzzTarget("x", (b"a",), read, (KeyError,)), range(1), seconds=9)

    assert report.failures == {0: "ZeroDivisionError: half of a message"}


def test_an_exception_without_a_message_is_a_failure():
    def read(data: bytes) -> str:
        raise ValueError

    report = feed(FuzzTarget("x", (b"a",), read, (ValueError,)), range(1), seconds=9)

    assert report.failures == {0: "ValueError says nothing"}


def test_the_input_of_a_number_is_always_the_same():
    target = FuzzTarget("x", (b'{"a": [1, 2]}',), str, (), mutated_json)

    assert [target.input_at(9), target.input_at(10)] == [target.input_at(9), target.input_at(10)]
    assert target.input_at(9) != target.input_at(10)


class LastDropped:
    """A faulty recording that omits its last message."""

    real = staticmethod(recording_targets.open_recording)
    defects = ()

    def __init__(self, path):
        self._recording = LastDropped.real(path)

    def messages(self):
        return list(self._recording.messages())[:-1]


class SwappedReader(message_targets.MessageReader):
    """A faulty reader that swaps two axes of the acceleration."""

    def read(self, data):
        found = super().read(data)
        if hasattr(found, "linear_acceleration"):
            found.linear_acceleration.x = 9.0
        return found


def without_last(module, name, attribute):
    """Return a function that makes a reader drop its last item."""
    real = getattr(module, name)

    def read(*given):
        found = real(*given)
        return replace(found, **{attribute: getattr(found, attribute)[:-1]})

    return module, name, read


BROKEN = {
    "conversation": without_last(file_targets, "read_conversation", "turns"),
    "packet": without_last(file_targets, "read_packet", "candidates"),
    "peer-update": without_last(message_targets, "read_update", "entries"),
    "rules": (file_targets, "load_rules", lambda path: REAL_RULES(path)[:-1]),
    "cdr": (message_targets, "MessageReader", SwappedReader),
    "peer-envelope": (update_checks, "verify", lambda card, message, signature: None),
    "db3": (recording_targets, "open_recording", LastDropped),
}
REAL_RULES = file_targets.load_rules


@pytest.mark.parametrize("name", BROKEN)
def test_a_reader_that_loses_or_changes_data_silently_fails_the_fuzz_test(
    name, tmp_path, monkeypatch
):
    with fuzz.TARGETS[name](tmp_path) as target:
        seeds = range(len(target.seeds))
        assert feed(target, seeds, seconds=20).failures == {}

    (tmp_path / "broken").mkdir()
    monkeypatch.setattr(*BROKEN[name])
    with fuzz.TARGETS[name](tmp_path / "broken") as target:
        failures = feed(target, seeds, seconds=20).failures
    assert any("BrokenPromise" in one for one in failures.values())


def without_the_last(memory, **asked):
    """Return all entries except the last."""
    return REAL_ENTRIES(memory, **asked)[:-1]


def not_stored(memory, entry_id, note="", *, source="person"):
    """Acknowledge a resolve without storing it."""
    return memory.why(entry_id)[0]


def stored_nevertheless(memory, entry_id, reason, **said):
    """Store a repair even if the declaration is refused."""
    memory.repaired("lift", reason)
    return REAL_DECLARATION(memory, entry_id, reason, **said)


REAL_ENTRIES, REAL_DECLARATION = RobotMemory.entries, RobotMemory.declare_known


@pytest.mark.parametrize(
    ("name", "broken", "as_what"),
    [
        ("http", "entries", without_the_last),
        ("services", "entries", without_the_last),
        ("http", "resolve", not_stored),
        ("mcp", "resolve", not_stored),
        ("services", "resolve", not_stored),
        ("http", "declare_known", stored_nevertheless),
        ("mcp", "declare_known", stored_nevertheless),
        ("services", "declare_known", stored_nevertheless),
    ],
)
def test_a_face_whose_answer_differs_from_the_memory_fails_the_fuzz_test(
    name, broken, as_what, tmp_path, monkeypatch
):
    monkeypatch.setattr(RobotMemory, broken, as_what)

    with fuzz.TARGETS[name](tmp_path) as target:
        count = 700 if name == "services" else len(target.seeds)
        parts = (range(first, min(first + 50, count)) for first in range(0, count, 50))
        failures = (feed(target, part, seconds=40).failures for part in parts)

        assert any("BrokenPromise" in one for found in failures for one in found.values())
