"""The share of the turns answering a question that are among the first ten hits."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path

from dialogues import Place, Question, Talk
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.chunks import ChunkStore, import_conversation
from robot_memory.long_term.graph import FactGraph
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.recall.query import Query
from robot_memory.long_term.recall.recall import MemorySearch, RecallSources

FIRST = 10
_NOW = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)

#: Maps a question to the places of the best turns.
Finder = Callable[[str], list[Place]]


@contextmanager
def remembered(talk: Talk) -> Iterator[Finder]:
    """Import a talk into a new memory; yield a finder that asks our recall."""
    sync, os.fsync = os.fsync, lambda descriptor: None
    try:
        with tempfile.TemporaryDirectory() as folder:
            home, clock = Path(folder), ManualClock(_NOW, kind="wall", boot="bench")
            chunks = ChunkStore(home, clock=clock)
            for number, session in enumerate(talk.sessions):
                path = home / f"{number}.json"
                path.write_text(json.dumps(session.as_record(str(number))))
                import_conversation(chunks, path)
            sources = RecallSources(Levels(home, clock), FactGraph(home), chunks=chunks)
            recall = MemorySearch(home, clock, sources, zone=timezone.utc)
            recall.refresh()
            yield lambda question: [
                (int(hit.conversation_id), hit.turn or 0)
                for hit in recall.find(Query(question, limit=FIRST))
            ]
            recall.close()
    finally:
        os.fsync = sync


@contextmanager
def plain(talk: Talk) -> Iterator[Finder]:
    """Put the turns into SQLite's FTS5 with its stemmer; yield a finder that ranks them by BM25."""
    connection = sqlite3.connect(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE turns USING fts5 (text, tokenize = 'porter unicode61')"
    )
    places = [(s, t) for s, session in enumerate(talk.sessions) for t in range(len(session.turns))]
    texts = [(text,) for session in talk.sessions for _, text in session.turns]
    connection.executemany("INSERT INTO turns VALUES (?)", texts)

    def find(question: str) -> list[Place]:
        words = "".join(char if char.isalnum() else " " for char in question).split()
        rows = connection.execute(
            "SELECT rowid FROM turns WHERE turns MATCH ? ORDER BY rank LIMIT ?",
            (" OR ".join(f'"{word}"' for word in words), FIRST),
        )
        return [places[number - 1] for (number,) in rows]

    yield find
    connection.close()


def recalled(find: Finder, questions: Iterable[Question]) -> list[float]:
    """Return, for each question, the share of its turns among the first hits."""
    return [
        len(question.evidence.intersection(find(question.text))) / len(question.evidence)
        for question in questions
    ]
