"""Messages of any type whose fields report faults (rules.md §10.12).

:mod:`..status_messages.field_meaning` decides what a field means. The bits of
``mavros_msgs/SysStatus``, the sensors of an autopilot, have a separate detector.
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from robot_memory.foundation.text.outside_text import LONGEST_NAME
from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.field_path import shortest_gap
from robot_memory.perception.generic.readable_types import is_called_status, may_be_status
from robot_memory.perception.masking.masking import one_line
from robot_memory.perception.message_definition import (
    DefinitionCatalogue,
    MessageDefinition,
)
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.operating_record import TABLE
from robot_memory.perception.status_messages.fault_words import is_mild, is_over, snake_case
from robot_memory.perception.status_messages.field_meaning import (
    FieldKind,
    FieldMeaning,
    meaning_of,
)
from robot_memory.perception.status_messages.flag_polarity import FlagRarity, own_name, verb_of
from robot_memory.perception.status_messages.leaf import Leaf, holds_named_values, leaves

_WELL_FOR = 10.0  # s without a fault, before one counts that may be normal at a start
_MINUTE = 60.0  # s
_MOST_FIELDS = 256  # fields of a topic
_MOST_FAULTS = 64  # faults of a message
_CLIPS = ": it reaches the end of its range"
_DEBOUNCE = Debounce(onset=0.0, end=5.0, quiet=600.0)  # s
_UNSURE = Debounce(onset=5.0, end=60.0, quiet=600.0)  # s
#: Fields whose name means nothing without that of their message.
_SILENT = ("type", "value", "data", "flags", "state", "status")
_GENERAL = (*_SILENT, "mode", "code", "error", "fault")
_BITS = (8, 16, 32, 64)
#: Numbers that are named by their topic.
_INTEGERS = frozenset(f"std_msgs/msg/{sign}nt{bits}" for sign in ("I", "UI") for bits in _BITS)
#: Plural names, which without a definition may as well be counts.
_PLURAL = re.compile(r"(errors|faults|failures|fails|alarms|warnings)$", re.IGNORECASE)


class _RisingCount:
    """Tells whether a counter rises.

    Its first value is old and does not count; a falling counter has restarted.

    Args:
        rises: how often it must rise within a minute, or …
        amount: … by how much.
    """

    def __init__(self, rises: int, amount: float) -> None:
        self._rises, self._amount = rises, amount
        self._last: float | None = None
        self._recent: deque[tuple[float, float]] = deque(maxlen=1000)

    @property
    def risen(self) -> float:
        return sum(amount for _, amount in self._recent)

    def observe(self, stamp: float, count: float) -> bool:
        last, self._last = self._last, count
        while self._recent and stamp - self._recent[0][0] > _MINUTE:
            self._recent.popleft()
        if last is not None and count > last:
            self._recent.append((stamp, count - last))
        return len(self._recent) >= self._rises or self.risen >= self._amount > 0.0


@dataclass
class _Field:
    """A watched field: its meaning, and since when it has reported no fault.

    For a flag whose name is ambiguous, the rarity decides. ``standing`` are the groups of bits that
    came together, by the place of their word in a list. An unsure fault must hold for a while.
    """

    meaning: FieldMeaning
    words: str
    count: _RisingCount
    rarity: FlagRarity | None = None
    well_since: float = math.nan
    has_been_well: bool = False
    standing: dict[int, list[int]] = field(default_factory=dict)
    is_sure: bool = True
    has_fractions: bool = False
    has_codes: bool = False
    signs: set[bool] = field(default_factory=set)

    def is_ready(self, stamp: float, is_well: bool) -> bool:
        """Tell whether a fault counts: from the start, or after ten seconds without a fault."""
        if is_well and math.isnan(self.well_since):
            self.well_since = stamp
        self.has_been_well |= stamp - self.well_since >= _WELL_FOR
        if not is_well and not self.has_been_well:
            self.well_since = math.nan
        return self.meaning.is_from_start or self.has_been_well

    def is_code(self, values: Sequence[float]) -> bool:
        """Tell whether a number of a table is a code: no measurement, and no flag."""
        self.has_fractions |= any(value % 1.0 > 0.0 for value in values)
        self.has_codes |= any(value not in (0.0, 1.0) for value in values)
        return self.has_codes and not self.has_fractions

    def faults(self, values: Sequence[float]) -> list[str]:
        """Return the faults in the field's values; a number with both signs is a measurement."""
        found: list[str] = []
        if self.meaning.may_measure:
            self.signs |= {value < 0 for value in values if value}
            if len(self.signs) > 1:
                return found
        for at, value in enumerate(values):
            bits = self.meaning.fault_bits(value)
            found += self.meaning.faults(value) if bits is None else self._words_of(at, bits)
        return list(dict.fromkeys(found))

    def _words_of(self, at: int, bits: int) -> list[str]:
        """Return a bit mask's faults: bits that came together are one fault until all are over."""
        together = [known for known in self.standing.get(at, ()) if known & bits]
        for known in together:
            bits &= ~known
        self.standing[at] = together = [*together, bits] if bits else together
        return [self.meaning.bits_told(known) for known in together]


class StatusDetector(Detector):
    """Reports faults that a message of any type has in its fields.

    The names of fields decide, with the constants and comments of the message's definition where it
    is known: bits and codes of errors that are not zero (``active_errors``, ``fault_flags``,
    ``error_code``), named by their constants; states whose constant names a fault
    (``PROTECTIVE_STOP``); flags (``driver_fault``, ``motors_ok``). States that are normal at a
    start (``position_invalid``, ``connected``) count only after they were well for 10 s.

    A counter of clipping or of errors is reported while it rises. Its first value does not count,
    because it is from before.

    A word of bits is one fault: the bits that came together, in hexadecimal digits, with their
    names. An integer that is called only an error, without names of its values, must hold for 5 s
    and have one sign, or else measures something. Of a table only codes are read, if they hold for
    5 s: ``flag`` reads its flags. A ``std_msgs`` integer is named by its topic.

    Not read: other types of the packages of ROS itself, and types whose definition names no such
    field. Where the definition of a ROS type is not known, its name must say that it is a status.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "every": DetectorOption(0.02, "s between two messages that are read, at least"),
        "clipping": DetectorOption(3.0, "counts of clipping within a minute", low=1.0),
        "errors": DetectorOption(3.0, "times that a counter of errors rises within a minute",
                                 low=1.0),
    }  # fmt: skip

    def _set_up(self) -> None:
        self._definition = self._context.shared.definitions.of(self._context.type)
        self._fields: dict[tuple[tuple[str, ...], str], _Field | None] = {}
        self._told: dict[Key, Detection] = {}
        self._gap = shortest_gap(self._options["every"])

    @classmethod
    def reads_type(cls, message_type: str, definitions: DefinitionCatalogue) -> bool:
        """Tell whether messages of a type may report a fault."""
        return message_type in _INTEGERS or may_be_status(
            message_type, definitions, _says_anything, _may_say_anything
        )

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message."""
        if stamp < self.due:
            return
        self.due = stamp + self._gap
        found: dict[Key, Detection] = {}
        for leaf in leaves(content, self._definition, self._context.type):
            told = self._field(leaf)
            if told is None:
                continue
            for detection in self._judge(stamp, leaf, told):
                if len(found) < _MOST_FAULTS:
                    found.setdefault(detection.key, detection)
        before, self._told = self._told, found
        yield from found.values()
        for key, detection in before.items():
            if key not in found:
                yield replace(detection, present=False)

    def _field(self, leaf: Leaf) -> _Field | None:
        key = (leaf.parts, leaf.name)
        if key not in self._fields:
            if len(self._fields) >= _MOST_FIELDS:
                return None
            self._fields[key] = self._meet(leaf)
        return self._fields[key]

    def _meet(self, leaf: Leaf) -> _Field | None:
        context = self._context
        name = own_name(context.topic) if context.type in _INTEGERS else leaf.name
        meaning = meaning_of(name, isinstance(leaf.value, bool), leaf.owner)
        if meaning is None or any(map(is_over, leaf.parts)):
            return None
        if context.type == TABLE:
            is_code = meaning.kind in (FieldKind.CODE, FieldKind.BITS) and not _PLURAL.search(name)
            return self._watched(leaf, name, meaning) if is_code else None
        return self._watched(leaf, name, meaning) if _may_mean(leaf, meaning) else None

    def _watched(self, leaf: Leaf, name: str, meaning: FieldMeaning) -> _Field:
        rises = self._options["errors"] if meaning.kind is FieldKind.COUNTER else math.inf
        amount = self._options["clipping"] if meaning.kind is FieldKind.CLIPPING else 0.0
        count = _RisingCount(int(min(rises, 1000.0)), amount)
        if name in _GENERAL:
            owner = leaf.owner_type if leaf.owner is None else leaf.owner.name
            whole = snake_case(owner.rpartition("/")[2].rpartition(".")[2])
            name = whole if whole.endswith(name) or name in _SILENT else f"{whole} {name}"
        words = snake_case(name).replace("_", " ")
        if meaning.is_said:
            is_sure = self._context.type != TABLE and not meaning.may_measure
            return _Field(meaning, words, count, is_sure=is_sure)
        where = " ".join([self._context.topic, *leaf.parts, words])
        rarity = self._context.learn(f"{where} rarity", FlagRarity())
        return _Field(meaning, words, count, rarity, is_sure=False)

    def _judge(self, stamp: float, leaf: Leaf, told: _Field) -> Iterator[Detection]:
        values = leaf.value if isinstance(leaf.value, list) else [leaf.value]
        meaning = told.meaning
        if self._context.type == TABLE and not told.is_code(values):
            return
        if meaning.kind in (FieldKind.CLIPPING, FieldKind.COUNTER):
            total = math.fsum(values)
            if math.isfinite(total) and told.count.observe(stamp, total):
                yield self._detection(leaf, told, "rises", told.count.risen)
            return
        faults = told.faults(values)
        is_ready = told.is_ready(stamp, not faults)
        if told.rarity is not None and is_ready:
            told.rarity.observe(stamp, is_raised=bool(faults))
            is_ready = told.rarity.is_rare
        for fault in faults if is_ready else ():
            yield self._detection(leaf, told, fault, 1.0)

    def _detection(self, leaf: Leaf, told: _Field, fault: str, magnitude: float) -> Detection:
        kind, rarity = told.meaning.kind, told.rarity
        component = one_line(" ".join([self._context.topic, *leaf.parts]))[:LONGEST_NAME]
        if kind is FieldKind.FLAG:
            verb = verb_of(told.meaning.matter, is_said=told.meaning.is_said)
            says = f"{told.words} {verb}"
        elif kind in (FieldKind.CLIPPING, FieldKind.COUNTER):
            says = f"{told.words} rises{_CLIPS if kind is FieldKind.CLIPPING else ''}"
        else:
            says = f"{told.words}: {one_line(fault)}"
        mild = is_mild(f"{leaf.name} {fault}") or kind in (FieldKind.CLIPPING, FieldKind.COUNTER)
        return self._fault(
            Key("status", component, says),
            f"{component} {says}",
            severity=None if rarity else Severity.WARN if mild else Severity.ERROR,
            score=rarity.score if rarity else 1.0,
            magnitude=magnitude,
            kind="status",
            debounce=_DEBOUNCE if told.is_sure else _UNSURE,
        )


def _may_mean(leaf: Leaf, meaning: FieldMeaning) -> bool:
    """Tell whether a number can have its meaning: a code is an integer, ``error`` may be none."""
    values = leaf.value if isinstance(leaf.value, list) else [leaf.value]
    is_fraction = any(isinstance(value, float) for value in values)
    return leaf.is_named or not is_fraction or meaning.kind is FieldKind.CLIPPING


def _may_say_anything(message_type: str) -> bool:
    """Tell whether a type without a definition may report a fault: a table, JSON, or a status."""
    return "/msg/" not in message_type or is_called_status(message_type)


def _says_anything(definition: MessageDefinition) -> bool:
    told = (meaning_of(name, False, definition) for name in definition.fields)
    return any(one is not None and one.is_said for one in told) or holds_named_values(definition)


#: Bits of MAV_SYS_STATUS_SENSOR (MAVLink, common messages) that are parts of a vehicle. The bits of
#: controllers, of the remote control and of pre-flight checks are left out.
_SENSORS = {
    0: "gyroscope", 1: "accelerometer", 2: "magnetometer", 3: "barometer", 4: "airspeed sensor",
    5: "GPS", 6: "optical flow sensor", 7: "vision position", 8: "laser position",
    15: "motor outputs", 17: "second gyroscope", 18: "second accelerometer",
    19: "second magnetometer", 24: "logging", 25: "battery", 26: "proximity sensor",
    30: "propulsion",
}  # fmt: skip
_MASKS = ("sensors_present", "sensors_enabled", "sensors_health")
_GPS = 5  # the bit of a satellite receiver
_GPS_WELL_FOR = 10.0  # s for which a receiver must have been healthy before its loss counts
_OF_SENSORS = Debounce(onset=2.0, end=5.0, quiet=120.0)  # s


class SensorHealthDetector(Detector):
    """Reports sensors that an autopilot has, uses, and finds unhealthy.

    A satellite receiver counts after it was healthy for 10 s.
    """

    TYPE: ClassVar[str] = "mavros_msgs/msg/SysStatus"
    FIELDS: ClassVar[frozenset[str]] = frozenset(_MASKS)

    def _set_up(self) -> None:
        self._told: set[int] = set()
        self._gps_since = math.nan
        self._had_gps = False

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a SysStatus."""
        present, enabled, health = (int(getattr(content, name, 0)) for name in _MASKS)
        used = present & enabled
        ill = used & ~health
        self._follow_gps(stamp, is_well=bool(used >> _GPS & 1) and not ill >> _GPS & 1)
        now = {bit for bit in _SENSORS if ill >> bit & 1 and (bit != _GPS or self._had_gps)}
        before, self._told = self._told, now
        for bit in sorted(now | before):
            yield self._detection(_SENSORS[bit], present=bit in now)

    def _follow_gps(self, stamp: float, *, is_well: bool) -> None:
        if not is_well:
            self._gps_since = math.nan
        elif math.isnan(self._gps_since):
            self._gps_since = stamp
        self._had_gps |= stamp - self._gps_since >= _GPS_WELL_FOR

    def _detection(self, sensor: str, *, present: bool) -> Detection:
        return self._fault(
            Key("sensor_health", self._context.topic, sensor),
            f"The autopilot on {self._context.topic} finds its {sensor} unhealthy",
            severity=Severity.ERROR,
            present=present,
            kind="status",
            debounce=_OF_SENSORS,
        )
