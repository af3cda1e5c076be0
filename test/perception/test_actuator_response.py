"""An actuator that is on without its effect is told; what answers late or never did is not."""

from __future__ import annotations

from types import SimpleNamespace as Message

import numpy as np
import pytest
import robot_messages as ros
from watching import Watching

from robot_memory.perception.signals.actuator_response import ActuatorResponse

UNANSWERED = "base: Fan Speed does not answer its command"
DEAD = "base: Left wheel Velocity does not answer its command"


class Fan:
    """A fan that is on for half of each minute; it may answer late, or not."""

    def __init__(self, delay: float = 0.4, gain: float = 3000.0, noise: float = 20.0) -> None:
        self.response = ActuatorResponse()
        self._delay, self._gain, self._noise = delay, gain, noise
        self._chance = np.random.default_rng(1)
        self._now = 0.0

    def run(self, seconds: float, *, broken: bool = False) -> float:
        """Run for a time and return the highest score."""
        highest = 0.0
        for _ in range(int(seconds / 0.2)):
            self._now += 0.2
            on_for = self._now % 60.0 - 30.0
            does = 0.0 if broken or on_for < self._delay else self._gain
            value = does + self._noise * float(self._chance.standard_normal())
            highest = max(
                highest, self.response.observe(self._now, 60.0 if on_for >= 0.0 else 0.0, value)
            )
        return highest


def test_a_fan_that_is_on_and_does_not_turn_is_found_at_its_next_turn() -> None:
    fan = Fan()

    assert fan.run(900.0) < 0.5
    assert fan.run(60.0, broken=True) >= 0.9


def test_a_fan_that_stays_broken_stays_told() -> None:
    fan = Fan()
    fan.run(900.0)
    fan.run(1800.0, broken=True)

    assert fan.run(60.0, broken=True) >= 0.9


def test_what_answers_after_seconds_by_nature_is_well() -> None:
    assert Fan(delay=4.0).run(3600.0) < 0.5


def test_what_does_not_depend_on_the_command_is_not_judged() -> None:
    fan = Fan(gain=0.0)

    assert fan.run(3600.0) == 0.0


def test_what_answers_by_falling_is_judged_too() -> None:
    pump = Fan(gain=-3.0, noise=0.02)

    assert pump.run(900.0) < 0.5
    assert pump.run(60.0, broken=True) >= 0.9


def test_what_was_never_switched_off_has_no_effect_to_compare_with() -> None:
    response = ActuatorResponse()
    scores = [response.observe(0.2 * step, 60.0, 3000.0) for step in range(5000)]
    scores += [response.observe(1000.0 + 0.2 * step, 60.0, 0.0) for step in range(5000)]

    assert max(scores) == 0.0


def test_how_a_fan_answers_outlives_a_restart() -> None:
    fan = Fan()
    fan.run(900.0)
    after = ActuatorResponse()
    after.restore(fan.response.state())
    fan.response = after

    assert fan.run(60.0, broken=True) >= 0.9


@pytest.mark.parametrize("broken", [False, True])
def test_a_duty_without_a_speed_is_an_entry_of_the_component(broken: bool) -> None:
    robot, chance = Watching(), np.random.default_rng(2)

    def say(now: float) -> None:
        is_on = now % 160.0 >= 80.0
        does = is_on and not (broken and now > 1280.0)
        speed = (3000.0 if does else 0.0) + 20.0 * chance.standard_normal()
        values = {"Duty (%)": "60" if is_on else "0", "Speed": f"{abs(speed):.1f}"}
        robot.diagnose(ros.status("base: Fan", 0, "OK", **values))

    robot.every(1.0, 1500.0, say)

    assert robot.lessons == ({UNANSWERED: 1} if broken else {})


@pytest.mark.parametrize(
    ("stopped_until", "told"), [(0.0, {DEAD: 1}), (1370.0, {DEAD: 1}), (1450.0, {})]
)
def test_a_wheel_that_stands_is_told_but_for_the_time_of_an_emergency_stop(
    stopped_until: float, told: dict[str, int]
) -> None:
    robot, chance = Watching(), np.random.default_rng(3)

    def say(now: float) -> None:
        is_told = now % 160.0 >= 80.0
        turns = is_told and now < 1280.0
        speed = (2.0 if turns else 0.0) + 0.02 * chance.standard_normal()
        is_pressed = 1280.0 <= now < stopped_until
        robot.send("/emergency_stop", "std_msgs/msg/Bool", Message(data=is_pressed))
        values = {"Velocity commanded": "2.0" if is_told else "0", "Velocity": f"{speed:.3f}"}
        robot.diagnose(ros.status("base: Left wheel", 0, "OK", **values))

    robot.every(1.0, 1500.0, say)

    assert robot.lessons == told
