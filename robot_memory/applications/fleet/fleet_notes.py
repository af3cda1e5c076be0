"""The notes that a fleet sends to its robots: a person's notes, signed with the fleet's key.

A note that rests on a robot's words ends when the robot takes them back. A robot ends only notes
whose words it had said before the note was written. A note of a person rests on no robot and
stands, and so does a note that rests on another robot which still says the same. Texts are compared
as on a robot (rules.md §6.15); a note with other words is not recognised.

Specification: rules.md §6.17 and §6.18.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, timezone

from robot_memory.applications.fleet.database import FleetDatabase, Statements
from robot_memory.applications.fleet.fleet_sums import seconds_of, time_of
from robot_memory.entries.memory_entry import MAX_TEXT, EntryType
from robot_memory.entries.peer_lineage import PeerLineage, PeerStatement, StatementTrust
from robot_memory.entries.peer_text import words_from_outside
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.sharing.federation.shared_entry import MAX_DELETED, DeletedEntry, SharedEntry

_LOG = logging.getLogger(__name__)
TAG = "fleet"
LONGEST_DAYS = 365
_CONFIDENCE = 0.6  # confidence of a person who was not there
_TYPES = tuple(kind.value for kind in EntryType if kind is not EntryType.RESOLVED)


@dataclass(frozen=True)
class FleetNote:
    """A note that the fleet tells."""

    id: str  # id of the entry that robots receive
    type: str  # entry type
    text: str  # one sentence
    # the robots on whose words it rests; it is withdrawn once one of them is no longer trusted.
    # Empty for a person's note.
    sources: tuple[str, ...]
    # the period in which the note is sent, UTC
    written: datetime
    until: datetime

    def as_entry(self, now: datetime) -> SharedEntry:
        """Return the note as an entry, which is confirmed daily as long as the note is sent."""
        today = datetime.combine(now.date(), time(), timezone.utc)
        return SharedEntry(
            self.id, self.type, self.text, _CONFIDENCE, self.written, max(self.written, today), 1,
            (TAG,),
        )  # fmt: skip


class FleetNotes:
    """The notes in the database."""

    def __init__(self, database: FleetDatabase) -> None:
        self._database = database

    def write(
        self, text: str, kind: str, sources: Sequence[str], days: int, now: datetime
    ) -> FleetNote:
        """Send a note from now on.

        A person's note rests on no robot. If it is written again with robots as sources, it still
        rests on none: no robot ends it, and it does not end before its day.

        Args:
            sources: RRNs of the robots on whose words it rests.

        Raises:
            InvalidInput: the note is invalid; lists all defects. Nothing was stored.
        """
        words = words_from_outside(text)
        defects = []
        if not 0 < len(words) <= MAX_TEXT:
            defects.append(Defect("text", f"{len(words)} characters are not 1 to {MAX_TEXT}"))
        if kind not in _TYPES:
            defects.append(Defect("type", f"{kind!r:.40} is not one of {', '.join(_TYPES)}"))
        if not 1 <= days <= LONGEST_DAYS:
            defects.append(Defect("days", f"{days} is not from 1 to {LONGEST_DAYS}"))
        counted = self._counted()
        defects += [
            Defect("of", f"{rrn!r:.40} is no robot whose words are kept")
            for rrn in sources
            if rrn not in counted
        ]
        if defects:
            raise InvalidInput("no note was stored", defects)
        written = now.replace(microsecond=0)
        note_id = f"mem-{hashlib.sha256(f'{kind}:{words}'.encode()).hexdigest()[:8]}"
        until = written + timedelta(days=days)
        told = self.told(now) if sources else []
        if persons := [one for one in told if one.id == note_id and not one.sources]:
            sources, until = (), max(until, persons[0].until)
        note = FleetNote(note_id, kind, words, tuple(sources), written, until)
        with self._database.writing() as statements:
            statements.run("DELETE FROM notes WHERE id = ?", note_id)
            statements.run(
                "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, NULL)", note_id, kind, words,
                json.dumps(list(sources)), seconds_of(written), seconds_of(note.until),
            )  # fmt: skip
            store_speakers(statements, note_id, words, sources, now)
        return note

    def _counted(self) -> set[str]:
        """Return the robots whose words are in use."""
        with self._database.reading() as statements:
            rows = statements.rows("SELECT rrn FROM robots WHERE is_counted = 1")
        return {rrn for (rrn,) in rows}

    def withdraw(self, note_id: str, now: datetime) -> bool:
        """Withdraw a note; return whether it was being sent."""
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
        return tuple(DeletedEntry(note_id, time_of(at)) for note_id, at in rows)

    def told(self, now: datetime) -> list[FleetNote]:
        """Return the current notes, newest first.

        A note is omitted once one of the robots on which it rests is no longer in use.
        """
        with self._database.reading() as statements:
            rows = statements.rows(
                "SELECT id, type, text, sources, written, until FROM notes "
                "WHERE withdrawn IS NULL AND until > ? ORDER BY written DESC, id",
                seconds_of(now),
            )
        notes = [
            FleetNote(
                note_id, kind, text, tuple(json.loads(sources)), time_of(written), time_of(until)
            )
            for note_id, kind, text, sources, written, until in rows
        ]  # fmt: skip
        if not any(note.sources for note in notes):
            return notes
        counted = self._counted()
        return [note for note in notes if counted.issuperset(note.sources)]


def store_speakers(
    statements: Statements, note: str, text: str, robots: Sequence[str], now: datetime
) -> None:
    """Store which robots of a new note have said its words: only they can end it."""
    statements.run("DELETE FROM note_speakers WHERE note = ?", note)
    for rrn in sorted(set(robots)):
        said = statements.rows("SELECT text FROM lessons WHERE rrn = ?", rrn)
        if _lineage(rrn, [words for (words,) in said], now).source_of(text) is not None:
            statements.run("INSERT INTO note_speakers VALUES (?, ?)", note, rrn)


def end_notes(statements: Statements, rrn: str, words: Collection[str], now: datetime) -> None:
    """Withdraw the notes that rest on a robot and repeat words that it has just withdrawn."""
    told = {note for (note,) in statements.rows("SELECT id FROM notes WHERE withdrawn IS NULL")}
    for note, is_of_robot in _repeating(statements, rrn, words, now):
        if is_of_robot and note in told:
            statements.run("UPDATE notes SET withdrawn = ? WHERE id = ?", seconds_of(now), note)
            _LOG.warning(
                "the note %s is told no more: it repeats what %s, on which it rests, tells no "
                "more; `robot-memory fleet note` tells it anew", note, rrn,
            )  # fmt: skip


def end_notes_of(statements: Statements, rrn: str, now: datetime) -> None:
    """Withdraw the notes that rest on a robot that is no longer used."""
    rows = statements.rows("SELECT id, sources FROM notes WHERE withdrawn IS NULL")
    for note in [note for note, sources in rows if rrn in json.loads(sources)]:
        statements.run("UPDATE notes SET withdrawn = ? WHERE id = ?", seconds_of(now), note)
        _LOG.warning(
            "the note %s is told no more: nothing of %s, on which it rests, is used any more; "
            "`robot-memory fleet note` tells it anew", note, rrn,
        )  # fmt: skip


def erase_notes(statements: Statements, rrn: str, words: Collection[str], now: datetime) -> None:
    """Delete the words of notes that rest on a robot and repeat words it deleted on request.

    The row stays without words, so that robots learn of the deletion. A note with the same words
    stands if it does not rest on that robot, or was written before the robot said them; the log
    names it.
    """
    for note, is_of_robot in _repeating(statements, rrn, words, now):
        if is_of_robot:
            statements.run(
                "UPDATE notes SET text = '', withdrawn = ? WHERE id = ?", seconds_of(now), note
            )
        else:
            _LOG.warning(
                "the note %s repeats what %s deleted on request; it does not rest on what that "
                "robot said, and stands: `robot-memory fleet withdraw %s` ends it", note, rrn, note,
            )  # fmt: skip


def _repeating(
    statements: Statements, rrn: str, words: Collection[str], now: datetime
) -> Iterator[tuple[str, bool]]:
    """Yield each note that repeats words a robot took back, and whether it rests on that robot.

    A note whose words another of its sources still says is not yielded, but rests on the other
    sources from now on.
    """
    lineage = _lineage(rrn, words, now)
    spoke = {
        note for (note,) in statements.rows("SELECT note FROM note_speakers WHERE rrn = ?", rrn)
    }
    for note, text, listed in statements.rows("SELECT id, text, sources FROM notes"):
        if not lineage or lineage.source_of(text) is None:
            continue
        sources = json.loads(listed)
        others = [one for one in sources if one != rrn]
        is_of_robot = rrn in sources and note in spoke
        if not is_of_robot or not _is_told(statements, text, others, now):
            yield note, is_of_robot
        else:
            statements.run("UPDATE notes SET sources = ? WHERE id = ?", json.dumps(others), note)


def _is_told(statements: Statements, note: str, robots: Sequence[str], now: datetime) -> bool:
    """Whether one of some robots now says the words of a note (rules.md §6.15)."""
    if not robots:
        return False
    told = statements.rows(
        f"SELECT rrn, text FROM lessons WHERE rrn IN ({', '.join('?' * len(robots))}) "
        "AND withdrawn IS NULL",
        *robots,
    )  # fmt: skip
    return any(_lineage(rrn, [text], now).source_of(note) is not None for rrn, text in told)


def _lineage(rrn: str, words: Collection[str], now: datetime) -> PeerLineage:
    """Return a lineage that recognises words that a robot took back."""
    return PeerLineage(
        PeerStatement(rrn, rrn, "", text, now, StatementTrust.WITHDRAWN) for text in words
    )
