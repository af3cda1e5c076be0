"""kill -9 before any file operation, and a full disk at any write: nothing is lost."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from collections.abc import Callable
from datetime import timezone

import pytest
from dying import dies_at
from levels_builders import at, contents, drive, full_disk, record_episode, transcripts_of

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.levels import EpisodeFields, Levels, ProposalStatus
from robot_memory.long_term.levels.episode_store import read_steps
from robot_memory.long_term.levels.json_files import repair_end
from robot_memory.long_term.levels.session_store import SessionLog


def opened(home) -> Levels:
    levels = Levels(home, ManualClock(at(1), kind="wall", boot="b"), zone=timezone.utc)
    levels.prepare()
    return levels


def events(levels):
    return [line.data.get("what", line.data.get("type")) for line in levels.events.read()]


def every_crash(home, begin: Callable, deed: Callable, check: Callable) -> int:
    """Kill an action at each of its steps in turn, each time in a new home.

    Returns:
        The number of its steps.
    """
    step = 0
    while True:
        folder = home.with_name(f"{home.name}{step}")
        levels = opened(folder)
        begin(levels)
        was_killed = dies_at(step, lambda folder=folder: deed(bare(folder)))
        again = opened(folder)
        repair_end(again.events.path)  # as the next event does
        assert again.verify().defects == ()
        assert list(folder.rglob("*.tmp")) == []
        check(again, was_killed)
        if not was_killed:
            return step
        step += 1


def bare(folder) -> Levels:
    return Levels(folder, ManualClock(at(1), kind="wall", boot="b"), zone=timezone.utc)


def test_a_crash_while_appending_leaves_a_whole_event_or_none(home):
    def check(levels, was_killed):
        said = events(levels)
        assert said in (["a"], ["a", "b"])
        assert was_killed or said == ["a", "b"]

    steps = every_crash(
        home,
        lambda levels: levels.note("a"),
        lambda levels: levels.note("b"),
        check,
    )
    assert steps >= 1


def test_a_crash_during_an_update_leaves_old_or_new_knowledge_and_a_repeat_finishes(home):
    def begin(levels):
        levels.knowledge.update("doors", {"One": ["a", "b"]}, at(0))
        path = levels.tree.knowledge / "doors.md"
        path.write_text(path.read_text().replace("- a\n", "- Ada's\n"))

    def deed(levels):
        levels.knowledge.update("doors", {"One": ["a", "c"]}, at(1))

    def check(levels, was_killed):
        (section,) = levels.knowledge.read("doors").sections
        assert section.bullets in (("Ada's", "b"), ("Ada's", "c"))
        deed(levels)
        (section,) = levels.knowledge.read("doors").sections
        assert section.bullets == ("Ada's", "c")
        assert [version.number for version in levels.knowledge.versions("doors")] == [1]

    assert every_crash(home, begin, deed, check) > 8


def test_a_crash_during_a_session_leaves_its_log_or_its_transcript(home):
    def deed(levels):
        session = levels.sessions.start(at(1), mode="patrol")
        session.add_turn("user", "one", at(1))
        session.keep(at(1), goal="dock")
        session.add_turn("user", "two", at(1))
        session.end(at(1))

    def check(levels, was_killed):
        transcripts = transcripts_of(levels)
        said = [turn.content for one in transcripts for turn in one.turns]
        assert said in ([], ["one"], ["one", "two"])
        assert was_killed or said == ["one", "two"]
        logs = [SessionLog(path) for path in levels.sessions.logs()]
        assert all(log.is_ended() for log in logs if log.session_id())
        state = levels.sessions.state
        assert state is None or state.status in ("interrupted", "ended")
        assert len(transcripts) <= 1

    assert every_crash(home, lambda levels: None, deed, check) > 15


def test_a_crash_during_an_episode_keeps_each_written_step(home):
    def deed(levels):
        recorder = levels.episodes.record(EpisodeFields(["pose"], ["speed"]), at(1))
        drive(recorder, 3, at(1))
        recorder.end(at(1, seconds=3), success=True, is_terminal=True)

    def check(levels, was_killed):
        for folder in levels.episodes.folders():
            steps = list(read_steps(folder))
            assert [step.is_last for step in steps[:-1]] == [False] * (len(steps) - 1)
            assert all(step.is_last for step in steps[-1:])
            metadata = json.loads((folder / "metadata.json").read_text())
            assert metadata["status"] in ("ended", "interrupted")
            assert metadata["steps"] == len(steps)
        assert was_killed or len(steps) == 4

    assert every_crash(home, lambda levels: None, deed, check) > 8


def test_a_crash_during_retention_loses_nothing_and_a_repeat_finishes_it(home):
    def begin(levels):
        for word in "abc":
            levels.events.append([{"what": word}], at(-100))
        levels.events.append([{"what": "d"}], at(0))
        record_episode(levels, 2, at(-200))
        (levels.tree.conversations / "old.json").write_text(
            '{"session_id": "old", "start_time": "2020-01-01T00:00:00Z", "turns": []}'
        )

    def deed(levels):
        levels.apply_retention(levels.plan_retention())

    def check(levels, was_killed):
        deed(levels)
        archive = levels.tree.root / "episodic" / "archive"
        kept = contents(archive)
        assert set(kept) == {
            "events/events-000000001-000000003.jsonl.gz",
            "conversations/old.json.gz",
            "rlds_episodes/episode_001.tar.gz",
        }
        words = [
            json.loads(line)["what"]
            for line in gzip.decompress(
                kept["events/events-000000001-000000003.jsonl.gz"]
            ).splitlines()
        ]
        assert words == ["a", "b", "c"]
        assert events(levels)[0] == "d"
        with tarfile.open(fileobj=io.BytesIO(kept["rlds_episodes/episode_001.tar.gz"])) as tar:
            assert len(tar.getnames()) == 2
        assert list((levels.tree.episodes).glob("*episode*")) == []
        assert transcripts_of(levels) == []

    assert every_crash(home, begin, deed, check) > 15


DEEDS = {
    "an event": lambda levels: levels.events.append([{"what": "x"}], at(2)),
    "knowledge": lambda levels: levels.knowledge.update("doors", {"One": ["b"]}, at(2)),
    "a skill": lambda levels: levels.skills.learn("dock", {"Capability": "other"}),
    "a checkpoint": lambda levels: levels.checkpoints.save({"pose": 2}, at(2)),
    "a proposal": lambda levels: levels.proposals.propose("agents.md", "# New\n", at(2), by="x"),
    "a no": lambda levels: [
        levels.proposals.reject(one.id, "Ada", at(2))
        for one in levels.proposals.all(ProposalStatus.PENDING)
    ],
    "a session": lambda levels: levels.sessions.start(at(2)),
    "an episode": lambda levels: record_episode(levels, 3, at(2)),
    "retention": lambda levels: levels.retention.apply(levels.plan_retention()),
}


@pytest.fixture
def lived_in(levels, clock):
    levels.events.append([{"what": "a"}], at(-60))
    levels.events.append([{"what": "b"}], at(-50))
    levels.knowledge.update("doors", {"One": ["a"]}, at(0))
    levels.skills.learn("dock", {"Capability": "one"})
    levels.checkpoints.save({"pose": 1}, at(0))
    levels.proposals.propose("a.md", "# A\n", at(0), by="night")
    clock.set(at(1))
    return levels


@pytest.mark.parametrize("after", [0, 1, 2])
@pytest.mark.parametrize("deed", DEEDS)
def test_a_full_disk_is_reported_by_file_and_nothing_is_lost(
    lived_in, monkeypatch, deed, after, caplog
):
    before = contents(lived_in.tree.root)
    try:
        with monkeypatch.context() as patch:
            full_disk(patch, after=after)
            DEEDS[deed](lived_in)
        return  # it needed fewer writes than the disk had room for
    except OSError as error:
        assert "No space left on device" in str(error)
        assert str(lived_in.tree.root) in str(error)
    now = contents(lived_in.tree.root)
    for name, data in before.items():
        assert now[name].startswith(data) or name.startswith(("proposals/", "semantic/knowledge/."))
    assert [name for name in now if name.endswith(".tmp")] == []
    assert lived_in.verify().defects == ()
    lived_in.prepare()
    DEEDS[deed](lived_in)
