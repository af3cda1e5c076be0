"""Operating conditions: found in messages, shown at an onset."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
import robot_messages as ros
from robot_messages import ERROR, status
from watching import Watching

from robot_memory.ledger import Observation
from robot_memory.perception.operating_conditions import OperatingConditions

STRING = "std_msgs/msg/String"
GPS = status("mavros: GPS", ERROR, "No satellites")


def drive(robot: Watching, until: float, speed: float = 0.0, **more: float) -> None:
    robot.every(0.1, until, lambda now: robot.send("/odom", ros.ODOMETRY,
                                                   ros.odometry(speed, **more)))  # fmt: skip


def now(robot: Watching) -> dict[str, float]:
    return robot.perception.conditions.now(robot.now)


# -- at an onset ---------------------------------------------------------------------------


def test_an_onset_has_the_operating_conditions_of_its_time(robot: Watching):
    robot.every(
        0.1, 10.0,
        lambda now: robot.send("/odom", ros.ODOMETRY, ros.odometry(0.7, -0.2, x=12.3, y=-3.4)),
        lambda now: robot.battery(24.0, 0.83, -4.2),
        lambda now: robot.send("/temp", ros.TEMPERATURE, ros.temperature(41.5)),
        lambda now: now < 5.0 or robot.diagnose(GPS),
    )  # fmt: skip

    assert robot.onsets[0].context == {
        "speed": 0.7, "turn_rate": 0.2, "x": 12.3, "y": -3.4,
        "battery": 83.0, "load": 4.2, "temperature": 41.5,
    }  # fmt: skip


def test_an_outdated_condition_is_not_shown_at_an_onset(robot: Watching):
    drive(robot, 5.0, 0.7)
    robot.every(0.1, 20.0, lambda now: now < 15.0 or robot.diagnose(GPS))

    assert robot.onsets[0].context == {}


@pytest.mark.parametrize("full", [1.0, 100.0])
def test_the_battery_condition_is_always_in_percent(robot: Watching, full: float):
    for step in range(100):
        robot.jump(step * 1.0)
        robot.battery(24.0, full * (0.5 - step * 0.005))
        robot.diagnose(GPS)
    robot.wait(100.5)
    low = [row for row in robot.onsets if row.detector == "battery"]

    assert low[0].context["battery"] == pytest.approx(20.0, abs=1.0)


def test_the_position_comes_from_only_one_of_two_odometry_topics(robot: Watching):
    told = set()
    for step in range(100):
        robot.jump(0.1 * step)
        robot.send("/wheel/odom", ros.ODOMETRY, ros.odometry(0.5, x=1.5))
        robot.send("/map/odom", ros.ODOMETRY, ros.odometry(0.5, x=901.5))
        told.add(now(robot)["x"])

    assert told == {1.5}


def test_a_second_topic_is_used_when_the_first_one_is_silent(robot: Watching):
    robot.every(0.1, 10.0, lambda now: robot.send("/a", ros.ODOMETRY, ros.odometry(0.5)),
                lambda now: robot.send("/b", ros.ODOMETRY, ros.odometry(2.5)))  # fmt: skip
    assert now(robot)["speed"] == 0.5
    robot.every(0.1, 20.0, lambda now: robot.send("/b", ros.ODOMETRY, ros.odometry(2.5)))

    assert now(robot)["speed"] == 2.5


BATTERY, SENSORS = "sensor_msgs/msg/BatteryState", "sensor_msgs/msg"
SWITCH = [ros.Message(header=ros.header(), fluid_pressure=value) for value in (0.0, 1.0, 0.0, 1.0)]


@pytest.mark.parametrize(
    ("topic", "message_type", "contents", "told"),
    [
        ("/b", BATTERY, [ros.battery(0.0, 0.5, -1.0, present=False)], {}),
        ("/b", BATTERY, [ros.battery(24.0, 0.5, -1.0, present=False)],
         {"battery": 50.0, "load": 1.0}),  # its driver never sets ``present``
        ("/b", BATTERY, [ros.battery(0.0, 0.0, -1.0)], {"load": 1.0}),  # never filled in
        ("/joy/battery", BATTERY, [ros.battery(24.0, 0.5, -1.0)], {}),
        ("/dock/battery_state", BATTERY, [ros.battery(24.0, 0.5, -1.0)], {}),
        ("/vacuum", f"{SENSORS}/FluidPressure", SWITCH, {}),
        ("/leader/odom", ros.ODOMETRY, [ros.odometry(0.5)], {}),
        ("/odom", ros.ODOMETRY, [ros.Message(twist=ros.odometry(0.5).twist)],
         {"speed": 0.5, "turn_rate": 0.0}),  # a recording that lacks some fields
        ("/s", f"{SENSORS}/FluidPressure", [ros.Message(fluid_pressure=101325.0)],
         {"pressure": 101325.0}),
        ("/s", f"{SENSORS}/RelativeHumidity", [ros.Message(relative_humidity=0.4)],
         {"humidity": 0.4}),
        ("/s", f"{SENSORS}/Illuminance", [ros.Message(illuminance=300.0)], {"illuminance": 300.0}),
    ],
)  # fmt: skip
def test_conditions_are_read_only_from_messages_about_the_robot_itself(
    robot: Watching, topic: str, message_type: str, contents: list, told: dict[str, float]
):
    for content in contents:
        robot.send(topic, message_type, content)

    assert now(robot) == told


# -- modes ---------------------------------------------------------------------------------


def test_a_text_on_a_mode_topic_is_read_as_the_mode(robot: Watching):
    robot.send("/robot/mode", STRING, ros.Message(data="AUTO"))

    assert robot.perception.conditions.words() == {"mode": "AUTO"}


@pytest.mark.parametrize("topic", ["/chatter", "/robot/model", "/speech"])
def test_a_text_on_another_topic_is_not_read_as_a_mode(robot: Watching, topic: str):
    robot.send(topic, STRING, ros.Message(data="AUTO"))

    assert robot.perception.conditions.words() == {}


# -- before an onset -----------------------------------------------------------------------


def fail_at(robot: Watching, onset: float, *actions: Callable[[float], object]) -> Observation:
    """Let the GPS fail while something goes on; return the row of its onset."""
    robot.every(0.1, onset + 5.0, *actions, lambda now: now < onset or robot.diagnose(GPS))
    return robot.onsets[0]


def test_an_onset_also_has_the_conditions_before_the_fault(robot: Watching):
    def drive_until_it_fails(now: float) -> None:
        robot.send("/odom", ros.ODOMETRY, ros.odometry(0.7 if now < 60.0 else 0.0))

    row = fail_at(robot, 60.5, drive_until_it_fails)

    assert row.context["speed"] == 0.0
    assert row.detail["before"]["speed"] == pytest.approx(0.7)


def test_an_end_has_no_conditions_from_before_it(robot: Watching):
    fail_at(robot, 60.0, lambda now: robot.send("/odom", ros.ODOMETRY, ros.odometry(0.7)))
    robot.every(0.1, 90.0, lambda now: robot.diagnose(status("mavros: GPS")))

    gps = [row for row in robot.rows if row.component == "mavros: GPS"]
    assert ["before" in row.detail for row in gps] == [True, False]


def test_the_battery_is_no_condition_of_its_own_faults(robot: Watching):
    def discharge(now: float) -> None:
        robot.battery(24.0, max(0.05, 0.5 - now / 400.0), -4.0)
        robot.send("/odom", ros.ODOMETRY, ros.odometry(0.7))

    robot.every(1.0, 200.0, discharge)
    low = next(row for row in robot.onsets if row.detector == "battery")

    assert set(low.detail["before"]) & {"battery", "load", "speed"} == {"speed"}


# -- values that are not what their names say ----------------------------------------------


def test_a_removed_battery_gives_no_conditions(robot: Watching):
    robot.battery(24.0, 0.5, -1.0)
    robot.wait(10.0)
    robot.battery(0.3, 0.5, -1.0, present=False)

    assert now(robot) == {}


def test_a_speed_that_stays_zero_while_the_position_changes_is_ignored(robot: Watching):
    drive(robot, 1.0, 0.0, x=0.0)
    assert now(robot)["speed"] == 0.0
    drive(robot, 10.0, 0.0, x=3.0)

    assert "speed" not in now(robot)
    assert now(robot)["x"] == 3.0


def test_the_battery_of_a_px4_vehicle_is_a_condition(robot: Watching):
    def status(connected: bool) -> ros.Message:
        return ros.Message(connected=connected, voltage_v=15.1, remaining=0.4, current_a=7.0)

    robot.send("/fmu/out/battery_status", "px4_msgs/msg/BatteryStatus", status(True))
    assert now(robot) == {"battery": 40.0, "load": 7.0}
    robot.wait(10.0)
    robot.send("/fmu/out/battery_status", "px4_msgs/msg/BatteryStatus", status(False))

    assert now(robot) == {}


def test_conditions_are_kept_for_a_limited_number_of_latest_topics():
    conditions = OperatingConditions()
    for number in range(1_000):
        battery = SimpleNamespace(percentage=0.5, present=True, voltage=24.0)
        conditions.process(
            10.0 * number, f"/battery_{number}", "sensor_msgs/msg/BatteryState", battery
        )
    assert len(conditions._quantities) == 256
    assert 50.0 in conditions.now(9_990.0).values()
