"""Why a recording was made: a fault, or a request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.entry_event import EntryEvent
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind
from robot_memory.ledger.observation import stamp_from_text, stamp_text

#: A file is written where an onset changes an entry in one of these ways.
_WORTH_IT = ("created", "reopened")
_SEVERITIES = {"ok": 0, "warn": 1, "stale": 2, "error": 3}


@dataclass(frozen=True)
class Trigger:
    """What made the black box record.

    Attributes:
        reason: ``created`` or ``reopened``, what the onset did to the entry; or ``asked``.
        time: the onset, UTC.
        uptime: the same, seconds since boot.
        entry_id: the entry; empty where somebody asked.
        text: the entry's sentence, or why somebody asked.
        component, topic: what the fault is about, and where it was seen; may be empty.
        severity: ``warn``, ``stale`` or ``error``; empty where somebody asked.
        peak: the fault's magnitude at its onset, in the detector's unit.
    """

    reason: str
    time: datetime
    uptime: float
    entry_id: str = ""
    text: str = ""
    component: str = ""
    topic: str = ""
    severity: str = ""
    peak: float = 0.0

    @property
    def badness(self) -> tuple[int, float]:
        """Orders the faults of one entry: the worst is the greatest."""
        return _SEVERITIES.get(self.severity, 0), self.peak

    def to_fields(self) -> dict[str, str]:
        """Return it as the metadata of an MCAP file."""
        return {
            "reason": self.reason,
            "time": stamp_text(self.time),
            "uptime": repr(self.uptime),
            "entry": self.entry_id,
            "text": without_secrets(self.text),
            "component": without_secrets(self.component),
            "topic": without_secrets(self.topic),
            "severity": self.severity,
            "peak": repr(self.peak),
        }

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> Trigger:
        """Read what :meth:`to_fields` returned.

        Raises:
            ValueError: a field is missing or is no number or time.
        """
        try:
            return cls(
                reason=fields["reason"],
                time=stamp_from_text(fields["time"]),
                uptime=float(fields["uptime"]),
                entry_id=fields["entry"],
                text=fields["text"],
                component=fields["component"],
                topic=fields["topic"],
                severity=fields["severity"],
                peak=float(fields["peak"]),
            )
        except KeyError as error:
            raise ValueError(f"the field {error} is missing") from error


def trigger_of(event: EntryEvent) -> Trigger | None:
    """Return the trigger that an event of the memory is; None where nothing is to be recorded."""
    row, entry = event.row, event.entry
    if row is None or entry is None or row.kind is not Kind.ONSET or event.kind not in _WORTH_IT:
        return None
    return Trigger(
        event.kind, row.time, row.instant.uptime, entry.id, entry.text, row.component, row.topic,
        row.severity.value, float(row.detail.get("peak", 0.0)),
    )  # fmt: skip


def asked_trigger(why: str, now: Instant) -> Trigger:
    """Return the trigger of a request."""
    return Trigger("asked", now.time, now.uptime, text=why)
