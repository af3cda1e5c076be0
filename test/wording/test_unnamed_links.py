"""A link that fails has a first check though nobody knows what it goes to (rules.md §1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sonde logs a warning: Connect timed out, retrying", "the address and port"),
        ("tracker logs an error: failed to establish a connection at 10.0.0.4", "the address"),
        ("plough logs an error: Implement seems not to respond", "its cable or network"),
        ("hoist logs a warning: Nothing received from the crane", "what sends it is on"),
        ("tractor logs a warning: Oil temp stale (>2 s)", "check what sends it"),
        ("uplink logs a warning: Connection poor: 120 ms", "the radio signal"),
        ("gate logs a warning: Request to close the gate is unsuccessful", "ask again"),
        ("crew logs a warning: Depot unavailable, skipping", "runs or is on"),
        ("crew logs an error: Depot unavailable or permission denied", "may open it"),
        ("eye logs a warning: Eye has an older firmware, hdr is not available", "firmware"),
        ("geo logs an error: Transform too old to use", "transform"),
    ],
)
def test_a_link_that_fails_has_a_first_check(text: str, words: str):
    assert words in advice_for(text)


def test_a_link_whose_part_is_known_is_checked_as_that_part():
    assert advice_for("eye logs an error: Camera does not respond") == (
        "check the camera's cable and power"
    )


def test_a_value_that_is_not_available_does_not_run():
    assert advice_for("eye logs a warning: Feature gain: value unavailable") == ""
