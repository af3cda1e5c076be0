"""Healthy signals of every kind, for hours: no detector reaches 0.9."""

from __future__ import annotations

import numpy as np
import pytest
from signal_kinds import KINDS, clock, scores

from robot_memory.perception.signals import SIGNALS

HOURS = 2.0
# They always go where they never were, which is what an envelope is about.
WANDERS_OFF = {"random walk", "battery", "charge", "counter", "encoder"}
# What has not switched yet in its first minutes is then far from all that was seen of it.
SWITCHED = 600.0
JUDGED = sorted(set(SIGNALS) - {"out_of_range", "disagreement", "drift"})


@pytest.mark.parametrize("kind", KINDS)
def test_hours_of_a_healthy_signal_reach_no_high_score(kind: str):
    noise = np.random.default_rng([1, *kind.encode()])
    t = clock(3600.0 * HOURS, 4.0)
    values = KINDS[kind](noise, t)
    stamps = t + 0.01 * noise.random(len(t))
    judged = [name for name in JUDGED if name != "envelope" or kind not in WANDERS_OFF]
    told = {name: scores(SIGNALS[name](), stamps, values) for name in judged}
    told["gross"] = told["gross"][t >= SWITCHED]
    highest = {name: score.max() for name, score in told.items()}

    assert {name: score for name, score in highest.items() if score >= 0.9} == {}


@pytest.mark.parametrize("kind", KINDS)
def test_a_healthy_day_is_no_drift(kind: str):
    noise = np.random.default_rng([3, *kind.encode()])
    t = clock(86400.0, 0.5)

    assert scores(SIGNALS["drift"](), t, KINDS[kind](noise, t)).max() < 0.9


@pytest.mark.parametrize("kind", ["normal", "heavy tails", "modes", "periodic", "warm-up"])
def test_two_sensors_that_follow_each_other_do_not_disagree(kind: str):
    noise = np.random.default_rng([4, *kind.encode()])
    t = clock(3600.0 * HOURS, 4.0)
    first = KINDS[kind](noise, t)
    second = 3.0 + 0.9 * np.roll(first, 1) + 0.01 * noise.standard_normal(len(t))
    detector = SIGNALS["disagreement"]()
    highest = max(
        detector.observe(stamp, one, other)
        for stamp, one, other in zip(t.tolist(), first.tolist(), second.tolist(), strict=True)
    )

    assert highest < 0.9


@pytest.mark.parametrize("name", sorted(set(SIGNALS) - {"out_of_range"}))
def test_nothing_is_reported_while_learning(name: str):
    noise = np.random.default_rng(5)
    t = clock(9.0)

    assert scores(SIGNALS[name](), t, 1e3 * noise.standard_cauchy(len(t))).max() == 0.0
