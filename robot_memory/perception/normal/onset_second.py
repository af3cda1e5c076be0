"""In which second of its first unusual window a deviation began."""

from __future__ import annotations

import numpy as np

from robot_memory.perception.normal.causes import SECONDS
from robot_memory.perception.normal.columns import ColumnKind, Floats

_STEP = 0.5  # of the largest one of a window, that begins what is noisy or leaps
_BY_STEPS = (ColumnKind.SPREAD, ColumnKind.JUMP)
_EARLIEST = -SECONDS // 2  # a median is that of the larger half of a window


def onset_second(kind: ColumnKind, sign: int, before: Floats, window: Floats, after: Floats) -> int:
    """Return when a signal changed, in seconds from the begin of its first unusual window.

    The window says only that it did within ten seconds: half a window sooner at the earliest.

    Args:
        kind: of the feature that is unusual; of others than levels and steps nothing is known.
        sign: 1 where it is too high, -1 where it is too low.
        before, window, after: the signal in three windows, a mean for each second; NaN where it is
            not known.
    """
    if kind in _BY_STEPS:
        steps = np.abs(np.diff(np.concatenate([before[-1:], window])))
        known = np.nan_to_num(steps)
        return int(np.argmax(known >= _STEP * known.max())) if known.max() > 0 else 0
    if kind != ColumnKind.LEVEL:
        return 0
    seconds = np.concatenate([before, window, after])
    known = seconds[np.isfinite(seconds)]
    if not len(known) or not np.isfinite(before).any() or np.ptp(known) == 0.0:
        return 0
    # The cumulative sum of the distance from the mean turns where a level changes (Page 1954).
    sums = sign * np.cumsum(np.nan_to_num(seconds - known.mean()))
    return int(np.clip(np.argmin(sums) + 1 - SECONDS, _EARLIEST, SECONDS - 1))
