"""What can be set of the night shift (documents 002 and 003, their names and defaults)."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from robot_memory.foundation.errors import Defect, InvalidSettings

_SHARES = ("procedural_consistency", "canary_pass_min", "disk_warning_share")
_MAY_BE_ZERO = ("home_limit_bytes",)


@dataclass(frozen=True)
class NightSettings:
    """Thresholds and retention of the night shift.

    Attributes:
        daily_retention_days: digests leave after so many days (003 §Configuration).
        pattern_window_days: how far patterns look back (002 §Consolidation: ``max_age_days=7``).
        semantic_occurrences, semantic_days: so often, on so many days, makes knowledge (rules.md
            §8.7).
        procedural_days: so many days of knowledge, and …
        procedural_consistency: … such a share of what confirms it makes a proposal (rules.md §8.7).
        canary_pass_min: a smaller share of canaries that pass is a warning (003 §Quality Probe).
        home_limit_bytes: how large the memory home may become; 0: as large as the disk.
        disk_warning_share: of a limit; above it is a warning (rules.md §7.5).
        archive_limit_bytes: how much archives may take; beyond it the oldest are removed.

    Raises:
        InvalidSettings: names each number that is out of its range.
    """

    daily_retention_days: int = 365
    pattern_window_days: int = 7
    semantic_occurrences: int = 3
    semantic_days: int = 2
    procedural_days: int = 30
    procedural_consistency: float = 0.9
    canary_pass_min: float = 0.7
    home_limit_bytes: int = 0
    disk_warning_share: float = 0.8
    archive_limit_bytes: int = 1_000_000_000

    def __post_init__(self) -> None:
        defects = []
        for name in (field.name for field in fields(self)):
            value = getattr(self, name)
            low = 0 if name in (*_SHARES, *_MAY_BE_ZERO) else 1
            high = 1.0 if name in _SHARES else math.inf
            if not low <= value <= high:
                defects.append(Defect(name, f"{value} is not between {low} and {high:g}"))
        if defects:
            raise InvalidSettings("the settings of the night shift cannot be used", defects)
