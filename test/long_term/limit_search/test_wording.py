"""Limits as text for people and as data for planners."""

from __future__ import annotations

import math

import pytest

from robot_memory.long_term.limit_search.limit_finding import LimitFinding
from robot_memory.long_term.limit_search.limit_lifecycle import limit_sentence, statistics
from robot_memory.long_term.limit_search.region import Region, RegionSide

FAST = Region("speed", RegionSide.ABOVE, 0.3)


def test_a_limit_sentence_states_the_fault_the_condition_and_the_advice():
    assert limit_sentence("Left wheel encoder fails", FAST) == (
        "Left wheel encoder fails above 0.3 m/s — prefer ≤ 0.3 m/s"
    )


@pytest.mark.parametrize(
    ("region", "text"),
    [
        (Region("speed", RegionSide.BELOW, 0.1), "Arm stalls below 0.1 m/s — prefer ≥ 0.1 m/s"),
        (
            Region("turn_rate", RegionSide.ABOVE, 1.5),
            "Arm stalls above 1.5 rad/s — prefer ≤ 1.5 rad/s",
        ),
        (Region("battery", RegionSide.BELOW, 30.0), "Arm stalls below 30 % charge — prefer ≥ 30 %"),
        (Region("load", RegionSide.ABOVE, 12.0), "Arm stalls above 12 A of load — prefer ≤ 12 A"),
        (Region("temperature", RegionSide.ABOVE, 40.0), "Arm stalls above 40 °C — prefer ≤ 40 °C"),
        (Region("mode", RegionSide.IS, "AUTO"), "Arm stalls in mode AUTO — prefer another mode"),
        (Region("/arm current", RegionSide.ABOVE, 2.0),
         "Arm stalls, mostly while /arm current is above 2"),
        (Region("/gripper closed", RegionSide.IS, 1.0),
         "Arm stalls, mostly while /gripper closed is 1"),
        (Region("time of day", RegionSide.IS, "12:00 and 16:00 UTC"),
         "Arm stalls, mostly between 12:00 and 16:00 UTC"),
    ],
)  # fmt: skip
def test_each_condition_is_said_in_its_own_words(region: Region, text: str):
    assert limit_sentence("Arm stalls.", region) == text


def test_a_sentence_that_quotes_a_message_is_reported_after_the_limit():
    assert limit_sentence("mavros: GPS reports an error: No satellites", FAST) == (
        "Above 0.3 m/s: mavros: GPS reports an error: No satellites — prefer ≤ 0.3 m/s"
    )


def test_a_long_sentence_is_cut_before_the_limit_not_within_it():
    text = limit_sentence("word " * 99, FAST)

    assert len(text) <= 500
    assert text.endswith("... above 0.3 m/s — prefer ≤ 0.3 m/s")


def test_the_statistics_text_states_onsets_time_p_value_and_rate_ratio():
    finding = LimitFinding(FAST, 15, 14, 0.22, 41.0, "driving", 47.7, 7.9, 2000.0, 0.00123)

    assert statistics(finding) == (
        "14 of 15 onsets above 0.3 m/s, against 22 % of driving time (41.0 h); "
        "p = 0.0012, rate 48× (95 %: 7.9× to 2000×)"
    )


def test_an_unlimited_upper_bound_is_shown_as_infinity():
    finding = LimitFinding(FAST, 15, 15, 0.22, 0.5, "running", 90.0, 12.0, math.inf, 0.002)

    assert statistics(finding).endswith("(0.5 h); p = 0.002, rate 90× (95 %: 12× to ∞)")
