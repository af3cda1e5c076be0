"""Everyday names for drivers' names."""

from __future__ import annotations

import pytest

from robot_memory.foundation.settings import Settings
from robot_memory.foundation.wording.spoken_names import spoken, spoken_name
from robot_memory.perception.ros_graph.graph_faults import lost_publisher


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("/front/scan", "front lidar"),
        ("/imu/data", "IMU"),
        ("/dataset Current_J1", "joint 1 current"),
        ("/joint_states left_wheel_joint velocity", "left wheel joint velocity"),
        ("/wheelFL/speed", "wheel front left speed"),
        ("/ft_sensor wrench.force.x", "force sensor force x"),
        ("/recording_02052023 grip_lost", "grip lost"),
        ("/failure_status/engines", "engines failure"),
        ("/error/motor_left", "motor left error"),
        ("/error code", "error code"),
        ("/error_motor", "error motor"),
        ("/traktor Öldruck [bar]", "traktor öldruck bar"),
        ("/traktor O\u0308ldruck", "traktor öldruck"),
        ("/küche/LüfterÄ2", "küche lüfter ä 2"),
        ("/мотор/Температура", "мотор температура"),
        ("/robot हाथ", "हाथ"),
    ],
)
def test_a_topic_or_field_name_is_converted_to_an_everyday_name(raw: str, name: str):
    assert spoken_name(raw) == name


@pytest.mark.parametrize("raw", ["/a", "/topic_12345678", "/x/y z"])
def test_a_topic_name_without_meaning_has_no_everyday_name(raw: str):
    assert spoken_name(raw) == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/front/scan falls silent while the robot runs",
         "Front lidar falls silent while the robot runs"),
        ("/imu/data linear_acceleration.z leaps by 3 m/s² at once",
         "IMU linear acceleration z leaps by 3 m/s² at once"),
        ("Messages on /imu/data have header stamps that jump back in time",
         "Messages of the IMU have header stamps that jump back in time"),
        ("Messages on /joint_states have a header stamp that stands still while they go on",
         "Messages of the joint have a header stamp that stands still while they go on"),
        ("Battery on /bms2/battery (front) runs low in operation",
         "Battery 2 front runs low in operation"),
        ("/scan falls silent above 0.3 m/s — prefer ≤ 0.3 m/s",
         "Lidar falls silent above 0.3 m/s — prefer ≤ 0.3 m/s"),
        ("/crane hydraulic pressure [bar] fell from 180 to 129 bar (normal 165 to 181 bar)",
         "Crane hydraulic pressure fell from 180 to 129 bar (normal 165 to 181 bar)"),
        ("/crane motor_temp_C rose from 4 to 6 °C", "Crane motor temperature rose from 4 to 6 °C"),
        ("/crane hoist speed [m/s] rose from 1 to 2 m/s", "Crane hoist speed rose from 1 to 2 m/s"),
        ("/crane door [left] is raised", "Crane door left is raised"),
        ("/crane column a fell from 180 to 129 bar", "Crane column a fell from 180 to 129 bar"),
        ("/run_1 grip_lost is raised in operation, mostly while /run_1 Current_J1 is above -2.2",
         "Grip lost is raised in operation, mostly while joint 1 current is above -2.2"),
    ],
)  # fmt: skip
def test_a_text_that_begins_with_a_topic_is_shown_with_its_everyday_name(text: str, told: str):
    assert spoken(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("/robot/state timeout is raised", "Timeout on /robot/state is raised"),
        ("/log over_temperature is raised in operation",
         "Over temperature on /log is raised in operation"),
        ("/driver/status motors_ok is lost", "Motors ok is lost"),
        ("/driver/status ready is lost in operation",
         "Ready on /driver/status is lost in operation"),
        ("/status overheat is true, which it was rarely before",
         "Overheat on /status is true, which it was rarely before"),
        ("/timeout is raised in operation", "/timeout is raised in operation"),
        ("/arm/status timeout is raised", "Arm timeout is raised"),
        ("/run_1 grip_lost is raised in operation", "Grip lost is raised in operation"),
    ],
)  # fmt: skip
def test_a_flag_with_an_unspecific_name_is_shown_with_its_topic(text: str, told: str):
    assert spoken(text) == told
    assert spoken(told) == told


def test_a_lost_publisher_is_shown_with_the_everyday_name_of_its_topic():
    text = lost_publisher("/front/scan", "/nav", Settings()).text

    assert spoken(text) == "Front lidar lost a publisher while nodes listen to it"


@pytest.mark.parametrize(
    "text",
    [
        "/a falls silent while the robot runs",
        "bms: Battery warns: Low voltage",
        "Topics under /arm fall silent together while the robot runs",
        "mount of /front/scan is loose",
        "/dev/ttyUSB0: cannot open",
    ],
)
def test_other_texts_stay_as_they_are(text: str):
    assert spoken(text) == text


def test_a_sentence_pattern_gets_the_same_names_as_the_sentence_with_values():
    said = "/motor warmth_c is too high: {} instead of {} °C"

    assert (
        spoken(said.format("…", "…")).split(":")[0] == spoken(said.format("45", "42")).split(":")[0]
    )


@pytest.mark.parametrize(
    ("column", "name"),
    [
        ("vacuum_pressure_kPa", "vacuum pressure kPa"),
        ("clock_MHz", "clock MHz"),
        ("kHandle", "k handle"),
    ],
)
def test_a_unit_with_mixed_case_is_one_word(column, name):
    assert spoken_name(f"/table {column}") == name
