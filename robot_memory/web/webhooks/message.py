"""The body of a webhook request, made from an event of the memory."""

from __future__ import annotations

import json
from collections.abc import Container
from typing import Any

from robot_memory.entries.lifecycle import HIGH, band
from robot_memory.unicode_text import storable
from robot_memory.web.record_tail import RecordedEvent

_MOST_HIGH = 5000
_TOPICS = {
    "entry_created": "created",
    "entry_reopened": "worsened",
    "entry_recovered": "needs_review",
    "proposal_made": "needs_review",
}


def topic_of(event: RecordedEvent, high: Container[str]) -> str:
    """Return what an event is called towards programs; empty where they are not told.

    They are not told of what happens to an entry that is declared known.

    Args:
        event: of the record.
        high: the entries whose confidence was high before.
    """
    if event.data.get("known"):
        return ""
    if event.type == "entry_reinforced":
        return "worsened" if _is_high(event) and _entry_of(event) not in high else ""
    return _TOPICS.get(event.type, "")


def note_high(event: RecordedEvent, high: dict[str, None]) -> None:
    """Note whether the confidence in an event of the memory is high, where it has one.

    Args:
        high: entries whose confidence is high, oldest first; of too many the oldest go.
    """
    entry, is_high = _entry_of(event), _is_high(event)
    if is_high is None or not entry or not event.type.startswith("entry_"):
        return
    high.pop(entry, None)
    if is_high:
        high[entry] = None
    if len(high) > _MOST_HIGH:
        del high[next(iter(high))]


def _entry_of(event: RecordedEvent) -> str:
    return str(event.data.get("id", ""))


def _is_high(event: RecordedEvent) -> bool | None:
    value = event.data.get("confidence")
    return band(value) == HIGH if isinstance(value, (int, float)) else None


def message_body(topic: str, event: RecordedEvent, rrn: str) -> bytes:
    """Return what is sent.

    Args:
        topic: what :func:`topic_of` returned.
        event: of the record.

    Raises:
        ValueError: JSON has no form for it, as for a number that is none.
    """
    data: dict[str, Any] = {
        "type": topic,
        "timestamp": event.data.get("timestamp"),
        "data": {"rrn": rrn, "seq": event.seq, **event.data},
    }
    return storable(json.dumps(data, ensure_ascii=False, allow_nan=False)).encode()
