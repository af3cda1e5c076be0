"""A fact with its present activation and the facts that contradict it; counts of facts."""

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
        confirmed: whether it was said anew after all that contradicts it.
    """

    fact: Fact
    activation: float
    current: bool = True
    rivals: tuple[str, ...] = ()
    confirmed: bool = False

    @property
    def text(self) -> str:
        """The fact as a sentence; where others contradict it, with who says so."""
        if not self.rivals:
            return self.fact.text
        word = "current" if self.current else "superseded"
        return f"{self.fact.text} ({word}; {self.fact.source or 'source unknown'})"


@dataclass(frozen=True)
class FactCounts:
    """How many facts there are, and how present they are.

    Attributes:
        active_facts: those in ``facts.jsonl``.
        archived_facts: those in ``archived-facts.jsonl``.
        avg_activation: of the active ones, in [0, 1]; 0 where there are none.
        memory_md_lines: how long ``MEMORY.md`` is.
    """

    active_facts: int
    archived_facts: int
    avg_activation: float
    memory_md_lines: int

    @property
    def total_facts(self) -> int:
        """All facts, as in the document's example: 2847 = 2103 + 744."""
        return self.active_facts + self.archived_facts
