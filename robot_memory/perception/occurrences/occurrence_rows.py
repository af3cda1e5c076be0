"""Occurrence to observation: its row in the ledger, and the names in its text.

A frame adds a side that the name of its topic omits (rules.md §1.12).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from robot_memory.entries.memory_entry import MAX_TEXT
from robot_memory.foundation.text.outside_text import CUT
from robot_memory.foundation.text.part_names import PartNames
from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.wording.spoken_names import spoken_name, topic_in
from robot_memory.foundation.wording.subject import Subject, subject_of
from robot_memory.foundation.wording.varying_text import INSTEAD, READINGS, VaryingText
from robot_memory.ledger import Kind, Observation, Severity
from robot_memory.ledger.displayed_text import CALLED
from robot_memory.ledger.observation import HELD, LASTED, stamp_text
from robot_memory.ledger.recent_rows import INTERMITTENT, MOMENTARY, SEEN
from robot_memory.perception.occurrences.detection import MEMBERS, Debounce, Detection
from robot_memory.perception.occurrences.freeze_frame import FreezeFrame
from robot_memory.perception.occurrences.occurrence import Occurrence

#: The onset time of a fault that a latched message without a date reports.
FROM_BEFORE = "before it was heard"
_TYPES = {
    Subject.SURROUNDINGS: "environment_note",
    Subject.CONFIGURATION: "behavior_pattern",
    Subject.TOOL: "behavior_pattern",
    Subject.OPERATOR: "behavior_pattern",
}
#: The last tag of an intended action of an operator, which is no fault.
_EVENT = "event"
#: s for which the statement of a latched topic holds without another statement.
_KEPT = 86400.0


def to_observation(
    kind: Kind,
    occurrence: Occurrence,
    instant: Instant,
    conditions: Mapping[str, float],
    frame: FreezeFrame | None = None,
    before: Mapping[str, float | str] | None = None,
) -> Observation:
    """Return the row of an onset, a presence or an end, with the conditions at that time."""
    detection = occurrence.detection
    text = occurrence.varying_text
    detail = _course(kind, occurrence, instant, text)
    if frame:
        detail["frame"] = frame
    if before:
        detail["before"] = before
    subject = subject_of(str(text))
    is_onset = kind is Kind.ONSET
    read = detection.readings if is_onset else occurrence.readings_at(instant.uptime)
    readings = {**conditions, **read}
    return Observation(
        kind=kind,
        instant=instant,
        summary=_one_sentence(str(text)),
        key=detection.key,
        detector=detection.key.detector,
        topic=occurrence.topic,
        component=detection.key.component,
        severity=Severity.OK if subject is Subject.OPERATOR else detection.severity,
        entry_type=_TYPES.get(subject, "hardware_observation"),
        confidence=detection.confidence,
        tags=_tagged(detection.tags, subject),
        context={name: value for name, value in readings.items() if math.isfinite(value)},
        detail=detail,
    )


def _course(
    kind: Kind, occurrence: Occurrence, instant: Instant, text: VaryingText
) -> dict[str, Any]:
    detail: dict[str, Any] = {**occurrence.detection.detail, "peak": _finite(occurrence.peak)}
    if kind is not Kind.ONSET and occurrence.message is not None:
        detail["message"] = occurrence.message
    if left_out := occurrence.left_out.take():
        detail["message"] = f"{left_out} ({_finite(occurrence.peak):.0f} in all)"
    if occurrence.detection.debounce.momentary:
        detail[MOMENTARY] = True
    if text.spreads and len(str(text)) <= MAX_TEXT:
        detail[READINGS] = text.as_list()
        if occurrence.extent and occurrence.told not in ((), text.spreads):
            detail[INSTEAD] = replace(text, spreads=occurrence.told).as_list()
    if kind is not Kind.ONSET:
        detail.update(_since_its_onset(occurrence, instant.uptime))
    elif occurrence.is_from_before:
        detail["began"] = FROM_BEFORE
    elif occurrence.is_intermittent:
        detail[INTERMITTENT] = True
    if occurrence.published is not None:
        detail["published"] = stamp_text(occurrence.published)
    return detail


def _since_its_onset(occurrence: Occurrence, uptime: float) -> dict[str, Any]:
    detail: dict[str, Any] = {
        "repeats": occurrence.repeats, LASTED: round(uptime - occurrence.began, 3),
    }  # fmt: skip
    if occurrence.is_intermittent:
        detail[HELD] = round(occurrence.held_until(uptime), 3)
    if occurrence.is_seen is not None:
        detail[SEEN] = occurrence.is_seen
    return detail


def with_names(
    row: Observation, names: PartNames, called: Callable[[str], str | None]
) -> Observation:
    """Return a row whose text uses people's names for parts; its key and tags keep drivers' names.

    ``called`` returns the name of the topic in a text; None: as its own name says.
    """
    name = called(row.summary)
    if name is not None:
        row = replace(row, detail={**row.detail, CALLED: name})
    if not names.are_given:
        return row
    said = VaryingText.from_list(row.detail.get(READINGS))
    if said is None:
        return replace(row, summary=_one_sentence(names.in_text(row.summary)))
    named = replace(said, pattern=names.in_text(said.pattern))
    detail = {**row.detail, READINGS: named.as_list()}
    return replace(row, summary=_one_sentence(str(named)), detail=detail)


def _tagged(tags: tuple[str, ...], subject: Subject) -> tuple[str, ...]:
    """Insert the subject before the last tag, which names the kind of fault."""
    if subject is Subject.OPERATOR:
        return (*tags[:-1], subject.value, _EVENT)
    if subject is Subject.HARDWARE or subject.value in tags:
        return tags
    return (*tags[:-1], subject.value, *tags[-1:])


def to_detection(row: Observation) -> Detection:
    """Return the detection of an occurrence whose onset is in the ledger."""
    if row.key is None:
        raise ValueError(f"row {row.id} has no key")
    text = VaryingText.from_list(row.detail.get(READINGS))
    return Detection(
        row.key,
        present=True,
        text=row.summary if text is None else text.pattern,
        spreads=() if text is None else text.spreads,
        severity=row.severity,
        confidence=row.confidence,
        magnitude=float(row.detail.get("peak", 0.0)),
        kind=row.tags[-1] if row.tags else "",
        detail={name: row.detail[name] for name in (MEMBERS,) if name in row.detail},
        debounce=Debounce(
            quiet=_KEPT if "published" in row.detail else 60.0, momentary=MOMENTARY in row.detail
        ),
    )


def _one_sentence(text: str) -> str:
    """Return a text on one line, cut between two words if it is too long."""
    line = " ".join(text.split())
    if len(line) <= MAX_TEXT:
        return line
    head = line[: MAX_TEXT - len(CUT)]
    return f"{head.rpartition(' ')[0] or head}{CUT}"


def _finite(value: float) -> float:
    return value if math.isfinite(value) else 0.0


_MOST_TOPICS = 1024  # topics whose frame is known, and names in use
_SIDE_WORDS = re.compile(
    r"(?<![a-z])(front|rear|back|left|right|top|bottom|upper|lower|center|centre|wrist|mast|roof)"
    r"(?![a-z])"
)
_LONGEST_FRAME = 200  # characters


class TopicNames:
    """Spoken names of topics and of numbers in them; no two share a name.

    If a topic's name omits a side that its frame names, the side is added: ``/scan_2`` in the
    frame ``lidar_front_link`` is the front lidar.
    """

    def __init__(self) -> None:
        self._frames: dict[str, str] = {}
        self._named: dict[str, str] = {}

    def note(self, topic: str, content: Any) -> None:
        """Learn the frame of a topic from its first message."""
        if topic in self._frames or len(self._frames) >= _MOST_TOPICS:
            return
        frame = getattr(getattr(content, "header", None), "frame_id", None)
        if isinstance(frame, str) and frame:
            self._frames[topic] = frame[:_LONGEST_FRAME]

    def called(self, text: str) -> str | None:
        """Return the spoken name of the topic that begins a text; None: as its own name says.

        It is empty if another topic already has that name, as a reader could not tell them apart.
        """
        raw = topic_in(text)
        name = self._name_of(raw) if raw else ""
        return None if not raw or name == spoken_name(raw) else name

    def _name_of(self, raw: str) -> str:
        frame = self._frames.get(raw.partition(" ")[0], "")
        name = spoken_name(raw)
        sides = " ".join(dict.fromkeys(_SIDE_WORDS.findall(frame.lower().replace("_", " "))))
        if name and sides and not _SIDE_WORDS.search(name):
            name = f"{sides} {name}"
        if len(self._named) < _MOST_TOPICS:
            self._named.setdefault(name, raw)
        return name if self._named.get(name, raw) == raw else ""
