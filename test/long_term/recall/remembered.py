"""All stores that recall searches, in one memory home."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind, Ledger, Observation, Source
from robot_memory.long_term.chunks import ChunkStore, ImportResult, import_conversation
from robot_memory.long_term.graph import FactGraph, Statement
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.recall.query import Hit, Query
from robot_memory.long_term.recall.recall import MemorySearch, RecallSources

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)  # a Tuesday


class Remembered:
    """A robot's memory, store by store, and recall over it.

    Entries are a plain list here: recall does not depend on how they are made.
    """

    def __init__(self, home: Path, clock: ManualClock, **more: Any) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.home, self.clock = home, clock
        self.ledger = Ledger(home / "observations.db")
        self.chunks = ChunkStore(home, clock=clock)
        self.levels = Levels(home, clock, zone=timezone.utc)
        self.levels.prepare()
        self.facts = FactGraph(home)
        self.entries: dict[str, tuple[float, MemoryEntry]] = {}
        self.recall = self.another(**more)

    def another(self, **more: Any) -> MemorySearch:
        sources = RecallSources(
            self.levels, self.facts, lambda: list(self.entries.values()), self.ledger, self.chunks
        )
        searched = {name: more.pop(name) for name in list(more) if hasattr(sources, name)}
        given = {"zone": timezone.utc, **more}
        return MemorySearch(self.home, self.clock, replace(sources, **searched), **given)

    def __enter__(self) -> Remembered:
        return self

    def __exit__(self, *error: object) -> None:
        self.recall.close()
        self.ledger.close()

    @property
    def now(self) -> datetime:
        return self.clock.now().time

    # -- filling the stores ----------------------------------------------------------------

    def lesson(self, text: str, value: float = 0.8, **fields: Any) -> str:
        """Add an entry, and its fact as the night shift makes it."""
        (entry_id,) = self.lessons([text], value, **fields)
        return entry_id

    def lessons(self, texts: Iterable[str], value: float = 0.8, **fields: Any) -> list[str]:
        """Add several entries at once, and their facts; return the ids."""
        given: dict[str, Any] = {"type": EntryType.HARDWARE_OBSERVATION, "tags": ("wheel",),
                                 "first_seen": self.now, "last_reinforced": self.now,
                                 "confidence": value, **fields}  # fmt: skip
        made = [MemoryEntry(id=mint_id(given["type"], text), text=text, **given) for text in texts]
        self.entries |= {entry.id: (value, entry) for entry in made}
        self.facts.follow_entries(list(self.entries.values()), now=self.now)
        return [entry.id for entry in made]

    def resolve(self, entry_id: str) -> None:
        """Mark an entry as resolved, before its fact is archived."""
        value, entry = self.entries[entry_id]
        self.entries[entry_id] = (value, replace(entry, type=EntryType.RESOLVED))

    def fact(self, subject: str, predicate: str, object_: str, **more: Any) -> str:
        statement = Statement(subject, predicate, object_, "ada", **more)
        (learned,) = self.facts.learn([statement], now=self.now)
        return learned.fact.id

    def seen(self, summary: str, kind: Kind = Kind.ONSET, **fields: Any) -> int:
        row = Observation(kind, self.clock.now(), summary, Source.DETECTOR, **fields)
        return self.ledger.append([row])[0]

    def talk(
        self, *turns: tuple[str, str], name: str = "s1", start: datetime = NOON
    ) -> ImportResult:
        """Import a conversation of (speaker, words), a turn every half minute."""
        return import_conversation(self.chunks, self.transcript(*turns, name=name, start=start))

    def transcript(self, *turns: tuple[str, str], name: str = "s1", start: datetime = NOON) -> Path:
        """Write a conversation to the transcripts' folder."""
        path = self.home / "episodic" / "conversations" / f"{name}.json"
        said = [
            {
                "timestamp": (start + timedelta(seconds=30 * number)).isoformat(),
                "role": "user",
                "speaker": speaker,
                "content": words,
            }
            for number, (speaker, words) in enumerate(turns)
        ]
        record = {"session_id": name, "start_time": start.isoformat(), "turns": said}
        path.write_text(json.dumps(record))
        return path

    def page(self, path: str, text: str) -> Path:
        target = self.home / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        return target

    # -- recall ----------------------------------------------------------------------------

    def find(self, query: str, **more: Any) -> list[Hit]:
        return self.recall.find(Query(query, **more))

    def texts(self, query: str, **more: Any) -> list[str]:
        return [hit.text for hit in self.find(query, **more)]

    def sources(self, query: str, **more: Any) -> list[str]:
        return [hit.source for hit in self.find(query, **more)]

    def wait(self, **span: float) -> None:
        self.clock.set(self.now + timedelta(**span))
