"""The times that a message of a recording can have."""

from __future__ import annotations

EARLIEST, LATEST = -6e10, 1e11
"""Seconds since 1970: from the year 68 to 5138, so that no calendar ends near a recording."""
