"""The numbers of document 003, "Configuration", with its names and defaults (rules.md §8.5).

See docs/reference/facts.md, "Activation".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from robot_memory.foundation.errors import Defect, InvalidSettings


@dataclass(frozen=True)
class FactLimits:
    """The decay of facts, and their maximum number.

    Attributes:
        half_life_days: after so many days without an access, activation is half of what it was.
        recall_boost: activation that a recall adds.
        search_threshold: facts below it are not found, and leave ``MEMORY.md``.
        page_threshold: facts above it enter ``MEMORY.md`` (Step 5; no option of the document).
        prune_threshold: facts below it are archived.
        max_facts: the most active facts; beyond it those of lowest activation are archived.
        memory_md_max_lines: ``MEMORY.md`` has fewer lines than this.

    Raises:
        InvalidSettings: names each number that is out of its range.
    """

    half_life_days: float = 30.0
    recall_boost: float = 0.3
    search_threshold: float = 0.15
    page_threshold: float = 0.5
    prune_threshold: float = 0.05
    max_facts: int = 10_000
    memory_md_max_lines: int = 200

    def __post_init__(self) -> None:
        defects = [
            Defect(name, f"{getattr(self, name)} is not between 0 and 1")
            for name in ("recall_boost", "search_threshold", "page_threshold", "prune_threshold")
            if not 0.0 <= getattr(self, name) <= 1.0
        ]
        if not (math.isfinite(self.half_life_days) and self.half_life_days > 0.0):
            defects.append(Defect("half_life_days", f"{self.half_life_days} is not above 0"))
        for name in ("max_facts", "memory_md_max_lines"):
            if getattr(self, name) < 1:
                defects.append(Defect(name, f"{getattr(self, name)} is below 1"))
        if not defects and not self.prune_threshold <= self.search_threshold <= self.page_threshold:
            defects.append(
                Defect("search_threshold", "is not between prune_threshold and page_threshold")
            )
        if defects:
            raise InvalidSettings("the limits of facts cannot be used", defects)
