"""Laws of the anomaly scores, for whatever is fed to them."""

from __future__ import annotations

import math
from itertools import accumulate

import numpy as np
import pytest
from anomaly import ComponentDetector, SignalDetector
from hypothesis import given, settings
from hypothesis import strategies as st
from signal_kinds import KINDS, clock, scores

ANY = st.floats(allow_nan=True, allow_infinity=True)
STEPS = st.floats(-1.0, 1e4) | st.sampled_from([0.0, 0.01, math.nan, math.inf])


@settings(max_examples=40, deadline=None)
@given(steps=st.lists(st.tuples(STEPS, ANY), max_size=80))
def test_a_score_of_one_signal_lies_between_0_and_1_whatever_comes(steps):
    stamps = accumulate(step for step, _ in steps)
    detector = SignalDetector()

    for stamp, (_, value) in zip(stamps, steps, strict=True):
        assert 0.0 <= detector.observe(stamp, value) <= 1.0


@settings(max_examples=25, deadline=None)
@given(rows=st.lists(st.lists(ANY, max_size=4), max_size=150))
def test_the_score_of_a_component_lies_between_0_and_1_whatever_comes(rows: list[list[float]]):
    detector = ComponentDetector()

    assert all(0.0 <= detector.observe(float(at), row) <= 1.0 for at, row in enumerate(rows))


@pytest.mark.parametrize("nothing", [math.nan, math.inf, -math.inf])
def test_what_one_signal_does_not_measure_scores_0_and_changes_nothing(nothing: float):
    t = clock(200.0)
    values = KINDS["modes"](np.random.default_rng(1), t)
    with_gaps, without = SignalDetector(), SignalDetector()
    for stamp, value in zip(t.tolist(), values.tolist(), strict=True):
        assert with_gaps.observe(stamp, nothing) == 0.0
        assert with_gaps.observe(stamp, value) == without.observe(stamp, value)


@pytest.mark.parametrize("kind", ["normal", "modes", "beats"])
def test_the_score_of_one_signal_does_not_depend_on_the_unit(kind: str):
    t = clock(800.0)
    values = KINDS[kind](np.random.default_rng(2), t)
    values[7000:] += 4.0 * values.std()

    base = scores(SignalDetector(), t, values)
    # Powers of two, so that rounding is the same; the offset is below the rounding of none.
    assert scores(SignalDetector(), t, 1024.0 * values) == pytest.approx(base, abs=1e-3)
    assert scores(SignalDetector(), t, values + 8.0) == pytest.approx(base, abs=0.05)
