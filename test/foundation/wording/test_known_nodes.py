"""What well-known nodes are for stands before their names (rules.md §1.12)."""

from __future__ import annotations

import pytest

from robot_memory.foundation.wording.known_nodes import part_of_node, with_part


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("velodyne_driver_node", "lidar"),
        ("urg_node_rear", "rear lidar"),
        ("os_driver", "lidar"),
        ("DynamixelHardware", "servos"),
        ("mavros: Battery", "flight controller"),
        ("UR_Client_Library:ur10e_left", "left arm"),
        ("controller_server", "path following"),
        ("rplidar_node", "lidar"),
        ("wg0x", "motor board"),
        ("kvaser_can_bridge", "CAN adapter"),
        ("sick_line_guidance_can_node", "line sensor"),
    ],
)
def test_a_well_known_node_speaks_for_a_part(name: str, part: str):
    assert part_of_node(name) == part


@pytest.mark.parametrize(
    "name",
    [
        "camera.front_camera",
        "sick_scanner_front",
        "ublox_gps_node",
        "soak_node",
        "express",
        "turtlebot3_fleet_client",
        "nmea_converter",
    ],
)
def test_a_name_that_says_it_or_that_nobody_knows_stays_alone(name: str):
    assert part_of_node(name) == ""


def test_the_name_of_the_node_stays_in_brackets():
    assert with_part("mavros: Battery warns: Low voltage", "mavros: Battery") == (
        "Flight controller (mavros): Battery warns: Low voltage"
    )


def test_a_text_that_begins_with_something_else_stays():
    assert with_part("No telemetry from mavros", "mavros") == "No telemetry from mavros"


def test_a_name_that_says_nothing_leaves_the_part_to_the_sentence():
    assert with_part("common2 logs an error: no reply to move_jointx", "common2") == (
        "Arm (common2) logs an error: no reply to move_jointx"
    )


def test_a_name_that_says_something_does_not():
    text = "task_queue logs an error: no reply to move_jointx"

    assert with_part(text, "task_queue") == text


def test_a_connection_is_no_point_of_a_tool():
    text = "main logs an error: TCP connection refused"

    assert with_part(text, "main") == text
