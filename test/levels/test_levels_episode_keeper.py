"""Episodes are kept within bounds: of disk, and of hours a day."""

from __future__ import annotations

import json
import tarfile

import pytest
from levels_builders import at, record_episode

from robot_memory.episodes import EpisodeKeeper, EpisodeLimits
from robot_memory.errors import NoRoom
from robot_memory.levels import EpisodeFields

ABOUT = {"task": "drive"}


def begin(keeper, time):
    return keeper.begin(EpisodeFields(["pose"], ["speed"], 0.2), time, ABOUT)


def record(keeper, time, seconds=60.0, size=1):
    """Record an episode of two values in each step."""
    tape = begin(keeper, time)
    tape.write([("action", "speed", 0.5, time), ("observation", "pose", [0.1] * size, time)])
    tape.end(at(seconds=seconds + (time - at()).total_seconds()), success=False, is_terminal=False)


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
    assert [step["observation"]["pose"] for step in steps] == [0, 1, 2, 2]
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


def test_where_the_disk_is_used_up_the_oldest_complete_ones_move_to_the_archive(levels):
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


def test_where_the_archive_is_full_too_nothing_is_recorded_and_that_is_said(levels):
    record_episode(levels)
    keeper = EpisodeKeeper(levels, "", EpisodeLimits(megabytes=0.0001))

    with pytest.raises(NoRoom, match=r"0.0001 MB: no more are recorded until .* removed from"):
        begin(keeper, at(1))


def test_what_others_put_there_is_counted_within_an_hour(levels):
    keeper = EpisodeKeeper(levels, "", EpisodeLimits(megabytes=0.02))
    record(keeper, at(), seconds=2.0)
    (levels.tree.episodes / "episode_001" / "more.bin").write_bytes(bytes(30_000))
    assert begin(keeper, at(seconds=60)) is not None

    begin(keeper, at(seconds=4000))
    archive = levels.tree.archive(levels.tree.episodes)
    assert [path.name for path in archive.iterdir()] == ["episode_001.tar.gz"]


def test_what_is_in_the_archive_counts(levels):
    archive = levels.tree.archive(levels.tree.episodes)
    archive.mkdir(parents=True)
    (archive / "episode_001.tar.gz").write_bytes(bytes(30_000))

    with pytest.raises(NoRoom):
        begin(EpisodeKeeper(levels, "", EpisodeLimits(megabytes=0.02)), at())


def test_an_episode_that_is_being_recorded_stays_where_it_is(levels):
    keeper = EpisodeKeeper(levels, "", EpisodeLimits(megabytes=0.005))
    tape = begin(keeper, at())
    tape.write([("action", "speed", 0.5, at()), ("observation", "pose", [0.1] * 3000, at())])
    tape.write([("observation", "pose", [0.1] * 3000, at(seconds=1))])

    with pytest.raises(NoRoom):
        begin(EpisodeKeeper(levels, "", EpisodeLimits(megabytes=0.005)), at(seconds=2))
    tape.end(at(seconds=3), success=False, is_terminal=False)
    assert len(levels.episodes.folders()) == 1
