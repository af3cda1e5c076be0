"""No path leads a tool out of a level, or to hidden or archived files in it."""

from __future__ import annotations

import pytest
from levels_builders import contents

from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.levels.level_tree import MemoryLevel

BAD_PATHS = ["../observations.db", "a/../../x", "/etc/passwd", "", ".", "..", ".hidden",
             "a/.hidden", "a\\..\\b", "a\0b", "x" * 300, "é" * 60, "a/./b", "archive/x",
             "a\n", "\udc80", "Archive/x", "ARCHIVE", "archive./x", "archive /x",
             "\uff41rchive/x", "Events/events.jsonl", "events/Events.jsonl", "events/events.jsonl.",
             "Knowledge/doors.md", "Guardrails.json", "AGENTS.md", "sKills/a/SKILL.md",
             "knowledge/doors.md/", "knowledge//doors.md", "skills/dock/SKILL.md/"]  # fmt: skip


@pytest.mark.parametrize("path", BAD_PATHS)
@pytest.mark.parametrize("level", ["procedural", "semantic", "episodic"])
def test_an_invalid_or_hidden_path_is_refused(levels, level, path):
    home = levels.tree.root.parent
    before = contents(home)
    with pytest.raises(InvalidInput, match="nothing was read or written"):
        levels.read(level, path)
    with pytest.raises(InvalidInput, match="nothing was read or written"):
        levels.write(level, path, "{}", by="x")
    assert contents(home) == before


@pytest.mark.parametrize("name", ["Bay2", "BAY2", "\uff42ay2", "b\u0430y2", "b\u00e1y2"])
def test_a_path_that_differs_only_in_spelling_from_a_file_is_refused(levels, name):
    levels.write("semantic", "knowledge/bay2.md", "# One\n", by="ada")
    file = levels.tree.root / "procedural" / "skills" / "bay2" / "SKILL.md"
    file.parent.mkdir(parents=True)
    file.write_text("# Two\n")
    before = contents(levels.tree.root)

    for write in (
        lambda: levels.write("semantic", f"knowledge/{name}.md", "# Other\n", by="eve"),
        lambda: levels.write("procedural", f"skills/{name}/SKILL.md", "# Other\n", by="eve"),
        lambda: levels.write_memory({"One": "red"}, "semantic", name),
        lambda: levels.write_memory({"One": "red"}, "procedural", name),
    ):
        with pytest.raises(InvalidInput, match="on a disk that ignores case"):
            write()
    assert contents(levels.tree.root) == before


def test_an_absolute_path_is_refused_even_into_the_level(levels):
    levels.write("semantic", "knowledge/doors.md", "# One\n", by="ada")
    with pytest.raises(InvalidInput, match="is not a relative path"):
        levels.read("semantic", str(levels.tree.knowledge / "doors.md"))


def test_a_symbolic_link_out_of_the_level_is_refused(levels, tmp_path):
    (tmp_path / "secret").write_text("x")
    (levels.tree.knowledge / "link").symlink_to(tmp_path)

    with pytest.raises(InvalidInput, match="leads out of the level"):
        levels.read("semantic", "knowledge/link/secret")


@pytest.mark.parametrize("path", ["knowledge", "knowledge/doors.md/x"])
def test_a_path_that_is_not_a_file_is_refused(levels, path):
    levels.write("semantic", "knowledge/doors.md", "# One\n", by="ada")
    for level_write in (levels.read, lambda level, name: levels.write(level, name, "x", by="ada")):
        with pytest.raises(InvalidInput, match="is not a file, or leads over one"):
            level_write("semantic", path)


@pytest.mark.parametrize(
    "path", ["events.jsonl", "archive/events/events-000000001-000000009.jsonl.gz",
             "conversations/a.json", "checkpoints/ckpt_latest.json", "events/events.jsonl/../x",
             "events/events-2026.jsonl.zst", "rlds_episodes/episode_001/metadata.json"],
)  # fmt: skip
def test_the_episodic_level_accepts_writes_only_to_the_event_record(levels, path):
    before = contents(levels.tree.root)
    with pytest.raises(InvalidInput, match="nothing was"):
        levels.write("episodic", path, '{"type": "level_completed"}', by="eve")
    assert contents(levels.tree.root) == before


@pytest.mark.parametrize(
    "path", ["behaviors/behaviors.json", "skills/dock/SKILL.md", "notes/dock.txt", "knowledge.md",
             "knowledge/dock.json", "knowledge/rooms/dock.md", "knowledge/dock.md.bak"],
)  # fmt: skip
def test_the_semantic_level_accepts_writes_only_to_knowledge_files(levels, path):
    taught = levels.tree.level(MemoryLevel.SEMANTIC) / path
    taught.parent.mkdir(parents=True, exist_ok=True)
    taught.write_text('{"behaviors": [{"name": "stop at stairs"}]}')
    before = contents(levels.tree.root)
    with pytest.raises(InvalidInput, match=r"takes knowledge/<key>\.md only"):
        levels.write("semantic", path, "gone", by="an agent")
    assert contents(levels.tree.root) == before
