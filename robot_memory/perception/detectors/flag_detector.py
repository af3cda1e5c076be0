"""A raised flag: a Bool, or a boolean field (rules.md §2.11).

See docs/explanation/perception.md, "Commands and their effect".
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from robot_memory.foundation.token_bucket import Allowance
from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import DetectorOption
from robot_memory.perception.detectors.field_detector import FieldDetector
from robot_memory.perception.generic.signal_name import SignalName
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.occurrences.occurrence_limiter import Quota
from robot_memory.perception.operating_record import TABLE
from robot_memory.perception.status_messages.fault_words import is_mild
from robot_memory.perception.status_messages.flag_polarity import (
    FlagRarity,
    Polarity,
    flag_polarity,
    own_name,
    rare_matter,
    verb_of,
)

_WELL_FOR = 10.0  # s after a flag was first well, before its loss is a fault
_LEAST_READINGS = 10  # readings of a table's number before it is taken for a flag
#: Episodes of a flag that are reported one by one; if it flutters more often, one a minute.
_EPISODES = Allowance(burst=40.0, per_second=1.0 / 60.0)
_TOGETHER = Allowance(burst=400.0, per_second=10.0 / 60.0)  # of all flags of a topic
_EACH = Debounce(onset=0.0, end=0.0, quiet=86400.0)  # s
_FLUTTERING = Debounce(onset=0.0, end=60.0, quiet=86400.0)  # s
_UNUSUAL = Debounce(onset=5.0, end=60.0, quiet=86400.0)  # s

#: Names of a stop or a brake.
_STOP = re.compile(
    r"(^|[_\W])(e_?stop(ped)?|emergency(_?stop(ped)?)?|kill(ed)?|kill_?switch|run_?stop|brakes?"
    r"|(protective|safety|safeguard)_?stop|halt(ed)?|stopped)($|[_\W])",
    re.IGNORECASE,
)
#: Words for a stop that is not pressed, or a brake that is off.
_OFF = re.compile(
    r"(^|[_\W])(released|ok|okay|healthy|clear(ed)?|connected|inactive|off|not?)($|[_\W])",
    re.IGNORECASE,
)
#: Parts that move the robot. With lights disabled or doors locked, it still drives.
_BASE = r"(motors?|drives?|drive_?train|base|chassis|wheels?|motion|brakes?)"
_GAP = r"[_\W]+((left|right|front|rear|back|all|is|are|\d+)[_\W]+)*"
_DISABLED = re.compile(rf"(^|[_\W]){_BASE}{_GAP}(disabled|locked|paused?)($|[_\W])", re.IGNORECASE)
_ENABLED = re.compile(
    rf"(^|[_\W])({_BASE}{_GAP}enabled?|enabled?{_GAP}{_BASE}|armed)($|[_\W])", re.IGNORECASE
)


@dataclass
class _Flag:
    """A flag: which of its values is the fault, which one holds the robot, and its state.

    If its name does not say that it is a fault, its rarity decides, and is the evidence.
    """

    name: SignalName
    matter: float | None
    readings: int = 0
    is_up: bool = False
    well_since: float | None = None
    debounce: Debounce = _EACH
    rarity: FlagRarity | None = None
    holds: float | None = None


class FlagDetector(FieldDetector):
    """Reports a flag that signals a fault; each time it is raised is one occurrence.

    The name of a flag decides, without its namespace and its file. ``protective_stop`` is a fault
    when it is true, ``motors_ok`` and ``no_error`` when they were true and are false now. A flag
    whose name says neither, as ``localized``, is told as a statistical finding if it is nearly
    always true and becomes false, ``stopped`` or ``no_battery`` if it is hardly ever true. Flags
    for what the robot does (``moving``, ``enabled``) are no faults, nor is a stop that a person
    pressed.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "matter": DetectorOption(
            -1.0,
            "value that signals the fault: 1, 0, or -1 for what the name says",
            low=-1.0,
            high=1.0,
        ),
    }

    def _set_up(self) -> None:
        super()._set_up()
        self._quota = Quota(_EPISODES, _TOGETHER, everyone=self._context.topic)
        self._flags: dict[SignalName, _Flag] = {}
        # A number in a table may be 0 or 1 for a while without being a flag.
        self._least = _LEAST_READINGS if self._context.type == TABLE else 1

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message."""
        for name, value in self.numbers(stamp, content):
            flag = self._flags.get(name)
            if flag is None:
                flag = self._flags[name] = self._meet(name)
            if math.isnan(value):
                continue  # no information
            if flag.holds is not None:
                holds = self._context.shared.surroundings.motion.holds
                is_held = value == flag.holds
                holds.observe(stamp, self._context.topic, name.text, is_held=is_held)
            flag.readings += 1
            if value not in (0.0, 1.0):  # a number whose name resembles that of a flag
                if flag.is_up:
                    flag.is_up = False
                    yield self._detection(flag)
                flag.matter = None
            if flag.matter is not None and flag.readings >= self._least:
                yield from self._judge(flag, stamp, is_raised=value == flag.matter)

    def _meet(self, name: SignalName) -> _Flag:
        topic = self._context.topic
        flag = self._judged(name, name.quantity or own_name(topic))
        flag.holds = _holding_value(name.quantity or topic)
        return flag

    def _judged(self, name: SignalName, said: str) -> _Flag:
        given = self._options["matter"]
        if given >= 0.0:
            return _Flag(name, given)
        topic = self._context.topic
        beside = topic if name.quantity else topic.rpartition("/")[0]
        polarity = flag_polarity(said, beside.rpartition("/")[2])
        if polarity in (Polarity.FAULT, Polarity.HEALTH):
            return _Flag(name, float(polarity is Polarity.FAULT))
        matter = rare_matter(said)
        if matter is None:
            return _Flag(name, None)
        rarity = self._context.learn(f"{name.text} rarity", FlagRarity())
        return _Flag(name, float(matter), debounce=_UNUSUAL, rarity=rarity)

    def _judge(self, flag: _Flag, stamp: float, *, is_raised: bool) -> Iterator[Detection]:
        if flag.matter == 0.0:
            if not is_raised and flag.well_since is None:
                flag.well_since = stamp
            if flag.well_since is None or (is_raised and stamp - flag.well_since < _WELL_FOR):
                return  # it has never been well: not in use, or not ready yet
        if flag.rarity is not None:
            flag.rarity.observe(stamp, is_raised=is_raised)
            if not flag.rarity.is_rare and not flag.is_up:
                return
        elif is_raised and not flag.is_up:
            refused = self._quota.refuses(flag.name.text, stamp)
            flag.debounce = _FLUTTERING if refused else _EACH
        was_up, flag.is_up = flag.is_up, is_raised
        if is_raised or was_up:
            yield self._detection(flag)

    def _detection(self, flag: _Flag) -> Detection:
        rarity = flag.rarity
        verb = verb_of(bool(flag.matter), is_said=rarity is None)
        mild = is_mild(flag.name.quantity or own_name(flag.name.component))
        return self._fault(
            Key("flag", flag.name.component, f"{flag.name.quantity} {verb}".strip()),
            f"{flag.name.text} {verb}{' in operation' if rarity is None else ''}",
            severity=None if rarity else Severity.WARN if mild else Severity.ERROR,
            score=rarity.score if rarity else 1.0,
            present=flag.is_up,
            kind="flag",
            debounce=flag.debounce,
        )


def _holding_value(name: str) -> float | None:
    """Return the value with which a flag keeps the robot from moving; None if it never does."""
    if _STOP.search(name):
        return 0.0 if _OFF.search(name) else 1.0
    if _DISABLED.search(name):
        return 1.0
    return 0.0 if _ENABLED.search(name) else None
