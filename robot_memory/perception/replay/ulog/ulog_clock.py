"""When things happened in a ULog file (rules.md §4.8).

Its stamps are microseconds since boot. Where the log has GPS, whose `time_utc_usec` tells the
UTC, one offset, the median of all, is added to them; else the log's name may tell it (`begun`).
Where nothing does, the log follows the recording that was given before it; the first of all stays
in 1970: its stamps are seconds since boot, counted from the epoch.

A stamp tells when something was published, not when it was logged: at its start a logger writes
the last value of every topic, however old, or one with a stamp of 0 or from nowhere. Such stamps,
outside of the span of the log, are taken as its start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

GPS = ("vehicle_gps_position", "sensor_gps", "vehicle_gps")
"""Datasets with a `time_utc_usec`, by any PX4 so far."""

PLAUSIBLE_UTC = 946_684_800_000_000
"""Microseconds since the epoch of the year 2000; before its first fix a receiver tells less."""

LONGEST_PAUSE = 600_000_000
"""Microseconds. A log that runs is never silent for longer; a stamp after such a gap is no time."""

Stamps = NDArray[np.uint64]


def utc_offset(datasets: Iterable[Any]) -> int | None:
    """Microseconds from boot time to UTC; None where no GPS tells."""
    offsets: list[int] = []
    for dataset in datasets:
        if dataset.name in GPS and "time_utc_usec" in dataset.data:
            boot = dataset.data["timestamp"].astype(np.int64)
            if "timestamp_time_relative" in dataset.data:
                boot = boot + dataset.data["timestamp_time_relative"].astype(np.int64)
            utc = dataset.data["time_utc_usec"].astype(np.int64)
            offsets += (utc - boot)[utc > PLAUSIBLE_UTC].tolist()
    return int(np.median(np.array(offsets))) if offsets else None


def end_of(start: int, stamps: Sequence[Stamps]) -> int:
    """The last stamp of the log: up to it, there is no long pause after `start`."""
    inside = [each[each >= start] for each in stamps]
    times = np.unique(np.concatenate([np.array([start], dtype=np.uint64), *inside]))
    pauses = np.nonzero(np.diff(times) > LONGEST_PAUSE)[0]
    return int(times[pauses[0]] if len(pauses) else times[-1])


def received(stamps: Stamps, start: int, end: int) -> Stamps:
    """`stamps`, those outside of the log's span taken as its start."""
    outside = (stamps < start) | (stamps > end)
    return np.where(outside, np.uint64(start), stamps)
