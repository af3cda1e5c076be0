"""What an arm does: cycles of programs, as joint angles over the time that it works."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simulation.timeline import STEP, Array, Timeline


@dataclass(frozen=True)
class Job:
    """All via points of a run.

    Attributes:
        times: arrival at each point, in seconds of work.
        points: joint angles, rad; one row a point.
        carries: payload from each point to the next, kg.
        programs: program from each point to the next.
    """

    times: Array
    points: Array
    carries: Array
    programs: Array

    def angles(self, work: Array) -> Array:
        """Return the joint angles at seconds of work: minimum-jerk moves between the points."""
        found = self._leg(work)
        begin, end = self.times[found], self.times[found + 1]
        share = np.clip((work - begin) / (end - begin), 0.0, 1.0)
        bend = share**3 * (10.0 - 15.0 * share + 6.0 * share**2)
        start, stop = self.points[found], self.points[found + 1]
        moved: Array = start + (stop - start) * bend[:, None]
        return moved

    def payload(self, work: Array) -> Array:
        """Return the payload at seconds of work, kg."""
        carried: Array = self.carries[self._leg(work)]
        return carried

    def program(self, work: Array) -> Array:
        """Return the running program at seconds of work."""
        running: Array = self.programs[self._leg(work)]
        return running

    def _leg(self, work: Array) -> Array:
        found = np.searchsorted(self.times, work, side="right") - 1
        return np.clip(found, 0, len(self.times) - 2)


def draw_job(chance: np.random.Generator, joints: int, seconds: float) -> Job:
    """Draw pick-and-place programs and their order.

    Args:
        chance: source of the differences between jobs.
        joints: their number.
        seconds: the needed seconds of work.
    """
    home = chance.uniform(-0.5, 0.5, joints)
    home[1] = -1.2
    programs = [_draw_program(chance, home) for _ in range(int(chance.integers(1, 4)))]
    times, points, carries, numbers = [0.0], [home], [0.0], [0]
    chosen = 0
    while times[-1] < seconds + 60.0:
        if chance.random() < 0.04:
            chosen = int(chance.integers(len(programs)))
        moves, weight = programs[chosen]
        weight = weight * chance.choice([1.0, 1.0, 0.8])
        for number, (point, lasting) in enumerate(moves):
            times.append(times[-1] + lasting)
            points.append(point)
            carries.append(weight if number in (2, 3, 4) else 0.0)
            numbers.append(chosen)
    return Job(np.array(times), np.array(points), np.array(carries), np.array(numbers))


def _draw_program(
    chance: np.random.Generator, home: Array
) -> tuple[list[tuple[Array, float]], float]:
    """Draw one program: above, pick, grip, lift and carry, place, let go, home."""
    count = len(home)
    pick = home + chance.uniform(-1.0, 1.0, count)
    place = home + chance.uniform(-1.0, 1.0, count)
    above, over = pick.copy(), place.copy()
    above[1] -= 0.3
    over[1] -= 0.3
    pace = chance.uniform(0.8, 1.6)
    moves = [
        (above, 2.0 * pace), (pick, 0.8 * pace), (pick, 0.6), (above, 0.8 * pace),
        (over, 2.2 * pace), (place, 0.8 * pace), (place, 0.5), (over, 0.8 * pace),
        (home, 1.6 * pace), (home, 0.4),
    ]  # fmt: skip
    return moves, float(chance.uniform(0.3, 3.0))


def draw_pace(timeline: Timeline, chance: np.random.Generator) -> Array:
    """Draw the arm's pace on the grid: a share of its full speed, 0 in a pause.

    It includes pauses and an operator's speed overrides.
    """
    pace = np.zeros(len(timeline.t))
    for session in timeline.sessions:
        here = np.flatnonzero(timeline.session == session.number)
        at = int(chance.uniform(20.0, 60.0) / STEP)
        while at < len(here):
            lasting = int(chance.uniform(60.0, 240.0) / STEP)
            speed = chance.choice([1.0, 1.0, 0.8, 0.6, 0.4])
            pace[here[at : at + lasting]] = speed
            at += lasting
            if chance.random() < 0.35:
                at += int(chance.exponential(30.0) / STEP)
    return pace
