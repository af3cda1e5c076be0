"""When messages of a damaged file were received, without the times that damage made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

FAR = 3600 * 10**9
"""Nanoseconds. A time that is further from both of its neighbours, while these are close to each
other, was overwritten."""


class MessageTimes(NamedTuple):
    """From the first time to the last one, nanoseconds since the epoch."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first / 1e9:.6f} to {self.last / 1e9:.6f} s"


def span_of(times: Sequence[int]) -> MessageTimes | None:
    """The span of `times`, in the order of the file, without those that damage made."""
    kept = [time for at, time in enumerate(times) if not _is_overwritten(times, at)]
    return MessageTimes(min(kept), max(kept)) if kept else None


def _is_overwritten(times: Sequence[int], at: int) -> bool:
    if len(times) < 3:
        return False
    first = min(max(at - 1, 0), len(times) - 3)
    one, other = (times[near] for near in range(first, first + 3) if near != at)
    apart = abs(one - other)
    return min(abs(times[at] - one), abs(times[at] - other)) > max(FAR, apart)
