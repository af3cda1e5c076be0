"""The questions that a scripted agent may ask before it acts; this base class knows nothing."""

from __future__ import annotations

from simulation.messages import Message


class Advisor:
    """Hears the messages of a robot, and answers its agent's few questions.

    The agent asks the same questions of each kind of memory and acts the same on equal answers.
    """

    name = "none"
    #: Whether it hears messages; otherwise none need be made.
    listens = False

    def hear(self, now: float, topic: str, type_name: str, message: Message) -> None:
        """Take a message of the robot, ``now`` seconds after the start."""

    def tell(self, task: str, failure: str, *, place: str = "", **how: str | float) -> None:
        """Report the result of an attempt, as the agent saw it.

        Args:
            task: the task.
            failure: the failure; empty on success.
            place: its position, as two numbers in metres; empty: no particular place.
            how: the conditions, by name.
        """

    def rest(self) -> None:
        """Use the time between two tasks."""

    def highest(self, variable: str) -> float:
        """Return the highest safe value of a variable; infinite if no limit is known."""
        return float("inf")

    def is_bad(self, x: float, y: float) -> bool:
        """Return whether failures are known near a place, metres on the map."""
        return False

    def warns_of(self, words: str) -> bool:
        """Return whether a failure with these words is known."""
        return False

    def fails_with(self, task: str, name: str, value: str) -> bool:
        """Return whether a task is known to fail more often with a parameter's value."""
        return False

    def close(self) -> None:
        """End."""
