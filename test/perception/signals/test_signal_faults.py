"""Each fault is found by its detector, within the time that the documentation says."""

from __future__ import annotations

import numpy as np
import pytest
from signal_kinds import KINDS, Values, clock, modes, scores

from robot_memory.perception.signals import SIGNALS
from robot_memory.perception.signals.pair_disagreement import PairDisagreement

RATE = 10.0
ONSET = 1300.0
END = 1500.0


def healthy(kind: str, seconds: float = END) -> tuple[Values, Values]:
    t = clock(seconds, RATE)
    return t, KINDS[kind](np.random.default_rng(11), t)


def found_after(name: str, t: Values, values: Values, onset: float = ONSET) -> float:
    """Seconds from the onset to a score of 0.9, of a detector that was silent before."""
    score = scores(SIGNALS[name](), t, values)
    high = t[score >= 0.9]
    assert not (high < onset).any()
    return float(high[0] - onset) if len(high) else np.inf


@pytest.mark.parametrize("kind", ["normal", "heavy tails", "bursts", "warm-up", "loud and quiet"])
def test_a_shift_by_several_deviations_is_found_within_5_s(kind: str):
    t, values = healthy(kind)
    values[t >= ONSET] += 5.0 * values[t < ONSET].std()

    assert found_after("level_shift", t, values) <= 5.0


def test_a_shift_stays_until_the_level_is_back():
    t, values = healthy("normal")
    values[(t >= ONSET) & (t < 1400.0)] += 6.0
    score = scores(SIGNALS["level_shift"](), t, values)

    assert score[(t > ONSET + 5.0) & (t < 1400.0)].min() >= 0.9
    assert score[t > 1406.0 + 60.0].max() < 0.5


def test_a_new_level_is_normal_after_hours():
    t, values = healthy("normal", 8 * 3600.0)
    t, values = t[::5], values[::5]
    values[t >= ONSET] += 20.0
    score = scores(SIGNALS["level_shift"](), t, values)

    assert score[(t > ONSET + 60.0) & (t < ONSET + 1500.0)].min() >= 0.9
    assert score[t > 7 * 3600.0].max() < 0.5


def test_a_level_that_was_seen_before_is_no_shift():
    t, _ = healthy("normal")
    values = np.where((t % 400.0) < 30.0, 9.0, 1.0)
    values = values + 0.1 * np.random.default_rng(1).standard_normal(len(t))

    assert scores(SIGNALS["level_shift"](), t, values).max() < 0.5


def test_a_signal_that_never_varied_has_no_scale_for_a_shift():
    t, _ = healthy("normal")

    assert scores(SIGNALS["level_shift"](), t, np.where(t < ONSET, 24.0, 12.0)).max() < 0.5


@pytest.mark.parametrize("kind", ["normal", "uniform", "periodic", "warm-up", "beats"])
def test_vibration_ten_times_the_noise_is_found_within_5_s(kind: str):
    t, values = healthy(kind)
    noise = np.random.default_rng(2).standard_normal(len(t))
    values = values + np.where(t >= ONSET, 10.0 * np.abs(np.diff(values)).mean() * noise, 0.0)

    assert found_after("variance", t, values) <= 5.0


def test_a_signal_that_becomes_quiet_does_not_vibrate():
    t, values = healthy("normal")
    values[t >= ONSET] *= 0.01

    assert scores(SIGNALS["variance"](), t, values).max() < 0.5


@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_movement_that_is_faster_than_ever_does_not_shake(noise: float):
    t, _ = healthy("normal")
    speed = np.where(t < ONSET, 0.1, 2.0)
    values = 1e4 + np.cumsum(speed) + noise * np.random.default_rng(3).standard_normal(len(t))

    assert scores(SIGNALS["variance"](), t, values).max() < 0.5


def test_a_signal_that_never_shook_has_no_scale_for_it():
    t, noise = healthy("normal")
    values = 1e4 + 0.01 * np.cumsum(np.abs(np.sin(t))) + np.where(t >= ONSET, noise, 0.0)

    assert scores(SIGNALS["variance"](), t, values).max() < 0.5


def test_a_valve_that_switches_more_often_than_ever_does_not_shake_but_one_that_chatters_does():
    t, _ = healthy("normal")
    period = np.where(t < ONSET, 40.0, 1.0)
    is_open = np.sin(2.0 * np.pi * np.cumsum(0.1 / period)) > 0.0
    values = 6.0 * is_open + 0.05 * np.random.default_rng(4).standard_normal(len(t))
    detector = SIGNALS["variance"]()

    assert scores(detector, t, values).max() < 0.5

    chatters = clock(30.0, RATE)
    assert scores(detector, END + chatters, 6.0 * (np.arange(len(chatters)) % 2)).max() >= 0.9


@pytest.mark.parametrize("kind", ["normal", "heavy tails", "periodic", "bursts", "warm-up"])
def test_a_frozen_sensor_is_found_within_10_s(kind: str):
    t, values = healthy(kind)
    values[t >= ONSET] = values[t < ONSET][-1]

    assert found_after("frozen", t, values) <= 10.0


def test_a_frozen_sensor_that_thaws_is_well_at_once():
    t, values = healthy("normal")
    values[(t >= ONSET) & (t < 1400.0)] = 0.7
    score = scores(SIGNALS["frozen"](), t, values)

    assert score[t < 1399.9].max() >= 0.99
    assert score[t >= 1400.05].max() == 0.0


def test_a_sensor_that_freezes_again_and_again_is_told_each_time():
    t, values = healthy("normal")
    onsets = ONSET + 40.0 * np.arange(4)
    for onset in onsets:
        values[(t >= onset) & (t < onset + 15.0)] = 0.7
    score = scores(SIGNALS["frozen"](), t, values)

    assert all(score[(t >= onset) & (t < onset + 15.0)].max() >= 0.8 for onset in onsets)


@pytest.mark.parametrize("kind", ["encoder", "charge", "flag"])
def test_a_signal_that_often_stands_still_is_not_frozen(kind: str):
    t, values = healthy(kind)
    values[t >= ONSET] = 7.25

    assert scores(SIGNALS["frozen"](), t, values).max() < 0.9


def test_a_value_that_is_measured_every_third_second_only_is_not_frozen():
    t, values = healthy("normal")
    values = np.repeat(values[::30], 30)
    values[t >= ONSET] = values[-1]

    assert scores(SIGNALS["frozen"](), t, values).max() == 0.0


def test_standing_at_zero_is_rest():
    t, values = healthy("normal")
    values[t >= ONSET] = 0.0

    assert scores(SIGNALS["frozen"](), t, values).max() == 0.0


def test_a_saturated_sensor_is_stuck_at_its_bound_within_10_s():
    t, values = healthy("normal")
    values[t >= ONSET] = 40.0

    assert found_after("bound", t, values) <= 10.0


def test_sitting_near_the_bound_is_not_at_it():
    t, values = healthy("normal")
    values[t >= ONSET] = 0.999 * values.max()

    assert scores(SIGNALS["bound"](), t, values).max() == 0.0


@pytest.mark.parametrize("kind", ["normal", "warm-up", "slow period", "battery"])
def test_a_spike_is_found_within_half_a_second(kind: str):
    t, values = healthy(kind)
    values[int(ONSET * RATE)] += 50.0 * values.std()

    assert found_after("spike", t, values) <= 0.5


def test_a_spike_is_reported_for_two_seconds():
    t, values = healthy("normal")
    values[int(ONSET * RATE)] += 50.0
    told = t[scores(SIGNALS["spike"](), t, values) >= 0.9]

    assert told[-1] - told[0] == pytest.approx(2.0, abs=0.3)


def test_an_excursion_of_a_minute_is_no_spike():
    t, values = healthy("normal")
    values[(t >= ONSET) & (t < ONSET + 60.0)] += 50.0

    assert scores(SIGNALS["spike"](), t, values).max() < 0.9


@pytest.mark.parametrize("kind", ["normal", "heavy tails", "periodic"])
def test_a_slow_creep_is_a_drift_within_the_hour(kind: str):
    t = clock(4 * 3600.0, 2.0)
    values = KINDS[kind](np.random.default_rng(12), t)
    values += np.clip((t - 7200.0) / 3600.0, 0.0, 1.0) * 4.0 * values.std()

    assert found_after("drift", t, values, 7200.0) <= 3600.0
    assert scores(SIGNALS["level_shift"](), t, values).max() < 0.9


def warm_up(noise: np.random.Generator, t: Values, hotter: float) -> Values:
    motor = 25 + noise.normal() + (30 + hotter) * (1 - np.exp(-t / 900.0))
    return motor + 0.1 * noise.standard_normal(len(t))


def test_a_motor_that_warms_up_more_than_on_all_other_days_drifts():
    noise, t = np.random.default_rng(13), clock(3600.0, 0.5)
    detector = SIGNALS["drift"]()
    usual = [scores(detector, 86400.0 * day + t, warm_up(noise, t, 0.0)).max() for day in range(15)]

    assert max(usual) < 0.9
    assert scores(detector, 86400.0 * 15 + t, warm_up(noise, t, 20.0)).max() >= 0.9


def test_what_a_drift_knows_survives_a_restart():
    noise, t = np.random.default_rng(14), clock(3600.0, 0.5)
    state = SIGNALS["drift"]().state()
    for _ in range(15):  # a process for each day, whose clock begins at 0
        detector = SIGNALS["drift"]()
        detector.restore(state)
        assert scores(detector, t, warm_up(noise, t, 0.0)).max() < 0.9
        state = detector.state()
    detector = SIGNALS["drift"]()
    detector.restore(state)

    assert scores(detector, t, warm_up(noise, t, 20.0)).max() >= 0.9


def test_a_reading_that_cannot_be_is_out_of_range():
    detector = SIGNALS["out_of_range"](low=-40.0, high=85.0)

    assert [detector.observe(0.0, value) for value in (-40.0, 85.0, 85.1, -273.0)] == [0, 0, 1, 1]


def test_limits_in_the_wrong_order_are_refused_with_both():
    with pytest.raises(ValueError, match=r"5\.0.*1\.0"):
        SIGNALS["out_of_range"](low=5.0, high=1.0)


def related(t: Values) -> tuple[Values, Values]:
    noise = np.random.default_rng(15)
    first = modes(noise, t, [0.0, 0.5, 1.0, -0.4], 10.0) + 0.02 * noise.standard_normal(len(t))
    return first, 2.0 * first + 1.0 + 0.02 * noise.standard_normal(len(t))


def disagreements(t: Values, first: Values, second: Values) -> Values:
    detector = PairDisagreement()
    rows = zip(t.tolist(), first.tolist(), second.tolist(), strict=True)
    return np.array([detector.observe(*row) for row in rows])


@pytest.mark.parametrize("fault", ["slips", "stands", "is off"])
def test_a_second_sensor_that_no_longer_follows_disagrees(fault: str):
    t = clock(END, RATE)
    first, second = related(t)
    late = t >= ONSET
    faults = {"slips": 0.3 * second, "stands": np.full(len(t), 1.0), "is off": second + 2.0}
    score = disagreements(t, first, np.where(late, faults[fault], second))

    assert score[~late].max() < 0.5
    assert score[late].max() >= 0.9


def test_sensors_that_come_each_at_its_own_time_are_compared_too():
    t = clock(END, RATE)
    first, second = related(t)
    detector, highest = PairDisagreement(), []
    for stamp, one, other in zip(t.tolist(), first.tolist(), second.tolist(), strict=True):
        detector.observe(stamp, one)
        late = 2.0 if stamp >= ONSET else 0.0
        highest.append(detector.observe_second(stamp + 0.03, other + late))

    assert max(highest[: int(ONSET * RATE)]) < 0.5
    assert max(highest) >= 0.9


def test_two_signals_that_were_never_related_do_not_disagree():
    t = clock(END, RATE)
    noise = np.random.default_rng(16)
    first, second = noise.standard_normal((2, len(t)))
    second[t >= ONSET] += 20.0

    assert disagreements(t, first, second).max() == 0.0


def test_a_joint_that_moves_smoothly_and_flickers_at_rest_can_freeze():
    chance = np.random.default_rng(4)
    t = clock(END, RATE)
    phase = np.clip((t % 12.0) - 1.0, 0.0, 10.0) / 10.0  # it rests for two seconds of twelve
    values = np.round(np.sin(2.0 * np.pi * phase) + chance.normal(0.0, 2e-4, len(t)), 4)
    values[t >= ONSET] = values[t >= ONSET][0]

    assert found_after("frozen", t, values) <= 40.0


def test_an_encoder_that_rests_does_not_freeze():
    t = clock(END, RATE)
    values = np.round(np.sin(t / 3.0), 4)
    values[t >= ONSET] = values[t >= ONSET][0]

    assert found_after("frozen", t, values) == np.inf
