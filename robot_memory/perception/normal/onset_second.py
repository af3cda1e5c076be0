"""The second of its first unusual window in which a deviation began."""

from __future__ import annotations

import numpy as np

from robot_memory.perception.normal.causes import SECONDS
from robot_memory.perception.normal.columns import ColumnKind, Floats

_STEP = 0.5  # of the largest step in a window: from here on a step begins noise or a jump
_BY_STEPS = (ColumnKind.SPREAD, ColumnKind.JUMP)
_EARLIEST = -SECONDS // 2  # a median is unusual only once half of a window is


def onset_second(kind: ColumnKind, sign: int, before: Floats, window: Floats, after: Floats) -> int:
    """Return when a signal changed, in seconds from the start of its first unusual window.

    The window alone gives this only to within ten seconds; the earliest onset is half a window
    before.

    Args:
        kind: of the unusual column; the result is 0 for others than levels and steps.
        sign: 1 if the value is too high, -1 if it is too low.
        before, window, after: the signal in three windows, a mean for each second; NaN if it is not
            known.
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
    # The cumulative sum of the distance from the mean turns at a change of level (Page 1954).
    sums = sign * np.cumsum(np.nan_to_num(seconds - known.mean()))
    return int(np.clip(np.argmin(sums) + 1 - SECONDS, _EARLIEST, SECONDS - 1))
