"""What the values of new evidence do to the text of an entry (rules.md §1.10)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from entry_builders import KEY, NOON, at, fold_one, make_entry, make_row

from robot_memory.entries.reading_rules import lasting_text
from robot_memory.ledger import Kind
from robot_memory.wording.varying_text import READINGS, VaryingText

PATTERN = "left encoder: no pulses for …"


def told(number: int, value: str, kind: Kind = Kind.ONSET, *, pattern: str = PATTERN):
    said = VaryingText.of(pattern, [value])
    return make_row(number, at(number), kind, summary=str(said), entry_id="mem-1",
                    detail={READINGS: said.as_list()})  # fmt: skip


def test_the_text_shows_the_only_value_that_came():
    assert fold_one([], [told(1, "15 ms"), told(2, "15 ms")]).text == (
        "left encoder: no pulses for 15 ms"
    )


@pytest.mark.parametrize("values", permutations(["15 ms", "22 ms", "35 ms"]))
def test_the_text_shows_the_range_of_the_values_in_whatever_order_they_come(values):
    rows = [told(number, value) for number, value in enumerate(values, start=1)]

    assert fold_one([], rows).text == "left encoder: no pulses for 15–35 ms"


def test_values_during_an_occurrence_widen_the_range_and_are_no_new_evidence():
    entry = fold_one([], [told(1, "15 ms"), told(2, "35 ms", Kind.END)])

    assert entry.text == "left encoder: no pulses for 15–35 ms"
    assert (entry.observation_count, entry.last_reinforced) == (1, at(1))


def test_a_wider_range_keeps_the_id_and_makes_no_new_entry():
    one = fold_one([], [told(1, "15 ms")])

    assert fold_one([one], [told(2, "35 ms")]).id == one.id


def test_the_id_depends_on_no_value():
    one, other = told(1, "15 ms"), told(2, "35 ms")

    assert lasting_text(one) == lasting_text(other) == PATTERN


def test_a_persons_words_stay_whatever_values_come():
    entry = replace(fold_one([], [told(1, "15 ms")]), text="Cable of the left encoder is loose")

    assert fold_one([entry], [told(2, "35 ms")]).text == "Cable of the left encoder is loose"


def test_a_persons_words_that_hold_the_old_text_stay_too():
    entry = fold_one([], [told(1, "15 ms")])
    entry = replace(entry, text=f"{entry.text}: loose cable")

    assert fold_one([entry], [told(2, "35 ms")]).text.endswith("15 ms: loose cable")


def test_a_text_that_an_earlier_version_wrote_gets_its_values():
    old = make_entry("left encoder: no pulses for … ms", extra={"key": KEY.as_list()})

    assert fold_one([old], [told(1, "15 ms")]).text == "left encoder: no pulses for 15 ms"


def test_an_entry_reported_with_another_severity_keeps_its_words_and_takes_the_value():
    entry = fold_one([], [told(1, "15 ms"), told(2, "35 ms", pattern="encoder: worse …")])

    assert entry.text == "left encoder: no pulses for 15–35 ms"


def test_a_row_without_values_changes_no_text():
    entry = fold_one([], [told(1, "15 ms"), make_row(2, NOON)])

    assert entry.text == "left encoder: no pulses for 15 ms"
