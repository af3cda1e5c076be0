"""Episodes: in the RLDS tools' step layout, and valid after a crash."""

from __future__ import annotations

import errno
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from levels_builders import NOON, at, crash, drive, full_disk, record_episode

from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.levels import EpisodeFields, Levels
from robot_memory.long_term.levels.episode_step import (
    EpisodeStep,
    StepAlignment,
    read_step,
    shape_of,
)
from robot_memory.long_term.levels.episode_store import read_steps

RLDS = ["observation", "action", "reward", "is_first", "is_last", "is_terminal"]


def raw_steps(folder):
    return [json.loads(line) for line in (folder / "steps.jsonl").read_text().splitlines()]


def test_each_step_has_the_rlds_fields_in_order(levels):
    for step in raw_steps(record_episode(levels)):
        assert list(step)[:6] == RLDS
        assert step["is_terminal"] is step["is_last"]


def test_an_action_is_in_the_step_of_its_observation(levels):
    recorder = levels.episodes.record(EpisodeFields(["pose"], ["speed"]), NOON)
    for second in range(3):
        recorder.write([("observation", "pose", second, at(seconds=second))])
        recorder.write([("action", "speed", 10 * second, at(seconds=second + 0.05))])
        recorder.write([("reward", "", second + 0.5, NOON)])
    recorder.end(at(seconds=3), success=False, is_terminal=False)

    steps = raw_steps(recorder.folder)
    assert (steps[-1]["is_last"], steps[-1]["is_terminal"]) == (True, False)  # it was cut short
    pairs = [(step["observation"]["pose"], step["action"]["speed"], step["reward"])
             for step in steps]  # fmt: skip
    assert pairs == [(0, 0, 0.5), (1, 10, 1.5), (2, 20, 2.5), (2, 0, 0.0)]


def test_a_step_that_cannot_be_read_is_reported_with_file_and_line(levels):
    folder = record_episode(levels)
    path = folder / "steps.jsonl"
    path.write_text(path.read_text().replace('"is_last": true', '"is_last": "yes"'))

    with pytest.raises(InvalidInput, match=r"steps.jsonl:6 cannot be read.*\n  is_last: 'yes'"):
        list(read_steps(folder))


def test_an_episode_begins_when_each_value_was_received():
    alignment = StepAlignment(["a", "b"], ["c"], 0.1)
    alignment.take("observation", "a", 1, at(seconds=0))
    alignment.take("observation", "b", 2, at(seconds=1))
    assert alignment.end(at(seconds=1), is_terminal=False) == []
    alignment.take("action", "c", 3, at(seconds=2))

    step, _ = alignment.end(at(seconds=3), is_terminal=False)
    assert (step.observation, step.action, step.time) == ({"a": 1, "b": 2}, {"c": 3}, at(seconds=2))


@pytest.mark.parametrize("then", [3600, -3600])
def test_a_gap_or_a_clock_set_back_neither_adds_nor_blocks_steps(then):
    alignment = StepAlignment(["a"], [], 0.1)
    alignment.take("observation", "a", 1, at(seconds=0))

    assert alignment.take("observation", "a", 2, at(seconds=then)) is not None
    assert alignment.take("observation", "a", 3, at(seconds=then + 0.05)) is None
    assert alignment.take("observation", "a", 4, at(seconds=then + 0.5)) is not None


@pytest.mark.parametrize("odd", [[1.0], [1.0, 2.0, 3.0], "text", {"x": 1.0}, object()])
def test_a_value_of_another_shape_is_left_out_and_counted(levels, odd):
    recorder = levels.episodes.record(EpisodeFields(["pose"], ["speed"]), NOON)
    drive(recorder, 2)
    recorder.write([("observation", "pose", odd, at(seconds=2))])
    episode = recorder.end(at(seconds=3), success=True, is_terminal=True)

    assert episode.metadata.extra["refused"] == {"pose": 1}
    assert {len(step["observation"]["pose"]) for step in raw_steps(recorder.folder)} == {2}


def test_nan_and_infinity_are_null(levels):
    recorder = levels.episodes.record(EpisodeFields(["a"], ["b"]), NOON)
    recorder.write([("observation", "a", [float("nan"), float("inf"), 1.0], NOON)])
    recorder.write([("action", "b", 0, NOON)])
    recorder.end(at(seconds=1), success=True, is_terminal=True)

    assert raw_steps(recorder.folder)[0]["observation"] == {"a": [None, None, 1.0]}


def test_a_reward_that_is_no_number_is_refused():
    with pytest.raises(InvalidInput, match="a reward of nan"):
        StepAlignment(["a"], [], 0.1).take("reward", "", float("nan"), NOON)


@given(
    st.lists(st.tuples(st.sampled_from("oar"), st.floats(-10, 10), st.floats(0, 0.5)), max_size=40)
)
def test_no_reward_is_lost_and_one_step_is_first_and_one_is_last(happenings):
    alignment = StepAlignment(["o"], ["a"], 0.3)
    alignment.take("observation", "o", 0.0, NOON)
    alignment.take("action", "a", 0.0, NOON)
    steps, seconds, given_out = [], 0.0, 0.0
    for kind, value, wait in happenings:
        seconds += wait
        if kind == "r":
            alignment.take("reward", "", value, NOON)
            given_out += value
        else:
            part = "observation" if kind == "o" else "action"
            steps.append(alignment.take(part, kind, value, at(seconds=seconds)))
    made = [step for step in steps if step] + alignment.end(at(seconds=seconds), is_terminal=True)

    assert sum(step.reward for step in made) == pytest.approx(given_out)
    assert [step.is_first for step in made] == [True] + [False] * (len(made) - 1)
    assert [step.is_last for step in made] == [False] * (len(made) - 1) + [True]
    assert len({str(shape_of(step.as_record()["action"])) for step in made}) == 1


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(-5, 5), st.floats(-5, 5), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
)


@given(VALUES, VALUES, st.floats(-5, 5), st.booleans(), st.booleans(), st.booleans())
def test_a_step_is_read_as_it_was_written(observation, action, reward, first, last, terminal):
    step = EpisodeStep(observation, action, reward, first, last, terminal, NOON)

    assert read_step(json.loads(json.dumps(step.as_record())), "x") == step


def recording(steps):
    """Return a function that records an episode without an end."""
    return lambda other: drive(
        other.episodes.record(EpisodeFields(["pose"], ["speed"]), NOON), steps
    )


def test_an_episode_interrupted_by_a_crash_keeps_its_steps_and_is_closed(levels, clock):
    crash(levels, clock, recording(6))
    levels.prepare()

    (episode,) = levels.episodes.all()
    steps = raw_steps(episode.folder)
    assert (episode.metadata.status, episode.metadata.steps) == ("interrupted", len(steps))
    assert [step["observation"]["pose"][0] for step in steps] == [0, 1, 2, 3, 4, 4]
    assert (steps[-1]["is_last"], steps[-1]["is_terminal"]) == (True, False)
    assert steps[-1]["action"] == {"speed": 0.0}
    assert levels.episodes.recover() == []


@pytest.mark.parametrize("has_file", [True, False])
def test_an_interrupted_episode_without_steps_is_closed(levels, clock, has_file):
    crash(levels, clock, recording(0))
    (folder,) = levels.episodes.folders()
    if not has_file:  # the crash came before this line
        (folder / "steps.jsonl").unlink()
    levels.prepare()

    (episode,) = levels.episodes.all()
    assert (episode.metadata.status, episode.metadata.steps) == ("interrupted", 0)


def test_recovery_does_not_change_an_episode_that_is_being_recorded(levels, home, clock):
    recorder = levels.episodes.record(EpisodeFields(["pose"], ["speed"]), NOON)
    drive(recorder, 3)

    assert Levels(home, clock).episodes.recover() == []
    assert recorder.end(at(seconds=3), success=True, is_terminal=True).metadata.steps == 4


def test_a_failed_write_loses_only_its_own_step(levels, monkeypatch):
    recorder = levels.episodes.record(EpisodeFields(["pose"], ["speed"]), NOON)
    drive(recorder, 3)
    with monkeypatch.context() as patch:
        full_disk(patch, after=0)
        with pytest.raises(OSError, match="No space left") as caught:
            recorder.write([("observation", "pose", [9.0, 9.0], at(seconds=9))])
    assert (caught.value.errno, caught.value.filename) == (
        errno.ENOSPC, str(recorder.folder / "steps.jsonl"),
    )  # fmt: skip
    recorder.end(at(seconds=10), success=True, is_terminal=True)

    assert [step.observation["pose"][0] for step in read_steps(recorder.folder)] == [0, 1, 9, 9]


def test_metadata_with_a_name_that_the_recorder_uses_is_refused(levels):
    with pytest.raises(InvalidInput, match="status: is a name that the recorder uses"):
        levels.episodes.record(EpisodeFields(["a"], ["b"]), NOON, about={"status": "x"})
    assert levels.episodes.folders() == []
