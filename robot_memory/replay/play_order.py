"""The order in which recordings are played, and the start times of those without a date.

Specification: rules.md §4.8.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from robot_memory.replay.recording import Recording

PAUSE = 1.0
"""Seconds from the end of a recording to the beginning of one that has no date."""


@runtime_checkable
class Datable(Protocol):
    """A recording that may lack a date."""

    @property
    def is_dated(self) -> bool:
        """Whether the recording itself holds its date."""

    def begin_at(self, time: float) -> None:
        """Take `time`, seconds since the epoch, as its beginning."""


def in_play_order(recordings: Iterable[Recording], newest: float | None) -> list[Recording]:
    """Return recordings in the order of their start times.

    A recording without a date begins after the end of the one that was given before it.

    Args:
        newest: the last time that the memory knows, seconds since the epoch; the first recording
            follows it if it has no date.
    """
    ordered = []
    end = newest
    for recording in recordings:
        if isinstance(recording, Datable) and not recording.is_dated and end is not None:
            recording.begin_at(end + PAUSE)
        end = max((recording.start or 0.0) + (recording.duration or 0.0), newest or 0.0)
        ordered.append(recording)
    return sorted(ordered, key=lambda item: item.start or 0.0)
