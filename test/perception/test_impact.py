"""Impacts on robots that stand and on vehicles that fly."""

from __future__ import annotations

import random
from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from watching import Watching, when

G = 9.80665
STANDING, FLYING = "Impact while standing", "Impact in flight or at a landing"


def imu(x: float = 0.0, z: float = G) -> Message:
    return Message(
        header=ros.header(), linear_acceleration=Message(x=x, y=0.0, z=z),
        angular_velocity=Message(x=0.0, y=0.0, z=0.01),
    )  # fmt: skip


def odometry(speed: float, height: float) -> Message:
    content = ros.odometry(speed)
    content.pose = Message(
        pose=Message(position=Message(x=0.0, y=0.0, z=height)), covariance=[0.0] * 36
    )
    content.header.frame_id = "odom"
    return content


def run(
    robot: Watching,
    shocks: dict[float, float],
    *,
    until: float = 40.0,
    shake: float = 0.1,
    speed: float | None = 0.0,
    climbs: bool = False,
    lasts: float = 0.04,
) -> dict[str, int]:
    """Measure at 50 Hz; ``shocks`` gives sideways accelerations (m/s²) by their second."""
    random_ = random.Random(1)
    begin = robot.now

    def tell(now: float) -> None:
        if speed is not None:
            robot.send("/odom", ros.ODOMETRY, odometry(speed, (now - begin) if climbs else 0.0))
        push = sum(size for at, size in shocks.items() if at <= now - begin < at + lasts)
        robot.send(
            "/imu", ros.IMU, imu(push + random_.gauss(0, shake), G + random_.gauss(0, shake))
        )

    robot.every(0.02, begin + until, tell)
    return {text: count for text, count in robot.lessons.items() if "Impact" in text}


def test_an_impact_on_a_standing_robot_is_reported_with_its_size(robot: Watching):
    assert run(robot, {20.0: 15.0}) == {STANDING: 1}
    assert robot.onsets[0].context["shock"] == pytest.approx(15.0, abs=1.0)


STEPS = {20.0 + 0.5 * step: 12.0 for step in range(30)}


@pytest.mark.parametrize(
    ("shocks", "how", "told"),
    [
        pytest.param({30.0: 60.0}, {"shake": 2.0, "climbs": True}, FLYING, id="flies"),
        pytest.param({30.0: 15.0}, {"shake": 2.0, "climbs": True}, "", id="lands softly"),
        pytest.param({20.0: 40.0}, {"speed": None}, "Impact", id="a unit alone"),
        pytest.param({20.0: 15.0}, {"until": 25.0, "lasts": 0.02}, "", id="a single reading"),
        pytest.param({20.0: 4.0}, {}, "", id="a touch"),
        pytest.param({20.0: 15.0}, {"speed": 0.5}, "", id="drives, and has bumps instead"),
        pytest.param(STEPS, {}, "", id="begins to walk"),
        pytest.param({20.0: 12.0}, {"lasts": 3.0}, "", id="an acceleration that lasts"),
        pytest.param({20.0: 5000.0}, {}, "", id="a wrong reading"),
    ],
)
def test_only_a_short_and_strong_shock_is_reported_as_an_impact(
    robot: Watching, shocks: dict, how: dict, told: str
):
    assert run(robot, shocks, **how) == ({told: 1} if told else {})


def test_a_regularly_repeated_shock_becomes_normal(robot: Watching):
    told = run(robot, {15.0 * k: 12.0 for k in range(1, 13)}, until=200.0)

    assert told[STANDING] <= 5
    assert when(robot.onsets[-1]) < 80.0


def test_the_usual_shocks_are_known_after_a_restart(robot: Watching):
    run(robot, {15.0 * k: 12.0 for k in range(1, 7)}, until=100.0)
    again = Watching(baselines=robot.perception.baselines.states())

    assert run(again, {20.0: 12.0}) == {}
    assert run(again, {20.0: 40.0}) == {STANDING: 1}
