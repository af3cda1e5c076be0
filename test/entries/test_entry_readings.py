"""What the values of rows do to the text of an entry (rules.md §1.10)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from entry_builders import (
    KEY,
    TEXT,
    at,
    edit,
    fold_one,
    make_entry,
    make_row,
    observe,
    open_memory,
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
    """Fold rows, each list by a fold of its own, and return the one entry."""
    entries = {}
    for rows in steps:
        fold = Fold(entries, Settings())
        fold.add(rows)
        entries = fold.entries
    (entry,) = entries.values()
    return entry


def test_rows_folded_one_by_one_widen_a_range_as_all_at_once():
    rows = [reading(number, value) for number, value in enumerate((5, 9, 7, 3, 12), 1)]

    assert folded(rows) == folded(*([row] for row in rows))
    assert folded(rows).text == "The encoder counts 3–12 pulses"


def test_the_words_of_a_person_stay_while_its_range_widens():
    told = make_row(2, at(hours=2), Kind.CORRECT, summary="The plug is loose", entry_id=ID)

    entry = folded([reading(1, 5), told, reading(3, 9), reading(4, 2)])

    assert entry.text == "The plug is loose"
    assert entry.extra[READINGS] == ["The encoder counts …", "2 pulses", "9 pulses", "2 pulses"]


@pytest.mark.parametrize(("keep", "told"), [
    ({KEEP: WITHDRAWN}, "The encoder counts 5 pulses"),
    ({KEEP: stamp_text(at(9))}, "The encoder counts 5 pulses"),
    ({KEEP: stamp_text(at(hours=3))}, "The encoder counts 2–9 pulses"),
    ({}, "The encoder counts 2–9 pulses"),
])  # fmt: skip
def test_the_words_that_a_person_keeps_stay_while_its_range_widens(keep, told):
    kept = make_row(2, at(hours=2), Kind.NOTE, source=Source.PERSON, key=None, entry_id=ID,
                    summary="The encoder counts 5 pulses", detail=keep)  # fmt: skip

    entry = folded([reading(1, 5), kept, reading(3, 9), reading(4, 2)])

    assert entry.text == told
    assert entry.extra[READINGS] == ["The encoder counts …", "2 pulses", "9 pulses", "2 pulses"]


def test_what_an_entry_holds_is_parsed_once_for_many_rows(monkeypatch):
    first = folded([reading(1, 5)])
    rows = [reading(number, number) for number in range(2, 22)]
    parsed, parse = [], VaryingText.from_list
    monkeypatch.setattr(VaryingText, "from_list", lambda items: parsed.append(1) or parse(items))

    Fold({first.id: first}, Settings()).add(rows)

    assert len(parsed) == 1 + len(rows)


def test_of_two_entries_with_one_key_the_second_has_it_once_the_first_has_left():
    first, second = (make_entry(text, extra={"key": KEY.as_list()}) for text in (TEXT, "Twin"))
    fold = Fold({entry.id: entry for entry in (first, second)}, Settings())
    assert fold.identify(KEY, "hardware_observation", TEXT) == first.id

    fold.remove(first.id)
    fold.add([make_row(1, at(1), key=None, entry_id=second.id)])

    assert fold.identify(KEY, "hardware_observation", TEXT) == second.id


def shown(row, condition):
    return replace(row, detail={**row.detail, SHOWS: condition})


def test_the_condition_under_which_a_fault_shows_ends_its_text():
    rows = [reading(1, 5), shown(reading(2, 9), "while rpm is above 3400")]

    assert folded(rows).text == "The encoder counts 5–9 pulses; so far only while rpm is above 3400"


def test_a_newer_condition_replaces_the_older_one_and_no_condition_takes_it_away():
    rows = [
        shown(reading(1, 5), "while rpm is above 3400"),
        shown(reading(2, 5), "near (3, 4) of /odom"),
    ]
    assert folded([reading(1, 5), *rows]).text.endswith("pulses; so far only near (3, 4) of /odom")
    assert (
        folded([reading(1, 5), *rows, shown(reading(3, 5), "")]).text
        == "The encoder counts 5 pulses"
    )


def test_the_words_of_a_person_get_no_condition():
    told = make_row(2, at(hours=2), Kind.CORRECT, summary="The plug is loose", entry_id=ID)

    entry = folded([reading(1, 5), told, shown(reading(3, 5), "while rpm is above 3400")])

    assert entry.text == "The plug is loose"


def test_values_that_come_later_keep_the_condition():
    rows = [reading(1, 5), shown(reading(2, 5), "while rpm is above 3400"), reading(3, 12)]

    assert folded(*([row] for row in rows)).text == (
        "The encoder counts 5–12 pulses; so far only while rpm is above 3400"
    )


def through_the_file(entry, *replaced):
    """Write an item, replace words everywhere in it as an editor does, and read it."""
    text = write_item(entry, (), indent="", times_as_text=False)
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    quick, parsed = read_written(text), read_item(compose(text).value[0], "entries[0]")
    assert quick is None or quick.entry == parsed.entry
    return parsed.entry


@pytest.mark.parametrize("replaced", [("encoder", "counter"), ("5", "8"), ("pulses", "ticks")])
def test_words_that_an_editor_replaces_everywhere_are_a_persons_and_stay(replaced):
    entry = folded([reading(1, 5)])
    assert not is_a_persons_wording(through_the_file(entry))

    worded = through_the_file(entry, replaced)
    later = fold_one([worded], [reading(2, 9)])

    assert worded.text == later.text == entry.text.replace(*replaced)
    assert is_a_persons_wording(worded)
    assert is_a_persons_wording(through_the_file(later))


def test_readings_of_a_file_that_has_no_checksum_are_the_memorys_own():
    entry = folded([reading(1, 5)])
    text = write_item(entry, (), indent="", times_as_text=False)
    before = re.sub(r", crc32-[0-9a-f]{8}", "", text)

    assert before != text
    assert read_written(before).entry == entry


def test_evidence_rewords_nothing_that_an_editor_replaced_everywhere_in_the_file(home, clock):
    def jam(memory, force):
        said = VaryingText.of("Gripper 2 is jammed at …", [force])
        observe(memory, summary=str(said), detail={READINGS: said.as_list()})

    with open_memory(home, clock) as memory:
        jam(memory, "5 N")
        memory.save()
    edit(home / "robot-memory.md", ("jammed", "stuck, as Ada knows"))
    for force in ("9 N", "2 N"):
        with open_memory(home, clock) as memory:
            jam(memory, force)
            memory.save()

    with open_memory(home, clock) as memory:
        ((_, entry),) = memory.entries()
    assert entry.text == "Gripper 2 is stuck, as Ada knows at 5 N"
    worded = "Gripper 2 is stuck, as Ada knows at …"
    assert entry.extra[READINGS] == [worded, "2 N", "9 N", "2 N", "edited"]
