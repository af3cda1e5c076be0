"""Simulated rovers that drive loops: what they note of their surroundings, and what not."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from driving import Loop, Rover, Step

from robot_memory import RobotMemory

STEP = 0.1
#: Where a lip is crossed but once a day: several readings of it count.
FINE_STEP = 0.05
#: Enough for a place to be noted: the third time that it happens there, or so.
LAPS = 5


def nothing(rover: Rover, now: Step) -> None:
    """Nothing happens."""


def drive(
    rover: Rover,
    loop: Loop,
    laps: float,
    happens: Callable[[Rover, Step], None] = nothing,
    *,
    jolt: Callable[[Step], float] = lambda now: 0.0,
    slip: Callable[[Step], float] = lambda now: 1.0,
    localised: bool = True,
    drift: float = 0.0,
    axis: str = "z",
    step: float = STEP,
) -> None:
    """Drive laps with wheel odometry, an inertial unit, commands, and a localiser twice a second.

    Args:
        rover, loop, laps: who, where, how often.
        happens: called at each step.
        jolt: of the floor, m/s².
        slip: what odometry claims over what the robot does.
        localised: whether it has a map.
        drift: of the odometry, metres a second along x.
        axis: on which gravity is for the inertial unit.
        step: between two messages of each kind but the localiser's, s.
    """
    x = y = 0.0
    for now in loop.drive(laps * loop.length / loop.speed, step):
        rover.at(now.time)
        claimed = now.speed * slip(now)
        x += claimed * math.cos(now.heading) * step + drift * step
        y += claimed * math.sin(now.heading) * step
        rover.command(loop.speed, now.turn)
        rover.odometry(x, y, claimed, now.turn)
        rover.imu(now.turn, jolt(now), axis=axis)
        if localised and round(now.time / step) % round(0.5 / step) == 0:
            rover.localise(now.x, now.y)
        happens(rover, now)


def within(now: Step, loop: Loop, start: float, end: float) -> bool:
    return start <= now.s % loop.length < end


def lip(loop: Loop, *places: float) -> Callable[[Step], float]:
    """A lip of the floor at so many metres: a jolt of 8 m/s² for a tenth of a second."""
    return lambda now: 8.0 if any(within(now, loop, at, at + 0.08) for at in places) else 0.0


def test_a_healthy_rover_notes_nothing(home: Path) -> None:
    rover = Rover(home)
    drive(rover, Loop(), LAPS)

    assert rover.events == []
    assert rover.notes == []
    rover.close()


def test_a_lip_in_a_doorway_is_noted_however_the_inertial_unit_is_mounted(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    drive(rover, loop, LAPS, jolt=lip(loop, 6.0), axis="y")

    assert rover.notes == ["Bump near (8, 0) in `map`"]
    rover.close()


def test_two_lips_are_two_places(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    drive(rover, loop, 8, jolt=lip(loop, 5.0, 24.0))

    assert len(rover.notes) == 2
    rover.close()


def test_bumps_all_over_a_bad_floor_are_no_place(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    bumps = [float(at) for at in rover.random.uniform(0.0, 8.0 * loop.length, 27)]
    drive(
        rover, loop, 8,
        jolt=lambda now: 8.0 if any(at <= now.s < at + 0.08 for at in bumps) else 0.0,
    )  # fmt: skip

    assert len(rover.events) > 16
    assert rover.notes == []
    rover.close()


def test_a_single_accident_is_no_place(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    drive(rover, loop, LAPS, jolt=lambda now: 8.0 if 150.0 <= now.s < 150.1 else 0.0)

    assert len(rover.events) == 1
    assert rover.notes == []
    rover.close()


def test_a_slippery_patch_is_noted(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    drive(rover, loop, LAPS, slip=lambda now: 2.5 if within(now, loop, 4.0, 8.0) else 1.0)

    (note,) = rover.notes
    assert note.startswith("Wheel slip near (") and note.endswith(") in `map`")
    rover.close()


def test_wheels_that_always_claim_too_much_are_no_place(home: Path) -> None:
    rover = Rover(home)
    drive(rover, Loop(), LAPS, slip=lambda now: 1.3)

    assert rover.events == []
    rover.close()


def test_a_shadow_in_which_the_fix_is_lost_on_each_lap_is_noted(home: Path) -> None:
    rover, loop = Rover(home), Loop(60.0, 40.0, speed=1.5)
    for now in loop.drive(5.2 * loop.length / loop.speed, 0.1):
        rover.at(now.time)
        is_shaded = within(now, loop, 30.0, 45.0)
        rover.odometry(now.x, now.y, now.speed, now.turn)
        rover.fix(now.x, now.y, status=-1 if is_shaded else 0)

    (note,) = rover.notes
    assert note.startswith("GPS fix lost near (47.4000, 8.5004) in `wgs84`")
    rover.close()


def test_a_fix_that_is_lost_anywhere_is_no_place(home: Path) -> None:
    rover, loop = Rover(home), Loop(60.0, 40.0, speed=1.5)
    lost = [float(at) for at in rover.random.uniform(50.0, LAPS * loop.length, 8)]
    for now in loop.drive(LAPS * loop.length / loop.speed, 0.1):
        rover.at(now.time)
        is_lost = any(at <= now.s < at + 5.0 for at in lost)
        rover.fix(now.x, now.y, status=-1 if is_lost else 0)

    assert len(rover.events) > 4
    assert rover.notes == []
    rover.close()


def test_a_dark_corner_is_noted(home: Path) -> None:
    rover, loop = Rover(home), Loop()

    def light(rover: Rover, now: Step) -> None:
        rover.light(4.0 if within(now, loop, 30.0, 36.0) else 300.0)

    drive(rover, loop, LAPS, light)

    (note,) = rover.notes
    assert note.startswith("Poor light near (")
    rover.close()


def test_the_night_is_no_place(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    dusk = 3.0 * loop.length / loop.speed
    drive(rover, loop, LAPS, lambda rover, now: rover.light(300.0 if now.time < dusk else 1.0))

    assert rover.notes == []
    rover.close()


def test_a_corner_without_radio_is_noted(home: Path) -> None:
    rover, loop = Rover(home), Loop()

    def radio(rover: Rover, now: Step) -> None:
        if round(now.time / STEP) % 20 == 0:
            level = -84.0 if within(now, loop, 30.0, 36.0) else -55.0
            rover.radio(level + rover.random.normal(0.0, 2.0))

    drive(rover, loop, LAPS, radio)

    (note,) = rover.notes
    assert note.startswith("Weak signal of wifi: link near (")
    rover.close()


def test_a_spot_where_navigation_has_to_recover_again_and_again_is_noted(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    spun: list[float] = []

    def recover(rover: Rover, now: Step) -> None:
        if within(now, loop, 20.0, 20.1) and (not spun or now.time - spun[-1] > 10.0):
            spun.append(now.time)
            rover.log("behavior_server", "Running spin", level=20)
            rover.log("behavior_server", "spin completed successfully", level=20)

    drive(rover, loop, 5, recover)

    (note,) = rover.notes
    assert note.startswith("Navigation has to recover near (")
    rover.close()


def test_where_the_localiser_loses_itself_is_noted(home: Path) -> None:
    rover, loop = Rover(home), Loop()

    def localise(rover: Rover, now: Step) -> None:
        if round(now.time / STEP) % 10 == 0:
            is_lost = within(now, loop, 10.0, 16.0)
            rover.localise(now.x, now.y, sigma=2.5 if is_lost else 0.05)

    drive(rover, loop, 5, localise, localised=False)

    (note,) = rover.notes
    assert note.startswith("Localisation lost near (12, 0) in `map`")
    rover.close()


# -- frames and sessions -------------------------------------------------------------------------


def test_without_a_map_the_place_is_reported_in_odometry(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    drive(rover, loop, LAPS, jolt=lip(loop, 6.0), localised=False)

    (note,) = rover.notes
    assert note.startswith("Bump near (") and note.endswith(") in `odom`")
    rover.close()


def test_odometry_that_drifts_by_metres_a_lap_makes_no_place(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    drive(rover, loop, LAPS, jolt=lip(loop, 6.0), localised=False, drift=0.1)

    assert len(rover.events) >= 4
    assert rover.notes == []
    rover.close()


def test_odometry_that_drifts_does_not_move_a_place_on_the_map(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    drive(rover, loop, LAPS, jolt=lip(loop, 6.0), drift=0.1)

    assert rover.notes == ["Bump near (8, 0) in `map`"]
    rover.close()


def test_one_bump_a_day_is_noted_after_days(home: Path) -> None:
    loop = Loop()
    notes = []
    for day in range(4):
        rover = Rover(home, seed=day, boot=str(day), day=day)
        drive(
            rover, loop, 3, step=FINE_STEP,
            jolt=lambda now: lip(loop, 6.0)(now) if now.s > 2 * loop.length else 0,
        )  # fmt: skip
        notes.append(rover.notes)
        rover.close()

    assert notes[0] == notes[1] == []
    assert notes[3] == ["Bump near (8, 0) in `map`"]


def test_a_lip_that_was_taken_away_is_proposed_as_resolved(home: Path) -> None:
    loop = Loop()
    said = []
    for day in range(3):
        rover = Rover(home, seed=day, boot=str(day), day=day)
        jolt = lip(loop, 6.0) if day == 0 else lambda now: 0.0
        drive(rover, loop, 7, jolt=jolt, step=FINE_STEP if day == 0 else STEP)
        rover.close()
        with RobotMemory.open(home, clock=rover.clock) as memory:
            ((_, entry),) = memory.entries()
        said.append(entry.extra.get("recovered_note"))

    assert said == [None, "passed 7 times without it since 2026-12-01", said[1]]


# -- other robots --------------------------------------------------------------------------------


def test_what_flies_neither_slips_nor_bumps(home: Path) -> None:
    rover = Rover(home)
    for k in range(int(600.0 / STEP)):
        time = k * STEP
        phase = time % 60.0
        height = min(phase, 10.0, max(0.0, 55.0 - phase))
        climb = 1.0 if phase < 10.0 else -1.0 if 45.0 < phase < 55.0 else 0.0
        rover.at(time)
        x = 0.5 * max(0.0, min(phase, 45.0) - 10.0)
        landing = 12.0 if 55.0 <= phase < 55.1 else 0.0
        rover.odometry(x, 0.0, 0.5, 0.0, frame="map", z=height, climb=climb)
        rover.imu(0.0, landing)

    assert rover.notes == []
    assert len(rover.events) == 0
    rover.close()


def test_an_arm_without_a_position_notes_nothing(home: Path) -> None:
    rover = Rover(home)
    for k in range(int(300.0 / STEP)):
        rover.at(k * STEP)
        rover.imu(0.0, 10.0 if k % 100 == 0 else 0.0)
        rover.light(1.0 if k % 300 < 50 else 300.0)

    assert rover.events == []
    rover.close()
