"""Confidence grows with evidence and fades without it (document 000 §4, rules.md §2)."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest
from entry_builders import NOON, at, make_entry
from hypothesis import given
from hypothesis import strategies as st

from robot_memory import EntryType
from robot_memory.entries.confidence import band, decayed, effective, recurrence_floor, reinforce
from robot_memory.entries.ranking import Ranking
from robot_memory.foundation.settings import Settings

PLAIN = Settings(recurrence=False)
CONFIDENCE = st.floats(0.0, 1.0)
SECONDS = st.floats(-1e7, 1e8)


def is_spent(entry, now, settings):
    return entry in Ranking([entry]).decayed(now, settings)


# -- decay (§4.3) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("confidence", "days", "rate", "expected"),
    [
        (1.0, 0, 0.05, 1.0),
        (1.0, 1, 0.05, 0.95),
        (0.5, 7, 0.05, 0.15),
        (1.0, 20, 0.05, 0.0),
        (1.0, 400, 0.05, 0.0),
        (0.92, 2.5, 0.05, 0.795),
        (1.0, 2, 0.1, 0.8),
        (1.0, 100, 0.0, 1.0),
        (0.6, -365, 0.05, 0.6),  # a time in the future counts as now
        (0.7, 8, 0.05, 0.3),  # 0.7 - 0.05 * 8 is 0.29999999999999993 in floating point
        (0.6, 6, 0.05, 0.3),
    ],
)
def test_confidence_decays_by_the_rate_times_the_elapsed_days(confidence, days, rate, expected):
    assert effective(make_entry(confidence=confidence), at(days), rate) == expected


@given(CONFIDENCE, st.integers(-(10**7), 10**8), st.floats(0.0, 1.0))
def test_a_single_entry_decays_bit_for_bit_like_an_array_of_entries(confidence, seconds, rate):
    entry = make_entry(confidence=confidence)
    (among_many,) = decayed(np.array([confidence]), np.array([float(seconds)]), rate)

    assert effective(entry, NOON + timedelta(seconds=seconds), rate) == among_many


@given(CONFIDENCE, SECONDS, SECONDS)
def test_confidence_never_grows_with_time_and_stays_within_its_bounds(confidence, one, other):
    sooner, later = sorted((one, other))
    entry = make_entry(confidence=confidence)
    first = effective(entry, NOON + timedelta(seconds=sooner), 0.05)
    second = effective(entry, NOON + timedelta(seconds=later), 0.05)

    assert 1.0 >= first >= second >= 0.0
    assert first <= round(confidence, 9)


# -- pruning (§4.5) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "least", "spent"),
    [
        ({"confidence": 0.0999}, 0.1, True),
        ({"confidence": 0.1}, 0.1, False),
        ({"confidence": 0.15}, 0.2, True),
        ({"confidence": 0.0, "type": EntryType.RESOLVED}, 0.1, False),
    ],
)
def test_an_entry_leaves_below_the_prune_line_unless_it_is_resolved(fields, least, spent):
    assert is_spent(make_entry(**fields), NOON, Settings(prune_min=least)) is spent


# -- reinforcement (§4.2) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "before", "step", "after"),
    [
        (2 * 86400, 0.6, 0.1, 0.6),  # 0.6 - 0.1 + 0.1
        (3600, 0.97, 0.1, 1.0),
        (86400, 0.6, 0.02, 0.57),
        (599, 0.6, 0.1, 0.599653356),  # within the interval only the count grows
        (600, 0.6, 0.1, 0.699652778),
    ],
)
def test_evidence_adds_a_step_to_the_present_confidence(seconds, before, step, after):
    settings = Settings(recurrence=False, reinforce_step=step)
    grown = reinforce(make_entry(confidence=before), at(seconds=seconds), 0.6, settings)

    assert (grown.confidence, grown.observation_count) == (after, 2)
    assert (grown.first_seen, grown.last_reinforced) == (NOON, at(seconds=seconds))


def test_evidence_corrects_a_last_reinforced_time_in_the_future():
    """last_reinforced = time of the evidence, always (rules.md §2.3)."""
    grown = reinforce(make_entry(confidence=0.6, last_reinforced=at(365)), at(1), 0.6, PLAIN)

    assert (grown.last_reinforced, grown.confidence) == (at(1), 0.7)


@given(CONFIDENCE, st.floats(0, 1e7), st.floats(0.1, 1.0), st.booleans())
def test_evidence_never_lowers_confidence_or_raises_it_above_one(
    confidence, seconds, first, recurrence
):
    entry, now = make_entry(confidence=confidence), at(seconds=seconds)
    grown = reinforce(entry, now, first, Settings(recurrence=recurrence))

    assert effective(entry, now, 0.05) <= grown.confidence <= 1.0
    floor = first if recurrence and grown.days_observed > 1 else 0.0
    assert grown.confidence <= max(floor, effective(entry, now, 0.05) + 0.1) + 1e-9
    assert grown.observation_count == entry.observation_count + 1


# -- recurrence (rules.md §2.4) ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "first", "floor"),
    [(1, 0.6, 0.0), (2, 0.6, 0.6), (3, 0.5, 0.7), (4, 0.5, 0.8), (9, 0.5, 0.8), (3, 0.45, 0.65)],
)
def test_recurrence_sets_a_floor_from_the_second_day(days, first, floor):
    assert recurrence_floor(days, first) == floor


# -- bands (§5) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("confidence", "mark"),
    [(1.0, "🔴"), (0.8, "🔴"), (0.799999999, "🟡"), (0.5, "🟡"), (0.499999999, "🟢"), (0.3, "🟢")],
)
def test_the_confidence_bands_are_those_of_document_000(confidence, mark):
    assert band(confidence) == mark
