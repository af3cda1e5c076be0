"""Which numbers add up another one of their topic, as an angle adds up its velocity.

Where such a number is, a task decides, or how long something lasted: it follows no other number but
its command. Its name does not say so in each language and message.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from robot_memory.perception.normal.causes import BEFORE
from robot_memory.perception.normal.columns import Flags, Floats, Signal

_SAME = 0.97  # correlation of the change in a window with the mean of the other number in it
_FEWEST = 24  # windows in which the number changes


def add_up_others(windows: Floats, signals: Sequence[Signal]) -> Flags:
    """Tell which signals add up another one of their topic.

    Args:
        windows: in seconds; shape (windows, BEFORE + SECONDS, signals).
    """
    change = windows[:, -1] - windows[:, BEFORE]
    mean = windows[:, BEFORE:].mean(axis=1)
    of_topic: dict[str, list[int]] = {}
    for place, signal in enumerate(signals[: windows.shape[2]]):
        of_topic.setdefault(signal.topic, []).append(place)
    found = np.zeros(len(signals), bool)
    for places in of_topic.values():
        for place in places:
            is_known = np.isfinite(change[:, place]) & (change[:, place] != 0)
            if is_known.sum() < _FEWEST:
                continue
            others = mean[:, [one for one in places if one != place]]
            found[place] = _correlation(change[:, place], others).max(initial=0.0) >= _SAME
    return found


def _correlation(values: Floats, others: Floats) -> Floats:
    """Return the magnitude of the correlation, about zero, of values with each of the others."""
    is_known = np.isfinite(values)[:, None] & np.isfinite(others)
    one, other = np.where(is_known, values[:, None], 0.0), np.where(is_known, others, 0.0)
    norm = np.sqrt((one**2).sum(axis=0) * (other**2).sum(axis=0))
    return np.asarray(np.abs((one * other).sum(axis=0)) / np.maximum(norm, 1e-12))
