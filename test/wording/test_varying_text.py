"""A text, and the values that stand in it (rules.md §1.10)."""

from __future__ import annotations

import pytest

from robot_memory.wording.varying_text import VaryingText

TEXT = VaryingText.of("no pulses for … on …", ["15 ms", "wheel"])


def test_a_text_of_one_message_is_the_message():
    assert str(TEXT) == "no pulses for 15 ms on wheel"
    assert TEXT.last == ()


def test_only_what_varies_becomes_a_range():
    text = TEXT.with_(VaryingText.of(TEXT.pattern, ["31 ms", "wheel"]))

    assert str(text) == "no pulses for 15–31 ms on wheel"
    assert text.last == ("31 ms",)


def test_values_for_other_places_are_left_out():
    assert TEXT.with_(VaryingText.of("no pulses for …", ["31 ms"])) == TEXT


def test_what_is_stored_reads_back():
    assert VaryingText.from_list(TEXT.as_list()) == TEXT


@pytest.mark.parametrize("items", [None, [], "x", ["a … b"], ["a … b", "1", "2"], ["a", 1], [3]])
def test_what_somebody_else_stored_there_is_no_text(items):
    assert VaryingText.from_list(items) is None


def test_the_text_of_earlier_versions_is_known():
    assert TEXT.without_values == "no pulses for … ms on …"
    assert VaryingText.of("took …", ["3 packets"]).without_values == "took … packets"
