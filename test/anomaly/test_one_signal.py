"""The detector for one signal of any kind."""

from __future__ import annotations

import numpy as np
import pytest
from anomaly import SignalDetector
from signal_kinds import KINDS, Values, clock

COUNT = 4000
STATIONARY = ["normal", "uniform", "heavy tails", "skewed", "quantised", "modes", "periodic"]


def judge(values: Values, every: float = 1.0, start: float = 0.0) -> Values:
    detector = SignalDetector()
    stamps = start + every * np.arange(len(values))
    return np.array(
        [detector.observe(at, value) for at, value in zip(stamps, values.tolist(), strict=True)]
    )


def signal(kind: str) -> Values:
    return KINDS[kind](np.random.default_rng(21), clock(COUNT / 10.0))


@pytest.mark.parametrize("kind", [*STATIONARY, "flag", "constant", "byte counter", "clipped"])
def test_alarms_of_a_healthy_signal_are_rarer_than_one_in_300_values(kind: str):
    assert (judge(signal(kind)) >= 0.5).mean() < 1 / 300


@pytest.mark.parametrize("kind", STATIONARY)
def test_a_value_far_off_is_an_alarm_at_once(kind: str):
    values = signal(kind)
    values[3000] += 40.0 * np.ptp(values)

    assert judge(values)[3000] >= 0.8


def test_a_beat_that_is_missing_is_the_most_unusual_of_all():
    values = signal("beats")
    values[3000:3009] = np.median(values)
    score = judge(values)

    assert 3000 <= int(np.argmax(score)) < 3030


def test_an_anomaly_that_lasts_is_one_alarm_and_stays_visible():
    values = signal("periodic")
    values[3000:3080] = np.random.default_rng(3).standard_normal(80) * 4.0
    score = judge(values)

    assert 1 <= (score[3000:3080] >= 0.5).sum() <= 12
    assert np.median(score[3000:3080]) > np.quantile(score[1000:3000], 0.99)


def test_what_is_usual_at_noon_is_an_alarm_at_midnight():
    hours = np.arange(24 * 60) % 24
    noise = 0.1 * np.random.default_rng(4).standard_normal(len(hours))
    values = np.where((hours >= 10) & (hours < 14), 10.0, 0.0) + noise
    midnight = 24 * 50
    values[midnight] = 10.0
    score = judge(values, 3600.0)

    assert score[midnight] >= 0.5
    assert score[24 * 49 + 12] < 0.5


def test_what_came_later_does_not_change_a_score():
    values = signal("beats")

    assert (judge(values[:2000]) == judge(values)[:2000]).all()


@pytest.mark.parametrize("stamps", ["backward", "equal", "far apart"])
def test_stamps_that_are_no_clock_do_no_harm(stamps: str):
    values = signal("normal")
    every = {"backward": -1.0, "equal": 0.0, "far apart": 1e9}[stamps]

    assert (judge(values, every) >= 0.5).mean() < 1 / 300


def test_the_first_change_of_a_constant_is_an_alarm():
    assert judge(np.where(np.arange(1000) < 900, 3.3, 4.0))[900] >= 0.5


def test_nothing_is_an_alarm_among_the_first_fifty_values():
    assert judge(np.random.default_rng(5).standard_cauchy(50)).max() < 0.5
