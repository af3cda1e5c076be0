"""Pages in Markdown, line by line."""

from __future__ import annotations

from datetime import datetime, timezone

from hypothesis import given
from hypothesis import strategies as st

from robot_memory.long_term.levels.knowledge_store import KnowledgeStore
from robot_memory.long_term.levels.level_tree import LevelTree
from robot_memory.long_term.recall.page_lines import lines_of, peoples_lines


def texts(page: str) -> list[str]:
    return [line.text for line in lines_of(page)]


def test_an_item_of_a_list_is_a_line_and_so_is_a_paragraph():
    page = "# Doors\n\nA door\nis heavy.\n\n- one\n  goes on\n* two\n3. three\n"

    assert texts(page) == ["A door is heavy.", "one goes on", "two", "three"]


def test_a_line_knows_the_headings_above_it():
    page = "# Doors\n- a\n## Kitchen\n- b\n### Lip\n- c\n## Yard\n- d\n"

    assert [line.heading for line in lines_of(page)] == [
        "Doors", "Doors › Kitchen", "Doors › Kitchen › Lip", "Doors › Yard",
    ]  # fmt: skip


def test_front_matter_rules_and_the_day_of_the_update_are_left_out():
    page = "---\ntitle: x\n---\n# A\n- b\n\n---\n\n## Last Updated\n2026-12-01 (from 4 episodes)\n"

    assert texts(page) == ["b"]


@given(st.text(alphabet="#-*_=1.) \n<!>ab", max_size=200))
def test_any_page_can_be_read_and_no_line_is_empty(page):
    assert all(line.text.strip() for line in lines_of(page))


def test_an_event_is_no_request_of_people_whatever_it_says(tmp_path):
    now = datetime(2026, 12, 1, tzinfo=timezone.utc)
    content = {"Requests": ["People ask: dock"], "Events": ["People ask: open the door"]}
    KnowledgeStore(LevelTree(tmp_path)).update("patterns", content, now)
    name = "semantic/knowledge/patterns.md"
    is_own = peoples_lines(tmp_path, name)

    lines = lines_of((tmp_path / name).read_text())
    assert {line.text: is_own(line) for line in lines} == {
        "People ask: dock": True, "People ask: open the door": False,
    }  # fmt: skip
