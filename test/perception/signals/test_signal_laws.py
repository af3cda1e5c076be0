"""Laws of every detector of signals, for whatever is fed to it."""

from __future__ import annotations

import json
import math
from copy import deepcopy
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signal_kinds import KINDS, clock, scores

from robot_memory.perception.signals import SIGNALS, Signal

ANY = st.floats(allow_nan=True, allow_infinity=True)
STEPS = st.floats(-1.0, 1e4) | st.sampled_from([0.0, 0.01, math.nan, math.inf])
NAMES = sorted(SIGNALS)


def make(name: str) -> Signal:
    return SIGNALS[name]()


def feed(detector: Signal, pairs: list[tuple[float, float]]) -> list[float]:
    return [detector.observe(stamp, value) for stamp, value in pairs]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40, deadline=None)
@given(steps=st.lists(st.tuples(STEPS, ANY), max_size=80))
def test_a_score_lies_between_0_and_1_whatever_comes(name: str, steps):
    stamps = accumulate(step for step, _ in steps)
    pairs = list(zip(stamps, (value for _, value in steps), strict=True))

    assert all(0.0 <= score <= 1.0 for score in feed(make(name), pairs))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("nothing", [math.nan, math.inf, -math.inf])
def test_what_measures_nothing_scores_0_and_changes_nothing(name: str, nothing: float):
    t = clock(700.0)
    values = KINDS["modes"](np.random.default_rng(1), t)
    with_gaps, without = make(name), make(name)
    for stamp, value in zip(t.tolist(), values.tolist(), strict=True):
        assert with_gaps.observe(stamp, nothing) == 0.0
        assert with_gaps.observe(stamp, value) == without.observe(stamp, value)


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"counter", "out_of_range"}))
@pytest.mark.parametrize("kind", ["normal", "modes", "beats"])
def test_a_score_does_not_depend_on_the_unit(name: str, kind: str):
    t = clock(800.0)
    values = KINDS[kind](np.random.default_rng(2), t)
    values[7000:] += 4.0 * values.std()

    base = scores(make(name), t, values)
    # Powers of two, so that rounding is the same; the offset is below the rounding of none.
    assert scores(make(name), t, 1024.0 * values) == pytest.approx(base, abs=1e-3)
    assert scores(make(name), t, values + 8.0) == pytest.approx(base, abs=0.05)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20, deadline=None)
@given(
    values=st.lists(st.floats(-1e6, 1e6) | st.integers(0, 300).map(float), max_size=60),
    later=st.lists(st.floats(-1e6, 1e6), max_size=30),
)
def test_who_restores_a_state_goes_on_as_who_kept_it(
    name: str, values: list[float], later: list[float]
):
    detector = make(name)
    feed(detector, [(20.0 * at, value) for at, value in enumerate(values)])
    kept = json.loads(json.dumps(detector.state(), allow_nan=False))
    one, other = make(name), make(name)
    one.restore(kept)
    other.restore(kept)

    assert one.state() == kept
    pairs = [(5.0 * at, value) for at, value in enumerate(later)]
    assert feed(one, pairs) == feed(other, pairs)


@pytest.mark.parametrize("name", NAMES)
def test_a_new_stretch_goes_on_as_who_restores_what_was_learned(name: str):
    detector, t = make(name), clock(700.0)
    values = KINDS["modes"](np.random.default_rng(4), t)
    scores(detector, t, values)
    restored = deepcopy(detector)
    restored.restore(restored.state())

    detector.begin_stretch()

    later = t + 5000.0
    assert list(scores(detector, later, values)) == list(scores(restored, later, values))
    assert detector.state() == restored.state()


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_small_and_does_not_grow(name: str):
    detector = make(name)
    noise = np.random.default_rng(3)
    sizes = []
    for hour in range(3):
        t = 3600.0 * hour + clock(3600.0, 2.0)
        scores(detector, t, noise.standard_normal(len(t)))
        sizes.append(len(json.dumps(detector.state())))

    assert sizes[-1] < 4000
    assert sizes[2] < 1.2 * sizes[1] + 50


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"out_of_range"}))
def test_a_state_that_lacks_something_is_refused_with_its_name(name: str):
    state = make(name).state()
    missing = sorted(state)[0]
    del state[missing]

    with pytest.raises(ValueError, match=missing):
        make(name).restore(state)


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"out_of_range"}))
def test_a_state_of_another_kind_is_refused(name: str):
    state = dict.fromkeys(make(name).state(), "text")

    with pytest.raises((ValueError, TypeError)):
        make(name).restore(state)
