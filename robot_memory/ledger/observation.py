"""An observation: one row of the ledger, its kinds, and its possible sources.

Specification: rules.md §1.8 and §2.7.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from enum import Enum
from typing import Any

from robot_memory.foundation.secrets.secrets_filter import filtered, screened
from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger.key import Key


class Kind(str, Enum):
    """The kind of an observation."""

    ONSET = "onset"  # a detector's occurrence began
    PRESENT = "present"  # an occurrence goes on: hourly, and when it changes or is no longer seen
    END = "end"  # an occurrence ended
    FOLLOWS = "follows"  # an effect of an occurrence, or another report of it: no entry
    EVENT = "event"  # something in the surroundings, at a position; alone it makes no entry
    PLACE = "place"  # events at a place: enough to create or reinforce an entry
    MERGED = "merged"  # two places were found to be one
    SPLIT = "split"  # one place was found to be two
    LIMIT = "limit"  # onsets come mostly under a certain condition
    ATTEMPT = "attempt"  # the result of one attempt at a task; alone it makes no entry
    OUTCOME = "outcome"  # a finding on attempts at a task: enough to create or reinforce an entry
    RECOVERED = "recovered"  # a fault stays away although its former trigger goes on
    NOTE = "note"  # a person or an agent said something
    KEPT = "kept"  # a kept entry does not fade: the memory confirms it (rules.md §1.17)
    ECHO = "echo"  # an agent repeated the memory's own words: no evidence (rules.md §2.7)
    RESOLVE = "resolve"
    MUTE = "mute"
    MUTE_ASKED = "mute_asked"  # an agent asks a person to mute an entry that is not an agent's
    UNMUTE = "unmute"
    KNOWN = "known"  # an operator knows of a fault: it alarms no one until it gets worse
    KNOWN_ASKED = "known_asked"  # an agent asks a person to declare such an entry known
    NOT_KNOWN = "not_known"  # that ended: the fault got worse, the date passed, or a withdrawal
    KNOWN_DOUBTED = "known_doubted"  # an agent asks a person to withdraw a known state
    REPAIRED = "repaired"
    VERSION = "version"  # a part reports its first version, or another one: no entry
    FORGET = "forget"  # an entry is deleted; only a later onset brings it back (rules.md §1.6)
    CORRECT = "correct"  # an entry gets another text, which stays (rules.md §1.4)
    UNDO = "undo"  # the last change of an entry is undone (rules.md §1.18)
    PEER = "peer"  # another robot's update was received: no evidence (document 000 §6)
    RETIME = "retime"  # the clock became trusted: this boot's provisional times move


class Source(str, Enum):
    """Who made an observation."""

    DETECTOR = "detector"
    PERSON = "person"
    AGENT = "agent"
    CLAIMED = "claimed"  # claims to be a person, over ROS, where nobody can check it
    PEER = "peer"  # another robot

    @property
    def is_proven(self) -> bool:
        """Whether its word can raise another source's entry to 0.60 or above (rules.md §2.7)."""
        return self in (Source.DETECTOR, Source.PERSON)

    @property
    def counted_as(self) -> Source:
        """The source that it counts as: an unproven one counts as an agent; see SOURCE_KIND."""
        return self if self.is_proven else Source.AGENT


#: SQL: a row's kind of source; all unproven sources are one kind. Limits per kind keep the words of
#: people and detectors, however much agents say (rules.md §2.14).
SOURCE_KIND = "CASE WHEN source IN ('detector', 'person') THEN source ELSE '' END"

#: In the detail of a row: the condition under which a fault shows; empty: under all conditions.
SHOWS = "shows"
#: In the detail of a row: seconds since the onset, and, if intermittent, seconds it was present.
LASTED, HELD = "lasted", "held"


class Severity(str, Enum):
    """The severity, in the words of diagnostic_msgs/DiagnosticStatus."""

    OK = "ok"
    WARN = "warn"
    ERROR = "error"
    STALE = "stale"

    @property
    def rank(self) -> int:
        """The order of severities: a silent part ranks below a part that warns."""
        return (Severity.OK, Severity.STALE, Severity.WARN, Severity.ERROR).index(self)


def claimed_name(name: str) -> str:
    """Return the label of somebody whose identity nobody can check."""
    return f"{name} ({CLAIM})" if name else CLAIM


@dataclass(frozen=True)
class Observation:
    """A row of the ledger.

    Attributes:
        instant: the receipt time.
        summary: for evidence the canonical sentence of the entry; else the words that were said.
        key: the subject; None for statements of persons and agents.
        detector, topic, component, severity: the origin; empty if not applicable.
        entry_type: the document 000 §3.5 type that a new entry gets.
        confidence: the first confidence that a new entry gets.
        tags: labels that a new entry gets.
        context: operating conditions and readings at that moment, SI units, by name; values that
            are not finite are no readings and are not stored.
        detail: anything else, JSON.
        id: the row id, given by the ledger; 0 before that.
    """

    kind: Kind
    instant: Instant
    summary: str
    source: Source = Source.DETECTOR
    key: Key | None = None
    detector: str = ""
    topic: str = ""
    component: str = ""
    severity: Severity = Severity.OK
    entry_id: str = ""
    entry_type: str = ""
    confidence: float = 0.0
    tags: tuple[str, ...] = ()
    context: Mapping[str, float] = field(default_factory=dict)
    detail: Mapping[str, Any] = field(default_factory=dict)
    id: int = 0

    @property
    def time(self) -> datetime:
        """When it was observed or said, UTC."""
        return self.instant.time

    @property
    def author(self) -> str:
        """The author: ``detector:bump``, ``person:ada``, ``agent``, ``claimed:ada``."""
        name = self.detail.get("by", self.detector)
        return f"{self.source.value}:{name}" if name else self.source.value

    @property
    def is_concluded(self) -> bool:
        """Whether the memory concluded it from attempts; the source is that of the attempts."""
        return self.kind is Kind.OUTCOME or self.detector == "outcomes"

    @property
    def severity_word(self) -> str:
        """The severity; empty for statements, which have none."""
        return self.severity.value if self.source is Source.DETECTOR else ""


#: The columns for Observation, in the order of ``to_row`` and ``from_row``.
COLUMNS = (
    "ts", "kind", "summary", "detail_json", "boot_id", "uptime", "trusted", "source", "key",
    "detector", "topic", "component", "severity", "entry_id", "entry_type", "confidence",
    "tags", "context_json",
)  # fmt: skip


_LIST = ", ".join(COLUMNS)
#: SQL that reads rows for :func:`from_row`, and SQL that stores the values of :func:`to_row`.
SELECT = f"SELECT id, {_LIST} FROM observations"
INSERT = f"INSERT INTO observations ({_LIST}) VALUES ({', '.join('?' * len(COLUMNS))})"


def to_row(item: Observation) -> tuple[Any, ...]:
    """Return the values of :data:`COLUMNS`."""
    return (
        stamp_text(item.instant.time),
        item.kind.value,
        item.summary,
        json_text(item.detail),
        item.instant.boot,
        item.instant.uptime,
        int(item.instant.trusted),
        item.source.value,
        item.key.to_text() if item.key else None,
        item.detector,
        item.topic,
        item.component,
        item.severity.value,
        item.entry_id,
        item.entry_type,
        item.confidence,
        json.dumps(item.tags, ensure_ascii=False),
        json_text({name: value for name, value in item.context.items() if math.isfinite(value)}),
    )


def from_row(row: tuple[Any, ...]) -> Observation:
    """Read ``id`` and the values of :data:`COLUMNS`."""
    (number, ts, kind, summary, detail, boot, uptime, trusted, source, key, detector, topic,
     component, severity, entry_id, entry_type, confidence, tags, context) = row  # fmt: skip
    return Observation(
        kind=Kind(kind),
        instant=Instant(stamp_from_text(ts), uptime, boot, bool(trusted)),
        summary=summary,
        source=Source(source),
        key=Key.from_text(key) if key else None,
        detector=detector,
        topic=topic,
        component=component,
        severity=Severity(severity),
        entry_id=entry_id,
        entry_type=entry_type,
        confidence=confidence,
        tags=tuple(json.loads(tags)) if tags != "[]" else (),
        context=json.loads(context) if context != "{}" else {},  # most rows have none
        detail=json.loads(detail) if detail != "{}" else {},
        id=number,
    )


def read_rows(
    connection: sqlite3.Connection, condition: str, values: Sequence[object] = ()
) -> list[Observation]:
    """Return the rows of a condition: ``WHERE … ORDER BY …``."""
    return [from_row(row) for row in connection.execute(f"{SELECT} {condition}", values)]


def stamp_text(time: datetime) -> str:
    """Return a stamp of fixed width, which sorts like the time."""
    text = time.astimezone(timezone.utc).isoformat(timespec="microseconds")
    return text.replace("+00:00", "Z")


def stamp_from_text(text: str) -> datetime:
    """Read a text of :func:`stamp_text`."""
    # 0.1 µs instead of strptime's 5 µs; a ledger has a hundred thousand stamps.
    return datetime.fromisoformat(f"{text.removesuffix('Z')}+00:00")


def json_text(value: Mapping[str, Any]) -> str:
    """Return JSON data as text for a row: equal data gives equal bytes."""
    return json.dumps(_finite(value), ensure_ascii=False, allow_nan=False, sort_keys=True)


def _finite(value: Any) -> Any:
    """Return JSON data with null for numbers that JSON cannot hold."""
    if isinstance(value, Mapping):
        return {name: _finite(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def filtered_row(row: Observation) -> Observation:
    """Return a row with each secret replaced by a mark, counted in ``detail.removed``.

    Texts are filtered on receipt (:mod:`robot_memory.foundation.text.outside_text`), before keys
    are made from them. This second filter protects against a detector that forgets it (rules.md
    §8.8).

    Other robots' rows are not filtered here: their texts were filtered when read, and their
    digests, by which they are identified, are not words.
    """
    if row.kind is Kind.PEER:
        return row
    removed: list[str] = []
    summary, component = _text(row.summary, removed), _text(row.component, removed)
    topic, tags = _text(row.topic, removed), tuple(screened(row.tags, removed))
    detail = screened(row.detail, removed)
    key = row.key
    if key is not None:
        key = Key.from_list([_text(part, removed) for part in key.as_list()])
    if not removed:
        return row
    counts = dict(detail.get("removed", {}))
    for kind in removed:
        counts[kind] = counts.get(kind, 0) + 1
    detail = {**detail, "removed": counts}
    return replace(
        row, summary=summary, topic=topic, component=component, tags=tags, detail=detail, key=key
    )


def _text(text: str, removed: list[str]) -> str:
    found = filtered(text)
    removed += found.removed
    return found.text
