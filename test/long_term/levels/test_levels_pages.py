"""SKILL.md and knowledge files: reading and rewriting changes no byte."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from levels_builders import KNOWLEDGE

from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.levels.knowledge_store import updated_text
from robot_memory.long_term.levels.markdown_page import read_content, read_page
from robot_memory.long_term.levels.skill_store import Skill, read_skill, write_skill

LINES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), max_size=12)
TEXTS = st.lists(
    st.one_of(LINES, LINES.map(lambda text: f"## {text}"), st.sampled_from(["```", "~~~", "# T"])),
    max_size=12,
).map("\n".join)


@given(TEXTS | st.text())
def test_any_page_is_written_as_it_was_read(text):
    assert read_page(text).render() == text


def test_a_file_without_a_title_is_refused_as_a_skill():
    with pytest.raises(InvalidInput, match=r"robot/SKILL\.md is not a skill"):
        read_skill("## Actions\n- run\n", "robot/SKILL.md")


NAMES = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8)


@given(
    st.builds(
        Skill,
        title=NAMES,
        capability=NAMES,
        actions=st.lists(st.tuples(NAMES, NAMES)).map(tuple),
        constraints=st.lists(NAMES).map(tuple),
        patterns=st.lists(st.tuples(NAMES, NAMES)).map(tuple),
    )
)
def test_a_written_skill_reads_back_the_same(skill):
    assert read_skill(write_skill(skill)) == skill


def test_all_defects_of_page_content_are_reported_at_once():
    content = {
        "title": "two\nlines", "episodes": -1, "One": [1, None], "Two": {"a": object}, "a\nb": "x",
        "last updated": "today",
    }  # fmt: skip
    with pytest.raises(InvalidInput) as caught:
        read_content(content, "key")

    assert [defect.path for defect in caught.value.defects] == [
        "One[1]", "Two.a", "'a\\nb'", "'last updated'", "title", "episodes",
    ]  # fmt: skip


def test_content_with_only_a_title_is_refused():
    with pytest.raises(InvalidInput, match="says nothing"):
        read_content({"title": "T"}, "key")


TODAY = date(2026, 12, 1)


def update(text, said, written=None):
    content = read_content(said, "doors")
    return updated_text(text, content, written or {}, TODAY)


def test_a_new_section_is_inserted_before_the_last_updated_section():
    text = update(KNOWLEDGE, {"Ice Levels": ["Brake early"]})

    assert [section.heading for section in read_page(text).sections][-2:] == [
        "Ice Levels", "Last Updated",
    ]  # fmt: skip
    assert text.endswith("- Brake early\n\n## Last Updated\n2026-12-01 (from 47 episodes)\n")


@given(
    st.lists(NAMES, unique=True, max_size=4),
    st.lists(NAMES, unique=True, min_size=1, max_size=4),
    st.lists(NAMES.map(lambda name: f"person {name}"), unique=True, max_size=3),
)
def test_an_update_keeps_a_persons_lines_and_a_repeat_changes_nothing(before, after, persons):
    text = "# T\n\n## One\n" + "".join(f"- {item}\n" for item in [*before, *persons])
    said, written = {"One": after}, {"One": tuple(before)}
    once = update(text, said, written)

    assert set(read_page(once).find("One").bullets) == {*persons, *after}
    assert update(once, said, {"One": tuple(after)}) == once
