"""Episode recordings stay within their disk budget."""

from __future__ import annotations

import tarfile

import pytest
from kept_episodes import begin, record
from levels_builders import at, record_episode

from robot_memory.foundation.errors import NoRoom
from robot_memory.long_term.episodes import EpisodeKeeper, EpisodeLimits


def test_the_oldest_episodes_are_archived_when_the_disk_budget_is_used_up(levels):
    keeper = EpisodeKeeper(levels, "", EpisodeLimits(megabytes=0.02))
    for number in range(4):
        record(keeper, at(seconds=100 * number), size=1000)

    kept = [folder.name for folder in levels.episodes.folders()]
    assert kept == ["episode_003", "episode_004"]
    archive = levels.tree.archive(levels.tree.episodes)
    assert sorted(path.name for path in archive.iterdir()) == [
        "episode_001.tar.gz", "episode_002.tar.gz",
    ]  # fmt: skip
    with tarfile.open(archive / "episode_001.tar.gz") as packed:
        assert "episode_001/steps.jsonl" in packed.getnames()


def test_recording_is_refused_when_the_archive_is_also_full(levels):
    record_episode(levels)
    keeper = EpisodeKeeper(levels, "", EpisodeLimits(megabytes=0.0001))

    with pytest.raises(NoRoom, match=r"0.0001 MB: no more are recorded until .* removed from"):
        begin(keeper, at(1))


def test_files_that_others_add_count_towards_the_budget_within_an_hour(levels):
    keeper = EpisodeKeeper(levels, "", EpisodeLimits(megabytes=0.02))
    record(keeper, at(), seconds=2.0)
    (levels.tree.episodes / "episode_001" / "more.bin").write_bytes(bytes(30_000))
    assert begin(keeper, at(seconds=60)) is not None

    begin(keeper, at(seconds=4000))
    archive = levels.tree.archive(levels.tree.episodes)
    assert [path.name for path in archive.iterdir()] == ["episode_001.tar.gz"]


def test_an_episode_that_is_being_recorded_stays_where_it_is(levels):
    keeper = EpisodeKeeper(levels, "", EpisodeLimits(megabytes=0.005))
    tape = begin(keeper, at())
    tape.write([("action", "speed", 0.5, at()), ("observation", "pose", [0.1] * 3000, at())])
    tape.write([("observation", "pose", [0.1] * 3000, at(seconds=1))])

    with pytest.raises(NoRoom):
        begin(EpisodeKeeper(levels, "", EpisodeLimits(megabytes=0.005)), at(seconds=2))
    tape.end(at(seconds=3), success=False, is_terminal=False)
    assert len(levels.episodes.folders()) == 1
