"""Observations as passages: repeated observations are one passage, with their last time."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable
from dataclasses import replace
from datetime import datetime

from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.ledger import Kind, Ledger
from robot_memory.ledger.row_worth import RowWorths
from robot_memory.ledger.statement_reader import DistinctStatement, StatementReader
from robot_memory.long_term.levels.level_tree import LEVEL_WEIGHTS, MemoryLevel
from robot_memory.long_term.recall.passage import Passage
from robot_memory.long_term.recall.query import HitSource
from robot_memory.long_term.recall.recall_index import RecallIndex
from robot_memory.long_term.recall.time_span import TimeSpan

FEED = "ledger"
WEIGHT = LEVEL_WEIGHTS[MemoryLevel.EPISODIC]
_POSITION = "ledger"
#: Kinds of rows that say nothing about the robot or its surroundings.
_BOOK_KEEPING = frozenset({
    Kind.ECHO, Kind.RETIME, Kind.MERGED, Kind.SPLIT, Kind.MUTE, Kind.MUTE_ASKED, Kind.UNMUTE,
    Kind.FORGET,
    Kind.KNOWN, Kind.KNOWN_ASKED, Kind.NOT_KNOWN, Kind.KNOWN_DOUBTED, Kind.KEPT, Kind.UNDO,
})  # fmt: skip


class LedgerFeed:
    """Follows the rows of a ledger.

    Statements of rows that were rolled up stay known; those that were archived do not.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._sayings: StatementReader | None = None

    def token(self) -> Hashable | None:
        """Return the ledger's id and its newest row."""
        return (self._ledger.id, self._ledger.last())

    def update(self, index: RecallIndex) -> None:
        """Add the rows after the last known one."""
        opened = self._opened()
        with index.writing():
            known, _, position = index.meta(_POSITION).rpartition(" ")
            version = f"{self._ledger.id} {self._ledger.archived_up_to()}"
            after = int(position) if known == version else 0
            last, sayings = opened.after(after)
            if after and any(saying.kind is Kind.RETIME for saying in sayings):
                last, sayings = opened.after(0)  # times of old rows have moved
                after = 0
            if not after:
                index.remove_all(FEED)
            for saying in sayings:
                if saying.kind not in _BOOK_KEEPING and saying.summary:
                    _put(index, saying)
            index.note(_POSITION, f"{version} {last}")

    def worths(self) -> RowWorths:
        """Return the operators' marks of the rows (document 004)."""
        return self._opened().worths()

    def seen_within(self, spans: Iterable[TimeSpan]) -> dict[str, datetime]:
        """Return the entries that were seen within some times, each with its last time in them."""
        seen: dict[str, datetime] = {}
        for span in spans:
            for entry_id, time in self._opened().seen_within(span.start, span.end).items():
                seen[entry_id] = max(time, seen.get(entry_id, time))
        return seen

    def _opened(self) -> StatementReader:
        if self._sayings is None:
            self._sayings = StatementReader(self._ledger.path)
        return self._sayings

    def close(self) -> None:
        """Close the file; the feed can still be used, which opens it again."""
        if self._sayings is not None:
            self._sayings.close()
            self._sayings = None


def _put(index: RecallIndex, saying: DistinctStatement) -> None:
    parts = (saying.kind.value, saying.entry_id, saying.component, saying.topic, saying.summary,
             str(saying.is_own))  # fmt: skip
    name = hashlib.sha256("\x1f".join(parts).encode("utf-8", "replace")).hexdigest()[:24]
    passage = replace(passage_of(saying), count=index.counted(FEED, name) + saying.count)
    index.put(FEED, name, str(saying.row), [passage])


def passage_of(saying: DistinctStatement) -> Passage:
    """Return the passage of a distinct statement."""
    topic = f"observations.db, topic {saying.topic}" if saying.topic else "observations.db"
    topic_words = saying.topic.replace("/", " ").replace("_", " ")
    words = (saying.component, topic_words, saying.kind.value, saying.by)
    text = saying.summary
    if saying.kind is Kind.REPAIRED:  # the note alone may be "new membrane"
        text = f"{saying.component} repaired{f': {text}' if text else ''}"
    return Passage(
        HitSource.OBSERVATION.value, str(saying.row), topic, without_secrets(text),
        " ".join(words), saying.time, speaker=saying.by, component=saying.component, weight=WEIGHT,
        entry_id=saying.entry_id, note=saying.kind.value, is_own=saying.is_own,
    )  # fmt: skip
