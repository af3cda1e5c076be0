"""Knowledge files on disk: versions, a person's edits, and crashes between steps."""

from __future__ import annotations

import gzip
import os

import pytest
from levels_builders import at

from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.levels import knowledge_store


def learn(levels, *items, day=0, key="doors"):
    return levels.knowledge.update(key, {"Kitchen": list(items)}, at(day))


def path_of(levels, key="doors"):
    return levels.tree.knowledge / f"{key}.md"


def bullets(levels, key="doors"):
    return levels.knowledge.read(key).sections[0].bullets


def test_learning_the_same_again_writes_nothing(levels):
    learn(levels, "Has a lip")
    before = path_of(levels).stat().st_mtime_ns

    assert not learn(levels, "Has a lip", day=3)
    assert path_of(levels).stat().st_mtime_ns == before
    assert levels.knowledge.versions("doors") == []


def test_the_earlier_content_is_kept_as_a_version(levels):
    learn(levels, "Has a lip")
    before = path_of(levels).read_text()
    learn(levels, "Is wet", day=1)

    (version,) = levels.knowledge.versions("doors")
    assert (version.number, version.replaced, version.text) == (1, at(1), before)


def test_a_named_pipe_in_place_of_a_version_raises_at_once(levels):
    learn(levels, "Has a lip")
    learn(levels, "Is wet", day=1)
    (version,) = levels.knowledge.versions("doors")
    version.path.unlink()
    os.mkfifo(version.path)

    with pytest.raises(OSError, match="is a named pipe and no regular file"):
        learn(levels, "Is dry", day=2)
    assert bullets(levels) == ("Is wet",)


def test_ten_versions_are_kept_and_older_ones_are_archived(levels):
    for day in range(14):
        learn(levels, f"Day {day}", day=day)

    assert [version.number for version in levels.knowledge.versions("doors")] == [*range(4, 14)]
    archived = sorted((levels.tree.archive(levels.tree.knowledge) / "doors").iterdir())
    assert [path.name for path in archived] == [
        f"000{number}_2026120{number + 1}T120000Z.md.gz" for number in (1, 2, 3)
    ]
    assert "Day 0" in gzip.decompress(archived[0].read_bytes()).decode()


def test_an_edit_of_a_person_between_two_updates_stays_and_becomes_a_version(levels):
    learn(levels, "Has a lip")
    path = path_of(levels)
    path.write_text(path.read_text().replace("- Has a lip", "- Mind the cat"))
    learn(levels, "Has a lip", "Is wet", day=1)

    assert bullets(levels) == ("Mind the cat", "Is wet")
    assert "Mind the cat" in levels.knowledge.versions("doors")[-1].text


@pytest.mark.parametrize("key", ["", "../doors", "a/b", ".hidden", "a" * 101, "a\0b", "a\n"])
def test_an_invalid_key_is_refused(levels, key):
    with pytest.raises(InvalidInput, match="is not a name of 1 to 100"):
        learn(levels, "x", key=key)
    assert list(levels.tree.knowledge.glob("[!.]*")) == []


def test_a_file_that_is_not_utf8_keeps_its_bytes(levels):
    path_of(levels).write_bytes(b"# Doors\n\n## Kitchen\n- caf\xe9\n")
    learn(levels, "Is wet")

    assert b"- caf\xe9\n- Is wet\n" in path_of(levels).read_bytes()


def test_a_line_that_an_agent_removes_from_a_learned_page_is_written_again(levels):
    learn(levels, "Has a lip", "Is wet")
    text = "# Doors\n\n## Kitchen\n- Is wet\n- Level\n"
    levels.knowledge.write("doors", text, at(1), by="agent:planner over HTTP")
    learn(levels, "Has a lip", day=2)

    assert bullets(levels) == ("Level", "Has a lip")


def test_the_number_and_size_of_agents_pages_are_limited(levels, monkeypatch):
    monkeypatch.setattr(knowledge_store, "_PAGES_OF_AGENTS", 2)
    agent = "agent:planner over HTTP"
    for number in range(2):
        levels.write("semantic", f"knowledge/page{number}.md", "# Page\n", by=agent)

    with pytest.raises(InvalidInput, match="there are 2 pages of agents"):
        levels.write("semantic", "knowledge/page2.md", "# Page\n", by=agent)
    for text, problem in (("- w\n" * 501, "501 lines"), ("w" * 50_001, "50001 bytes")):
        with pytest.raises(InvalidInput, match=problem):
            levels.write("semantic", "knowledge/page1.md", text, by=agent)
    levels.write("semantic", "knowledge/page1.md", "# Page\n\n- new\n", by=agent)
    levels.write("semantic", "knowledge/page2.md", "- w\n" * 501, by="person:ada over HTTP")
