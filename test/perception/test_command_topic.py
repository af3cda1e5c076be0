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
def test_command_topics_are_recognised_by_their_names(topic: str):
    assert is_command_topic(topic)


@pytest.mark.parametrize("topic", ["/joint_states", "/imu/data", "/battery", "/odom", "/scan"])
def test_sensor_topics_are_not_command_topics(topic: str):
    assert not is_command_topic(topic)


@pytest.mark.parametrize("detector", ["rate", "stamps", "out_of_range"])
def test_a_rule_without_a_topic_does_not_bind_command_topics(detector: str):
    rule = Rule(detector)

    assert rule.binds("/joint_states", JOINTS)
    assert not rule.binds("/joint_commands", JOINTS)


def test_a_rule_that_names_a_topic_of_commands_binds_it():
    assert Rule("rate", topic="/joint_commands").binds("/joint_commands", JOINTS)


def test_a_flag_about_a_command_is_bound():
    assert Rule("flag").binds("/arm/command_failed", "std_msgs/msg/Bool")


def test_the_normal_detector_binds_command_topics():
    assert Rule("normal").binds("/joint_commands", JOINTS)


def test_a_table_is_not_a_command_topic():
    assert Rule("out_of_range").binds("/commanded_run", "csv")
