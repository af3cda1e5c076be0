"""Illuminance: far darker than usual for this robot (sensor_msgs/Illuminance)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.baselines import RobustBaseline
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.occurrences.detection import Detection

_SPACING = 2.0  # s between two remembered values: ten minutes in all
_FLOOR = 0.01  # lux, a moonless night; smaller values are the sensor's noise


class LightDetector(Detector):
    """Reports where it is dark.

    The reference is the light of the last ten minutes, so dusk and a dark hall become normal.

    It is dark below a tenth of that light (`dark`).
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "dark": DetectorOption(0.1, "share of the usual light below which it is dark", high=1.0),
        "bright": DetectorOption(0.3, "share from which it is no longer dark", high=1.0),
        "onset": DetectorOption(1.0, "s that it must be dark"),
        "learn": DetectorOption(60.0, "s before usual light is known", low=2.0),
    }
    TYPE: ClassVar[str] = "sensor_msgs/msg/Illuminance"
    FIELDS: ClassVar[frozenset[str]] = frozenset({"illuminance"})

    def _set_up(self) -> None:
        self._usual = RobustBaseline(int(self._options["learn"] / _SPACING), kept=300)
        self._added = -math.inf
        self._dark_since: float | None = None
        self._is_reported = False

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in an Illuminance message."""
        lux = float(getattr(content, "illuminance", math.nan))
        if not math.isfinite(lux) or lux < 0.0:
            return
        light = math.log10(max(lux, _FLOOR))
        if stamp - self._added >= _SPACING:
            self._usual.observe(light)
            self._added = stamp
        if not self._usual.is_known:
            return
        below = light - self._usual.middle
        if below >= math.log10(self._options["bright"]):
            self._dark_since, self._is_reported = None, False
        elif below < math.log10(self._options["dark"]):
            self._dark_since = stamp if self._dark_since is None else self._dark_since
            if not self._is_reported and stamp - self._dark_since >= self._options["onset"]:
                self._is_reported = True
                readings = {"illuminance": lux, "usual_illuminance": 10.0**self._usual.middle}
                yield self._event(
                    Key("light", "surroundings", "dark"), "Poor light", kind="light",
                    readings=readings, at=self._dark_since,
                )  # fmt: skip
