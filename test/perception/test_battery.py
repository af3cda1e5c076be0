"""sensor_msgs/BatteryState: low charge, sag, bad health; unmeasured fields are ignored."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
import robot_messages as ros
from watching import Watching, when

from robot_memory.ledger import Severity
from robot_memory.perception.detectors.battery_detector import BatteryDetector
from robot_memory.perception.rule import Rule

LOW = "Battery on /battery runs low in operation"
SAG = "Battery on /battery loses voltage under load"
BATTERY_ONLY = [Rule("battery")]
CHARGING, DISCHARGING, NOT_CHARGING, FULL = 1, 2, 3, 4


@pytest.fixture
def robot() -> Watching:
    return Watching(BATTERY_ONLY)


def discharge(
    robot: Watching, until: float, charge: Callable[[float], float], every: float = 1.0
) -> None:
    robot.every(every, until, lambda now: robot.battery(24.0, charge(now)))


# -- low -----------------------------------------------------------------------------------


@pytest.mark.parametrize("full", [1.0, 100.0], ids=["share", "percent"])
def test_a_battery_that_empties_is_reported_low_once(robot: Watching, full: float):
    discharge(robot, 1000.0, lambda now: full * max(0.0, 1.0 - now / 1000.0))

    assert robot.lessons == {LOW: 1}
    assert when(robot.onsets[0]) == pytest.approx(800.0, abs=2.0)


@pytest.mark.parametrize("charge", [0.0, 0.05])
def test_a_battery_at_0_volts_is_reported_as_lost_and_not_as_low(robot: Watching, charge: float):
    robot.every(1.0, 30.0, lambda now: robot.battery(24.0, 0.8))
    robot.every(1.0, 60.0, lambda now: robot.battery(0.0, charge))

    assert robot.lessons == {
        "Battery on /battery sends no telemetry: it tells 0 V while the robot runs": 1
    }


def test_a_low_battery_is_reported_with_its_readings(robot: Watching):
    robot.every(1.0, 10.0, lambda now: robot.battery(22.1, 0.15, -3.5))

    (row,) = robot.onsets
    assert {"voltage": 22.1, "current": -3.5, "charge": 0.15}.items() <= row.context.items()
    assert (row.component, row.severity, row.confidence) == ("battery", Severity.WARN, 0.45)
    assert row.tags == ("battery", "low")


def pulse(now: float, deep: float, period: float = 120.0, lasting: float = 10.0) -> float:
    """The voltage factor under a load that returns every ``period`` seconds."""
    return 1.0 - (deep if now % period > period - lasting else 0.0)


def pulses(robot: Watching, until: float, lost: float) -> None:
    """Draw a high current for ten seconds out of thirty."""
    robot.every(0.5, until, lambda now: robot.battery(24.0 * (1.0 - lost * (now % 30.0 < 10.0))))


def chance(now: float) -> random.Random:
    """A random source that depends only on the time, not on the tests run before."""
    return random.Random(round(now * 10.0))


JUMPS = "Battery on /battery tells a charge that jumps to and fro"
DEAD = "Battery on /battery is dead"
#: The expected text, the seconds between messages, and stretches: the end time and the
#: battery's messages up to then (None: no message).
LIVES = {
    "a battery that recovers a little is still low":
        (LOW, 1.0, (600.0, lambda b, now: b(24.0, 0.22 if now // 60 % 2 else 0.19))),
    "the last percent of a battery told in percent is not a full one":
        (LOW, 1.0, (300.0, lambda b, now: b(24.0, 30.0 - now / 10.0)),
         (600.0, lambda b, _: b(24.0, 0.4))),
    "a battery that tells its charge only runs low too":
        (LOW, 1.0, (900.0, lambda b, now: b(math.nan, 0.9 - now / 1000.0))),
    "a driver that never says present is believed all the same":
        (LOW, 1.0, (100.0, lambda b, _: b(24.0, 0.1, present=False))),
    "zero percent of a charge that moved is empty":
        (LOW, 1.0, (200.0, lambda b, now: b(24.0, max(0.0, 0.5 - now / 100.0)))),
    **{f"a battery that reports every {every} s runs low once":
        (LOW, every, (20 * every, lambda b, _: b(24.0, 0.5)),
         (60 * every + 5.0, lambda b, _: b(24.0, 0.1)))
       for every in (0.05, 120.0)},
    **{f"a sag of {volts} V is reported":
        (SAG, 0.2, (150.0, lambda b, now, volts=volts: b(volts * pulse(now, 0.15))))
       for volts in (24.0, 12_000.0, 0.024)},
    "a battery that recovers in part still sags":
        (SAG, 0.5, (100.0, lambda b, _: b(24.0)),
         (220.0, lambda b, now: b(22.6 if (now - 100.0) // 40 % 2 else 20.4))),
    **{f"a battery that reports every {every} s sags too":
        (SAG, every, (250.0, lambda b, now: b(24.0 * pulse(now, 0.15, 200.0, 60.0))))
       for every in (10.0,)},
    "a sag is reported where the driver calls a resting battery not charging":
        (SAG, 0.2, (110.0, lambda b, _: b(24.0, supply=NOT_CHARGING)),
         (120.0, lambda b, _: b(20.4, supply=DISCHARGING)),
         (150.0, lambda b, _: b(24.0, supply=NOT_CHARGING))),
    "a dead battery is dead at 0 V too": (DEAD, 1.0, (10.0, lambda b, _: b(0.0, 0.0, health=3))),
    "a gauge that jumps down and up again is reported":
        (JUMPS, 1.0, (100.0, lambda b, _: b(24.0, 0.8)), (120.0, lambda b, _: b(24.0, 0.5)),
         (300.0, lambda b, _: b(24.0, 0.8))),
    "a gauge that corrects itself once is well":
        ("", 1.0, (100.0, lambda b, _: b(24.0, 0.8)), (300.0, lambda b, _: b(24.0, 0.65))),
    "one absurd charge does not change the scale":
        ("", 1.0, (300.0, lambda b, now: b(24.0, 655.35 if now == 100.0 else 0.9))),
    "a full battery of which the gauge overshoots is not at one percent":
        ("", 1.0, (100.0, lambda b, _: b(24.0, 1.04))),
    "a battery on its charger does not run low in operation":
        ("", 1.0, (300.0, lambda b, _: b(24.0, 0.1, supply=CHARGING))),
    "a single odd reading of a slow battery is nothing":
        ("", 30.0, (3000.0, lambda b, now: b(24.0, 0.05 if now == 1500.0 else 0.8))),
    "a slot from which the battery is taken tells nothing":
        ("", 1.0, (100.0, lambda b, _: b(24.0, 0.9)),
         (300.0, lambda b, _: b(0.3, 0.0, present=False, health=5))),
    "a small dip is no sag":
        ("", 0.2, (300.0, lambda b, now: b(24.0 * pulse(now, 0.05) + chance(now).gauss(0, 0.1)))),
    "a battery that always lost as much is well":
        ("", 0.5, (1800.0, lambda b, now: b(24.0 * (1.0 - 0.06 * (now % 30.0 < 10.0))))),
    **{f"a discharge of {hours} h is no sag however far it goes":
        ("", 1.8 * hours, (hours * 3600.0, lambda b, now, h=hours: b(25.2 - 7.0 * now / h / 3600)))
       for hours in (0.2, 8.0)},
    "the first half minute is not judged":
        ("", 0.2, (10.0, lambda b, _: b(24.0)), (25.0, lambda b, _: b(12.0)),
         (60.0, lambda b, _: b(24.0))),
    **{f"one voltage of one every {every} s that is far off is no sag":
        ("", every, (300.0, lambda b, now: b(24.0 if round(now * 10) % 500 else 12.0)))
       for every in (1.0,)},
    **{f"a battery that is swapped, with {what} in between, is no sag":
        ("", 0.2, (100.0, lambda b, _: b(25.0)), (103.0, between), (300.0, lambda b, _: b(19.0)))
       for what, between in {
           "0 V": lambda b, _: b(0.0), "NaN": lambda b, _: b(math.nan),
           "no battery": lambda b, _: b(24, present=False)}.items()},
    "a battery that is swapped, with no word in between, is no sag":
        ("", 0.2, (100.0, lambda b, _: b(25.0)), (140.0, None), (300.0, lambda b, _: b(19.0))),
    "a battery of another serial number is no sag":
        ("", 0.2, (100.0, lambda b, _: b(25.0, serial="A1")),
         (300.0, lambda b, _: b(19.0, serial="B7"))),
    "the charger that is unplugged is no sag":
        ("", 0.2, (100.0, lambda b, _: b(14.4, supply=CHARGING)),
         (300.0, lambda b, _: b(12.6, supply=DISCHARGING))),
    "nor is it where only the current tells":
        ("", 0.2, (100.0, lambda b, _: b(14.4, 0.9, 5.0)),
         (300.0, lambda b, _: b(12.6, 0.9, -2.0))),
    **{f"health {health} tells nothing":
        ("", 1.0, (10.0, lambda b, _, health=health: b(24.0, 0.9, health=health)))
       for health in (0, 1, 77)},
}  # fmt: skip


@pytest.mark.parametrize(
    ("told", "every", "stretches"), [(a, b, c) for a, b, *c in LIVES.values()], ids=LIVES
)
def test_each_battery_history_gives_the_expected_report(
    robot: Watching, told: str, every: float, stretches: list
):
    for until, say in stretches:
        if say is None:
            robot.wait(until)
        else:
            robot.every(every, until, lambda now, say=say: say(robot.battery, now))

    assert robot.lessons == ({told: 1} if told else {})
    if told in (LOW, ""):
        assert robot.ends == []


def test_a_battery_that_is_charged_and_emptied_again_is_reported_low_twice(robot: Watching):
    def charge(now: float) -> float:
        return 0.6 + 0.5 * math.cos(now / 2000.0 * 2 * math.pi)

    discharge(robot, 4000.0, charge)

    assert robot.lessons == {LOW: 2}
    assert len(robot.ends) == 2


def test_two_batteries_on_one_topic_are_distinguished_by_their_location(robot: Watching):
    robot.every(1.0, 200.0, lambda now: robot.battery(24.0, 0.1, location="left"),
                lambda now: robot.battery(12.0, 0.9, location="right"))  # fmt: skip

    assert robot.lessons == {"Battery on /battery (left) runs low in operation": 1}


# -- fields without a measurement ----------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        ros.battery(0.0, -0.01, 0.01),
        ros.battery(0.0, 0.0, 0.0),
        ros.battery(0.0, 0.05, 0.0),
        ros.battery(math.nan, math.nan, math.nan),
        ros.battery(24.0, -1.0),
        ros.battery(24.0, math.nan),
        ros.battery(24.0, 0.0, 0.0, present=False),
        ros.battery(24.0, 0.0, 0.0),
        ros.battery(24.0, 655.35),
        ros.battery(-1.0, -1.0, -1.0),
        ros.battery(math.inf, math.inf, -math.inf),
    ],
    ids=["0 V and -1 %", "all zero", "0 V at 5 %", "NaN", "-1", "no charge", "only voltage",
         "charge never filled in", "absurd charge", "all -1", "infinite"],
)  # fmt: skip
def test_battery_fields_without_a_measurement_are_ignored(robot: Watching, message: object):
    robot.every(1.0, 300.0, lambda now: robot.send("/battery", ros.BATTERY, message))

    assert robot.rows == []


# -- sag -----------------------------------------------------------------------------------


def test_a_voltage_drop_far_above_the_usual_one_is_reported_as_a_sag(robot: Watching):
    pulses(robot, 900.0, lost=0.02)
    assert robot.rows == []
    pulses(robot, 1200.0, lost=0.06)

    assert robot.lessons == {SAG: 1}


def test_the_usual_voltage_drop_of_a_battery_survives_a_restart(robot: Watching):
    pulses(robot, 900.0, lost=0.02)
    after = Watching(BATTERY_ONLY, baselines=robot.perception.baselines.states())
    pulses(after, 120.0, lost=0.06)

    assert after.lessons == {SAG: 1}


# -- health --------------------------------------------------------------------------------


@pytest.mark.parametrize("health", range(2, 9))
def test_every_health_code_is_reported_in_words(robot: Watching, health: int):
    robot.every(1.0, 10.0, lambda now: robot.battery(24.0, 0.9, health=health))

    (text,) = robot.lessons
    assert not any(letter.isdigit() for letter in text)


# -- other drivers -------------------------------------------------------------------------


def test_a_battery_message_with_missing_fields_is_still_read(robot: Watching):
    robot.every(1.0, 10.0, lambda now: robot.send(
        "/battery", ros.BATTERY, ros.Message(voltage=22.0, percentage=12.0)))  # fmt: skip

    assert robot.lessons == {LOW: 1}


def test_the_number_of_stored_battery_locations_is_limited(robot: Watching):
    for number in range(1000):
        robot.battery(24.0, 0.9, location=f"slot {number}")
    detector = next(
        detector for _, detector in robot.perception.topics.detectors()
        if isinstance(detector, BatteryDetector)
    )  # fmt: skip

    assert len(detector._batteries) <= 16


# -- gauges --------------------------------------------------------------------------------


def test_swapped_batteries_are_not_reported_as_charge_jumps(robot: Watching):
    for begin in range(0, 400, 100):
        full = begin % 200 == 0
        robot.every(
            1.0, begin + 100.0,
            lambda now, full=full: robot.battery(25.2 if full else 21.0, 0.95 if full else 0.3),
        )  # fmt: skip

    assert all(text != JUMPS for text in robot.lessons)


# -- PX4 -----------------------------------------------------------------------------------


@pytest.fixture
def drone() -> Watching:
    """A vehicle watched with the shipped rules."""
    return Watching()


def px4(drone: Watching, until: float, **fields: object) -> None:
    status = {
        "connected": True, "voltage_v": 15.0, "current_a": 5.0, "remaining": 0.6, "faults": 0,
        "warning": 0, "id": 1, **fields,
    }  # fmt: skip
    content = ros.Message(**status)
    drone.every(
        1.0, until,
        lambda now: drone.send("/fmu/battery_status", "px4_msgs/msg/BatteryStatus", content),
    )  # fmt: skip


def test_a_low_px4_battery_is_reported(drone: Watching):
    px4(drone, 10.0)
    px4(drone, 20.0, remaining=0.1)

    assert drone.lessons == {"Battery on /fmu/battery_status (1) runs low in operation": 1}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"faults": 1 << 4}, "is overheating"),
        ({"warning": 4}, "has an unspecified failure"),
        ({"faults": 0x18}, "is overheating: over current, over temperature (0x18)"),
        ({"faults": 1 << 7}, "has an unspecified failure: incompatible firmware (0x80)"),
    ],
)
def test_the_fault_codes_of_a_px4_battery_are_reported(
    drone: Watching, told: dict[str, int], words: str
):
    px4(drone, 10.0, **told)

    assert drone.lessons == {f"Battery on /fmu/battery_status (1) {words}": 1}


def test_a_px4_battery_at_0_volts_is_reported_as_lost_and_not_as_low(drone: Watching):
    px4(drone, 20.0)
    px4(drone, 40.0, voltage_v=0.0, remaining=0.02)

    (text,) = drone.lessons
    assert text.endswith("(1) sends no telemetry: it tells 0 V while the robot runs")


def test_a_disconnected_px4_battery_is_not_reported(drone: Watching):
    px4(drone, 20.0, connected=False, remaining=0.0, voltage_v=0.0)

    assert drone.rows == []
