"""A length of time in words, the same wherever a person reads it."""

from __future__ import annotations

_UNITS = (("days", 86400.0), ("h", 3600.0), ("min", 60.0))


def duration_words(seconds: float) -> str:
    """Return a length of time in a unit that suits it: ``11.5 s``, ``5 min``, ``2.5 h``."""
    unit, size = next((one for one in _UNITS if seconds >= 2.0 * one[1]), ("s", 1.0))
    return f"{seconds / size:.1f}".removesuffix(".0") + f" {unit}"
