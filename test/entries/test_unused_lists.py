"""A list of entries under another key than ``entries`` is kept, and reported as not used."""

from __future__ import annotations

import pytest
from entry_builders import make_file, make_item

from robot_memory.entries import MemoryDocument
from robot_memory.foundation.errors import Defect

TYPED = "- type: environment_note\n  text: Dock is wet\n"
FULL = "- id: mem-1\n  text: Dock is wet\n  confidence: 0.5\n"


def under(lines: str, key: str = "notes:") -> str:
    """Return a memory file with another tool's lines in its front matter."""
    return make_file(make_item("Door sticks")).replace("entries:\n", f"{key}\n{lines}entries:\n", 1)


@pytest.mark.parametrize(
    ("lines", "path", "items"),
    [
        (TYPED, "notes", "1 item"),
        (FULL + TYPED, "notes", "2 items"),
        ("  entries:\n" + "".join(f"    {line}\n" for line in FULL.splitlines()),
         "notes.entries", "1 item"),
    ],
)  # fmt: skip
def test_a_list_of_entries_under_another_key_is_reported_with_its_path_and_kept(lines, path, items):
    text = under(lines)
    document = MemoryDocument(text)

    assert [entry.text for entry in document.entries.values()] == ["Door sticks"]
    assert document.defects == [
        Defect(path, f"not used: {items} like entries, which belong below entries")
    ]
    assert document.render() == text


@pytest.mark.parametrize(
    "lines",
    [
        "- author: ada\n  text: hello\n",
        "- type: comment\n  text: hello\n",
        "- 3\n- text\n",
        "- {[text]: 1, type: environment_note}\n",
    ],
)
def test_other_lists_of_another_tool_are_not_reported(lines):
    assert MemoryDocument(under(lines)).defects == []
