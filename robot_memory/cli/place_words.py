"""The position of an observation or an entry, as words for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robot_memory.ledger.position import WGS84


def place_words(detail: Mapping[str, Any]) -> str:
    """Return where a row's event was, or its place: how large, and how often it happened there."""
    if "place" in detail:
        place = detail["place"]
        times = f"{place['events']} events on {place['hits']} of {place['passes']} passes"
        return f"{times}, within {place['radius']:.1f} m of {_point(place)}"
    if "at" in detail:
        return f"at {_point(detail['at'])}, ± {detail['at']['sigma']:.1f} m"
    return ""


def _point(at: Mapping[str, Any]) -> str:
    if at["frame"] == WGS84:
        return f"({at['y']:.5f}, {at['x']:.5f}) in `{WGS84}`"
    return f"({at['x']:.2f}, {at['y']:.2f}) in `{at['frame']}`".replace("-", "\N{MINUS SIGN}")
