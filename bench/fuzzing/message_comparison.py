"""Compares our reader of serialised messages with rclpy."""

from __future__ import annotations

import struct
from typing import Any

from fuzzing.fuzz_target import BrokenPromise


def check_message(found: Any, message: Any, path: str = "") -> None:
    """Compare each field that we read with rclpy's reading of the message.

    Raises:
        BrokenPromise: a field differs or is missing; names it.
    """
    if hasattr(message, "get_fields_and_field_types"):
        for name in message.get_fields_and_field_types():
            check_message(getattr(found, name, None), getattr(message, name), f"{path}.{name}")
    elif hasattr(message, "__len__") and not isinstance(message, (str, bytes)):
        if len(found) != len(message):
            raise BrokenPromise(f"{path} has {len(found)} of {len(message)} elements")
        for at, (ours, theirs) in enumerate(zip(found, message, strict=True)):
            check_message(ours, theirs, f"{path}[{at}]")
    elif _plain(found) != _plain(message):
        raise BrokenPromise(f"{path} was read as {found!r:.100}, by rclpy as {message!r:.100}")


def _plain(value: Any) -> Any:
    """Return a comparable value: NaN becomes equal to itself."""
    if isinstance(value, float) and value != value:
        return "nan"
    return struct.pack("<d", value) if isinstance(value, float) else value
