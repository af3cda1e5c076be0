"""What can be set of the night shift, with the defaults of documents 002 and 003."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NightSettings:
    """Retention of the night shift; its bounds are those of the settings.

    Attributes:
        daily_retention_days: digests leave after so many days (003 §Configuration).
        home_limit_bytes: how large the memory home may become; 0: as large as the disk.
        archive_limit_bytes: how much archives may take; beyond it the oldest are removed.
    """

    daily_retention_days: int = 365
    home_limit_bytes: int = 0
    archive_limit_bytes: int = 1_000_000_000
