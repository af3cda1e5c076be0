"""A fact as it is told: with what it is worth now, and whether something newer contradicts it."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.graph.fact import Fact


@dataclass(frozen=True)
class KnownFact:
    """A fact as it is now.

    Attributes:
        fact: what was learned.
        activation: what it is worth now, in [0, 1].
        current: whether nothing that was said later contradicts it.
        rivals: the ids of the facts that contradict it, oldest first.
    """

    fact: Fact
    activation: float
    current: bool = True
    rivals: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The fact as a sentence; where others contradict it, with who says so."""
        if not self.rivals:
            return self.fact.text
        word = "current" if self.current else "superseded"
        return f"{self.fact.text} ({word}; {self.fact.source or 'source unknown'})"
