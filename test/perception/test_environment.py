"""Events in the robot's surroundings: when they are reported, and at which position."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import SimpleNamespace as Message
from typing import Any

import pytest
from watching import SHIPPED, Watching

from robot_memory.ledger import Kind, Observation

IMU, ODOMETRY = "sensor_msgs/msg/Imu", "nav_msgs/msg/Odometry"
LOCALISER, FIX = "geometry_msgs/msg/PoseWithCovarianceStamped", "sensor_msgs/msg/NavSatFix"
DETECTORS = {
    "localisation", "bump", "fix_lost", "light", "localisation_lost", "recoveries",
    "signal_strength", "slip", "navigation", "flag",
}  # fmt: skip
TREE, COLLISION_MONITOR = "nav2_msgs/msg/BehaviorTreeLog", "nav2_msgs/msg/CollisionMonitorState"
G = 9.80665


def vector(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Message:
    return Message(x=x, y=y, z=z)


def header(frame: str = "") -> Message:
    return Message(stamp=Message(sec=0, nanosec=0), frame_id=frame)


class Rover(Watching):
    """A rover on a map that drives along x by default."""

    def __init__(self, baselines: Mapping[str, Any] | None = None) -> None:
        super().__init__(
            [rule for rule in SHIPPED if rule.detector in DETECTORS], baselines=baselines
        )
        self.x = self.claimed = 0.0

    @property
    def events(self) -> list[Observation]:
        return self.of(Kind.EVENT)

    @property
    def told(self) -> list[str]:
        return [row.summary for row in self.events]

    def localise(self, x: float, sigma: float = 0.05) -> None:
        covariance = [0.0] * 36
        covariance[0] = covariance[7] = sigma**2
        pose = Message(position=vector(x), orientation=vector())
        content = Message(header=header("map"), pose=Message(pose=pose, covariance=covariance))
        self.send("/amcl_pose", LOCALISER, content)

    def odometry(
        self, speed: float, turn: float = 0.0, x: float = 0.0, *, topic: str = "/odom",
        **more: float,
    ) -> None:  # fmt: skip
        twist = Message(linear=vector(speed, z=more.get("climb", 0.0)), angular=vector(z=turn))
        pose = Message(position=vector(x, z=more.get("z", 0.0)), orientation=vector())
        content = Message(
            header=header("odom"), pose=Message(pose=pose, covariance=[0.0] * 36),
            twist=Message(twist=twist, covariance=[0.0] * 36),
        )  # fmt: skip
        self.send(topic, ODOMETRY, content)

    def imu(
        self, up: tuple[float, float, float], turn: float = 0.0, topic: str = "/imu", *,
        gravity: float = G, jolt: float = 0.0, unit: float = 1.0,
    ) -> None:  # fmt: skip
        acceleration = vector(*((gravity + jolt) * unit * axis for axis in up))
        rate = vector(*(turn * axis for axis in up))
        content = Message(header=header(), linear_acceleration=acceleration, angular_velocity=rate)
        self.send(topic, IMU, content)

    def drive(
        self, seconds: float, *also: Callable[[float], object], speed: float = 0.5,
        claims: float | None = None,
    ) -> None:  # fmt: skip
        """Drive for some seconds, with messages at 10 Hz."""

        claimed = speed if claims is None else claims

        def tell(now: float) -> None:
            self.x += speed * 0.1
            self.claimed += claimed * 0.1
            self.odometry(claimed, x=self.claimed)
            self.localise(self.x)

        self.every(0.1, self.now + seconds, tell, *also)


@pytest.fixture
def rover() -> Rover:
    return Rover()


# -- from an event to a row ----------------------------------------------------------------------


def test_an_event_is_a_row_with_a_position_and_no_onset(rover):
    rover.drive(10.0)
    rover.log("behavior_server", "Running spin", level=20)

    (row,) = rover.rows
    assert row.kind is Kind.EVENT
    assert row.entry_type == "environment_note"
    assert row.key is not None and row.key.place == ""
    assert row.detail["at"]["frame"] == "map"
    assert row.detail["at"]["x"] == pytest.approx(5.0, abs=0.2)
    assert row.detail["way"] == pytest.approx(5.0, abs=0.5)


def test_no_event_is_reported_while_the_position_is_unknown(rover):
    rover.log("behavior_server", "Running spin", level=20)

    assert rover.rows == []


def test_events_belong_to_one_leg_until_the_robot_moves_away(rover):
    rover.drive(10.0)
    for _ in range(3):
        rover.log("behavior_server", "Running spin", level=20)
        rover.drive(25.0, speed=0.0)
    assert [row.detail["leg"] for row in rover.events] == [0, 0, 0]

    rover.drive(20.0)
    rover.log("behavior_server", "Running spin", level=20)
    assert rover.events[-1].detail["leg"] == 1


def test_the_number_of_events_of_one_source_is_limited(rover):
    rover.drive(10.0)
    for k in range(3600):
        rover.localise(rover.x)
        if k % 22 == 0:
            rover.log("behavior_server", "Running spin", level=20)
        rover.wait(rover.now + 1.0, step=1.0)

    assert 30 < len(rover.events) < 30 + 130


# -- bumps ---------------------------------------------------------------------------------------

Z, Y, SKEW = (0.0, 0.0, 1.0), (0.0, -1.0, 0.0), (0.6, 0.0, 0.8)


def rough(rover: Rover, up: tuple[float, float, float] = Z, **how: Any) -> Callable[[float], None]:
    """The usual floor: jolts of up to 0.5 m/s²."""
    return lambda now: rover.imu(up, jolt=0.5 * math.sin(37.0 * now), **how)


def smooth(rover: Rover) -> Callable[[float], None]:
    return lambda now: rover.imu(Z)


@pytest.mark.parametrize(
    ("floor", "bump", "speed", "told"),
    [
        *((lambda it, up=up, unit=unit: rough(it, up, unit=unit), {"up": up, "unit": unit}, 0.5,
           True)
          for up in (Z, Y, SKEW) for unit in (1.0, 1.0 / G)),  # for each mounting, in m/s² and in g
        (smooth, {"up": Z}, 0.5, True),
        (rough, {"up": Z}, 0.0, False),  # it stands and is pushed
        (lambda it: rough(it, gravity=0.0), {"up": Z, "gravity": 0.0}, 0.5, False),
        (lambda it: lambda now: it.imu(Z, jolt=8.0 * math.sin(37.0 * now)), {"up": Z}, 0.5, False),
    ],
)  # fmt: skip
def test_a_rare_jolt_while_driving_is_reported_as_a_bump(
    rover: Rover, floor: Any, bump: dict[str, Any], speed: float, told: bool
):
    rover.drive(60.0, floor(rover), speed=speed)
    rover.imu(**bump, jolt=8.0)
    rover.drive(2.0, floor(rover), speed=speed)

    assert rover.told == (["Bump"] if told else [])
    assert all(row.context["jolt"] == pytest.approx(8.0, abs=1.0) for row in rover.events)


def test_braking_and_turning_are_not_reported_as_bumps(rover):
    rover.drive(60.0, rough(rover))
    for _ in range(5):
        content = Message(
            header=header(), linear_acceleration=vector(6.0, 4.0, G), angular_velocity=vector()
        )
        rover.send("/imu", IMU, content)
        rover.drive(2.0, rough(rover))

    assert rover.told == []


def test_a_bump_measured_by_two_imus_is_reported_once(rover):
    both = (rough(rover), rough(rover, topic="/camera/imu"))
    rover.drive(60.0, *both)
    rover.imu(Z, jolt=8.0)
    rover.imu(Z, jolt=8.0, topic="/camera/imu")
    rover.drive(2.0, *both)

    assert rover.told == ["Bump"]


def test_a_landing_is_not_reported_as_a_bump(rover):
    for k in range(600):
        rover.odometry(0.5, x=0.05 * k, climb=0.0)
        rover.localise(0.05 * k)
        rough(rover)(0.1 * k)
        rover.wait(rover.now + 0.1, step=0.1)
    for k in range(60):
        rover.odometry(0.5, x=30.0 + 0.05 * k, climb=-1.0)
        rover.localise(30.0 + 0.05 * k)
        rover.wait(rover.now + 0.1, step=0.1)
    rover.imu(Z, jolt=12.0)
    rover.drive(2.0, rough(rover))

    assert rover.told == []


# -- slip ----------------------------------------------------------------------------------------


def swerve(rover: Rover, *, claims: float, turns: float, up: tuple[float, float, float] = Z) -> Any:
    """Odometry and gyroscopes that report different rotations; both oscillate."""

    def tell(now: float) -> None:
        wave = math.sin(0.5 * now)
        rover.odometry(0.3, claims * wave, x=rover.x)
        rover.localise(rover.x)
        rover.imu(up, turns * wave)

    return tell


@pytest.mark.parametrize("up", [Z, Y, SKEW])
def test_wheel_slip_is_reported_if_the_wheels_turn_more_than_the_robot(rover, up):
    rover.every(0.05, 60.0, swerve(rover, claims=0.8, turns=0.8, up=up))
    assert rover.told == []
    rover.every(0.05, 66.0, swerve(rover, claims=0.8, turns=0.1, up=up))

    assert set(rover.told) == {"Wheel slip"}


def test_a_constant_scale_error_of_odometry_rotation_is_not_wheel_slip(rover):
    rover.every(0.05, 120.0, swerve(rover, claims=0.8, turns=0.45))

    assert rover.told == []


def test_wheel_slip_is_reported_if_the_wheels_go_further_than_the_robot(rover):
    rover.drive(60.0)
    rover.drive(5.0, speed=0.1, claims=0.5)

    assert rover.told == ["Wheel slip"]


def test_an_uncertain_localiser_is_not_used_to_detect_slip(rover):
    rover.drive(60.0)
    for k in range(400):
        rover.claimed += 0.025
        rover.odometry(0.5, x=rover.claimed)
        rover.localise(rover.claimed + (0.8 if k // 40 % 2 else 0.0), sigma=0.3)
        rover.wait(rover.now + 0.05, step=0.05)

    assert rover.told == []


def test_a_constant_scale_error_of_odometry_distance_is_not_wheel_slip(rover):
    rover.drive(120.0, speed=0.3, claims=0.5)

    assert rover.told == []


def test_a_frozen_gyroscope_is_not_used_to_detect_slip(rover):
    rover.every(0.05, 60.0, swerve(rover, claims=0.8, turns=0.8))

    def freeze(now: float) -> None:
        rover.odometry(0.3, 0.8 * math.sin(0.5 * now), x=rover.x)
        rover.localise(rover.x)
        rover.imu(Z, 0.3)

    rover.every(0.05, 80.0, freeze)

    assert rover.told == []


def test_a_frozen_position_is_not_used_to_detect_slip(rover):
    rover.drive(60.0)
    where = rover.x

    def freeze(now: float) -> None:
        rover.claimed += 0.025
        rover.odometry(0.5, x=rover.claimed)
        rover.localise(where)

    rover.every(0.05, 64.0, freeze)

    assert rover.told == []


def test_a_short_disagreement_is_not_reported_as_slip(rover):
    rover.every(0.05, 60.0, swerve(rover, claims=0.8, turns=0.8))
    for _ in range(5):
        rover.every(0.05, rover.now + 0.3, swerve(rover, claims=0.8, turns=0.1))
        rover.every(0.05, rover.now + 5.0, swerve(rover, claims=0.8, turns=0.8))

    assert rover.told == []


def test_a_short_pause_of_the_localiser_is_not_reported_as_slip(rover):
    rover.drive(60.0)
    rover.every(0.05, rover.now + 1.0, lambda now: rover.odometry(0.5, x=rover.x))

    assert rover.told == []


def test_visual_odometry_is_not_used_to_detect_wheel_slip(rover):
    def look(now: float) -> None:
        wave = math.sin(0.5 * now)
        rover.odometry(0.3, wave if now < 60.0 else 3.0 * wave, x=rover.x, topic="/visual_odom")
        rover.localise(rover.x)
        rover.imu(Z, wave)

    rover.every(0.05, 80.0, look)

    assert rover.told == []


# -- satellites, light, radio, localiser ---------------------------------------------------------


def satellites(rover: Rover, status: int, variance: float = 1.0) -> None:
    content = Message(
        header=header(), status=Message(status=status), latitude=47.0, longitude=8.0,
        altitude=400.0, position_covariance=[variance] * 9, position_covariance_type=2,
    )  # fmt: skip
    rover.send("/fix", FIX, content)


@pytest.mark.parametrize(
    ("stretches", "times"),
    [
        ([(60.0, -1, 1.0)], 0),  # it never had a fix
        ([(20.0, 0, 1.0), (60.0, -1, 1.0), (5.0, 0, 1.0), (5.0, -1, 1.0)], 1),
        ([(20.0, 0, 1.0), (5.0, 0, 2500.0)], 1),  # an error of tens of metres is no fix
    ],
)
def test_a_lost_gps_fix_is_reported_once(
    rover: Rover, stretches: list[tuple[float, int, float]], times: int
):
    for seconds, status, variance in stretches:
        rover.drive(seconds, lambda now, it=(status, variance): satellites(rover, *it))

    assert rover.told == ["GPS fix lost"] * times


def test_a_localiser_that_was_never_certain_is_not_reported_as_lost(rover):
    rover.every(0.1, 60.0, lambda now: satellites(rover, 0))
    rover.every(0.1, 90.0, lambda now: satellites(rover, 0), lambda now: rover.localise(0.0, 3.0))

    assert rover.told == []


def lit(rover: Rover, lux: float) -> Callable[[float], None]:
    content = Message(header=header(), illuminance=lux)
    return lambda now: rover.send("/light", "sensor_msgs/msg/Illuminance", content)


@pytest.mark.parametrize(("lux", "told"), [(5.0, ["Poor light"]), (150.0, [])])
def test_poor_light_is_reported_once_and_half_the_light_is_not(
    rover: Rover, lux: float, told: list[str]
):
    rover.drive(90.0, lit(rover, 300.0))
    rover.drive(20.0, lit(rover, lux))

    assert rover.told == told
    assert all(it.context["usual_illuminance"] == pytest.approx(300.0) for it in rover.events)


def radio(rover: Rover, key: str, value: str, name: str = "wifi") -> Callable[[float], None]:
    status = Message(
        name=name, level=0, message="", hardware_id="", values=[Message(key=key, value=value)]
    )
    return lambda now: rover.send(
        "/diagnostics", "diagnostic_msgs/msg/DiagnosticArray",
        Message(header=header(), status=[status]),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("key", "good", "poor", "is_told"),
    [
        ("RSSI", "-50", "-85", True),
        ("Signal level (dBm)", "-55 dBm", "-80 dBm", True),
        ("Link quality (%)", "90", "20", True),
        ("Signal strength", "90%", "15%", True),
        ("Signal", "-50", "-80", True),
        ("RSSI", "-80", "-85", False),  # always weak
        ("Noise level", "-60", "-95", False),
        ("RSSI", "-50", "-65", False),  # weaker, but still good
        ("RSSI", "-50", "-127", False),  # no measurement
        ("RSSI", "200", "100", False),  # unknown unit
        ("Temperature", "-50", "-85", False),
        ("Tx errors", "-50", "-85", False),
        ("Signal strength", "90", "15", False),  # unknown unit
    ],
)
def test_only_a_radio_signal_that_becomes_weak_is_reported(
    rover: Rover, key: str, good: str, poor: str, is_told: bool
):
    rover.drive(60.0, radio(rover, key, good))
    rover.drive(10.0, radio(rover, key, poor))

    assert rover.told == (["Weak signal of wifi"] if is_told else [])


@pytest.mark.parametrize(
    ("name", "message", "is_told"),
    [
        ("behavior_server", "Running spin", True),
        ("recoveries_server", "Running backup", True),
        ("move_base", "Rotate recovery behavior started.", True),
        ("move_base", "Aborting, even after executing all recovery behaviors", False),
        ("controller", "Starting recovery", True),
        ("nav", "Executing the clear costmap recovery", True),
        ("behavior_server", "Activating", False),
        ("behavior_server", "spin completed successfully", False),
        ("lidar", "Running spin", False),
        ("can_bus", "recovered from bus-off", False),
        ("battery", "recovery mode is off", False),
    ],
)
def test_recoveries_are_recognised_in_the_logs_of_navigation(
    rover: Rover, name: str, message: str, is_told: bool
):
    rover.drive(10.0)
    rover.log(name, message, level=20)

    assert rover.told == (["Navigation has to recover"] if is_told else [])


@pytest.mark.parametrize(
    ("kept", "speed", "is_told"),
    [(310.0, 1.0, True), (0.0, 1.0, False), (310.0, 0.0, False)],
    ids=["here and there", "a receiver of a robot that dives", "at one place"],
)
def test_a_fix_lost_repeatedly_in_different_places_is_a_receiver_fault(
    rover: Rover, kept: float, speed: float, is_told: bool
):
    rover.every(0.1, kept, lambda now: satellites(rover, 0))
    for _ in range(4):
        rover.drive(30.0, lambda now: satellites(rover, 0), speed=speed)
        rover.drive(5.0, lambda now: satellites(rover, -1), speed=speed)

    text = "/fix loses its fix again and again, wherever the robot is"
    assert rover.lessons == ({text: 1} if is_told else {})


# -- Nav2's own messages -------------------------------------------------------------------------


def tree(*running: str) -> Message:
    changes = [Message(node_name=name, current_status="RUNNING") for name in running]
    return Message(event_log=changes)


def test_a_recovery_of_the_behaviour_tree_is_an_event(rover):
    rover.drive(10.0)
    rover.send("/behavior_tree_log", TREE, tree("ComputePathToPose", "ClearGlobalCostmap-Context"))
    assert rover.told == []
    rover.send("/behavior_tree_log", TREE, tree("Spin"))

    assert rover.told == ["Navigation has to recover"]


def test_a_recovery_in_the_log_and_in_the_behaviour_tree_counts_once(rover):
    rover.drive(10.0)
    rover.send("/behavior_tree_log", TREE, tree("Spin"))
    rover.log("behavior_server", "Running spin", level=20)

    assert rover.told == ["Navigation has to recover"]


def test_recoveries_within_twenty_seconds_of_each_other_count_as_one(rover):
    rover.drive(10.0)
    for _ in range(3):
        rover.send("/behavior_tree_log", TREE, tree("Spin"))
        rover.drive(15.0)
    rover.drive(10.0)
    rover.send("/behavior_tree_log", TREE, tree("Spin"))

    assert rover.told == ["Navigation has to recover"] * 2


def test_a_stop_by_the_collision_monitor_is_an_event(rover):
    rover.drive(10.0)
    for action in (0, 2, 1, 1):
        state = Message(action_type=action, polygon_name="front")
        rover.send("/collision_monitor_state", COLLISION_MONITOR, state)

    assert rover.told == ["Stopped by the collision monitor"]
