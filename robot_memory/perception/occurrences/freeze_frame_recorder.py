"""Takes the freeze frame of an onset, within a quota.

See docs/explanation/perception.md, "The ten seconds before an onset".
"""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.foundation.token_bucket import Allowance
from robot_memory.perception.freeze_frames.freeze_frame import FreezeFrame, freeze, matter
from robot_memory.perception.freeze_frames.recent_readings import RecentReadings
from robot_memory.perception.occurrences.occurrence import Occurrence
from robot_memory.perception.occurrences.quota import NOTICE, Quota

#: Freeze frames of one key: 3 at once and one more each hour; of all keys: 60 and 60 an hour.
_EACH, _TOGETHER = Allowance(3.0, 1.0 / 3600.0), Allowance(60.0, 60.0 / 3600.0)


class FreezeFrameRecorder:
    """Takes freeze frames from the readings of detectors and the operating conditions.

    A freeze frame has a few kilobytes. So a fault that recurs often gets one only now and then,
    and a notice that a source is rate-limited gets none.
    """

    def __init__(self, readings: RecentReadings) -> None:
        self._readings = readings
        self._conditions = RecentReadings()
        self._quota = Quota(_EACH, _TOGETHER, everyone="all")

    def note(self, stamp: float, conditions: Mapping[str, float]) -> None:
        """Add the current operating conditions."""
        for name, value in conditions.items():
            self._conditions.note(name, stamp, value)

    def take(self, occurrence: Occurrence) -> FreezeFrame:
        """Return the freeze frame of an onset; empty if the quota refuses one."""
        key, onset = occurrence.detection.key, occurrence.onset
        if key.detector == NOTICE or self._quota.refuses(key.to_text(), onset):
            return {}
        conditions = self._conditions.before(onset)
        before = {**conditions, **self._readings.before(onset)}
        return freeze(before, onset, matter(occurrence.topic, key.component), conditions)
