"""Reading across levels: relevance, weights, and which level overrides which."""

from __future__ import annotations

import approving
import pytest
from document_examples import CONVERSATION
from hypothesis import given
from hypothesis import strategies as st
from levels_builders import NOON, at, recall_over, record_episode

from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.level_tree import MemoryLevel, weight_of
from robot_memory.long_term.recall.recall import LEVELS


def paths(recall, query, levels=LEVELS, **options):
    """Return the hits' paths within their levels."""
    return [path_of(hit) for hit in recall.read_memory(query, levels, **options).hits]


def path_of(hit):
    return hit.id.removeprefix(f"{hit.level}/").partition("#")[0]


def approve(levels, key, content):
    levels.write_memory(content, "procedural", key)
    approving.approve(levels, levels.proposals.all()[-1].id)


def test_a_hit_names_its_level_file_turn_speaker_and_matched_words(levels, recall):
    (levels.tree.conversations / "a.json").write_text(CONVERSATION)
    (hit,) = recall.read_memory("how did the patrols get taught: teaching?").hits[:1]

    assert (hit.level, hit.id, hit.turn, hit.speaker) == (
        MemoryLevel.EPISODIC, "episodic/conversations/a.json", 0, "user",
    )  # fmt: skip
    assert hit.time.isoformat() == "2025-01-15T10:30:15+00:00"
    assert hit.why[0] == "says 'patrols', 'teaching'"


def test_versions_archives_checkpoints_and_proposals_are_not_searched(levels, recall, clock):
    levels.write_memory({"One": "zebra"}, "semantic", "doors")
    levels.write_memory({"One": "kitchen"}, "semantic", "doors")
    levels.checkpoints.save({"a": "zebra"}, NOON)
    levels.propose("agents.md", "zebra", by="x")
    (levels.tree.conversations / "a.json").write_text(CONVERSATION.replace("patrol", "zebra"))
    clock.set(at(40))
    levels.apply_retention(levels.plan_retention())

    assert paths(recall, "zebra") == []


def test_the_steps_of_episodes_are_not_searched(levels, recall):
    record_episode(levels)

    assert all("steps" not in path for path in paths(recall, "pose speed observation", limit=50))


def test_symbolic_links_are_not_searched(levels, recall, tmp_path):
    (tmp_path / "secret.md").write_text("# zebra\n\n## X\nzebra\n")
    (levels.tree.knowledge / "link.md").symlink_to(tmp_path / "secret.md")

    assert paths(recall, "zebra") == []


def test_reading_a_missing_home_finds_nothing_and_creates_nothing(home, clock):
    levels = Levels(home, clock)

    assert recall_over(levels, clock).read_memory("anything").hits == ()
    assert levels.plan_retention().steps == ()
    assert levels.verify().defects == ()
    assert levels.events.head.seq == levels.stats().as_record()["total_files"] == 0
    assert levels.proposals.all() == levels.knowledge.keys() == []
    assert (levels.checkpoints.load(), levels.sessions.state) == (None, None)
    assert not home.exists()


def test_an_unknown_level_is_refused(levels, recall):
    with pytest.raises(InvalidInput, match="'dreams' is not one of procedural, semantic, episodic"):
        recall.read_memory("x", ["dreams"])


def test_a_query_of_stop_words_finds_nothing(levels, recall):
    levels.write_memory({"One": "the door is on the left"}, "semantic", "doors")

    assert paths(recall, "what is the") == []


def test_a_much_better_match_in_a_lower_level_ranks_first(levels, recall):
    levels.write_memory({"what": "zebra horse donkey"}, "episodic", "")
    (levels.tree.root / "procedural" / "agents.md").write_text(
        "# T\n\n## One\na donkey, and many other words that nobody asked for at all today\n"
    )

    assert paths(recall, "zebra horse donkey")[0] == "events/events.jsonl"


def test_newer_knowledge_has_a_higher_weight():
    now = at(100)

    assert weight_of(MemoryLevel.SEMANTIC, at(99), now) > weight_of(
        MemoryLevel.SEMANTIC, at(90), now
    )
    assert weight_of(MemoryLevel.SEMANTIC, at(100), now) == 0.8
    assert weight_of(MemoryLevel.SEMANTIC, at(99), now) == pytest.approx(0.8 * 0.99)


@given(st.floats(-1000, 10_000))
def test_the_weight_of_knowledge_stays_between_events_and_skills(days):
    assert 0.5 <= weight_of(MemoryLevel.SEMANTIC, at(0), at(days)) <= 0.8


def test_an_approved_skill_overrides_the_whole_learned_skill(levels, recall):
    levels.skills.learn("dock", {"Capability": "Dock fast", "Lessons": "The dock is wet"})
    approve(levels, "dock", {"Capability": "Dock slowly"})
    context = recall.read_memory("dock", ["semantic", "procedural"])

    said = [hit.text for hit in context.hits]
    assert any("Dock slowly" in text for text in said)
    assert not any("Dock fast" in text or "The dock is wet" in text for text in said)
    assert ["Dock fast" in hit.text for hit in context.overridden] == [True]


def test_knowledge_overrides_the_events_with_the_same_key(levels, recall):
    levels.write_memory({"what": "zebra at the door"}, "episodic", "doors")
    levels.write_memory({"what": "zebra in the yard"}, "episodic", "yard")
    levels.write_memory({"One": "The zebra comes at noon"}, "semantic", "doors")
    context = recall.read_memory("zebra")

    assert [(path_of(hit), hit.text) for hit in context.hits] == [
        ("knowledge/doors.md", "The zebra comes at noon"),
        ("events/events.jsonl", "key: yard; what: zebra in the yard"),
    ]
    assert [hit.text for hit in context.overridden] == ["key: doors; what: zebra at the door"]


def test_an_agents_page_does_not_override_a_persons_events(levels, recall):
    event = '{"key": "crane", "text": "the zebra crossing is closed"}'
    levels.write("episodic", "events/events.jsonl", event, by="person:ada over HTTP")
    levels.write("episodic", "events/events.jsonl", '{"text": "zebra"}', by="person:ada over HTTP")
    page = "# Crane\n\n- the zebra crossing is open\n- text: zebra\n"
    levels.write("semantic", "knowledge/crane.md", page, by="agent:planner over HTTP")
    context = recall.read_memory("zebra")

    assert "key: crane; text: the zebra crossing is closed" in [hit.text for hit in context.hits]
    assert context.overridden == ()


def test_a_persons_page_overrides_events_of_persons_and_agents(levels, recall):
    for who in ("person:bob", "agent:planner"):
        event = f'{{"key": "crane", "text": "zebra said {who}"}}'
        levels.write("episodic", "events/events.jsonl", event, by=f"{who} over HTTP")
    page = "# Crane\n\n- the zebra is gone\n"
    levels.write("semantic", "knowledge/crane.md", page, by="person:ada over HTTP")
    context = recall.read_memory("zebra")

    assert [hit.text for hit in context.hits] == ["the zebra is gone"]
    assert len(context.overridden) == 2


def test_events_without_a_key_are_not_overridden(levels, recall):
    levels.write_memory({"what": "zebra one"}, "episodic", "")
    levels.write_memory({"One": "zebra two"}, "semantic", "events")
    levels.tree.behaviors.write_text('{"": "zebra three"}')

    assert len(paths(recall, "zebra")) == 3


def test_writing_a_procedural_file_by_its_path_is_a_proposal(levels):
    proposal = levels.write("procedural", "guardrails.json", "{}", by="ada")

    assert proposal.target == "guardrails.json"
    assert levels.read("procedural", "guardrails.json") is None


@pytest.mark.parametrize("text", ["no json", "[1]"])
def test_a_text_that_is_not_a_json_object_is_refused_as_an_event(levels, text):
    with pytest.raises(InvalidInput, match=r"takes JSON objects for events/events\.jsonl only"):
        levels.write("episodic", "events/events.jsonl", text, by="ada")
