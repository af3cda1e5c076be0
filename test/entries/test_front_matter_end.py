"""A YAML document marker inside the front matter ends nothing and costs no entry."""

from __future__ import annotations

import re

import pytest
from entry_builders import make_entry, make_file, make_item

from robot_memory.entries import FrontMatterDamaged, MemoryDocument

NAMES = ["Part 0", "Part 1", "Part 2"]
FILE = make_file(*map(make_item, NAMES), body="\n# Notes\n\n- text: of mine\n---\nmore\n")
markers = pytest.mark.parametrize("marker", ["---\n", "...\n", "--- \r\n", "--- # Hall\n"])


def texts(document):
    return [entry.text for entry in document.entries.values()]


@markers
@pytest.mark.parametrize("above", [
    "schema_version", "rrn", "entries", "  - id: mem-.*\n.*\n.*Part 0",
    "  - id: mem-.*\n.*\n.*Part 1", "    text: .Part 2", "    observation_count: 1\n---",
])  # fmt: skip
def test_a_document_marker_inside_the_front_matter_loses_no_entry(marker, above):
    place = re.search(f"^{above}", FILE, re.MULTILINE).start()
    text = FILE[:place] + marker + FILE[place:]
    document = MemoryDocument(text)

    assert texts(document) == NAMES
    (defect,) = document.defects
    assert defect.path == f"line {text[:place].count(chr(10)) + 1}"
    assert "ends nothing here" in defect.problem


def test_the_next_save_turns_a_stray_marker_into_a_comment():
    place = FILE.rindex("  - id:")
    document = MemoryDocument(FILE[:place] + "---\n" + FILE[place:])
    document.put([make_entry("Mine")])
    written = MemoryDocument(document.render())

    assert texts(written) == [*NAMES, "Mine"] and written.defects == []
    assert document.render().replace("#--\n", "").startswith(FILE[: FILE.index("---\n\n# Notes")])


def test_a_file_with_a_stray_marker_and_no_end_is_damaged():
    place = FILE.rindex("  - id:")
    with pytest.raises(FrontMatterDamaged, match="cut off"):
        MemoryDocument(FILE[:place] + "---\n" + FILE[place : FILE.index("---\n\n# Notes")])


@pytest.mark.parametrize("body", [
    "- text: of mine\n",
    "    text: of mine\n",
    "Before:\n```\n  - id: mem-00000001\n```\n---\n",
    "Before:\n  - id: mem-00000001\n    text: x\n",
    f"\n{FILE}",
    "---\nrrn: RRN-000000000001\nentries: []\n---\n",
    "---\n---\n",
    "Kitchen\n---\nHall\n---\n  - id: mem-00000001\n---\n",
])  # fmt: skip
def test_a_body_similar_to_front_matter_stays_the_body(body):
    text = make_file(*map(make_item, NAMES), body=body)
    document = MemoryDocument(text)

    assert texts(document) == NAMES and document.defects == []
    document.put([make_entry("Mine")])
    assert document.render().endswith(f"\n---\n{body}")
