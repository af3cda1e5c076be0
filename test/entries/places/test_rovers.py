"""Simulated rovers that drive loops: which notes on their surroundings they make, and which not."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from driving import Loop, Rover, Step

STEP = 0.1
#: For a lip that is crossed only once a day: several readings fall on it.
FINE_STEP = 0.05
#: Enough laps for a note: a place is noted at about its third event.
LAPS = 5


def drive(
    rover: Rover,
    loop: Loop,
    laps: float,
    *,
    jolt: Callable[[Step], float] = lambda now: 0.0,
    slip: Callable[[Step], float] = lambda now: 1.0,
    localised: bool = True,
    drift: float = 0.0,
    axis: str = "z",
    step: float = STEP,
) -> None:
    """Drive laps with odometry, an inertial unit, commands, and a localiser at 2 Hz."""
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


def within(now: Step, loop: Loop, start: float, end: float) -> bool:
    return start <= now.s % loop.length < end


def lip(loop: Loop, *places: float) -> Callable[[Step], float]:
    """A lip of the floor at each of these metres: a jolt of 8 m/s² for a tenth of a second."""
    return lambda now: 8.0 if any(within(now, loop, at, at + 0.08) for at in places) else 0.0


def test_a_healthy_rover_notes_nothing(home: Path) -> None:
    rover = Rover(home)
    drive(rover, Loop(), LAPS)

    assert rover.events == []
    assert rover.notes == []
    rover.close()


def test_a_lip_in_a_doorway_is_noted_with_any_mounting_of_the_imu(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    drive(rover, loop, LAPS, jolt=lip(loop, 6.0), axis="y")

    assert rover.notes == ["Bump near (8, 0) in `map`"]
    rover.close()


def test_bumps_spread_over_a_bad_floor_make_no_place(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    bumps = [float(at) for at in rover.random.uniform(0.0, 8.0 * loop.length, 27)]
    drive(
        rover, loop, 8,
        jolt=lambda now: 8.0 if any(at <= now.s < at + 0.08 for at in bumps) else 0.0,
    )  # fmt: skip

    assert len(rover.events) > 16
    assert rover.notes == []
    rover.close()


def test_a_slippery_patch_is_noted(home: Path) -> None:
    rover, loop = Rover(home), Loop()
    drive(rover, loop, LAPS, slip=lambda now: 2.5 if within(now, loop, 4.0, 8.0) else 1.0)

    (note,) = rover.notes
    assert note.startswith("Wheel slip near (") and note.endswith(") in `map`")
    rover.close()


def test_a_place_where_the_gps_fix_is_lost_on_each_lap_is_noted(home: Path) -> None:
    rover, loop = Rover(home), Loop(60.0, 40.0, speed=1.5)
    for now in loop.drive(5.2 * loop.length / loop.speed, 0.1):
        rover.at(now.time)
        is_shaded = within(now, loop, 30.0, 45.0)
        rover.odometry(now.x, now.y, now.speed, now.turn)
        rover.fix(now.x, now.y, status=-1 if is_shaded else 0)

    (note,) = rover.notes
    assert note.startswith("GPS fix lost near (47.4000, 8.5004) in `wgs84`")
    rover.close()


# -- frames and sessions -------------------------------------------------------------------------


def test_without_a_map_a_place_is_noted_in_the_odom_frame(home: Path) -> None:
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


def test_a_bump_that_occurs_once_a_day_is_noted_after_several_days(home: Path) -> None:
    loop = Loop()
    notes = []
    for day in range(4):
        rover = Rover(home, seed=day, boot=str(day), day=day)
        drive(
            rover, loop, 2, step=FINE_STEP,
            jolt=lambda now: lip(loop, 6.0)(now) if now.s > loop.length else 0,
        )  # fmt: skip
        notes.append(rover.notes)
        rover.close()

    assert notes[0] == notes[1] == []
    assert notes[3] == ["Bump near (8, 0) in `map`"]
