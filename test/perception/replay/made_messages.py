"""Messages for test recordings."""

from __future__ import annotations

from typing import Any

Given = tuple[str, str, int, dict[str, Any]]
"""A message to write: topic, type, nanoseconds, fields."""


def numbers(count: int, topic: str = "/number", start: int = 100 * 10**9) -> list[Given]:
    """Return ``count`` messages that count up, one every 0.1 s; the first is at 100 s."""
    type_name = "std_msgs/msg/Int32"
    return [(topic, type_name, start + at * 10**8, {"data": at}) for at in range(count)]


def big_numbers(count: int) -> list[Given]:
    """Return ``count`` messages on /text that count up, large enough to fill several chunks."""
    return [
        ("/text", "std_msgs/msg/String", at * 10**9, {"data": f"{at:05d}" + "x" * 50_000})
        for at in range(count)
    ]
