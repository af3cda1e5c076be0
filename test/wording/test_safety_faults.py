"""A robot whose brake or emergency stop is in doubt is not driven: that comes first (§1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for


@pytest.mark.parametrize(
    "text",
    [
        "lane_can logs a warning: Brake unit told of a system fault.",
        "lane_can logs an error: Fault in the rear brake",
        "lane_can logs an error: RearBrakeError",
        "lane_can logs a warning: Brake fluid level is low",
        "lane_can logs an error: Brake controller does not work, timed out",
        "lane_can logs an error: Service exception: could not disengage brakes",
        "lane_can logs an error: Brake fault, please restart the lane node",
    ],
)
def test_a_robot_with_a_fault_of_its_brake_is_not_driven(text: str):
    assert advice_for(text).startswith("do not drive or move the robot until its brake is mended")


@pytest.mark.parametrize(
    "text",
    [
        "lane_remote logs a warning: E-STOP disconnect, trying once more",
        "lane_remote logs a warning: E-stop disconnected. Movement is halted.",
        "lane_remote logs an error: lost connection to the estop source",
        "lane_remote logs an error: remote estop heartbeat timed out",
        "lane_estop reports an error: not connected",
    ],
)
def test_a_robot_that_lost_its_emergency_stop_is_not_driven(text: str):
    assert advice_for(text).startswith("do not drive the robot until its emergency stop is conn")


@pytest.mark.parametrize(
    "text",
    [
        "lane_arm logs an error: Emergency stop failed!",
        "lane_arm logs an error: Failed to send the emergency stop command",
    ],
)
def test_an_emergency_stop_that_fails_has_the_robot_stopped_at_its_switch(text: str):
    assert advice_for(text).startswith("stop the robot at its hardware button or main switch")


@pytest.mark.parametrize(
    "text",
    [
        "lane_arm logs a warning: Force threshold exceeded! Cancel sent.",
        "lane_arm logs a warning: Wrench above limit, motion ends",
        "lane_arm logs an error: Exceeded the maximal force limit",
    ],
)
def test_a_force_over_its_limit_is_a_contact(text: str):
    assert advice_for(text).startswith("look at what it touched")


@pytest.mark.parametrize(
    "text",
    [
        "lane_car logs a warning: Brake fault cleared",
        "lane_car logs an error: Failed to call BrakeSrv",
        "lane_car logs an error: brake_gain parameter error",
        "lane_car logs a warning: Brake unit off after 100 ms command timeout",
        "lane_car logs an error: brake resistor error",
        "lane_car logs an error: Emergency stop, lane joystick disconnected",
        "lane_car logs an error: Emergency stop, lost connection to the lane finder",
        "lane_car logs a warning: no brake faults in this lane",
        "lane_car logs a warning: E-stop triggered: lane heartbeat lost",
        "lane_car logs a warning: E-Stop released, radio link lost before",
        "lane_car logs an error: force_limit parameter must be positive, exceeded",
    ],
)
def test_what_is_no_fault_of_a_brake_or_a_stop_keeps_its_own_advice(text: str):
    advice = advice_for(text)

    assert "do not drive" not in advice
    assert "touched" not in advice
