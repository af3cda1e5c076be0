"""A text names the deviating signal, its value and unit, the expected and the normal values."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.wording.spoken_names import spoken
from robot_memory.foundation.wording.subject import Subject, subject_of
from robot_memory.perception.fault_grouping.effect_stage import EffectStage, stage_of
from robot_memory.perception.generic.signal_name import unit_of_signal
from robot_memory.perception.normal.columns import ColumnKind, Signal
from robot_memory.perception.normal.deviation import (
    Deviation,
    SignalFacts,
    rounded,
    text_of,
)

PRESSURE = Signal("/air", "pressure", "/air", "/air", "bar")
STATE = Signal("/air", "state", "/air", "/air")
MODE = Signal("/gripper", "state", "/gripper", "/gripper")


def deviation(kind: ColumnKind, sign: int, **more: object) -> Deviation:
    told = {
        "signal": PRESSURE, "usual": 6.1, "low": 5.9, "high": 6.3, "value": 4.2,
        "circumstances": (), "extent": 1.9,
    } | more  # fmt: skip
    return Deviation(
        kind, topic="/air", column=0, sign=sign, begin=0.0, told=0.0, nats=15.0, before=0.0,
        since=0, onset=0.0, **told,  # type: ignore[arg-type]
    )  # fmt: skip


def text(one: Deviation, *follows: Signal, counts: bool = False) -> str:
    return str(text_of(one, SignalFacts(counts=counts, follows=follows)))


def test_a_level_text_names_the_signal_that_its_normal_depends_on():
    assert text(deviation(ColumnKind.LEVEL, 1, value=8.04, circumstances=(MODE,))) == (
        "/air pressure is too high: 8.0 instead of 6.1 bar "
        "(normal 5.9 to 6.3 bar at this gripper state)"
    )


def test_a_counter_text_gives_the_count_in_ten_seconds():
    one = deviation(ColumnKind.LEVEL, 1, usual=2.0, value=40.0)

    assert text(one, counts=True) == "/air pressure counts 40 in 10 s instead of 2"


@pytest.mark.parametrize(
    ("kind", "what"),
    [(ColumnKind.SPREAD, "is noisier than usual: it changes by 4.0 bar from reading to reading"),
     (ColumnKind.RESIDUAL_SPREAD,
      "follows state less closely than usual: it strays by 4.0 bar from second to second")],
)  # fmt: skip
def test_noise_is_reported_in_the_unit_of_the_signal(kind: ColumnKind, what: str):
    scaled = [math.log((value + 0.25) / 1.25) for value in (1.0, 0.8, 1.2, 4.0)]
    usual, low, high, now = scaled  # of a usual change of 1 bar
    one = deviation(kind, 1, usual=usual, low=low, high=high, extent=now - usual, value=4.0)

    assert text(one, STATE) == f"/air pressure {what} (normal 0.8 to 1.2 bar)"


def test_a_number_that_stands_still_is_reported_with_its_value():
    one = deviation(ColumnKind.SPREAD, -1, stands_at=3.1)

    assert text(one) == "/air pressure stands still at 3.1 bar"


def test_a_broken_relation_text_names_the_signals_that_were_followed():
    one = deviation(ColumnKind.RESIDUAL, -1, usual=0.0, low=-0.1, high=0.1, value=-1.5, extent=1.5)

    assert text(one, MODE, PRESSURE) == (
        "/air pressure no longer follows gripper state and pressure: it is 1.5 bar too low"
    )


def test_a_rate_text_gives_the_interval_between_messages():
    one = deviation(ColumnKind.INTERVAL, 1, signal=None, usual=math.log(0.1), value=0.21)

    assert text(one) == "/air comes every 0.21 s instead of every 0.10 s"


def test_an_age_text_gives_the_delay_in_seconds():
    one = deviation(ColumnKind.AGE, 1, signal=None, usual=0.01, low=0.0, high=0.02, value=0.5)

    assert text(one) == "/air is stamped 0.50 s late (normal 0.00 to 0.02 s)"


@pytest.mark.parametrize("kind", ColumnKind)
@pytest.mark.parametrize("sign", [1, -1])
def test_each_deviation_text_is_about_hardware_and_is_not_an_effect(kind: ColumnKind, sign: int):
    told = text(deviation(kind, sign, signal=PRESSURE, circumstances=(MODE,)))

    assert subject_of(told) is Subject.HARDWARE
    assert stage_of(told) is EffectStage.PART


@pytest.mark.parametrize("kind", ColumnKind)
@pytest.mark.parametrize("sign", [1, -1])
def test_each_deviation_text_is_spoken_with_a_readable_signal_name(kind: ColumnKind, sign: int):
    current = Signal("/left_motor/current", "", "/left_motor/current")

    assert spoken(text(deviation(kind, sign, signal=current))).startswith("Left motor current ")


def test_a_repeated_text_has_the_same_pattern_and_shows_the_range_of_values():
    first = text_of(deviation(ColumnKind.LEVEL, -1), SignalFacts())
    second = text_of(deviation(ColumnKind.LEVEL, -1, value=4.0), SignalFacts())

    assert first.pattern == second.pattern
    assert str(first.with_(second)) == (
        "/air pressure is too low: 4–4.2 instead of 6.1 bar (normal 5.9 to 6.3 bar)"
    )


@pytest.mark.parametrize(
    ("quantity", "is_standard", "unit"),
    [("linear_acceleration.x", True, "m/s²"), ("temperature", True, "°C"), ("effort", True, ""),
     ("motor_temp_c", False, "°C"), ("motorTempC", False, "°C"), ("temperature", False, ""),
     ("bus_mv", False, "mV"), ("Temp (°C)", False, "°C"), ("speed [m/s]", False, "m/s"),
     ("flow_l_min", False, "l/min"), ("mode", False, ""), ("x", True, "")],
)  # fmt: skip
def test_the_unit_is_read_from_the_name_of_a_signal(quantity: str, is_standard: bool, unit: str):
    assert unit_of_signal(quantity, is_standard=is_standard) == unit


def test_the_unit_is_read_from_the_comment_in_a_message_definition():
    assert unit_of_signal("oil", is_standard=False, remark="temperature [degC]") == "°C"


@given(
    st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.sampled_from([1, -1])
)  # fmt: skip
def test_two_values_are_rounded_finely_enough_to_show_their_difference(
    value: float, difference: float, sign: int
):
    other = value + sign * difference
    if other == value:
        return
    one, two = map(float, rounded([value, other], difference))

    assert abs((two - one) - sign * difference) <= 0.2 * difference + 1e-8
