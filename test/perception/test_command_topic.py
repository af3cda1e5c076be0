"""Command topics may fall silent and stand still."""

from __future__ import annotations

import pytest

from robot_memory.perception.rule import Rule, is_command_topic

JOINTS = "sensor_msgs/msg/JointState"


@pytest.mark.parametrize(
    "topic",
    ["/cmd_vel", "/joint_commands", "/arm/servo/target_pose", "/mavros/setpoint_raw/local",
     "/controller/reference", "/desiredJoints", "/diff_drive/cmd_vel_out", "/goal_pose"],
)  # fmt: skip
def test_names_of_commands_are_known(topic: str):
    assert is_command_topic(topic)


@pytest.mark.parametrize("topic", ["/joint_states", "/imu/data", "/battery", "/odom", "/scan"])
def test_names_of_sensors_are_not(topic: str):
    assert not is_command_topic(topic)


@pytest.mark.parametrize("detector", ["rate", "stamps", "out_of_range"])
def test_a_rule_without_a_topic_leaves_out_commands(detector: str):
    rule = Rule(detector)

    assert rule.binds("/joint_states", JOINTS)
    assert not rule.binds("/joint_commands", JOINTS)


def test_a_rule_that_names_a_topic_of_commands_binds_it():
    assert Rule("rate", topic="/joint_commands").binds("/joint_commands", JOINTS)


def test_what_others_say_of_commands_is_read():
    assert Rule("flag").binds("/arm/command_failed", "std_msgs/msg/Bool")


def test_commands_are_learned_as_what_other_numbers_depend_on():
    assert Rule("normal").binds("/joint_commands", JOINTS)


def test_a_table_is_no_topic_of_commands():
    assert Rule("out_of_range").binds("/commanded_run", "csv")
