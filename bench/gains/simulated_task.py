"""A task that a simulated robot repeats, and the result of each attempt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gains.advisor import Advisor


@dataclass(frozen=True)
class TaskRun:
    """The result of an attempt.

    Attributes:
        faults: number of faults.
        seconds: its duration, with all stops.
        is_done: whether it succeeded.
    """

    faults: int
    seconds: float
    is_done: bool


class SimulatedTask:
    """Base class: passes time, and sends the drivers' messages meanwhile.

    Args:
        advisor: answers the agent's questions.
        seed: of the robot, its surroundings and all random draws.
    """

    name = ""
    tasks = 0
    step = 1.0  # s between two messages

    def __init__(self, advisor: Advisor, seed: int) -> None:
        self.advisor = advisor
        self.random = np.random.default_rng(seed)
        self.noise = np.random.default_rng([seed, 1])  # for messages only
        self.now = self.faults = 0.0
        self.blamed: dict[str, list[int]] = {}

    def live(self) -> Iterator[TaskRun]:
        """Do all tasks, and yield each result."""
        for number in range(self.tasks):
            begin, before = self.now, self.faults
            is_done = self.attempt(number)
            self.advisor.rest()
            yield TaskRun(round(self.faults - before), self.now - begin, is_done)

    def attempt(self, number: int) -> bool:
        """Do the task once; return whether it succeeded."""
        raise NotImplementedError

    def send(self) -> None:
        """Send the drivers' messages of the present moment."""
        raise NotImplementedError

    def evolve(self) -> None:
        """Change the physical state in a step."""

    def judges(self, innocent: str, *, is_blamed: bool) -> None:
        """Count for how many attempts in a row the agent is careful without need."""
        stretches = self.blamed.setdefault(innocent, [0])
        if is_blamed:
            stretches[-1] += 1
        elif stretches[-1]:
            stretches.append(0)

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        until = self.now + seconds
        while self.now < until - 1e-6:
            self.now += self.step
            self.evolve()
            if self.advisor.listens:
                self.send()

    def hears(self, topic: str, type_name: str, message: object) -> None:
        """Send a message."""
        self.advisor.hear(self.now, topic, type_name, message)  # type: ignore[arg-type]
