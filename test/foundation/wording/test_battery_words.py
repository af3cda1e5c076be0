"""Which messages say that a battery is low."""

from __future__ import annotations

import pytest

from robot_memory.foundation.wording.advice import says_battery_is_low


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
