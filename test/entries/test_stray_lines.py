"""A stray line between the items of the list costs no readable item."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entry_builders import NOON, at, make_entry, make_file, make_item
from hypothesis import example, given
from hypothesis import strategies as st
from test_laws import FEW

from robot_memory.entries import MemoryDocument
from robot_memory.entries.front_matter_end import as_comments

NAMES = [f"Part {number}" for number in range(8)]
STRAY = {
    "a tab and an open bracket": "\t- bad: [tab\n",
    "an open bracket": "  - bad: [\n",
    "text": "  the left wheel again\n",
    "text at the margin": "ask Ada\n",
    "a key": "  wheel:\n",
    "another indentation": "   - type: environment_note\n     text: Dock is wet\n",
    "two lines": "\t- bad: [tab\n\t  more of it\n",
    "a comment above it": "  # mine\n\t- bad: [tab\n  # that was it\n",
}
strays = pytest.mark.parametrize("stray", STRAY.values(), ids=STRAY.keys())


def with_stray(stray, place, *, tags=""):
    """Return a file of eight entries with stray text above one of them."""
    text = make_file(*(make_item(name, tags=tags) for name in NAMES), body="body\n")
    starts = [here for here in range(len(text)) if text.startswith("  - id:", here)]
    where = [*starts, text.rindex("---")][place]
    return text[:where] + stray + text[where:]


def texts(document):
    return [entry.text for entry in document.entries.values()]


def save_all_changed(document):
    changed = [replace(entry, observation_count=9) for entry in document.entries.values()]
    document.put([*changed, make_entry("Mine")])
    document.set_header(rrn="RRN-000000000001", last_updated=at(1), ledger_id="l1", ledger_seq=7)
    return document.render()


@strays
@pytest.mark.parametrize("tags", ["", "[wheel]", "\n  - wheel\n  - encoder"])
def test_a_stray_line_above_all_items_loses_no_item(stray, tags):
    document = MemoryDocument(with_stray(stray, 0, tags=tags))

    assert texts(document) == NAMES
    assert {defect.path for defect in document.defects} == {"entries[0]"}


@strays
@pytest.mark.parametrize("tags", ["", "\n  - wheel\n  - encoder"])
@pytest.mark.parametrize("place", [1, 8])
def test_a_stray_line_below_an_item_loses_at_most_that_item(stray, place, tags):
    document = MemoryDocument(with_stray(stray, place, tags=tags))
    above = NAMES[place - 1]

    assert [name for name in texts(document) if name != above] == [
        *NAMES[: place - 1],
        *NAMES[place:],
    ]
    assert len(document.defects) == 1


def test_peer_entries_are_not_read_as_items_of_a_damaged_list():
    peer = "peer_context:\n  - rrn: RRN-000000000002\n    entries:\n" + "".join(
        f"      - id: mem-0000000{number}\n" for number in range(9)
    )
    text = with_stray(STRAY["text"], 0).replace("---\nbody", f"{peer}---\nbody")
    document = MemoryDocument(text)

    assert texts(document) == NAMES
    assert peer in document.render()


@pytest.mark.parametrize("place", [0, 3, 8])
def test_a_defect_names_the_line_of_the_file(place):
    text = with_stray(STRAY["a tab and an open bracket"], place)
    (line,) = (number for number, line in enumerate(text.splitlines(), 1) if "bad" in line)
    (defect,) = MemoryDocument(text).defects

    assert f"line {line}:" in str(defect)


def test_new_items_beside_a_single_stray_line_are_readable():
    document = MemoryDocument(make_file("x").replace("  - x\n", "\t- bad: [tab\n"))

    assert texts(MemoryDocument(save_all_changed(document))) == ["Mine"]


@pytest.mark.parametrize("stray", ["::\n", "-a:\n", "#\n::\n"])
def test_a_line_with_an_empty_field_name_loses_at_most_one_item(stray):
    document = MemoryDocument(with_stray(stray, 4))

    assert [name for name in texts(document) if name != NAMES[3]] == [*NAMES[:3], *NAMES[4:]]
    assert len(document.defects) == 1


@FEW
@example("#\n::", 1)
@example(":\na:", 8)
@example("---", 0)
@example("---\n---\n---", 8)
@given(st.text("\t -[{:\"'ab#\n", max_size=30), st.integers(0, 8))
def test_lines_between_two_items_are_kept_byte_for_byte(stray, place):
    text = with_stray(f"{stray}\n", place)
    document = MemoryDocument(text)
    mine = make_entry("Mine", first_seen=NOON)
    document.put([mine])
    written = document.render()
    start = written.rindex("\n", 0, written.index(mine.id)) + 1

    assert MemoryDocument(written).render() == written
    kept = written[:start] + written[start + len(written) - len(text) :]
    assert as_comments(kept) == as_comments(text)
