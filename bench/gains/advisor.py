"""What a scripted agent may ask before it acts; this one knows nothing."""

from __future__ import annotations

from simulation.messages import Message


class Advisor:
    """Stands beside a robot, hears what it sends, and answers the few questions of its agent.

    The agent asks the same questions of each kind of memory and acts the same on equal answers.
    """

    name = "none"
    #: Whether it hears messages; where not, none need be made.
    listens = False

    def hear(self, now: float, topic: str, type_name: str, message: Message) -> None:
        """Take a message that the robot sends, ``now`` seconds after the start."""

    def tell(self, task: str, failure: str, *, place: str = "", **how: str | float) -> None:
        """Tell how an attempt went, as the agent saw it.

        Args:
            task: what was tried.
            failure: what went wrong; empty where nothing did.
            place: where it was, as two numbers in metres; empty: nowhere in particular.
            how: under which conditions, by name.
        """

    def rest(self) -> None:
        """Use the time between two tasks."""

    def highest(self, variable: str) -> float:
        """Return up to which value of a variable all goes well; infinite where none is known."""
        return float("inf")

    def is_bad(self, x: float, y: float) -> bool:
        """Tell whether something goes wrong around a place, metres on the map."""
        return False

    def warns_of(self, words: str) -> bool:
        """Tell whether something with these words is known to go wrong."""
        return False

    def fails_with(self, task: str, name: str, value: str) -> bool:
        """Tell whether a task is known to fail more often with a value of a parameter."""
        return False

    def close(self) -> None:
        """End."""
