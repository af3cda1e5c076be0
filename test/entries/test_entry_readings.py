"""How the values in rows change the text of an entry (rules.md §1.10)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entry_builders import (
    at,
    fold_one,
    make_row,
)  # fmt: skip

from robot_memory.entries.entry_item import read_item, write_item
from robot_memory.entries.entry_readings import is_a_persons_wording
from robot_memory.entries.fast_item_reader import read_written
from robot_memory.entries.fold import Fold
from robot_memory.entries.front_matter import compose
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger import Kind, Source
from robot_memory.ledger.checked_detail import KEEP, WITHDRAWN
from robot_memory.ledger.observation import SHOWS, stamp_text

ID = "mem-00000001"


def reading(number, value):
    text = VaryingText.of("The encoder counts …", [f"{value} pulses"])
    detail = {READINGS: text.as_list()}
    return make_row(number, at(hours=number), summary=str(text), detail=detail, entry_id=ID)


def folded(*steps):
    """Fold each list of rows with a new fold, and return the only entry."""
    entries = {}
    for rows in steps:
        fold = Fold(entries, Settings())
        fold.add(rows)
        entries = fold.entries
    (entry,) = entries.values()
    return entry


def test_a_range_is_the_same_for_rows_folded_one_by_one_or_together():
    rows = [reading(number, value) for number, value in enumerate((5, 9, 7, 3, 12), 1)]

    assert folded(rows) == folded(*([row] for row in rows))
    assert folded(rows).text == "The encoder counts 3–12 pulses"


@pytest.mark.parametrize(("keep", "told"), [
    ({KEEP: WITHDRAWN}, "The encoder counts 5 pulses"),
    ({KEEP: stamp_text(at(9))}, "The encoder counts 5 pulses"),
    ({KEEP: stamp_text(at(hours=3))}, "The encoder counts 2–9 pulses"),
    ({}, "The encoder counts 2–9 pulses"),
])  # fmt: skip
def test_a_text_confirmed_by_a_person_stays_while_its_range_widens(keep, told):
    kept = make_row(2, at(hours=2), Kind.NOTE, source=Source.PERSON, key=None, entry_id=ID,
                    summary="The encoder counts 5 pulses", detail=keep)  # fmt: skip

    entry = folded([reading(1, 5), kept, reading(3, 9), reading(4, 2)])

    assert entry.text == told
    assert entry.extra[READINGS] == ["The encoder counts …", "2 pulses", "9 pulses", "2 pulses"]


def shown(row, condition):
    return replace(row, detail={**row.detail, SHOWS: condition})


def test_a_newer_condition_replaces_the_older_one_and_an_empty_one_removes_it():
    rows = [
        shown(reading(1, 5), "while rpm is above 3400"),
        shown(reading(2, 5), "near (3, 4) of /odom"),
    ]
    assert folded([reading(1, 5), *rows]).text.endswith("pulses; so far only near (3, 4) of /odom")
    assert (
        folded([reading(1, 5), *rows, shown(reading(3, 5), "")]).text
        == "The encoder counts 5 pulses"
    )


def through_the_file(entry, *replaced):
    """Write an item, replace words in it as an editor's "replace all" does, and read it."""
    text = write_item(entry, (), indent="", times_as_text=False)
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    quick, parsed = read_written(text), read_item(compose(text).value[0], "entries[0]")
    assert quick is None or quick.entry == parsed.entry
    return parsed.entry


@pytest.mark.parametrize("replaced", [("encoder", "counter"), ("5", "8"), ("pulses", "ticks")])
def test_words_replaced_in_the_whole_file_count_as_a_persons_and_stay(replaced):
    entry = folded([reading(1, 5)])
    assert not is_a_persons_wording(through_the_file(entry))

    worded = through_the_file(entry, replaced)
    later = fold_one([worded], [reading(2, 9)])

    assert worded.text == later.text == entry.text.replace(*replaced)
    assert is_a_persons_wording(worded)
    assert is_a_persons_wording(through_the_file(later))
