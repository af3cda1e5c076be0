"""Times as the files of the levels give them: ISO 8601, or seconds since 1970 as some tools do."""

from __future__ import annotations

import math
from datetime import datetime, timezone

from robot_memory import stamps


def time_of(value: object) -> datetime | None:
    """Return the time that a field gives, UTC; None where it gives none."""
    if isinstance(value, str):
        try:
            return stamps.from_text(value)
        except ValueError:
            return None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value):  # type: ignore[arg-type]
        return None
    try:
        return datetime.fromtimestamp(value, timezone.utc)  # type: ignore[arg-type]
    except (ValueError, OverflowError, OSError):
        return None
