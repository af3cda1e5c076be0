"""The purpose of well-known nodes is put before their names (rules.md §1.12)."""

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
def test_a_well_known_node_name_maps_to_its_part(name: str, part: str):
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
def test_an_unknown_or_self_explaining_node_name_maps_to_no_part(name: str):
    assert part_of_node(name) == ""


@pytest.mark.parametrize(
    ("text", "node", "told"),
    [
        ("mavros: Battery warns: Low voltage", "mavros: Battery",
         "Flight controller (mavros): Battery warns: Low voltage"),
        ("No telemetry from mavros", "mavros", "No telemetry from mavros"),
        ("common2 logs an error: no reply to move_jointx", "common2",
         "Arm (common2) logs an error: no reply to move_jointx"),
        ("task_queue logs an error: no reply to move_jointx", "task_queue",
         "task_queue logs an error: no reply to move_jointx"),
        ("main logs an error: TCP connection refused", "main",
         "main logs an error: TCP connection refused"),
    ],
    ids=["the name stays in brackets", "another beginning", "the sentence says it",
         "the name says something", "a connection is no point of a tool"],
)  # fmt: skip
def test_a_part_stands_before_the_name_of_its_node(text: str, node: str, told: str):
    assert with_part(text, node) == told
