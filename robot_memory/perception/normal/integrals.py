"""Which numbers are the integral of another number of their topic, as an angle of its velocity.

A task determines the value of such a number, and so does the duration of a motion: it follows no
other number except its command. Names do not show this in every language and message.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from robot_memory.perception.normal.causes import BEFORE
from robot_memory.perception.normal.columns import Flags, Floats, Signal

_SAME = 0.97  # correlation of the change in a window with the mean of the other number in it
_FEWEST = 24  # windows in which the number changes


def are_integrals(windows: Floats, signals: Sequence[Signal]) -> Flags:
    """Tell which signals are the integral of another signal of their topic.

    Args:
        windows: one value a second; shape (windows, BEFORE + SECONDS, signals).
    """
    change = windows[:, -1] - windows[:, BEFORE]
    mean = windows[:, BEFORE:].mean(axis=1)
    of_topic: dict[str, list[int]] = {}
    for place, signal in enumerate(signals[: windows.shape[2]]):
        of_topic.setdefault(signal.topic, []).append(place)
    found = np.zeros(len(signals), bool)
    for places in of_topic.values():
        of_change, of_mean = change[:, places], mean[:, places]
        often = (np.isfinite(of_change) & (of_change != 0)).sum(axis=0) >= _FEWEST
        correlation = _correlation(of_change, of_mean)
        np.fill_diagonal(correlation, 0.0)
        found[places] = often & (correlation.max(axis=1) >= _SAME)
    return found


def _correlation(ones: Floats, others: Floats) -> Floats:
    """Return the magnitude of the correlation, about zero, between each two columns."""
    of_ones, of_others = np.isfinite(ones), np.isfinite(others)
    ones, others = np.where(of_ones, ones, 0.0), np.where(of_others, others, 0.0)
    square = ((ones**2).T @ of_others) * (of_ones.T @ (others**2))
    return np.asarray(np.abs(ones.T @ others) / np.sqrt(np.maximum(square, 1e-24)))
