"""The strength of a radio link, if names show clearly that a number is one.

Drivers put it into diagnostics ("RSSI", "Signal level (dBm)", "Link quality (%)"); radios have
their own messages, with fields of such names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.text.outside_text import LONGEST_NAME
from robot_memory.ledger import Key
from robot_memory.perception.baselines import RobustBaseline
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.field_path import number
from robot_memory.perception.generic.signal_name import DIAGNOSTICS
from robot_memory.perception.masking.masking import status_name
from robot_memory.perception.occurrences.detection import Detection

_LINK = r"(signal|link|wi-?fi|wlan|wireless|radio|antenna|modem|cell(ular)?|lte)"
_NAME = re.compile(rf"rssi|{_LINK}[ _.]*(strength|level|quality|dbm|$)", re.IGNORECASE)
#: Sufficient words of a key if the status names a link, and words of other quantities.
_SHORT = re.compile(r"signal|strength|level|quality", re.IGNORECASE)
_IS_LINK = re.compile(_LINK, re.IGNORECASE)
_OTHER = re.compile(r"noise|error|fail|count|retr", re.IGNORECASE)
_PERCENT = re.compile(r"%|percent|quality", re.IGNORECASE)
_FIELDS = (
    "rssi_dbm", "remrssi_dbm", "signal_level", "signal_strength", "signal_quality",
    "signal_dbm", "link_quality",
)  # fmt: skip
_OF_DIAGNOSTICS = frozenset({"status.name", "status.hardware_id", "status.values"})
_STRONGEST, _NOTHING = -15.0, -115.0  # dBm; outside this range it is no strength or not measured
_SPACING = 1.0  # s between two values that are remembered
_LEARNED = 20  # values before the usual strength is known
_MOST_LINKS = 32  # links of one topic


class _Link:
    """One link: its usual strength, and since when it is weak."""

    def __init__(self) -> None:
        self.usual = RobustBaseline(_LEARNED, kept=300)
        self.added = -math.inf
        self.weak_since: float | None = None
        self.is_reported = False


class SignalStrengthDetector(Detector):
    """Reports where a radio link is weak, both in absolute terms and compared with normal.

    It reads diagnostics and radio messages, by the names of their values. Numbers with an
    unclear unit are ignored. A strength in dBm is weak if it is below ``dbm`` and also ``below`` dB
    under its usual value. A strength in percent is weak if it is below ``percent`` and also below
    ``share`` of its usual value.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "dbm": DetectorOption(
            -70.0, "dBm below which a link is weak", low=_NOTHING, high=_STRONGEST
        ),
        "below": DetectorOption(12.0, "dB below its usual strength, at least"),
        "percent": DetectorOption(30.0, "percent below which a link is weak", high=100.0),
        "share": DetectorOption(
            0.5, "share of its usual strength below which it is weak", high=1.0
        ),
        "onset": DetectorOption(2.0, "s that it must be weak"),
    }
    IS_SHARED: ClassVar[bool] = True

    def _set_up(self) -> None:
        self._links: dict[str, _Link] = {}

    @property
    def fields(self) -> frozenset[str]:
        """The values of diagnostics; for radios the fields with such names."""
        return _OF_DIAGNOSTICS if self._context.type == DIAGNOSTICS else frozenset(_FIELDS)

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a DiagnosticArray, or a message with a field of such a name."""
        for name, what, value in self._values(content):
            is_percent = value >= 0.0
            if is_percent and not (_PERCENT.search(what) and value <= 100.0):
                continue
            if not is_percent and not _NOTHING <= value <= _STRONGEST:
                continue
            link = self._links.get(f"{name} {what}")
            if link is None:
                if len(self._links) >= _MOST_LINKS:
                    continue
                link = self._links[f"{name} {what}"] = _Link()
            if self._becomes_weak(link, stamp, value):
                readings = {"strength": value, "usual_strength": link.usual.middle}
                yield self._event(
                    Key("signal_strength", name, "weak"), f"Weak signal of {name}", kind="signal",
                    readings=readings, at=link.weak_since,
                )  # fmt: skip

    def _values(self, content: Any) -> Iterator[tuple[str, str, float]]:
        if self._context.type != DIAGNOSTICS:
            for field in _FIELDS:
                value = number(getattr(content, field, None))
                if value is not None:
                    yield self._context.topic.strip("/"), field, value
            return
        scope, topic = self._context.scope, self._context.topic
        for status in content.status:
            for pair in status.values:
                value = number(pair.value) if _is_strength(status.name, pair.key) else None
                if value is not None and scope.keeps_status(status.name, status.hardware_id, topic):
                    percent = " %" if pair.value.rstrip().endswith("%") else ""
                    yield status_name(status.name), f"{pair.key}{percent}", value

    def _becomes_weak(self, link: _Link, stamp: float, value: float) -> bool:
        if stamp - link.added >= _SPACING:
            link.usual.observe(value)
            link.added = stamp
        if not link.usual.is_known:
            return False
        if not self._is_weak(value, link.usual.middle):
            link.weak_since, link.is_reported = None, False
            return False
        link.weak_since = stamp if link.weak_since is None else link.weak_since
        is_new = not link.is_reported and stamp - link.weak_since >= self._options["onset"]
        link.is_reported |= is_new
        return is_new

    def _is_weak(self, value: float, usual: float) -> bool:
        options = self._options
        if usual >= 0.0:
            return value <= options["percent"] and value <= options["share"] * usual
        return value <= options["dbm"] and value <= usual - options["below"]


@cached_if_short(4096, longest=LONGEST_NAME)  # asked for the same names with each message
def _is_strength(name: str, key: str) -> bool:
    """Tell whether a key names a link's strength, alone or with the component's name."""
    if len(key) > LONGEST_NAME or _OTHER.search(key):
        return False
    is_short = _SHORT.search(key) is not None and _IS_LINK.search(name) is not None
    return is_short or _NAME.search(key) is not None
