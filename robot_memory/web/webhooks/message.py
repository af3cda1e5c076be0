"""The body of a webhook request, made from an event of the memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from robot_memory.entries.lifecycle import HIGH, band
from robot_memory.web.record_tail import RecordedEvent

_TOPICS = {
    "entry_created": "created",
    "entry_reopened": "worsened",
    "entry_recovered": "needs_review",
    "proposal_made": "needs_review",
}


def topic_of(event: RecordedEvent, bands: Mapping[str, str]) -> str:
    """Return what an event is called towards programs; empty where they are not told.

    They are not told of what happens to an entry that is declared known.

    Args:
        event: of the record.
        bands: the mark that the confidence of each entry had last.
    """
    if event.data.get("known"):
        return ""
    if event.type == "entry_reinforced":
        became_high = band_of(event) == HIGH and bands.get(str(event.data.get("id"))) != HIGH
        return "worsened" if became_high else ""
    return _TOPICS.get(event.type, "")


def band_of(event: RecordedEvent) -> str:
    """Return the mark of the confidence in an event; empty where it has none."""
    value = event.data.get("confidence")
    return band(float(value)) if isinstance(value, (int, float)) else ""


def message_body(topic: str, event: RecordedEvent, rrn: str) -> bytes:
    """Return what is sent.

    Args:
        topic: what :func:`topic_of` returned.
        event: of the record.
    """
    data: dict[str, Any] = {
        "type": topic,
        "timestamp": event.data.get("timestamp"),
        "data": {"rrn": rrn, "seq": event.seq, **event.data},
    }
    return json.dumps(data, ensure_ascii=False).encode()
