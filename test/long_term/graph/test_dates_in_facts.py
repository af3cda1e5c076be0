"""Dates are brought to one form before any comparison (rules.md §8)."""

from __future__ import annotations

import pytest

from robot_memory.long_term.graph.fact_equality import normal_dates


@pytest.mark.parametrize(
    "text",
    [
        "May 15, 2026", "May 15 2026", "may 15th, 2026", "15 May 2026", "15th of May, 2026",
        "the 15th of May 2026", "15-May-2026", "2026/05/15", "2026/5/15", "2026.05.15",
        "15.05.2026", "15.5.2026", "05/15/2026", "15/05/2026", "2026-05-15", "2026-5-15",
    ],
)  # fmt: skip
def test_each_date_format_is_normalised_to_iso_8601(text):
    assert normal_dates(text) == "2026-05-15"


def test_dates_within_a_sentence_are_normalised():
    text = "Started on May 15, 2026, ended 16.05.2026."

    assert normal_dates(text) == "Started on 2026-05-15, ended 2026-05-16."


def test_times_with_a_zone_are_converted_to_utc():
    assert normal_dates("at 2026-05-15T14:30:00+02:00") == "at 2026-05-15T12:30:00Z"
    assert normal_dates("2026-05-15 14:30:00Z") == "2026-05-15T14:30:00Z"


@pytest.mark.parametrize(
    "text",
    [
        "05/06/2026", "Feb 31, 2026", "31.02.2026", "2026-13-01", "1.2.3", "192.168.12.2026",
        "v1.2.2026.4", "Mayor 15 2026", "Marx 5 2026", "May 2026", "2026", "10.0.2026", "12345",
        "2026-05-15T14:30", "2026-05-15T25:00:00Z", "0000-01-01",
    ],
)  # fmt: skip
def test_an_ambiguous_or_invalid_date_is_left_unchanged(text):
    assert normal_dates(text) == text
