"""``/diagnostics``: drivers' reports about their components (diagnostic_msgs/DiagnosticArray).

Specification: rules.md §10.9.
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from robot_memory.foundation.text.outside_text import LONGEST_MESSAGE, LONGEST_NAME, take_in
from robot_memory.foundation.token_bucket import Allowance
from robot_memory.foundation.wording.part_words import with_parts_marked
from robot_memory.foundation.wording.plain_words import plain_words
from robot_memory.foundation.wording.spread import Spread
from robot_memory.foundation.wording.subject import verb_for
from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.detectors.silent_reporters import MissedReport, SilentReporters
from robot_memory.perception.detectors.status_details import StatusValue, details_of
from robot_memory.perception.fault_grouping.fault_grouping import SilentSource, StaleGrouping
from robot_memory.perception.field_path import level_of
from robot_memory.perception.masking.lost_telemetry import (
    NO_TELEMETRY,
    ZERO_VOLTS,
    impossible_reading,
    needs_voltage,
)
from robot_memory.perception.masking.masking import (
    UNNAMED,
    mask,
    one_line,
    phrase,
    shown,
    status_name,
)
from robot_memory.perception.masking.phrase import Phrase
from robot_memory.perception.masking.stack_trace import shortened
from robot_memory.perception.occurrences.detection import SILENT, Debounce, Detection
from robot_memory.perception.occurrences.occurrence_limiter import Quota
from robot_memory.perception.shared_models import ListeningTime
from robot_memory.perception.version_watch import INTERVAL

#: By ``level`` of diagnostic_msgs/DiagnosticStatus.
_LEVELS = {0: Severity.OK, 1: Severity.WARN, 2: Severity.ERROR, 3: Severity.STALE}
_VERBS = {
    Severity.WARN: "warns",
    Severity.ERROR: "reports an error",
    Severity.STALE: "reports stale data",
}
_ANY_PART = re.compile(r"\b(?:hardware|devices?|sensors?|boards?)\b")  # names no specific part
_MOST_COMPONENTS = 2048  # components; the one with the oldest report is forgotten
_LONGEST_GENERAL = 200  # characters of a message that may omit the faulty part
_MOST_CHARACTERS = 1000  # characters of a message that are read and shown in the evidence
#: New messages that are read: of one component 5 at once and 2 a second, of all 1000 and 50; a
#: hundred are reserved for known components.
_EACH, _TOGETHER = Allowance(5.0, 2.0), Allowance(1000.0, 50.0, reserve=100.0)


@dataclass(slots=True)
class _Component:
    """The last status of a component, and its last detection of a fault.

    Attributes:
        bare: its message without values.
        addition: the information that its values add to the message.
        lost: an impossible statement, which shows that nothing is measured; empty: none.
        versions_due: when its values are searched for versions again.
    """

    hardware_id: str
    robots: int
    is_known: bool = False
    level: int = 0
    message: str = ""
    detection: Detection | None = None
    last_fault: tuple[int, str, Detection] | None = None
    bare: str = ""
    addition: str = ""
    lost: str = ""
    versions_due: float = -math.inf

    def with_details(
        self, name: str, message: str, values: Sequence[StatusValue], *, has_none: bool
    ) -> str:
        """Return a message with details from its values; without new values the last details stay.

        ``has_none`` is true if another status of its node reports that the battery has no voltage.
        """
        if len(message) > _LONGEST_GENERAL:
            return message
        if values or message != self.bare:
            told = ((value.key, value.value) for value in values)
            self.lost = impossible_reading(name, message, told)
            part, keys = name.rpartition(":")[2], [value.key for value in values]
            if has_none and not self.lost and needs_voltage(part, message, keys):
                self.lost = ZERO_VOLTS.replace("it", "its node", 1)
            self.bare, self.addition = message, self.lost or details_of(message, values, name)
        return f"{message} ({self.addition})" if self.addition else message


class DiagnosticsDetector(Detector):
    """Reports components with a level above OK, and components that stop reporting.

    A component is a status name, with its hardware id where several devices share the name. Its
    symptom is the masked message, so that "timeout after 31 ms" and "timeout after 47 ms" are one.

    If all components of a driver stop reporting, the driver is reported once. So are four or more
    components whose data become stale in one message, with the same words. Not reported: the
    aggregated copy, the node's own status, and the status of other robots.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "onset": DetectorOption(0.5, "s that a level must hold"),
        "end": DetectorOption(5.0, "s of OK before an occurrence is over"),
        "silent": DetectorOption(10.0, "s without a report before a component is silent, at least"),
        "silent_intervals": DetectorOption(
            5.0, "times its own longest interval, at least", low=1.0
        ),
    }
    TYPE: ClassVar[str] = "diagnostic_msgs/msg/DiagnosticArray"
    IS_SHARED: ClassVar[bool] = True
    FIELDS: ClassVar[frozenset[str]] = frozenset(
        {"status.level", "status.name", "status.message", "status.hardware_id", "status.values"}
    )

    def _set_up(self) -> None:
        self._debounce = Debounce(self._options["onset"], self._options["end"])
        self._components: OrderedDict[str, _Component] = OrderedDict()
        self._names = self._context.shared.status_names
        self._silence = SilentReporters(self._options["silent"], self._options["silent_intervals"])
        self._stale_grouping = StaleGrouping(self._context.shared.fault_grouping.groups)
        self._quota = Quota(_EACH, _TOGETHER, everyone=self._context.topic)
        self._reporting = ListeningTime()  # does not advance while the whole topic is silent

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a DiagnosticArray."""
        begun: dict[str, Detection] = {}
        first: list[Key] = []
        is_ours, without_voltage = False, _without_voltage(content.status)
        for status in content.status:
            # Stored texts are bounded; the slice of a short text is the same object.
            said, hardware_id = status.name[:LONGEST_NAME], status.hardware_id[:LONGEST_NAME]
            name, message = self._name_of(said, hardware_id), shortened(status.message)
            if name != said:
                yield from self._divide(said)
            is_first = name not in self._components
            known = self._find(name, hardware_id)
            if known is None:
                continue
            if not is_ours:
                is_ours = True
                self._context.shared.activity.note_message(stamp)
                self._reporting.note_message(stamp)
            self._silence.note_report(name, self._reporting.running)
            self._note_versions(name, known, status, stamp)
            level = level_of(status)
            if is_first and not level:
                first.append(Key("diagnostics", _component(name, known), ""))
            if level:
                values, has_none = getattr(status, "values", ()), _node_of(said) in without_voltage
                message = known.with_details(name, message, values, has_none=has_none)
            if level != known.level or message[:LONGEST_MESSAGE] != known.message:
                gone, now = self._change(name, known, level, message, stamp)
                yield from gone
                if now is not None:
                    begun[name] = now
            elif known.detection is not None:
                yield known.detection
        yield from self._join(begun)
        yield from (Detection(key, present=False, is_first_report=True) for key in first)

    def _join(self, begun: Mapping[str, Detection]) -> Iterator[Detection]:
        if not begun:
            return
        for name, detection in self._stale_grouping.join(begun).items():
            if name in self._components:  # otherwise this message had too many components
                self._components[name].detection = detection
            yield detection

    def advance(self, stamp: float) -> Iterable[Detection]:
        """Find components that have fallen silent while others still report."""
        for missed in self._silence.find(self._reporting.running):
            self._context.shared.fault_grouping.report(self._silent(missed))
        return ()

    def _note_versions(self, name: str, known: _Component, status: Any, stamp: float) -> None:
        if stamp < known.versions_due:
            return
        known.versions_due = stamp + INTERVAL
        values = ((value.key, value.value) for value in getattr(status, "values", ()))
        self._context.shared.versions.note(self._context.topic, _component(name, known), values)

    def _find(self, name: str, hardware_id: str) -> _Component | None:
        """Return the state of a component; None if it belongs to another robot."""
        known = self._components.get(name)
        robots = len(self._context.scope.others)  # grows while they are discovered
        if known is not None and known.hardware_id == hardware_id and known.robots == robots:
            self._components.move_to_end(name)
            known.is_known = True
            return known
        if not self._context.scope.keeps_status(name, hardware_id, self._context.topic):
            if known is not None and known.hardware_id == hardware_id:
                self._forget(name)
            self._context.scope.skip_status(name, hardware_id, self._context.topic)
            return None
        if known is None:
            self._context.scope.skipped.statuses_kept += 1
            known = self._components[name] = _Component(hardware_id, robots)
            if len(self._components) > _MOST_COMPONENTS:
                self._components.popitem(last=False)
        known.hardware_id, known.robots = hardware_id, robots
        return known

    def _name_of(self, said: str, hardware_id: str) -> str:
        scope, topic = self._context.scope, self._context.topic
        if self._names.is_new(said, hardware_id) and scope.keeps_status(said, hardware_id, topic):
            self._names.note(said, hardware_id)
        return self._names.name_of(said, hardware_id)

    def _divide(self, name: str) -> Iterator[Detection]:
        """End the fault of devices that shared a name: from now on each has its own name."""
        known = self._components.get(name)
        if known is None or not known.hardware_id:  # a device without an id keeps the name
            return
        self._forget(name)
        if known.detection is not None:
            yield Detection(known.detection.key, present=False)

    def _forget(self, name: str) -> None:
        """Forget a component that turned out to belong to another robot, or to be several."""
        known = self._components.pop(name)
        if known.detection is not None:
            self._stale_grouping.leaves(name, known.detection.key)
        self._silence.forget(name)

    def _change(
        self, name: str, known: _Component, level: int, message: str, stamp: float
    ) -> tuple[list[Detection], Detection | None]:
        """Process a status that differs from its component's last status.

        Returns:
            The detections that end or continue a fault, and the one that begins a fault.
        """
        before, now = known.detection, None
        if level:
            now = self._read(name, known, level, message, stamp)
            if now is None:  # over the limit: the last fault continues
                return ([before] if before is not None else []), None
        known.level, known.message, known.detection = level, message[:LONGEST_MESSAGE], now
        if before is None:
            return [], now
        if now is not None and now.key == before.key:
            return [now], None
        is_over = self._stale_grouping.leaves(name, before.key)
        return ([Detection(before.key, present=False)] if is_over else []), now

    def _read(
        self, name: str, known: _Component, level: int, message: str, stamp: float
    ) -> Detection | None:
        """Return the detection of a fault; None if the limit of new messages is exceeded."""
        last = known.last_fault
        beginning = message[:LONGEST_MESSAGE]
        if last is not None and last[:2] == (level, beginning):
            return last[2]
        if self._quota.refuses(name, stamp, lasting=known.is_known):
            return None
        severity = _LEVELS.get(level, Severity.ERROR)
        fault = self._detection(name, known, severity, message)
        known.last_fault = (level, beginning, fault)
        return fault

    def _detection(
        self, name: str, known: _Component, severity: Severity, message: str
    ) -> Detection:
        settings, is_error = self._context.settings, severity is Severity.ERROR
        component = _component(name, known)
        received = take_in(message)
        symptom, words = _understand(received.text[:_MOST_CHARACTERS])
        who = _with_hardware(shown(component), known.hardware_id)
        opening = f"{who} {verb_for(who, str(words), _VERBS[severity])}"
        shown_text = Phrase.joined((Phrase(opening), words), ": ")
        if known.lost:
            symptom = NO_TELEMETRY
            shown_text = Phrase(f"No telemetry from {shown(component)} ({known.lost})")
        return Detection(
            key=Key("diagnostics", component, symptom),
            present=True,
            text=shown_text.pattern,
            spreads=tuple(map(Spread.of, shown_text.values)),
            severity=Severity.STALE if known.lost else severity,
            confidence=settings.confidence_error if is_error else settings.confidence_warn,
            magnitude=2.0 if is_error else 1.0,
            detail={"message": received.shown(_MOST_CHARACTERS), **received.losses},
            debounce=self._debounce,
        )

    def _silent(self, missed: MissedReport) -> SilentSource:
        component = status_name(missed.name) or UNNAMED
        seconds = self._reporting.running - missed.last
        alone = self._fault(
            Key("silence", component, "diagnostics"),
            f"{shown(component)} stopped reporting while the robot ran",
            severity=Severity.STALE,
            magnitude=0.0,
            kind=SILENT,
            debounce=self._debounce,
        )
        return SilentSource(
            component, self._context.topic, alone, seconds, missed.interval,
            is_sure=missed.is_silent,
        )  # fmt: skip


def _component(name: str, known: _Component) -> str:
    return status_name(name) or one_line(known.hardware_id) or UNNAMED


def _without_voltage(statuses: Sequence[Any]) -> set[str]:
    faulty = [status for status in statuses if level_of(status)]
    nodes = set()
    for status in faulty if len(faulty) > 1 else ():
        told = ((value.key, value.value) for value in getattr(status, "values", ()))
        if impossible_reading(status.name, status.message, told) == ZERO_VOLTS:
            nodes.add(_node_of(status.name[:LONGEST_NAME]))
    return nodes


def _node_of(name: str) -> str:
    """Return the node in a status name; empty if it has none: such statuses share one node."""
    return name.rpartition(":")[0]


def _understand(message: str) -> tuple[str, Phrase]:
    """Return the symptom of a message, and its words.

    diagnostic_updater joins several messages by ``; `` in any order.
    """
    parts = {mask(part): phrase(part) for part in message.split("; ")}
    symptoms = sorted(filter(None, parts))
    return "; ".join(symptoms), Phrase.joined((parts[symptom] for symptom in symptoms), "; ")


def _with_hardware(who: str, hardware_id: str) -> str:
    """Return the name of the reporter, with its hardware id if only the id names a part.

    "driver: Status" of "left_wheel_motor" names no part without it. An id such as "SN-00417" or
    the robot's name adds nothing to the status, and is left out.
    """
    part = shown(one_line(hardware_id))
    if part and part not in who and _names_part(part) and not _names_part(who):
        return f"{who} ({part})"
    return who


def _names_part(text: str) -> bool:
    return "@" in with_parts_marked(_ANY_PART.sub(" ", plain_words(text)))
