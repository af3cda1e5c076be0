"""The numbers of document 003, "Configuration", with its names and defaults (rules.md §8.5).

See docs/reference/facts.md, "Activation".
"""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.foundation.errors import Defect, InvalidSettings

#: Facts above it enter ``MEMORY.md`` (Step 5; no option of the document).
PAGE_THRESHOLD = 0.5


@dataclass(frozen=True)
class FactLimits:
    """The decay of facts, and their maximum number.

    Attributes:
        half_life_days: after so many days without an access, activation is half of what it was.
        recall_boost: activation that a recall adds.
        search_threshold: facts below it are not found, and leave ``MEMORY.md``.
        prune_threshold: facts below it are archived.
        max_facts: the most active facts; beyond it those of lowest activation are archived.
        memory_md_max_lines: ``MEMORY.md`` has fewer lines than this.

    Raises:
        InvalidSettings: the thresholds do not follow on one another; the settings bound each.
    """

    half_life_days: float = 30.0
    recall_boost: float = 0.3
    search_threshold: float = 0.15
    prune_threshold: float = 0.05
    max_facts: int = 10_000
    memory_md_max_lines: int = 200

    def __post_init__(self) -> None:
        if not self.prune_threshold <= self.search_threshold <= PAGE_THRESHOLD:
            problem = "is not between prune_threshold and page_threshold"
            raise InvalidSettings(
                "the limits of facts cannot be used", [Defect("search_threshold", problem)]
            )
