"""The files of the black box: their triggers, and which files the disk budget keeps."""

from __future__ import annotations

import logging
import stat
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from robot_memory.entries.entry_event import EntryEvent
from robot_memory.foundation.disk.files import Signature, open_regular, signature_in
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind
from robot_memory.ledger.observation import stamp_from_text, stamp_text
from robot_memory.perception.replay.bags import mcap_records as mcap

#: A file is written if an onset changes an entry in one of these ways.
_WORTH_IT = ("created", "reopened")
_SEVERITIES = {"ok": 0, "warn": 1, "stale": 2, "error": 3}


@dataclass(frozen=True)
class Trigger:
    """The reason for a recording of the black box."""

    reason: str  # ``created`` or ``reopened``, the onset's effect on the entry; or ``asked``
    time: datetime  # the onset, UTC
    uptime: float  # the onset, seconds since boot
    entry_id: str = ""  # the entry; empty for a request
    text: str = ""  # the entry's sentence, or the reason of a request
    # the faulty component, and the topic on which the fault was seen; may be empty
    component: str = ""
    topic: str = ""
    severity: str = ""  # ``warn``, ``stale`` or ``error``; empty for a request
    peak: float = 0.0  # the fault's magnitude at its onset, in the detector's unit

    @property
    def badness(self) -> tuple[int, float]:
        """Orders the faults of one entry: the worst fault is the greatest."""
        return _SEVERITIES.get(self.severity, 0), self.peak

    def to_fields(self) -> dict[str, str]:
        """Return the trigger as the metadata of an MCAP file."""
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
        """Read the fields from :meth:`to_fields`.

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
    """Return the trigger for an event of the memory; None if nothing is to be recorded."""
    row, entry = event.row, event.entry
    if row is None or entry is None or row.kind is not Kind.ONSET or event.kind not in _WORTH_IT:
        return None
    return Trigger(
        event.kind, row.time, row.instant.uptime, entry.id, entry.text, row.component, row.topic,
        row.severity.value, float(row.detail.get("peak", 0.0)),
    )  # fmt: skip


def asked_trigger(why: str, now: Instant) -> Trigger:
    """Return the trigger for a request."""
    return Trigger("asked", now.time, now.uptime, text=why)


_LOG = logging.getLogger(__name__)
METADATA_NAME = "robot_memory.trigger"
_PATTERN = "*.mcap"
_LARGEST_METADATA = 100_000  # bytes


@dataclass(frozen=True)
class FaultRecording:
    """One recording file."""

    path: Path  # the file
    size: int  # in bytes
    triggers: tuple[Trigger, ...]  # oldest first


class FaultRecordings:
    """The recordings in a folder, if it exists. Each is read once, and again after a change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[Path, tuple[Signature, FaultRecording]] = {}

    def all(self) -> list[FaultRecording]:
        """Return all recordings, oldest first.

        A file that is unreadable or not ours is listed without triggers.
        """
        self._known = dict(self._look())
        return [recording for _, recording in self._known.values()]

    def _look(self) -> Iterator[tuple[Path, tuple[Signature, FaultRecording]]]:
        for path in sorted(self.folder.glob(_PATTERN)):
            try:
                status = path.stat()
            except OSError:  # deleted meanwhile, or a dangling link
                continue
            if not stat.S_ISREG(status.st_mode):
                continue
            signature = signature_in(status)
            known = self._known.get(path)
            if known is None or known[0] != signature:
                triggers = tuple(_triggers_in(path, status.st_size))
                known = signature, FaultRecording(path, status.st_size, triggers)
            yield path, known

    def about(self, *entry_ids: str) -> list[FaultRecording]:
        """Return the recordings with a fault of one of these entries, oldest first."""
        return [one for one in self.all() if any(it.entry_id in entry_ids for it in one.triggers)]

    def make_room(self, limit: int) -> list[Path]:
        """Delete recordings until the rest takes at most ``limit`` bytes; return the deleted files.

        Requested recordings go first, as anybody in the network can request them. The first, the
        worst and the newest recording of each entry are deleted only after all others. The newest
        of all is never deleted.

        Raises:
            OSError: a file could not be deleted, and deleting the others was not enough.
        """
        found = self.all()
        size = sum(recording.size for recording in found)
        deleted: list[Path] = []
        refused: OSError | None = None
        for recording in _expendable(found):
            if size <= limit:
                return deleted
            try:
                recording.path.unlink(missing_ok=True)
            except OSError as error:
                refused = error
                continue
            _LOG.info("%s was deleted: recordings take more than %d bytes", recording.path, limit)
            size -= recording.size
            deleted.append(recording.path)
        if refused is not None and size > limit:
            raise refused
        return deleted


def _expendable(recordings: Sequence[FaultRecording]) -> list[FaultRecording]:
    """Return all recordings but the newest, the least important first."""
    first: dict[str, Path] = {}
    newest: dict[str, Path] = {}
    worst: dict[str, tuple[tuple[int, float], Path]] = {}
    asked: set[Path] = set()
    for recording in recordings:
        faults = [trigger for trigger in recording.triggers if trigger.entry_id]
        if recording.triggers and not faults:
            asked.add(recording.path)
        for trigger in faults:
            about, path = trigger.entry_id, recording.path
            first.setdefault(about, path)
            newest[about] = path
            if about not in worst or trigger.badness > worst[about][0]:
                worst[about] = trigger.badness, path
    kept = {*first.values(), *newest.values(), *(path for _, path in worst.values())}
    return sorted(
        recordings[:-1], key=lambda one: (one.path in kept, one.path not in asked)
    )  # requested ones, other faults, kept ones; each group oldest first


def _triggers_in(path: Path, size: int) -> list[Trigger]:
    triggers: list[Trigger] = []
    try:
        with open_regular(path) as file:
            at = len(mcap.MAGIC)
            while at + mcap.HEAD.size <= size:
                file.seek(at)
                opcode, length = mcap.HEAD.unpack(file.read(mcap.HEAD.size))
                if opcode in (mcap.DATA_END, mcap.FOOTER):
                    break
                if opcode == mcap.METADATA and length <= _LARGEST_METADATA:
                    triggers += _triggers(memoryview(file.read(length)))
                at += mcap.HEAD.size + length
    except (OSError, struct.error):  # deleted or cut meanwhile, or not readable
        return []
    return triggers


def _triggers(content: memoryview) -> list[Trigger]:
    """Return the trigger in a metadata record; none if the record has other content."""
    fields = mcap.RecordFields(content)
    try:
        if fields.text() != METADATA_NAME:
            return []
        inner = mcap.RecordFields(fields.take(fields.number("I")))
        values = {}
        while len(inner.rest()):
            name = inner.text()
            values[name] = inner.text()
        return [Trigger.from_fields(values)]
    except ValueError:  # cut off by a crash
        return []
