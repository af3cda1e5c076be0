"""Freeze frame: chooses which signals of the ten seconds before an onset are stored with it.

See docs/explanation/perception.md, "The ten seconds before an onset".
"""

from __future__ import annotations

import json
import math
import re
import statistics
from collections.abc import Collection, Mapping, Sequence

from robot_memory.perception.freeze_frames.recent_readings import SHOWN, Sample

#: By signal: seconds before the onset (negative) and value, oldest first.
FreezeFrame = dict[str, list[list[float]]]

_MOST_BYTES = 4000  # bytes of the signals as JSON
#: Signals of the component at fault, operating conditions, other signals that changed.
_MOST_NEAR, _MOST_CONDITIONS, _MOST_OTHERS = 6, 4, 3
_CHANGED = 6.0  # spreads of the first half of a signal
_STEPS = 200.0  # steps that the range of a signal is shown in
_DIGITS = 4  # significant digits of a signal that stands still
_FINEST = 18  # decimal places


def matter(topic: str, component: str) -> list[str]:
    """Return the names by which signals of a fault are found, the most specific first.

    These are the component, the driver before its colon, and the topic if the component is named
    after it. Without that condition, other components of the same topic would be found too.
    """
    driver = component.partition(":")[0]
    names = [component, driver] if topic.strip("/") not in component else [component, topic]
    return [name for name in names if name]


def freeze(
    before: Mapping[str, Sequence[Sample]],
    onset: float,
    matter: Sequence[str],
    conditions: Collection[str],
) -> FreezeFrame:
    """Return the freeze frame of an onset, at most about four kilobytes.

    It holds the signals of the faulty component first, then the operating conditions, then the
    other signals that changed most.

    Args:
        before: the ten seconds before the onset, by signal.
        onset: seconds, on the same axis.
        matter: the names by which its signals are found; see :func:`matter`.
        conditions: which of the signals are operating conditions.
    """
    changes = {name: _change(samples, onset) for name, samples in before.items()}
    ranked = sorted(before, key=lambda name: (-changes[name], name))
    near: list[str] = []
    for word in matter:
        whole = _whole(word)
        near += [name for name in ranked if name not in near and whole.search(name)]
    of_conditions = [name for name in ranked if name in conditions and name not in near]
    others = [name for name in ranked if changes[name] >= _CHANGED
              and name not in near and name not in conditions]  # fmt: skip
    frame: FreezeFrame = {}
    left = _MOST_BYTES
    for name in near[:_MOST_NEAR] + of_conditions[:_MOST_CONDITIONS] + others[:_MOST_OTHERS]:
        samples = _compact(before[name], onset)
        left -= len(json.dumps({name: samples}))
        if left < 0:
            break
        frame[name] = samples
    return frame


def _whole(word: str) -> re.Pattern[str]:
    """Return a pattern that finds a name as a whole: ``Motor 1`` is not in ``Motor 12``."""
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")


def _change(samples: Sequence[Sample], onset: float) -> float:
    """Return how far the second half of a signal left the first, in spreads of the first."""
    middle = onset - SHOWN / 2.0
    first = [value for stamp, value in samples if stamp <= middle]
    second = [value for stamp, value in samples if stamp > middle]
    if not first or not second:
        return 0.0
    usual = statistics.median(first)
    spread = statistics.fmean(abs(value - usual) for value in first)
    least = 1e-3 * abs(usual) + 1e-9
    return max(abs(value - usual) for value in second) / (spread + least)


def _compact(samples: Sequence[Sample], onset: float) -> list[list[float]]:
    values = [value for _, value in samples]
    digits = _digits(min(values), max(values))
    return [[round(stamp - onset, 2) + 0.0, round(value, digits) + 0.0] for stamp, value in samples]


def _digits(low: float, high: float) -> int:
    """Return to how many decimal places values are shown, so that what changes can be seen."""
    step = (high - low) / _STEPS or max(abs(low), abs(high)) * 10.0**-_DIGITS
    if not 0.0 < step < math.inf:
        return 0
    return min(_FINEST, max(0, math.ceil(-math.log10(step))))
