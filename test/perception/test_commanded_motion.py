"""A base that does not obey a motion command is a fault; a base that starts slowly is not."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from watching import SHIPPED, Watching

from robot_memory.ledger import Kind

TOLD = "The base ignores commands to move"
BOOL = "std_msgs/msg/Bool"
ODOMETRY, TWIST = "nav_msgs/msg/Odometry", "geometry_msgs/msg/Twist"


class Base(Watching):
    """A base with odometry and commands, at 10 Hz."""

    def __init__(self) -> None:
        super().__init__(
            [
                rule
                for rule in SHIPPED
                if rule.detector in ("localisation", "commanded_motion", "flag", "diagnostics")
            ]
        )
        self.x = 0.0

    def run(
        self, seconds: float, *, told: float | None, does: float, turn: float = 0.0,
        **others: float,
    ) -> None:  # fmt: skip
        """Run for some seconds at the speed ``does``, with the commanded speed ``told``.

        ``told`` is None without commands. ``others``: the speeds commanded on other topics; ``__``
        stands for ``/`` in their names.
        """
        self.every(0.1, self.now + seconds, lambda now: self._step(told, does, turn, others))

    def command(self, topic: str, speed: float, turn: float = 0.0) -> None:
        """Command a speed on a topic."""
        self.send(topic, TWIST, Message(linear=_vector(speed), angular=_vector(z=turn)))

    def _step(
        self, told: float | None, does: float, turn: float, others: Mapping[str, float]
    ) -> None:
        if told is not None:
            self.command("/cmd_vel", told, turn)
        for name, speed in others.items():
            self.command(f"/{name.replace('__', '/')}", speed)
        self.x += 0.1 * does
        pose = Message(position=_vector(self.x), orientation=_vector())
        twist = Message(linear=_vector(does), angular=_vector())
        header = Message(stamp=Message(sec=0, nanosec=0), frame_id="odom")
        covariance = [0.0] * 36
        self.send(
            "/odom", ODOMETRY,
            Message(header=header, pose=Message(pose=pose, covariance=covariance),
                    twist=Message(twist=twist, covariance=covariance)),
        )  # fmt: skip

    def drive_for_a_while(self) -> None:
        """Drive and stop ten times, with 0.3 s from a command to its motion."""
        for _ in range(10):
            self.run(0.3, told=0.5, does=0.0)
            self.run(12.0, told=0.5, does=0.5)
            self.run(3.0, told=0.0, does=0.0)


def _vector(x: float = 0.0, z: float = 0.0) -> Message:
    return Message(x=x, y=0.0, z=z)


@pytest.fixture
def base() -> Base:
    base = Base()
    base.drive_for_a_while()
    return base


def stretch(seconds: float, told: float | None, does: float = 0.0, **how: float) -> dict:
    return {"seconds": seconds, "told": told, "does": does, **how}


@pytest.mark.parametrize(
    ("stretches", "times"),
    [
        pytest.param([stretch(15.0, 0.5)], 1, id="told to drive, and does not"),
        pytest.param([stretch(15.0, 0.0, turn=0.5)], 1, id="told to turn, and does not"),
        pytest.param([stretch(15.0, 0.5, nav__cmd_vel=0.5)], 1, id="all commands say so"),
        pytest.param([stretch(1.5, 0.5), stretch(10.0, 0.5, 0.5)], 0, id="takes a second to begin"),
        pytest.param([stretch(60.0, None)], 0, id="nobody commands it any more"),
        pytest.param([stretch(60.0, 0.0, nav__cmd_vel=0.5, cmd_vel_smoothed=0.5)], 0,
                     id="a collision monitor stops it"),
        pytest.param([stretch(60.0, None, cmd_vel_smoothed=0.5)], 0,
                     id="another topic says so, and cmd_vel is silent"),
    ],
)  # fmt: skip
def test_a_base_is_reported_only_if_it_ignores_a_motion_command(
    base: Base, stretches: list[dict], times: int
):
    for one in stretches:
        base.run(**one)

    assert base.lessons == ({TOLD: times} if times else {})


@pytest.mark.parametrize(
    "stretches",
    [
        [stretch(200.0, 0.5)],
        [stretch(6.0, 0.5), stretch(6.0, 0.5, 0.5)] * 10 + [stretch(100.0, 0.5)],
    ],
    ids=["never moved since the start, and may not be switched on", "often waits for long"],
)
def test_a_base_that_has_never_obeyed_promptly_is_not_reported(stretches: list[dict]):
    base = Base()
    for one in stretches:
        base.run(**one)

    assert base.lessons == {}


def test_the_fault_ends_when_the_base_moves(base: Base):
    base.run(15.0, told=0.5, does=0.0)
    base.run(10.0, told=0.5, does=0.5)

    assert [row.kind for row in base.rows if row.kind is Kind.END] == [Kind.END]


@pytest.mark.parametrize(
    ("flag", "holds"),
    [("/emergency_stop", True), ("/base/e_stop", True), ("/motors_enabled", False),
     ("/base/enabled", False), ("/brakes_released", False), ("/left_wheel/brake", True),
     ("/drive/front_left/locked", True), ("/motion_paused", True), ("/emergency_stop_ok", False)],
)  # fmt: skip
def test_a_base_is_not_reported_while_a_flag_prevents_motion(base: Base, flag: str, holds: bool):
    base.send(flag, BOOL, Message(data=holds))
    base.run(60.0, told=0.5, does=0.0)
    assert base.lessons == {}

    base.send(flag, BOOL, Message(data=not holds))
    base.run(15.0, told=0.5, does=0.0)
    assert base.lessons == {TOLD: 1}


@pytest.mark.parametrize(
    ("flag", "value"),
    [("/lights_enabled", False), ("/door/locked", True), ("/recording_paused", True),
     ("/base/lights_enabled", False), ("/audio_disabled", True), ("/gripper/released", False)],
)  # fmt: skip
def test_a_flag_of_another_part_does_not_suppress_the_report(base: Base, flag: str, value: bool):
    base.send(flag, BOOL, Message(data=value))
    base.run(15.0, told=0.5, does=0.0)

    assert base.lessons == {TOLD: 1}


def test_a_flag_whose_topic_is_gone_does_not_suppress_the_report(base: Base):
    base.send("/emergency_stop", BOOL, Message(data=True))
    base.perception.forget("/emergency_stop")
    base.run(15.0, told=0.5, does=0.0)

    assert base.lessons == {TOLD: 1}


def test_a_repeated_flag_silent_for_half_a_minute_suppresses_no_report(base: Base):
    for _ in range(30):
        base.send("/emergency_stop", BOOL, Message(data=True))
        base.run(1.0, told=0.5, does=0.0)
    base.run(28.0, told=0.5, does=0.0)
    assert base.lessons == {}

    base.run(17.0, told=0.5, does=0.0)
    assert base.lessons == {TOLD: 1}


def test_a_base_is_not_reported_during_a_reported_emergency_stop(base: Base):
    status = ros.status("base: Safety", 2, "Emergency stop")
    base.every(0.5, base.now + 1.0, lambda now: base.diagnose(status))
    for _ in range(30):
        base.run(1.0, told=0.5, does=0.0)
        base.diagnose(status)

    assert TOLD not in base.lessons


@pytest.mark.parametrize(("output", "lessons"), [(0.5, {TOLD: 1}), (0.0, {})])
def test_commands_on_nonstandard_topics_must_all_demand_motion(
    output: float, lessons: dict[str, int]
):
    base = Base()
    for told in (0.5, 0.0) * 10:
        base.run(0.3, told=None, does=0.0, mux_command=told, command_out=told)
        base.run(10.0, told=None, does=told, mux_command=told, command_out=told)
    base.run(15.0, told=None, does=0.0, mux_command=0.5, command_out=output)

    assert base.lessons == lessons
