"""Episodes are recorded as they are handed over, for some hours a day."""

from __future__ import annotations

import json

from kept_episodes import begin, record
from levels_builders import at

from robot_memory.long_term.episodes import EpisodeKeeper, EpisodeLimits


def metadata(levels):
    return [json.loads((folder / "metadata.json").read_text())
            for folder in levels.episodes.folders()]  # fmt: skip


def test_what_is_handed_over_becomes_steps(levels):
    keeper = EpisodeKeeper(levels, "RRN-000000000001", about=lambda: {"session_id": "s1"})
    tape = begin(keeper, at())
    for second in range(3):
        now = at(seconds=second)
        tape.write([("observation", "pose", second, now), ("action", "speed", 0.5, now)])
        tape.write([("reward", "", -1.0, now)])
    tape.end(at(seconds=3), success=True, is_terminal=True)

    (known,) = metadata(levels)
    assert (known["robot_id"], known["task"], known["session_id"]) == (
        "RRN-000000000001", "drive", "s1",
    )  # fmt: skip
    assert (known["steps"], known["success"]) == (4, True)
    (folder,) = levels.episodes.folders()
    steps = [json.loads(line) for line in (folder / "steps.jsonl").read_text().splitlines()]
    assert [step["reward"] for step in steps] == [-1.0, -1.0, -1.0, 0.0]


def test_the_hours_of_a_day_are_used_up_and_the_next_day_has_its_own(levels):
    keeper = EpisodeKeeper(levels, "", EpisodeLimits(hours_a_day=1.0))
    record(keeper, at(), 1800.0)
    record(keeper, at(seconds=2000), 1800.0)

    assert begin(keeper, at(seconds=4000)) is None
    assert begin(keeper, at(days=1)) is not None


def test_hours_of_before_a_restart_count(levels):
    record(EpisodeKeeper(levels, ""), at(), 3600.0)

    again = EpisodeKeeper(levels, "", EpisodeLimits(hours_a_day=1.0))
    assert begin(again, at(seconds=4000)) is None
