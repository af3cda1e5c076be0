"""A line that ends a YAML document, left in the front matter, ends none and costs no entry."""

from __future__ import annotations

import re

import pytest
from entry_builders import make_entry, make_file, make_item

from robot_memory.entries import FrontMatterDamaged, MemoryDocument

NAMES = ["Part 0", "Part 1", "Part 2"]
PEERS = "peer_context:\n  - rrn: RRN-000000000002\n    entries: []\n"
FILE = make_file(*map(make_item, NAMES), body="\n# Notes\n\n- text: of mine\n---\nmore\n")
markers = pytest.mark.parametrize("marker", ["---\n", "...\n", "--- \r\n", "--- # Hall\n"])


def texts(document):
    return [entry.text for entry in document.entries.values()]


@markers
@pytest.mark.parametrize("above", [
    "schema_version", "rrn", "entries", "  - id: mem-.*\n.*\n.*Part 0",
    "  - id: mem-.*\n.*\n.*Part 1", "    text: .Part 2", "    observation_count: 1\n---",
])  # fmt: skip
def test_a_marker_anywhere_in_the_front_matter_costs_no_entry(marker, above):
    place = re.search(f"^{above}", FILE, re.MULTILINE).start()
    text = FILE[:place] + marker + FILE[place:]
    document = MemoryDocument(text)

    assert texts(document) == NAMES
    (defect,) = document.defects
    assert defect.path == f"line {text[:place].count(chr(10)) + 1}"
    assert "ends nothing here" in defect.problem


@pytest.mark.parametrize("ruler", ["---\n---\n", "---\n\n# Second floor\n", "---\nKitchen\n"])
def test_a_heading_below_the_line_changes_nothing_of_that(ruler):
    place = FILE.rindex("  - id:")
    document = MemoryDocument(FILE[:place] + ruler + FILE[place:])

    assert NAMES[0] in texts(document) and NAMES[2] in texts(document)


def test_a_line_above_what_peers_said_costs_none_of_it():
    text = FILE.replace("---\n\n# Notes", f"---\n{PEERS}---\n\n# Notes")

    assert list(MemoryDocument(text).peers) == ["RRN-000000000002"]


def test_the_next_save_makes_a_comment_of_it_and_keeps_all_else():
    place = FILE.rindex("  - id:")
    document = MemoryDocument(FILE[:place] + "---\n" + FILE[place:])
    document.put([make_entry("Mine")])
    written = MemoryDocument(document.render())

    assert texts(written) == [*NAMES, "Mine"] and written.defects == []
    assert document.render().replace("#--\n", "").startswith(FILE[: FILE.index("---\n\n# Notes")])


def test_a_file_whose_end_is_missing_too_is_damaged_and_deletes_nothing():
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
def test_a_body_that_looks_a_little_like_it_is_a_body(body):
    text = make_file(*map(make_item, NAMES), body=body)
    document = MemoryDocument(text)

    assert texts(document) == NAMES and document.defects == []
    document.put([make_entry("Mine")])
    assert document.render().endswith(f"\n---\n{body}")


def test_a_persons_notes_below_such_a_line_are_not_deleted(memory):
    for name in NAMES:
        memory.remember("environment_note", f"{name} is wet", source="person:ada")
    memory.save(force=True)
    path = memory.home.memory_file
    text = path.read_text()
    place = text.index("  - id:", text.index("  - id:") + 1)
    path.write_text(text[:place] + "---\n" + text[place:])
    memory.remember("environment_note", "Hall nine has a gate", source="person:ada")
    memory.save(force=True)

    assert len(memory.entries()) == len(NAMES) + 1
    assert not memory.home.archive.exists()
