"""A text and the values in it (rules.md §1.10)."""

from __future__ import annotations

import pytest

from robot_memory.foundation.wording.spread import Spread
from robot_memory.foundation.wording.varying_text import INSTEAD, READINGS, VaryingText

TEXT = VaryingText.of("no pulses for … on …", ["15 ms", "wheel"])


def test_only_values_that_differ_become_a_range():
    text = TEXT.with_(VaryingText.of(TEXT.pattern, ["31 ms", "wheel"]))

    assert str(text) == "no pulses for 15–31 ms on wheel"
    assert text.last == ("31 ms",)


def test_values_of_a_text_with_another_pattern_are_ignored():
    assert TEXT.with_(VaryingText.of("no pulses for …", ["31 ms"])) == TEXT


def test_a_stored_varying_text_reads_back_the_same():
    assert VaryingText.from_list(TEXT.as_list()) == TEXT


@pytest.mark.parametrize("items", [None, [], "x", ["a … b"], ["a … b", "1", "2"], ["a", 1], [3]])
def test_an_invalid_stored_list_reads_as_none(items):
    assert VaryingText.from_list(items) is None


@pytest.mark.parametrize("text", ["silent for 3.800000–60 ms", "silent for 3.8–60 ms",
                                  "silent for 3.7–62 ms"])  # fmt: skip
def test_a_text_with_differently_rounded_numbers_is_not_a_persons_wording(text):
    varying = VaryingText("silent for …", (Spread("3.800000 ms", "60 ms", "5 ms"),))

    assert str(varying) == "silent for 3.8–60 ms"
    assert varying.wrote(text)


@pytest.mark.parametrize("text", ["silent for 3.8–90 ms", "mute for 3.8–60 ms", "silent for 60 ms",
                                  "silent for 3.8–60 ms, often"])  # fmt: skip
def test_a_text_with_other_words_or_numbers_is_a_persons_wording(text):
    varying = VaryingText("silent for …", (Spread("3.800000 ms", "60 ms", "5 ms"),))

    assert not varying.wrote(text)


def test_a_value_that_replaces_its_first_reading_removes_it_from_the_range():
    first, now = (VaryingText.of("It rose from … to …", values) for values in ("35", "39"))
    both = VaryingText.of("It rose from … to …", "34").with_(first)

    assert str(first.with_(now, first.as_list())) == "It rose from 3 to 9"
    assert str(both.with_(now, first.as_list())) == "It rose from 3 to 4–9"
    rows = [{READINGS: first.as_list()}, {READINGS: now.as_list(), INSTEAD: first.as_list()}]
    assert str(VaryingText.merged(rows)) == "It rose from 3 to 9"
