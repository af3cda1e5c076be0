"""The robot's description (URDF) gives parts the names of people (rules.md §1.12)."""

from __future__ import annotations

from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from entries_of import texts_of
from robot_messages import OK, WARN, status
from watching import Watching

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.text.part_names import PartNames
from robot_memory.perception import PriorMemory
from robot_memory.perception.robot_description.described_parts import (
    DescribedParts,
    SensorPlace,
    sensors_by_frame,
)
from robot_memory.perception.robot_description.robot_description import (
    MOST_CHARACTERS,
    names_of_parts,
    read_description,
)

_STRING = "std_msgs/msg/String"


def joint(name: str, child: str = "", kind: str = "revolute", **more: str) -> str:
    origin = f'<origin xyz="{more.get("xyz", "0 0 0")}" rpy="{more.get("rpy", "0 0 0")}"/>'
    parent = more.get("parent", "base_link")
    child = child or f"{name}_link"
    return (
        f'<link name="{child}"/><joint name="{name}" type="{kind}">{origin}'
        f'<parent link="{parent}"/><child link="{child}"/></joint>'
    )


def urdf(*parts: str) -> str:
    return f'<?xml version="1.0"?><robot name="r"><link name="base_link"/>{"".join(parts)}</robot>'


def named(*parts: str) -> dict[str, str]:
    return names_of_parts(read_description(urdf(*parts)))


WHEELS = [joint(f"{side}_wheel_joint", kind="continuous") for side in ("fl", "fr", "rl", "rr")]


@pytest.mark.parametrize(
    ("parts", "names"),
    [
        (  # an outdoor robot with four wheels
            WHEELS,
            {
                "fl_wheel_joint": "front left wheel",
                "fr_wheel_joint": "front right wheel",
                "rl_wheel_joint": "rear left wheel",
                "rr_wheel_joint": "rear right wheel",
            },
        ),
        (  # an educational robot: the noun goes first
            [joint(f"wheel_{side}_joint", kind="continuous") for side in ("left", "right")],
            {"wheel_left_joint": "left wheel", "wheel_right_joint": "right wheel"},
        ),
        (  # an arm whose joints all begin with its name
            [joint("ur5e_shoulder_pan_joint"), joint("ur5e_elbow_joint")],
            {"ur5e_shoulder_pan_joint": "shoulder pan joint", "ur5e_elbow_joint": "elbow joint"},
        ),
        (  # an arm with numbers only: links say more
            [joint("gen3_joint_1", "gen3_shoulder_link"), joint("gen3_joint_2", "gen3_link_2")],
            {"gen3_joint_1": "joint 1 (shoulder)", "gen3_joint_2": "joint 2"},
        ),
        (  # a walking robot with an arm
            [joint("front_left_hip_x"), joint("rear_right_knee"), joint("arm_sh0")],
            {
                "front_left_hip_x": "front left hip x joint",
                "rear_right_knee": "rear right knee joint",
                "arm_sh0": "arm shoulder 0 joint",
            },
        ),
        (  # sides are letters, and each has its other side
            [joint(f"{side}_gripper_finger_joint", kind="prismatic") for side in "lr"],
            {
                "l_gripper_finger_joint": "left gripper finger",
                "r_gripper_finger_joint": "right gripper finger",
            },
        ),
        ([joint("mast", kind="prismatic"), joint("tool_mount", kind="fixed")], {}),
        ([joint("a_1", "x"), joint("b_1", "y")], {"a_1": "joint a 1", "b_1": "joint b 1"}),
    ],
)
def test_a_joint_is_called_what_people_say(parts: list[str], names: dict[str, str]):
    assert named(*parts) == names


def test_a_wheel_is_known_by_its_link():
    assert named(joint("left_drive", "left_wheel", "continuous")) == {
        "left_drive": "left drive wheel"
    }


def test_motors_of_transmissions_and_drives_of_wheels_have_names():
    control = "".join(f'<joint name="{side}_wheel_joint"/>' for side in ("fl", "fr", "rl", "rr"))
    names = named(
        *WHEELS,
        '<transmission><joint name="fl_wheel_joint"/><actuator name="m_17"/></transmission>',
        f'<ros2_control name="a200_hardware" type="system">{control}</ros2_control>',
    )

    assert names["m_17"] == "front left wheel motor"
    assert names["a200_hardware"] == "wheel drives (a200_hardware)"


def test_names_that_two_parts_would_share_are_not_used():
    assert named(joint("a-lift_joint", "l1", "prismatic"), joint("a_lift_joint", "l2")) == {}


TWO_LIDARS = urdf(
    joint("f", "laser_a", "fixed", xyz="0.4 0 0.2"),
    joint("g", "laser_b", "fixed", xyz="-0.4 0 0.2", rpy="0 0 3.14159"),
    joint("h", "laser_b_optical", "fixed", parent="laser_b", xyz="0.1 0 0"),
    joint("i", "imu_link", "fixed"),
    joint("j", "mount_3", "fixed", xyz="0.1 0 0.5"),
    '<gazebo reference="mount_3"><sensor name="s" type="rgbd_camera"/></gazebo>',
)


def test_of_two_lidars_one_is_at_the_front_and_one_at_the_rear():
    found = sensors_by_frame(read_description(TWO_LIDARS))

    assert found["laser_a"] == SensorPlace("lidar", "front")
    assert found["laser_b"] == found["laser_b_optical"] == SensorPlace("lidar", "rear")
    assert found["imu_link"] == SensorPlace("IMU")
    assert found["mount_3"] == SensorPlace("camera")
    assert "base_link" not in found


def test_four_sensors_at_corners_are_told_by_both_sides():
    corners = ["0.5 0.3 0", "0.5 -0.3 0", "-0.5 0.3 0", "-0.5 -0.3 0"]
    parts = [joint(f"s{n}", f"sonar_{n}", "fixed", xyz=xyz) for n, xyz in enumerate(corners)]

    found = sensors_by_frame(read_description(urdf(*parts)))

    assert [place.side for place in found.values()] == [
        "front left", "front right", "rear left", "rear right",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is no XML: no element found"),
        ("<robot><link></robot>", "is no XML: mismatched tag: line 1"),
        ("<sdf/>", "begins with <sdf>, and a URDF with <robot>"),
        ('<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><robot/>', "has a document type"),
        ("<robot>" + "<a>" * 70 + "</a>" * 70 + "</robot>", "more than 64 elements inside"),
        ("<robot>" + "<a/>" * 20_000 + "</robot>", "more than 20000 elements"),
        ("<robot>" + " " * MOST_CHARACTERS + "</robot>", "which is above 4000000"),
    ],
)
def test_a_description_that_cannot_be_used_says_why_and_the_names_before_stay(text: str, told: str):
    parts = DescribedParts()
    parts.learn(urdf(*WHEELS), "/robot_description")

    with pytest.raises(InvalidInput) as caught:
        parts.learn(text, "/robot_description")

    assert told in str(caught.value)
    assert "/robot_description" in str(caught.value)
    assert parts.names.in_text("fl_wheel_joint") == "front left wheel"


def test_odd_numbers_and_joints_in_a_circle_do_no_harm():
    circle = joint("a", "one", "fixed", parent="laser_x") + joint(
        "b", "laser_x", "fixed", parent="one", xyz="nan 1 x"
    )

    assert sensors_by_frame(read_description(urdf(circle)))["laser_x"].kind == "lidar"


def test_a_status_about_a_joint_is_told_in_the_words_of_people():
    robot = Watching(known=PriorMemory(names=PartNames({"fr_wheel_joint": "the wobbly wheel"})))
    robot.send("/robot_description", _STRING, Message(data=urdf(*WHEELS)))
    names = ("fl_wheel_joint", "fr_wheel_joint")
    robot.every(
        1.0,
        robot.now + 5.0,
        lambda now: robot.diagnose(*(status(name, WARN, "controller asleep") for name in names)),
    )
    robot.every(1.0, robot.now + 9.0, lambda now: robot.diagnose(*(status(n, OK) for n in names)))

    assert [row.summary for row in robot.onsets] == [
        "front left wheel warns: controller asleep",
        "the wobbly wheel warns: controller asleep",
    ]
    assert robot.onsets[0].component == "fl_wheel_joint"


def test_a_lidar_has_the_side_that_the_description_tells():
    robot = Watching()
    robot.send("/robot_description", _STRING, Message(data=TWO_LIDARS))

    def spin(now: float) -> None:
        robot.send("/odom", ros.ODOMETRY, ros.odometry(speed=0.5, x=now * 0.5))

    def scan(now: float) -> None:
        header = Message(stamp=ros.header(0).stamp, frame_id="laser_b")
        robot.send("/sick/points_b", ros.SCAN, Message(header=header, ranges=[]))

    robot.every(0.5, 120.0, spin, scan)
    robot.every(0.5, 150.0, spin)

    assert texts_of(robot) == ["Rear lidar sick points b falls silent while the robot runs"]
