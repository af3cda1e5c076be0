"""Fleet notes that rest on words which a robot took back: they end with these words.

A robot ends what it said itself, before the note was written. A note of a person rests on no robot
and stands, and so does one that rests on another robot which still says the same. Words are
compared as at a robot (rules.md §6.15); a note in other words is not recognised.

Specification: rules.md §6.17 and §6.18.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from robot_memory.applications.fleet.database import Statements
from robot_memory.applications.fleet.week_counts import seconds_of
from robot_memory.entries.peer_lineage import PeerLineage, PeerStatement, StatementTrust

_LOG = logging.getLogger(__name__)


def store_speakers(
    statements: Statements, note: str, text: str, robots: Sequence[str], now: datetime
) -> None:
    """Store which robots had said the words of a note when it was written: only they end it.

    Args:
        statements: of a transaction that writes the note.
        note: its id.
        text: its words.
        robots: RRNs of those on which it rests.
        now: the time, UTC.
    """
    statements.run("DELETE FROM note_speakers WHERE note = ?", note)
    for rrn in sorted(set(robots)):
        said = statements.rows("SELECT text FROM lessons WHERE rrn = ?", rrn)
        if _lineage(rrn, [words for (words,) in said], now).source_of(text) is not None:
            statements.run("INSERT INTO note_speakers VALUES (?, ?)", note, rrn)


def end_notes(statements: Statements, rrn: str, words: Collection[str], now: datetime) -> None:
    """Tell the notes no more that rest on a robot and repeat what it tells no more.

    Args:
        statements: of a transaction.
        rrn: the robot's.
        words: what it told until now.
        now: the time, UTC.
    """
    told = {note for (note,) in statements.rows("SELECT id FROM notes WHERE withdrawn IS NULL")}
    for note, is_of_robot in _repeating(statements, rrn, words, now):
        if is_of_robot and note in told:
            statements.run("UPDATE notes SET withdrawn = ? WHERE id = ?", seconds_of(now), note)
            _LOG.warning(
                "the note %s is told no more: it repeats what %s, on which it rests, tells no "
                "more; `robot-memory fleet note` tells it anew", note, rrn,
            )  # fmt: skip


def end_notes_of(statements: Statements, rrn: str, now: datetime) -> None:
    """Tell the notes no more that rest on a robot of which nothing is used any more.

    Args:
        statements: of a transaction.
        rrn: the robot's.
        now: the time, UTC.
    """
    rows = statements.rows("SELECT id, sources FROM notes WHERE withdrawn IS NULL")
    for note in [note for note, sources in rows if rrn in json.loads(sources)]:
        statements.run("UPDATE notes SET withdrawn = ? WHERE id = ?", seconds_of(now), note)
        _LOG.warning(
            "the note %s is told no more: nothing of %s, on which it rests, is used any more; "
            "`robot-memory fleet note` tells it anew", note, rrn,
        )  # fmt: skip


def erase_notes(statements: Statements, rrn: str, words: Collection[str], now: datetime) -> None:
    """Delete the words of notes that rest on a robot and repeat what it deleted on request.

    The row stays without words, so that robots are told of the deletion. A note that repeats the
    words and does not rest on that robot, or was written before the robot said them, stands; the
    log names it.

    Args:
        statements: of a transaction.
        rrn: the robot's.
        words: what it deleted.
        now: the time, UTC.
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
    """Yield the id of each note that repeats words which a robot took back, and if it is of them.

    Those that another of their sources tells now are taken to rest on that one alone from now on.
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
    """Tell whether one of some robots says now what a note repeats (rules.md §6.15)."""
    if not robots:
        return False
    told = statements.rows(
        f"SELECT rrn, text FROM lessons WHERE rrn IN ({', '.join('?' * len(robots))}) "
        "AND withdrawn IS NULL",
        *robots,
    )  # fmt: skip
    return any(_lineage(rrn, [text], now).source_of(note) is not None for rrn, text in told)


def _lineage(rrn: str, words: Collection[str], now: datetime) -> PeerLineage:
    """Return what recognises words that a robot took back."""
    return PeerLineage(
        PeerStatement(rrn, rrn, "", text, now, StatementTrust.WITHDRAWN) for text in words
    )
