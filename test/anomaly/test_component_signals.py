"""The detector for several signals of one component."""

from __future__ import annotations

import math

import numpy as np
import pytest
from anomaly import ComponentDetector
from signal_kinds import Values

COUNT = 2500


def motor(count: int = COUNT) -> Values:
    """Speed, current and voltage that belong together, and noise that does not."""
    noise = np.random.default_rng(31)
    speed = np.repeat(noise.choice([0.0, 0.5, 1.0], count // 20 + 1), 20)[:count]
    current = 2.0 * speed + 0.5
    voltage = 24.0 - 0.3 * current
    rows = np.stack([speed, current, voltage, np.zeros(count)], axis=1)
    return rows + 0.03 * noise.standard_normal(rows.shape)


def judge(rows: Values) -> Values:
    detector = ComponentDetector()
    return np.array([detector.observe(float(at), row) for at, row in enumerate(rows.tolist())])


def test_alarms_of_a_healthy_component_are_rarer_than_one_in_300_moments():
    assert (judge(motor()) >= 0.5).mean() < 1 / 300


def test_a_signal_that_leaves_its_range_is_an_alarm():
    rows = motor()
    rows[2000:2100, 3] += 5.0

    assert judge(rows)[2000:2100].max() >= 0.5


def test_a_relation_that_breaks_is_an_alarm_though_no_signal_leaves_its_range():
    rows = motor()
    rows[2000:2200, 1] = rows[1000:1200, 1]
    healthy, score = judge(motor()), judge(rows)

    assert score[2000:2200].max() >= 0.5
    assert score[2000:2200].mean() > 1.2 * healthy[2000:2200].mean()


def test_names_and_positions_are_judged_alike():
    rows = motor(600)
    names = ["speed", "current", "voltage", "noise"]
    named = ComponentDetector()
    by_name = [
        named.observe(float(at), dict(zip(names, row, strict=True)))
        for at, row in enumerate(rows.tolist())
    ]

    assert by_name == judge(rows).tolist()


def test_what_measures_nothing_changes_nothing():
    rows = motor(600).tolist()
    detector = ComponentDetector()
    scores = []
    for at, row in enumerate(rows):
        assert detector.observe(float(at), [math.nan, math.inf, math.nan, math.nan]) == 0.0
        assert detector.observe(float(at), {}) == 0.0
        scores.append(detector.observe(float(at), row))

    assert scores == judge(np.array(rows)).tolist()


def test_a_signal_that_appears_late_is_learned_and_judged():
    rows = motor()
    detector, scores = ComponentDetector(), []
    for at, row in enumerate(rows.tolist()):
        named = dict(zip("abcd" if at >= 500 else "abc", row, strict=False))
        if 2000 <= at < 2100:
            named["d"] += 5.0
        scores.append(detector.observe(float(at), named))

    assert max(scores[900:2000]) < 0.5
    assert max(scores[2000:2100]) >= 0.5


def test_signals_that_are_missing_now_and_then_do_no_harm():
    rows = motor()
    rows[np.random.default_rng(7).random(rows.shape) < 0.2] = math.nan

    assert (judge(rows) >= 0.5).mean() < 1 / 300


@pytest.mark.parametrize("count", [1, 300])
def test_any_number_of_signals_is_judged(count: int):
    rows = np.random.default_rng(8).standard_normal((150, count))

    assert ((judge(rows) >= 0.0) & (judge(rows) < 0.5)).all()
