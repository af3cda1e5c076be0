"""What ``health.json`` tells of the facts (document 003, "Monitoring and Health")."""

from __future__ import annotations

from dataclasses import dataclass


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
