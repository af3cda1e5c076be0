"""Satellite positions: the fix is lost while the receiver had one (sensor_msgs/NavSatFix).

A position that the receiver itself takes to be off by tens of metres is as good as none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, Option, Setting
from robot_memory.perception.occurrences.sighting import Sighting
from robot_memory.perception.surroundings.fix import satellite_sigma


class FixLostDetector(Detector):
    """Tells where the robot was when its satellite fix went."""

    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "lost": Option(1.0, "s without a fix, after …"),
        "had": Option(10.0, "… s with one"),
        "sigma": Option(20.0, "m of standard deviation from which it is none"),
    }
    TYPE: ClassVar[str] = "sensor_msgs/msg/NavSatFix"

    def __init__(self, setting: Setting, options: Mapping[str, float]) -> None:
        super().__init__(setting, options)
        self._fix_since: float | None = None
        self._lost_since: float | None = None
        self._had = False

    @property
    def fields(self) -> frozenset[str]:
        """Whether there is a fix, and how good."""
        return frozenset({"status.status", "position_covariance", "position_covariance_type"})

    def update(self, stamp: float, content: Any) -> Iterator[Sighting]:
        """Take in a NavSatFix."""
        if satellite_sigma(content) < self._options["sigma"]:
            self._lost_since = None
            if self._fix_since is None:
                self._fix_since = stamp
            self._had |= stamp - self._fix_since >= self._options["had"]
            return
        self._fix_since = None
        if self._lost_since is None:
            self._lost_since = stamp
        if self._had and stamp - self._lost_since >= self._options["lost"]:
            self._had = False
            yield Sighting(
                key=Key("fix_lost", "gps", "no fix"),
                present=True,
                text="GPS fix lost",
                confidence=self._setting.settings.first_confidence(score=1.0),
                kind="signal",
                at=self._lost_since,
                is_event=True,
            )
