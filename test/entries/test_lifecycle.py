"""How confidence grows with evidence and fades without (document 000 §4, rules.md §2)."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest
from entry_builders import NOON, at, make_entry
from hypothesis import given
from hypothesis import strategies as st

from robot_memory import EntryType
from robot_memory.entries.lifecycle import band, decayed, effective, recurrence_floor, reinforce
from robot_memory.entries.ranking import Ranking
from robot_memory.foundation.settings import Settings

PLAIN = Settings(recurrence=False)
CONFIDENCE = st.floats(0.0, 1.0)
SECONDS = st.floats(-1e7, 1e8)


def worth(confidence, days, rate=0.05):
    return effective(make_entry(confidence=confidence), at(days), rate)


def is_spent(entry, now, settings):
    return entry in Ranking([entry]).decayed(now, settings)


# -- decay (§4.3) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("confidence", "days", "expected"),
    [
        (1.0, 0, 1.0),
        (1.0, 1, 0.95),
        (0.5, 7, 0.15),
        (1.0, 20, 0.0),
        (1.0, 400, 0.0),
        (0.92, 2.5, 0.795),
    ],
)
def test_confidence_fades_by_the_rate_times_the_days_elapsed(confidence, days, expected):
    assert worth(confidence, days) == expected


@given(CONFIDENCE, st.integers(-(10**7), 10**8), st.floats(0.0, 1.0))
def test_one_entry_decays_to_the_bit_as_many_do(confidence, seconds, rate):
    entry = make_entry(confidence=confidence)
    (among_many,) = decayed(np.array([confidence]), np.array([float(seconds)]), rate)

    assert effective(entry, NOON + timedelta(seconds=seconds), rate) == among_many


def test_the_rate_may_be_set():
    assert worth(1.0, 2, rate=0.1) == 0.8
    assert worth(1.0, 100, rate=0.0) == 1.0


def test_the_future_counts_as_now():
    assert worth(0.6, -365) == 0.6


def test_after_18_days_1_0_is_0_1_and_is_not_pruned():
    entry = make_entry(confidence=1.0)

    assert effective(entry, at(18), 0.05) == 0.1
    assert not is_spent(entry, at(18), Settings())
    assert is_spent(entry, at(18, seconds=1), Settings())


def test_confidence_is_compared_with_nine_digits():
    # 0.7 - 0.05 * 8 is 0.29999999999999993 in floating point.
    assert worth(0.7, 8) == 0.3
    assert worth(0.6, 6) == 0.3


@given(CONFIDENCE, SECONDS, SECONDS)
def test_confidence_never_grows_by_waiting_and_never_leaves_its_bounds(confidence, one, other):
    sooner, later = sorted((one, other))
    entry = make_entry(confidence=confidence)
    first = effective(entry, NOON + timedelta(seconds=sooner), 0.05)
    second = effective(entry, NOON + timedelta(seconds=later), 0.05)

    assert 1.0 >= first >= second >= 0.0
    assert first <= round(confidence, 9)


# -- pruning (§4.5) ------------------------------------------------------------------------------


@pytest.mark.parametrize(("confidence", "spent"), [(0.0999, True), (0.1, False), (0.1001, False)])
def test_an_entry_leaves_below_the_prune_line(confidence, spent):
    assert is_spent(make_entry(confidence=confidence), NOON, Settings()) is spent


def test_a_resolved_entry_is_never_pruned():
    entry = make_entry(type=EntryType.RESOLVED, confidence=0.0)

    assert not is_spent(entry, at(1000), Settings())


def test_the_prune_line_may_be_set():
    assert is_spent(make_entry(confidence=0.15), NOON, Settings(prune_min=0.2))


# -- reinforcement (§4.2) ------------------------------------------------------------------------


def test_evidence_adds_a_step_to_what_the_entry_is_worth_now():
    grown = reinforce(make_entry(confidence=0.6), at(2), 0.6, PLAIN)

    assert grown.confidence == 0.6  # 0.6 - 0.1 + 0.1
    assert grown.observation_count == 2
    assert grown.last_reinforced == at(2)
    assert grown.first_seen == NOON


def test_confidence_stops_at_one():
    assert reinforce(make_entry(confidence=0.97), at(hours=1), 0.6, PLAIN).confidence == 1.0


def test_the_step_may_be_set():
    settings = Settings(recurrence=False, reinforce_step=0.02)

    assert reinforce(make_entry(), at(hours=24), 0.6, settings).confidence == 0.57


def test_within_the_interval_evidence_is_counted_but_adds_no_confidence():
    grown = reinforce(make_entry(confidence=0.6), at(seconds=599), 0.6, PLAIN)

    assert grown.confidence == pytest.approx(0.6, abs=0.001)
    assert grown.confidence <= 0.6
    assert grown.observation_count == 2
    assert grown.last_reinforced == at(seconds=599)


def test_at_the_end_of_the_interval_evidence_adds_a_step_again():
    grown = reinforce(make_entry(confidence=0.6), at(seconds=600), 0.6, PLAIN)

    assert grown.confidence == pytest.approx(0.7, abs=0.001)


def test_evidence_sets_a_last_reinforced_right_that_lay_in_the_future():
    """last_reinforced = time of the evidence, always (rules.md §2.3)."""
    entry = make_entry(confidence=0.6, last_reinforced=at(365))
    grown = reinforce(entry, at(1), 0.6, PLAIN)

    assert grown.last_reinforced == at(1)
    assert grown.confidence == 0.7


@given(CONFIDENCE, st.floats(0, 1e7), st.floats(0.1, 1.0), st.booleans())
def test_evidence_never_lowers_what_an_entry_is_worth_and_never_exceeds_one(
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
def test_from_the_second_day_there_is_a_floor(days, first, floor):
    assert recurrence_floor(days, first) == floor


def seen_on(days, settings=None, first=0.6):
    entry = make_entry(confidence=first)
    for day in days:
        entry = reinforce(entry, at(day), first, settings or Settings())
    return entry


def test_the_plain_formula_forgets_a_weekly_fault():
    entry = seen_on([7], PLAIN, first=0.5)

    assert entry.confidence == 0.25
    assert not is_spent(entry, at(10), PLAIN)
    assert is_spent(entry, at(10, seconds=1), PLAIN)


@pytest.mark.parametrize("days", [1, 7, 13, 100])
def test_a_fault_that_comes_back_is_worth_no_less_than_a_new_one(days):
    assert seen_on([days]).confidence >= seen_on([]).confidence


def test_days_are_counted_not_occurrences():
    entry = seen_on([hour / 24 for hour in range(1, 11)])  # the same day

    assert entry.days_observed == 1
    assert entry.observation_count == 11


def test_a_fault_of_three_days_keeps_the_floor():
    entry = seen_on([4, 8])

    assert entry.days_observed == 3
    assert entry.confidence == 0.8


def test_recurrence_may_be_switched_off():
    assert seen_on([4, 8], PLAIN).confidence == 0.4


# -- bands (§5) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("confidence", "mark"),
    [(1.0, "🔴"), (0.8, "🔴"), (0.799999999, "🟡"), (0.5, "🟡"), (0.499999999, "🟢"), (0.3, "🟢")],
)
def test_the_bands_are_those_of_the_document(confidence, mark):
    assert band(confidence) == mark
