"""What a fleet tells its robots: notes of a person, signed with the fleet's key."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, timezone

from robot_memory.applications.fleet.database import FleetDatabase
from robot_memory.applications.fleet.note_lineage import store_speakers
from robot_memory.applications.fleet.week_counts import seconds_of
from robot_memory.entries.memory_entry import MAX_TEXT, EntryType
from robot_memory.entries.peer_text import words_from_outside
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.sharing.federation.deleted_entry import MAX_DELETED, DeletedEntry
from robot_memory.sharing.federation.shared_entry import SharedEntry

TAG = "fleet"
LONGEST_DAYS = 365
_CONFIDENCE = 0.6  # of a person who was not there
_TYPES = tuple(kind.value for kind in EntryType if kind is not EntryType.RESOLVED)


@dataclass(frozen=True)
class FleetNote:
    """A note that the fleet tells.

    Attributes:
        id: of the entry that robots are told.
        type: of the entry.
        text: one sentence.
        sources: the robots on whose words it rests; it is withdrawn once one of them is not trusted
            any more. None for what a person says.
        written, until: from when to when it is told, UTC.
    """

    id: str
    type: str
    text: str
    sources: tuple[str, ...]
    written: datetime
    until: datetime

    def as_entry(self, now: datetime) -> SharedEntry:
        """Return the entry; it is kept fresh by the day as long as the note is told."""
        today = datetime.combine(now.date(), time(), timezone.utc)
        return SharedEntry(
            self.id, self.type, self.text, _CONFIDENCE, self.written, max(self.written, today), 1,
            (TAG,),
        )  # fmt: skip


class FleetNotes:
    """The notes in the database.

    Args:
        database: its tables are there.
    """

    def __init__(self, database: FleetDatabase) -> None:
        self._database = database

    def write(
        self, text: str, kind: str, sources: Sequence[str], days: int, now: datetime
    ) -> FleetNote:
        """Tell a note from now on.

        A person's note rests on no robot, and stays so where it is said again of some: no robot
        ends it, nor does it end before its day.

        Args:
            text: what robots are told.
            kind: type of the entry.
            sources: RRNs of the robots on whose words it rests.
            days: for how long.
            now: the time, UTC.

        Raises:
            InvalidInput: it cannot be told; says all that is wrong. Nothing was stored.
        """
        words = words_from_outside(text)
        defects = []
        if not 0 < len(words) <= MAX_TEXT:
            defects.append(Defect("text", f"{len(words)} characters are not 1 to {MAX_TEXT}"))
        if kind not in _TYPES:
            defects.append(Defect("type", f"{kind!r:.40} is not one of {', '.join(_TYPES)}"))
        if not 1 <= days <= LONGEST_DAYS:
            defects.append(Defect("days", f"{days} is not from 1 to {LONGEST_DAYS}"))
        defects += self._unknown(sources)
        if defects:
            raise InvalidInput("no note was stored", defects)
        written = now.replace(microsecond=0)
        note_id = f"mem-{hashlib.sha256(f'{kind}:{words}'.encode()).hexdigest()[:8]}"
        until = written + timedelta(days=days)
        if sources and (own := self._persons(note_id, now)):
            sources, until = (), max(until, own.until)
        note = FleetNote(note_id, kind, words, tuple(sources), written, until)
        with self._database.writing() as statements:
            statements.run("DELETE FROM notes WHERE id = ?", note_id)
            statements.run(
                "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, NULL)", note_id, kind, words,
                json.dumps(list(sources)), seconds_of(written), seconds_of(note.until),
            )  # fmt: skip
            store_speakers(statements, note_id, words, sources, now)
        return note

    def _persons(self, note_id: str, now: datetime) -> FleetNote | None:
        """Return a note that is told now and rests on no robot."""
        notes = (note for note in self.told(now) if note.id == note_id and not note.sources)
        return next(notes, None)

    def _unknown(self, sources: Sequence[str]) -> list[Defect]:
        counted = self._counted()
        return [
            Defect("of", f"{rrn!r:.40} is no robot whose words are kept")
            for rrn in sources
            if rrn not in counted
        ]

    def _counted(self) -> set[str]:
        with self._database.reading() as statements:
            return {
                rrn for (rrn,) in statements.rows("SELECT rrn FROM robots WHERE is_counted = 1")
            }

    def withdraw(self, note_id: str, now: datetime) -> bool:
        """Tell a note no more; return whether it was told."""
        is_told = any(note.id == note_id for note in self.told(now))
        with self._database.writing() as statements:
            statements.run("UPDATE notes SET withdrawn = ? WHERE id = ?", seconds_of(now), note_id)
        return is_told

    def deleted(self) -> tuple[DeletedEntry, ...]:
        """Return the notes whose words a robot deleted on request, for the fleet's update."""
        with self._database.reading() as statements:
            rows = statements.rows(
                "SELECT id, withdrawn FROM notes WHERE text = '' ORDER BY withdrawn DESC, id "
                "LIMIT ?",
                MAX_DELETED,
            )
        return tuple(
            DeletedEntry(note_id, datetime.fromtimestamp(at, timezone.utc)) for note_id, at in rows
        )

    def told(self, now: datetime) -> list[FleetNote]:
        """Return the notes that are told now, the newest first.

        One of whose sources nothing is used any more is not told.
        """
        with self._database.reading() as statements:
            rows = statements.rows(
                "SELECT id, type, text, sources, written, until FROM notes "
                "WHERE withdrawn IS NULL AND until > ? ORDER BY written DESC, id",
                seconds_of(now),
            )
        notes = [
            FleetNote(
                note_id, kind, text, tuple(json.loads(sources)),
                datetime.fromtimestamp(written, timezone.utc),
                datetime.fromtimestamp(until, timezone.utc),
            )
            for note_id, kind, text, sources, written, until in rows
        ]  # fmt: skip
        if not any(note.sources for note in notes):
            return notes
        counted = self._counted()
        return [note for note in notes if counted.issuperset(note.sources)]
