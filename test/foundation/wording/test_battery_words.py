"""Which battery a message is about, and whether it says that it is low."""

from __future__ import annotations

import pytest

from robot_memory.foundation.wording.battery_words import (
    pack_in_text,
    pack_in_topic,
    says_battery_is_low,
    tells_charge,
)


@pytest.mark.parametrize(
    "text",
    [
        "power logs a warning: Battery voltage low: 21.5 V",
        "dock logs a warning: Battery at 12%, please charge",
        "bms: Battery warns: Low charge",
        "nav logs an error: State of charge below 10 %",
        "base logs a warning: Please recharge the battery",
        "drone logs a warning: battery level is 8 percent",
    ],
)
def test_a_message_about_little_charge_says_that_a_battery_is_low(text: str):
    assert says_battery_is_low(text)


@pytest.mark.parametrize(
    "text",
    [
        "bms reports an error: Battery temperature low",
        "bms reports an error: Cell 3 voltage low",
        "bms reports an error: battery communication timeout",
        "imu warns: low rate",
        "low_level_driver logs an error: Battery connected",
        "No telemetry from bms: Battery (it tells 0 V while the robot runs)",
    ],
)
def test_other_faults_of_a_battery_are_not_that_it_is_low(text: str):
    assert not says_battery_is_low(text)


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        ("power warns: Battery 2 low", "2"),
        ("power warns: battery_2 low", "2"),
        ("power warns: Left battery low", "left"),
        ("power warns: tracker 12 battery low", "tracker 12"),
        ("power warns: Battery low: 21.5 V", ""),
        ("power warns: Battery 12.1 V is low", ""),
        ("power warns: Battery 12% left", ""),
        ("power warns: battery level 8 %", ""),
    ],
)
def test_a_number_or_a_side_beside_the_word_names_the_pack_and_a_reading_does_not(
    text: str, pack: str
):
    assert pack_in_text(text) == pack


@pytest.mark.parametrize(
    ("topic", "pack"),
    [("battery_state", ""), ("bms2/state", "2"), ("battery1", "1"), ("power/left/battery", "left"),
     ("robot7/battery", ""), ("battery (front)", "front")],
)  # fmt: skip
def test_a_topic_names_the_pack(topic: str, pack: str):
    assert pack_in_topic(topic) == pack


def test_the_voltage_of_a_battery_is_told_from_other_signals():
    assert tells_charge("/battery_voltage drifts away from what is normal for it")
    assert not tells_charge("/motor_voltage drifts away from what is normal for it")
    assert not tells_charge("bms: Battery Temperature leaves the range that is normal for it")
