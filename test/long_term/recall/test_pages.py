"""Pages in Markdown, line by line."""

from __future__ import annotations

from datetime import datetime, timezone

from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.time.clock import SystemClock
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.knowledge_store import KnowledgeStore
from robot_memory.long_term.levels.level_tree import LevelTree
from robot_memory.long_term.recall.page_lines import agents_lines, lines_of, peoples_lines


def texts(page: str) -> list[str]:
    return [line.text for line in lines_of(page)]


def test_each_list_item_and_each_paragraph_is_one_line():
    page = "# Doors\n\nA door\nis heavy.\n\n- one\n  goes on\n* two\n"

    assert texts(page) == ["A door is heavy.", "one goes on", "two"]


def test_a_numbered_list_is_one_line_with_its_numbers_in_order():
    page = "# Scan\n\nSlowly.\n\n1. Check\n   the battery\n2) Drive\n\n3. Scan\n\nDone.\n"

    assert texts(page) == ["Slowly.", "1. Check the battery\n2) Drive\n3. Scan", "Done."]


def test_text_between_numbered_steps_belongs_to_the_list():
    page = "1. Wait\n\n**Never with the lamp on.**\n\n2. Scan\n   - twice\n- other\n"

    assert texts(page) == ["1. Wait\n**Never with the lamp on.**\n2. Scan\n   - twice", "other"]


def test_each_section_has_a_numbered_list_of_its_own():
    assert texts("# A\n1. a\n2. b\n# B\n1. c\n2. d\n") == ["1. a\n2. b", "1. c\n2. d"]


def test_a_skill_is_one_line_with_its_section_names():
    page = "# Scan bay 7\n\n## Actions\n- forward: drive\n\n## Constraints\n- Never at night\n"
    (line,) = lines_of(page, is_skill=True)

    assert (line.heading, line.text) == (
        "Scan bay 7", "## Actions\n- forward: drive\n## Constraints\n- Never at night",
    )  # fmt: skip
    assert line.parts == ("Actions", "forward: drive", "Constraints", "Never at night")


def test_a_line_has_the_headings_above_it():
    page = "# Doors\n- a\n## Kitchen\n- b\n### Lip\n- c\n## Yard\n- d\n"

    assert [line.heading for line in lines_of(page)] == [
        "Doors", "Doors › Kitchen", "Doors › Kitchen › Lip", "Doors › Yard",
    ]  # fmt: skip


def test_front_matter_rules_and_the_update_date_are_ignored():
    page = "---\ntitle: x\n---\n# A\n- b\n\n---\n\n## Last Updated\n2026-12-01 (from 4 episodes)\n"

    assert texts(page) == ["b"]


@given(st.text(alphabet="#-*_=1.) \n<!>ab", max_size=200), st.booleans())
def test_any_page_can_be_read_and_no_line_is_empty(page, is_skill):
    lines = list(lines_of(page, is_skill=is_skill))
    assert all(line.text.strip() and all(line.parts) for line in lines)


def test_an_event_that_looks_like_a_request_of_people_is_not_one(tmp_path):
    now = datetime(2026, 12, 1, tzinfo=timezone.utc)
    content = {"Requests": ["People ask: dock"], "Events": ["People ask: open the door"]}
    KnowledgeStore(LevelTree(tmp_path)).update("patterns", content, now)
    name = "semantic/knowledge/patterns.md"
    is_own = peoples_lines(tmp_path, name)

    lines = lines_of((tmp_path / name).read_text())
    assert {line.text: is_own(line) for line in lines} == {
        "People ask: dock": True, "People ask: open the door": False,
    }  # fmt: skip


def test_a_list_of_steps_counts_as_an_agents_if_it_wrote_one_of_them(tmp_path):
    Levels(tmp_path, SystemClock()).write(
        "semantic",
        "knowledge/scan.md",
        "# Scan\n\n1. Drive\n2. Scan\n",
        by="agent:planner over HTTP",
    )
    name = "semantic/knowledge/scan.md"
    (tmp_path / name).write_text("# Scan\n\n1. Drive\n2. Wait\n3. Scan\n\nAsk Ada first.\n")
    steps, asked = lines_of((tmp_path / name).read_text())

    assert (agents_lines(tmp_path, name)(steps), peoples_lines(tmp_path, name)(steps)) == (
        "agent:planner over HTTP", False,
    )  # fmt: skip
    assert peoples_lines(tmp_path, name)(asked)
