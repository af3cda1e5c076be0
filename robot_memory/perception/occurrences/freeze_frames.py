"""Takes a freeze-frame where an onset deserves one."""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.perception.frames.frame import Frame, freeze, matter
from robot_memory.perception.frames.readings import Readings
from robot_memory.perception.occurrences.occurrence import Occurrence
from robot_memory.perception.occurrences.quota import NOTICE, Quota
from robot_memory.token_bucket import Allowance

#: Frames of one thing: 3 at once and one an hour more; of all: 60 and as many an hour.
_EACH, _TOGETHER = Allowance(3.0, 1.0 / 3600.0), Allowance(60.0, 60.0 / 3600.0)


class FreezeFrames:
    """Has the last seconds of what was read, and of the operating conditions, at hand.

    A frame is some kilobytes: what comes back ever again does not get one each time, and that a
    source is rate-limited gets none.

    Args:
        readings: what detectors read.
    """

    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self._conditions = Readings()
        self._quota = Quota(_EACH, _TOGETHER, everyone="all")

    def note(self, stamp: float, conditions: Mapping[str, float]) -> None:
        """Take in the operating conditions of now."""
        for name, value in conditions.items():
            self._conditions.note(name, stamp, value)

    def take(self, occurrence: Occurrence) -> Frame:
        """Return the ten seconds before an onset; empty where it gets no frame."""
        key, onset = occurrence.detection.key, occurrence.onset
        if key.detector == NOTICE or self._quota.refuses(key.to_text(), onset):
            return {}
        conditions = self._conditions.before(onset)
        before = {**conditions, **self._readings.before(onset)}
        return freeze(before, onset, matter(occurrence.topic, key.component), conditions)
