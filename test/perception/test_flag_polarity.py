"""The meaning of flags by their names, taken from public drivers."""

from __future__ import annotations

import pytest

from robot_memory.perception.status_messages.fault_words import is_bad_state, is_fault_number
from robot_memory.perception.status_messages.flag_polarity import Polarity, flag_polarity, own_name

NAMES = {
    Polarity.FAULT: """
        fault driver_fault motorFault bus_error in_error err_motor_1_fault leak leak_detected
        overheat can_error watchdog_expired heartbeat_timeout driver_state_data_timed_out
        cmd_timeout igbt_fault overspeed under_voltage_reserve short_circuit cartesian_reflex
        disconnected
        controller_torque_discontinuity cartesian_velocity_violation battery_unhealthy low_battery
        fd_imbalanced_prop ram_memory_test_fault car_cfg_not_configured_error not_ok not_connected
        no_heartbeat collision_detected protective_stop thermistor_out_of_range fault_active
        fault_brake_system reset_failed instability_detected
        cartesian_motion_generator_elbow_sign_inconsistent
        """,
    Polarity.HEALTH: """
        motors_ok no_error noError error_none error_free fault_clear no_fault_detected is_healthy
        gyro_healthy gnss_fix_ok status_init_ok xcvr_operational robot_connected without_errors
        """,
    Polarity.ACTIVITY: """
        enabled emergency_stop estop_pressed charger_connected clear_fault last_error moving docked
        offboard_control_signal_lost collision_detection_enabled overheat_prevention_mode
        error_reporting_enabled fault_reset disable_underspeed_protection collision_avoidance
        wheels_enabled is_charging auto_mode gripper_closed led stop_on_error error_reporting
        failsafe_armed
        """,
    Polarity.UNSAID: """
        failsafe_available drives_powered motion_possible localized by_wire_ready default
        path_clear map_valid no_motor_fault quality_available acceleration_reliable
        """,
}


@pytest.mark.parametrize(
    ("name", "polarity"), [(name, said) for said, names in NAMES.items() for name in names.split()]
)
def test_the_name_of_a_flag_determines_its_polarity(name: str, polarity: Polarity):
    assert flag_polarity(name) is polarity


@pytest.mark.parametrize(
    ("topic", "own"),
    [
        ("/fault_monitor/running", "running"), ("/gripper/leak/detected", "leak/detected"),
        ("/failure_status/engines", "engines/failure_status"), ("/errors/enabled", "enabled"),
        ("/fault", "fault"),
    ],
)  # fmt: skip
def test_a_namespace_is_added_to_a_flag_name_that_has_no_meaning_alone(topic: str, own: str):
    assert own_name(topic) == own


@pytest.mark.parametrize("name", ["STATUS_FAULT_FREE", "STATUS_ERROR_CLEARED", "ESTOP_RELEASED"])
def test_a_state_name_of_a_cleared_fault_is_not_a_bad_state(name: str):
    assert not is_bad_state(name)


def test_a_fault_mask_is_not_read_as_a_fault_number():
    assert is_fault_number("fault_bits")
    assert not is_fault_number("fault_mask")
