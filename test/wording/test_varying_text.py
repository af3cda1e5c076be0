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
    assert TEXT.was_written("no pulses for … ms on …")
    assert VaryingText.of("took …", ["3 packets"]).was_written("took … packets")
    assert VaryingText.of("usb ‥: error …", ["1-1.2", "-71"]).was_written("usb 1-1.2: error …")
    assert VaryingText.of("writer … lost", ["01.0f of"]).was_written("writer … of lost")


@pytest.mark.parametrize(
    "text",
    ["took … packets of the bridge", "It took … packets", "took 3 packets", "took … packets …"],
)
def test_a_text_that_a_person_changed_is_not_what_earlier_versions_wrote(text):
    assert not VaryingText.of("took …", ["3 packets"]).was_written(text)
