"""Document 002, sentence by sentence: each test names its section."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from approving import approve
from document_examples import CONVERSATION
from levels_builders import KNOWLEDGE, SKILL, at, contents, recall_over, record_episode

from robot_memory.foundation.text.conversation import read_conversation
from robot_memory.long_term.levels import RETENTION_POLICY, Levels
from robot_memory.long_term.levels.knowledge_store import read_knowledge
from robot_memory.long_term.levels.level_tree import DECAY, LEVEL_WEIGHTS, MemoryLevel
from robot_memory.long_term.levels.skill_store import read_skill, write_skill

SPEC = Path(__file__).parents[4] / "shared" / "spec"


def spec() -> str:
    files = sorted(SPEC.glob("002_*.txt")) if SPEC.exists() else []
    if not files:
        pytest.skip("the document is not here")
    return files[0].read_text(encoding="utf-8")


def test_002_cms_level_mapping_decay_rates_are_those_of_the_document():
    assert {level.value: rate for level, rate in DECAY.items()} == {
        "procedural": 0.999, "semantic": 0.99, "episodic": 0.9,
    }  # fmt: skip


# -- §CMS Level Mapping --------------------------------------------------------------------------


# -- §Brain B Directory Structure ----------------------------------------------------------------


def test_002_directory_structure_is_created_as_in_the_document(levels, clock):
    levels.write_memory({"what": "x"}, "episodic", "")
    levels.write_memory({"One": "x"}, "semantic", "objects")
    levels.skills.learn("navigation", {"Capability": "x"})
    levels.checkpoints.save({}, at(0))
    levels.checkpoints.save({}, at(0))
    session = levels.sessions.start(at(0))
    session.add_turn("user", "x", at(0))
    session.end(at(0))
    record_episode(levels)

    there = contents(levels.tree.root)
    for name in (
        "semantic/skills/navigation/SKILL.md",
        "semantic/knowledge/objects.md",
        "episodic/conversations/2026-12-01_session1.json",
        "episodic/events/events.jsonl",
        "episodic/rlds_episodes/episode_001/metadata.json",
        "episodic/rlds_episodes/episode_001/steps.jsonl",
        "episodic/checkpoints/ckpt_latest.json",
        "episodic/checkpoints/ckpt_backup.json",
        "session_state.json",
    ):
        assert name in there


@pytest.mark.parametrize(
    ("level", "path"),
    [
        ("procedural", "agents.md"),
        ("procedural", "capabilities.json"),
        ("procedural", "guardrails.json"),
        ("procedural", "sandbox_rules.json"),
        ("procedural", "skills/navigation/SKILL.md"),
        ("semantic", "behaviors/behaviors.json"),
        ("semantic", "skills/bar/knowledge1.md"),
        ("episodic", "events/game_events.jsonl"),
        ("episodic", "rlds_episodes/robotgrid_1.json"),
        ("episodic", "conversations/01_10_2025.json"),
    ],
)
def test_002_files_named_in_the_document_are_read_and_recalled(levels, recall, level, path):
    """Also the files in §Overview and §Integration, which the tree does not show."""
    target = levels.tree.root / level / path
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.startswith("conversations"):
        text = CONVERSATION.replace("teach patrol", "zebra")
    else:
        text = '{"note": "zebra"}\n' if "json" in path else "# T\n\n## One\nzebra\n"
    target.write_text(text)

    assert levels.read(level, path) == text
    found = {hit.id.partition("#")[0] for hit in recall.read_memory("zebra").hits}
    assert found == {f"{level}/{path}"}


def test_002_read_operation_level_weights_are_those_of_the_rules():
    """The document leaves the weights open; rules.md §8 gives them."""
    assert {level.value: weight for level, weight in LEVEL_WEIGHTS.items()} == {
        "procedural": 1.0, "semantic": 0.8, "episodic": 0.5,
    }  # fmt: skip


# -- §Read Operation -----------------------------------------------------------------------------


def test_002_read_operation_procedural_overrides_semantic_overrides_episodic(levels, recall):
    levels.write_memory({"Capability": "zebra fast"}, "procedural", "zoo")
    approve(levels, levels.proposals.all()[0].id)
    levels.skills.learn("zoo", {"Capability": "zebra slow"})
    levels.events.append([{"key": "zoo", "what": "zebra"}], at(0))
    context = recall.read_memory("zebra")

    assert [hit.level for hit in context.hits] == [MemoryLevel.PROCEDURAL]
    assert {hit.level for hit in context.overridden} == {
        MemoryLevel.SEMANTIC,
        MemoryLevel.EPISODIC,
    }


# -- §Write Operation ----------------------------------------------------------------------------


def test_002_write_operation_procedural_requires_explicit_confirmation(levels):
    levels.write_memory({"Capability": "x"}, "procedural", "door")
    path = levels.tree.root / "procedural" / "skills" / "door" / "SKILL.md"
    assert not path.exists()
    (proposal,) = levels.proposals.all()
    approve(levels, proposal.id)

    assert path.read_text() == "# Door\n\n## Capability\nx\n"


@pytest.mark.parametrize("level", ["dreams", "", "EPISODIC"])
def test_002_write_operation_refuses_an_unknown_level(levels, level):
    before = contents(levels.tree.root)
    with pytest.raises(ValueError, match="is not one of procedural, semantic, episodic"):
        levels.write_memory({"what": "a"}, level, "k")
    assert contents(levels.tree.root) == before


# -- §File Formats -------------------------------------------------------------------------------


def test_002_file_formats_the_documents_examples_are_written_back_unchanged():
    text = spec()
    example = json.loads(text[text.index('{\n  "session_id"') :].partition("```")[0])

    assert KNOWLEDGE.strip() in text
    assert write_skill(read_skill(SKILL)).strip() in text
    assert read_conversation(example, "x").as_record() == example == json.loads(CONVERSATION)


def test_002_file_formats_skill_md_is_read():
    skill = read_skill(SKILL)

    assert skill.title == "Navigation Skill"
    assert skill.capability == "Move robot through grid world avoiding obstacles."
    assert skill.actions[2] == ("left", "Turn 90° counter-clockwise")
    assert len(skill.actions) == 4
    assert skill.constraints[1] == "Cannot enter LAVA tiles (sandbox denied)"
    assert skill.patterns[0] == (
        "Wall-following", "Turn right when blocked, then forward",
    )  # fmt: skip


def test_002_file_formats_skill_md_is_written_without_a_changed_byte():
    assert write_skill(read_skill(SKILL)) == SKILL


def test_002_file_formats_conversation_json_is_read():
    conversation = read_conversation(json.loads(CONVERSATION), "x")

    assert conversation.session_id == "2025-01-15_session1"
    assert conversation.end.isoformat() == "2025-01-15T11:45:00+00:00"
    user, assistant = conversation.turns
    assert (user.role, user.content, user.extra) == (
        "user", "teach patrol", {"intent": "START_TEACHING"},
    )  # fmt: skip
    assert assistant.extra == {"action": "teach_start"}
    assert conversation.behaviors_taught == ("patrol",)
    assert (conversation.sandbox_denials, conversation.success) == (0, True)


def test_002_file_formats_conversation_json_is_written_without_a_changed_byte(levels):
    path = levels.conversations.write(read_conversation(json.loads(CONVERSATION), "x"))

    assert path.read_text() == CONVERSATION


def test_002_file_formats_knowledge_md_is_read():
    knowledge = read_knowledge(KNOWLEDGE)

    assert knowledge.title == "Level Strategies"
    assert [section.heading for section in knowledge.sections] == [
        "Tutorial Levels (1-3)", "Key/Door Levels (4-6)", "Lava Levels (7-10)",
    ]  # fmt: skip
    assert knowledge.sections[2].bullets[2] == "Success rate: 85% with buffer strategy"
    assert (knowledge.updated.isoformat(), knowledge.episodes) == ("2025-01-15", 47)


def test_002_file_formats_knowledge_md_is_written_as_the_document_does(levels, clock):
    content = {
        "title": "Level Strategies",
        "Tutorial Levels (1-3)": ["Direct path to goal", "No obstacles require strategy"],
        "Key/Door Levels (4-6)": [
            "Always collect KEY before approaching DOOR",
            "Pattern: Explore periphery first for keys",
        ],
        "Lava Levels (7-10)": [
            "Maintain 1-tile buffer from LAVA",
            "If stuck, backtrack and try alternate path",
            "Success rate: 85% with buffer strategy",
        ],
        "episodes": 47,
    }
    clock.set(at(0).replace(year=2025, month=1, day=15))
    levels.write_memory(content, "semantic", "level_strategies")

    assert levels.read("semantic", "knowledge/level_strategies.md") == KNOWLEDGE


def test_002_retention_policy_is_that_of_the_document():
    assert RETENTION_POLICY == {
        "episodic": {
            "conversations": {"max_age_days": 30, "max_files": 100},
            "events": {"max_age_days": 7, "max_size_mb": 100},
            "rlds_episodes": {"max_age_days": 90, "max_files": 1000},
        },
        "semantic": {
            "knowledge": {"version_history": 10},
            "behaviors": {"no_auto_delete": True},
        },
        "procedural": {"all": {"require_approval": True, "no_auto_delete": True}},
    }


# -- §Decay Implementation -----------------------------------------------------------------------


# -- §API Endpoints ------------------------------------------------------------------------------


# -- §Benefits of Filesystem Memory --------------------------------------------------------------


def test_002_portable_a_copied_directory_can_be_recalled_and_verified(
    levels, home, clock, tmp_path
):
    import shutil

    levels.write_memory({"One": ["zebra"]}, "semantic", "door")
    levels.write_memory({"what": "zebra"}, "episodic", "yard")
    shutil.copytree(home, tmp_path / "copy")
    copy = Levels(tmp_path / "copy", clock)

    assert len(recall_over(copy, clock).read_memory("zebra").hits) == 2
    assert copy.verify() == levels.verify()
