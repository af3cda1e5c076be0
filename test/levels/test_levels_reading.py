"""Reading over the levels: relevance, weights, and which level overrides which."""

from __future__ import annotations

import approving
import pytest
from hypothesis import given
from hypothesis import strategies as st
from levels_builders import CONVERSATION, NOON, SKILL, at, record_episode

from robot_memory.errors import InvalidInput
from robot_memory.levels import Levels
from robot_memory.levels.level_tree import MemoryLevel
from robot_memory.levels.reading import weight_of
from robot_memory.levels.terms import terms_of


def paths(memory, query, **options):
    return [hit.passage.path for hit in memory.read_memory(query, **options).hits]


def approve(levels, key, content):
    levels.write_memory(content, "procedural", key)
    approving.approve(levels, levels.proposals.all()[-1].id)


# -- what is found -------------------------------------------------------------------------------


def test_every_kind_of_file_is_found(levels):
    levels.write_memory({"what": "zebra seen"}, "episodic", "")
    levels.write_memory({"Animals": ["A zebra crosses at noon"]}, "semantic", "animals")
    levels.skills.learn("greet", {"Capability": "Greet a zebra"})
    approve(levels, "feed", {"Capability": "Feed the zebra"})
    levels.tree.behaviors.write_text('{"dance": {"actions": ["zebra step"]}}')
    (levels.tree.root / "procedural" / "agents.md").write_text("# Agents\n\nLike the zebra.\n")
    (levels.tree.conversations / "a.json").write_text(
        CONVERSATION.replace("teach patrol", "look, a zebra")
    )
    levels.episodes.record(fields(), NOON, about={"task": "follow the zebra"}).end(
        NOON, success=True, is_terminal=True
    )

    assert set(paths(levels, "zebra", limit=20)) == {
        "events/events.jsonl", "knowledge/animals.md", "skills/greet/SKILL.md",
        "skills/feed/SKILL.md", "behaviors/behaviors.json", "agents.md",
        "conversations/a.json", "rlds_episodes/episode_001/metadata.json",
    }  # fmt: skip


def fields():
    from robot_memory.levels import EpisodeFields

    return EpisodeFields(["a"], ["b"])


def test_a_hit_says_where_it_is_from_and_why_it_matched(levels):
    (levels.tree.conversations / "a.json").write_text(CONVERSATION)
    (hit,) = levels.read_memory("how did the patrols get taught: teaching?").hits[:1]

    passage = hit.passage
    assert (passage.level, passage.path, passage.place, passage.speaker) == (
        MemoryLevel.EPISODIC, "conversations/a.json", "turns[0]", "user",
    )  # fmt: skip
    assert passage.time.isoformat() == "2025-01-15T10:30:15+00:00"
    assert set(hit.matched) == {"patrol", "teach"}


def test_what_was_said_in_a_session_that_goes_on_is_found(levels):
    session = levels.sessions.start(NOON)
    session.say("user", "the lift is broken", NOON)

    assert paths(levels, "broken lift") == ["conversations/2026-12-01_session1.json"]
    session.end(NOON)
    assert paths(levels, "broken lift") == ["conversations/2026-12-01_session1.json"]


def test_a_changed_file_is_read_again(levels):
    levels.write_memory({"One": "red"}, "semantic", "doors")
    assert paths(levels, "blue") == []
    levels.write_memory({"One": "blue"}, "semantic", "doors")

    assert paths(levels, "red", levels=["semantic"]) == []
    assert paths(levels, "blue", levels=["semantic"]) == ["knowledge/doors.md"]


def test_a_file_that_has_gone_is_not_found(levels):
    levels.write_memory({"One": "red"}, "semantic", "doors")
    assert paths(levels, "red", levels=["semantic"])
    (levels.tree.knowledge / "doors.md").unlink()

    assert paths(levels, "red", levels=["semantic"]) == []


def test_versions_archives_checkpoints_and_proposals_are_not_searched(levels, clock):
    levels.write_memory({"One": "zebra"}, "semantic", "doors")
    levels.write_memory({"One": "horse"}, "semantic", "doors")
    levels.checkpoints.save({"a": "zebra"}, NOON)
    levels.propose("agents.md", "zebra", by="x")
    (levels.tree.conversations / "a.json").write_text(CONVERSATION.replace("patrol", "zebra"))
    clock.set(at(40))
    levels.apply_retention(levels.plan_retention())

    assert paths(levels, "zebra") == []


def test_the_steps_of_episodes_are_not_searched(levels):
    record_episode(levels)

    assert all("steps" not in path for path in paths(levels, "pose speed observation", limit=50))


def test_damaged_files_are_passed_over(levels):
    (levels.tree.conversations / "a.json").write_text("{zebra")
    (levels.tree.knowledge / "b.md").write_bytes(b"# B\n\n## X\nzebra \xff\n")

    assert paths(levels, "zebra") == ["knowledge/b.md"]


def test_links_are_not_followed(levels, tmp_path):
    (tmp_path / "secret.md").write_text("# zebra\n\n## X\nzebra\n")
    (levels.tree.knowledge / "link.md").symlink_to(tmp_path / "secret.md")

    assert paths(levels, "zebra") == []


def test_an_event_log_at_the_levels_root_is_found(levels):
    (levels.tree.root / "episodic" / "events.jsonl").write_text('{"what": "zebra"}\n')

    assert paths(levels, "zebra") == ["events.jsonl"]


def test_nothing_is_found_in_a_home_that_is_not_there(home, clock):
    levels = Levels(home, clock)

    assert levels.read_memory("anything").hits == ()
    assert levels.plan_retention().steps == ()
    assert levels.verify().defects == ()
    assert levels.events.head.seq == levels.stats().as_record()["total_files"] == 0
    assert levels.proposals.all() == levels.knowledge.keys() == levels.skills.keys() == []
    assert (levels.checkpoints.load(), levels.sessions.state) == (None, None)
    assert not home.exists()


def test_only_the_levels_asked_for_are_searched(levels):
    levels.write_memory({"what": "zebra"}, "episodic", "")
    levels.write_memory({"One": "zebra"}, "semantic", "doors")

    assert paths(levels, "zebra", levels=["episodic"]) == ["events/events.jsonl"]


def test_a_level_that_is_not_there_is_refused(levels):
    with pytest.raises(InvalidInput, match="'dreams' is none of procedural, semantic, episodic"):
        levels.read_memory("x", ["dreams"])


def test_a_query_of_stop_words_finds_nothing(levels):
    levels.write_memory({"One": "the door is on the left"}, "semantic", "doors")

    assert paths(levels, "what is the") == []


def test_the_number_of_hits_is_bounded(levels):
    for number in range(20):
        levels.write_memory({"what": f"zebra {number}"}, "episodic", "")

    assert len(paths(levels, "zebra")) == 10
    assert len(paths(levels, "zebra", limit=3)) == 3


# -- weights -------------------------------------------------------------------------------------


def test_of_equal_matches_the_higher_level_comes_first(levels):
    (levels.tree.root / "procedural" / "agents.md").write_text("# T\n\n## One\nzebra\n")
    (levels.tree.knowledge / "a.md").write_text("# T\n\n## One\nzebra\n")
    (levels.tree.root / "episodic" / "b.md").write_text("# T\n\n## One\nzebra\n")
    hits = levels.read_memory("zebra").hits

    assert [hit.passage.level.value for hit in hits] == ["procedural", "semantic", "episodic"]
    assert [round(hit.relevance, 6) for hit in hits] == [1.0, 1.0, 1.0]


def test_a_much_better_match_of_a_lower_level_comes_before_a_poor_one_of_a_higher(levels):
    levels.write_memory({"what": "zebra horse donkey"}, "episodic", "")
    (levels.tree.root / "procedural" / "agents.md").write_text(
        "# T\n\n## One\na donkey, and many other words that nobody asked for at all today\n"
    )

    assert paths(levels, "zebra horse donkey")[0] == "events/events.jsonl"


def test_many_matches_of_a_lower_level_do_not_hide_one_of_a_higher(levels):
    levels.events.append([{"what": f"zebra {number}"} for number in range(300)], NOON)
    (levels.tree.root / "procedural" / "agents.md").write_text(
        "# T\n\n## One\nzebra crossing north gate\n"
    )
    hits = levels.read_memory("zebra").hits

    assert hits[0].passage.path == "agents.md"
    assert hits[0].relevance < hits[1].relevance


def test_newer_knowledge_weighs_more():
    now = at(100)

    assert weight_of(MemoryLevel.SEMANTIC, at(99), now) > weight_of(
        MemoryLevel.SEMANTIC, at(90), now
    )
    assert weight_of(MemoryLevel.SEMANTIC, at(100), now) == 0.8
    assert weight_of(MemoryLevel.SEMANTIC, at(99), now) == pytest.approx(0.8 * 0.99)


@pytest.mark.parametrize("level", [MemoryLevel.PROCEDURAL, MemoryLevel.EPISODIC])
def test_the_other_levels_do_not_fade(level):
    assert weight_of(level, at(0), at(100)) == weight_of(level, at(100), at(100))


@given(st.floats(-1000, 10_000))
def test_knowledge_never_weighs_less_than_what_was_said_nor_more_than_a_skill(days):
    assert 0.5 <= weight_of(MemoryLevel.SEMANTIC, at(0), at(days)) <= 0.8


def test_of_two_equal_files_the_one_brought_up_to_date_last_comes_first(levels, clock):
    for key, day in (("old", 0), ("new", 20)):
        clock.set(at(day))
        levels.write_memory({"One": "zebra"}, "semantic", key)

    assert paths(levels, "zebra", levels=["semantic"]) == ["knowledge/new.md", "knowledge/old.md"]


# -- override ------------------------------------------------------------------------------------


def test_an_approved_skill_overrides_the_learned_one_section_by_section(levels):
    levels.skills.learn("dock", {"Capability": "Dock fast", "Lessons": "The dock is wet"})
    approve(levels, "dock", {"Capability": "Dock slowly"})
    context = levels.read_memory("dock", ["semantic", "procedural"])

    said = [hit.passage.text for hit in context.hits]
    assert any("Dock slowly" in text for text in said)
    assert any("The dock is wet" in text for text in said)
    assert not any("Dock fast" in text for text in said)
    assert ["Dock fast" in hit.passage.text for hit in context.overridden] == [True]


def test_knowledge_overrides_the_events_that_it_was_made_of(levels):
    levels.write_memory({"what": "zebra at the door"}, "episodic", "doors")
    levels.write_memory({"what": "zebra in the yard"}, "episodic", "yard")
    levels.write_memory({"One": "The zebra comes at noon"}, "semantic", "doors")
    context = levels.read_memory("zebra")

    assert [hit.passage.key for hit in context.hits] == ["doors", "yard"]
    assert [hit.passage.text for hit in context.overridden] == [
        "key: doors; what: zebra at the door"
    ]


def test_a_level_that_says_nothing_about_the_query_overrides_nothing(levels):
    levels.write_memory({"what": "zebra at the door"}, "episodic", "doors")
    levels.write_memory({"One": "Has a lip"}, "semantic", "doors")

    assert paths(levels, "zebra") == ["events/events.jsonl"]


def test_what_has_no_key_is_not_overridden(levels):
    levels.write_memory({"what": "zebra one"}, "episodic", "")
    levels.write_memory({"One": "zebra"}, "semantic", "events")
    levels.tree.behaviors.write_text('{"": "zebra"}')

    assert len(paths(levels, "zebra")) == 3


# -- terms ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [("doors", "door"), ("docking", "docked"), ("Stopped", "stopping"), ("motors", "MOTOR"),
     ("moves", "moving"), ("brake", "braking")],
)  # fmt: skip
def test_words_of_one_stem_are_one_term(one, other):
    assert terms_of(one) == terms_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("motor 3", "motor 4"), ("left", "right"), ("pass", "pas")]
)
def test_words_that_mean_different_things_are_different_terms(one, other):
    assert terms_of(one) != terms_of(other)


@given(st.text())
def test_terms_of_any_text_can_be_had(text):
    assert all(terms_of(text))


# -- paths ---------------------------------------------------------------------------------------


def test_a_file_is_read_by_its_path(levels):
    approving.approve(levels, levels.propose("skills/navigation/SKILL.md", SKILL, by="x").id)

    assert levels.read("procedural", "skills/navigation/SKILL.md") == SKILL
    assert levels.read("procedural", "skills/other/SKILL.md") is None


BAD_PATHS = ["../observations.db", "a/../../x", "/etc/passwd", "", ".", "..", ".hidden",
             "a/.hidden", "a\\..\\b", "a\0b", "x" * 300, "é" * 60, "a/./b", "archive/x",
             "a\n", "\udc80"]  # fmt: skip


@pytest.mark.parametrize("path", BAD_PATHS)
@pytest.mark.parametrize("level", ["procedural", "semantic", "episodic"])
def test_a_path_out_of_the_level_is_refused(levels, level, path):
    before = contents_of(levels)
    with pytest.raises(InvalidInput, match="nothing was read or written"):
        levels.read(level, path)
    with pytest.raises(InvalidInput, match="nothing was read or written"):
        levels.write(level, path, "{}", by="x")
    assert contents_of(levels) == before


def contents_of(levels):
    from levels_builders import contents

    return contents(levels.tree.root.parent)


def test_an_absolute_path_is_refused_even_into_the_level(levels):
    levels.write("semantic", "knowledge/doors.md", "# One\n", by="ada")
    with pytest.raises(InvalidInput, match="is not a relative path"):
        levels.read("semantic", str(levels.tree.knowledge / "doors.md"))


def test_a_link_out_of_the_level_is_refused(levels, tmp_path):
    (tmp_path / "secret").write_text("x")
    (levels.tree.knowledge / "link").symlink_to(tmp_path)

    with pytest.raises(InvalidInput, match="leads out of the level"):
        levels.read("semantic", "knowledge/link/secret")


@pytest.mark.parametrize("path", ["knowledge", "knowledge/doors.md/x"])
def test_a_path_of_no_file_is_refused(levels, path):
    levels.write("semantic", "knowledge/doors.md", "# One\n", by="ada")
    for level_write in (levels.read, lambda level, name: levels.write(level, name, "x", by="ada")):
        with pytest.raises(InvalidInput, match="is no file, or leads over one"):
            level_write("semantic", path)


def test_writing_knowledge_by_its_path_keeps_a_version(levels):
    levels.write("semantic", "knowledge/doors.md", "# One\n", by="ada")
    levels.write("semantic", "knowledge/doors.md", "# Two\n", by="ada")

    assert levels.read("semantic", "knowledge/doors.md") == "# Two\n"
    assert [version.text for version in levels.knowledge.versions("doors")] == ["# One\n"]


def test_writing_another_semantic_file_by_its_path_replaces_it(levels):
    levels.write("semantic", "behaviors/behaviors.json", '{"patrol": {}}', by="ada")

    assert levels.tree.behaviors.read_text() == '{"patrol": {}}'


def test_writing_a_procedural_file_by_its_path_is_a_proposal(levels):
    proposal = levels.write("procedural", "guardrails.json", "{}", by="ada")

    assert proposal.target == "guardrails.json"
    assert levels.read("procedural", "guardrails.json") is None


def test_writing_the_events_by_their_path_appends(levels):
    levels.write("episodic", "events/events.jsonl", '{"what": "a"}', by="ada")

    assert [line.data["what"] for line in levels.events.read()] == ["a"]


@pytest.mark.parametrize(
    ("path", "text"),
    [("events/events.jsonl", "no json"), ("events/events.jsonl", "[1]"),
     ("conversations/a.json", "{}"), ("checkpoints/ckpt_latest.json", "{}")],
)  # fmt: skip
def test_nothing_else_of_the_episodic_level_is_written_by_its_path(levels, path, text):
    with pytest.raises(InvalidInput, match=r"takes JSON objects for events/events\.jsonl only"):
        levels.write("episodic", path, text, by="ada")


def test_the_day_of_an_update_is_no_passage(levels):
    levels.write_memory({"One": "zebra"}, "semantic", "doors")

    assert paths(levels, "last updated 2026", levels=["semantic"]) == []
