"""What an operator said a row is worth, for whoever ranks rows or lets them go (document 004).

Packets that an operator approved write it into ``detail_json``; nobody else does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def importance_of(detail: Mapping[str, Any]) -> float | None:
    """Return how important a row is, 0.0 to 1.0; None where nobody has said so."""
    importance = detail.get("importance")
    score = importance.get("score") if isinstance(importance, Mapping) else None
    if isinstance(score, bool) or not isinstance(score, (int, float)):
        return None
    return float(score) if 0.0 <= score <= 1.0 else None


def is_stale(detail: Mapping[str, Any]) -> bool:
    """Tell whether a row counts as out of date."""
    lifecycle = detail.get("lifecycle")
    return isinstance(lifecycle, Mapping) and lifecycle.get("stale_candidate") is True
