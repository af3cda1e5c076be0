"""Episodes are recorded as they arrive, up to some hours a day."""

from __future__ import annotations

import json

from kept_episodes import begin, record
from levels_builders import at

from robot_memory.long_term.episodes import EpisodeKeeper, EpisodeLimits


def metadata(levels):
    return [json.loads((folder / "metadata.json").read_text())
            for folder in levels.episodes.folders()]  # fmt: skip


def test_an_episode_stores_its_robot_task_and_session(levels):
    keeper = EpisodeKeeper(levels, "RRN-000000000001", about=lambda: {"session_id": "s1"})
    record(keeper, at())

    (known,) = metadata(levels)
    assert (known["robot_id"], known["task"], known["session_id"]) == (
        "RRN-000000000001", "drive", "s1",
    )  # fmt: skip


def test_the_daily_recording_limit_refuses_further_episodes_until_the_next_day(levels):
    keeper = EpisodeKeeper(levels, "", EpisodeLimits(hours_a_day=1.0))
    record(keeper, at(), 1800.0)
    record(keeper, at(seconds=2000), 1800.0)

    assert begin(keeper, at(seconds=4000)) is None
    assert begin(keeper, at(days=1)) is not None


def test_hours_recorded_before_a_restart_count_towards_the_daily_limit(levels):
    record(EpisodeKeeper(levels, ""), at(), 3600.0)

    again = EpisodeKeeper(levels, "", EpisodeLimits(hours_a_day=1.0))
    assert begin(again, at(seconds=4000)) is None
