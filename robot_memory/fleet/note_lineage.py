"""Fleet notes that rest on words which a robot took back: they end with these words.

Words are compared as at a robot (rules.md §6.15); a note in other words is not recognised.

Specification: rules.md §6.18.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from robot_memory.entries.peer_lineage import PeerLineage, PeerStatement, StatementTrust
from robot_memory.fleet.database import Row, Statements
from robot_memory.fleet.weeks import seconds_of


def end_notes(statements: Statements, rrn: str, words: Iterable[str], now: datetime) -> None:
    """Tell the notes no more that rest on a robot and repeat what it tells no more.

    Args:
        statements: of a transaction.
        rrn: the robot's.
        words: what it told until now.
        now: the time, UTC.
    """
    ended = [
        (seconds_of(now), note)
        for note, _, sources in _repeating(statements, rrn, words, now)
        if rrn in sources
    ]
    statements.run_many("UPDATE notes SET withdrawn = ? WHERE id = ? AND withdrawn IS NULL", ended)


def erase_notes(statements: Statements, rrn: str, lessons: Iterable[Row], now: datetime) -> None:
    """Delete the words of notes that repeat what a robot deleted on request.

    A note that does not rest on that robot stays where another one tells these words now. The row
    stays without words, so that robots are told of the deletion.

    Args:
        statements: of a transaction.
        rrn: the robot's.
        lessons: the fault and the words of each that it deleted.
        now: the time, UTC.
    """
    gone = list(lessons)
    own = [text for fault, text in gone if not _is_told(statements, fault, text)]
    of_nobody_else = _lineage(rrn, own, now)
    statements.run_many(
        "UPDATE notes SET text = '', withdrawn = ? WHERE id = ?",
        [
            (seconds_of(now), note)
            for note, text, sources in _repeating(statements, rrn, (t for _, t in gone), now)
            if rrn in sources or of_nobody_else.source_of(text) is not None
        ],
    )


def _is_told(statements: Statements, fault: int, text: str) -> bool:
    found = statements.rows(
        "SELECT 1 FROM lessons WHERE fault = ? AND text = ? AND withdrawn IS NULL LIMIT 1",
        fault, text,
    )  # fmt: skip
    return bool(found)


def _lineage(rrn: str, words: Iterable[str], now: datetime) -> PeerLineage:
    """Return what recognises words that a robot took back."""
    return PeerLineage(
        PeerStatement(rrn, rrn, "", text, now, StatementTrust.WITHDRAWN) for text in words
    )


def _repeating(
    statements: Statements, rrn: str, words: Iterable[str], now: datetime
) -> list[tuple[str, str, list[str]]]:
    """Return the id, the text and the sources of each note that repeats some words."""
    lineage = _lineage(rrn, words, now)
    if not lineage:
        return []
    return [
        (note, text, json.loads(sources))
        for note, text, sources in statements.rows("SELECT id, text, sources FROM notes")
        if lineage.source_of(text) is not None
    ]
