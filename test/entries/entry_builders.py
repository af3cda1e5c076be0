"""Builders of entries, observations and memory files for the tests in this folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from robot_memory import RobotMemory
from robot_memory.entries.entry_event import ArchivedEntry, EntryChange
from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.fold import Fold
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Clock, ClockReading, Instant, SystemClock
from robot_memory.ledger import Key, Kind, Observation, Source

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
TEXT = "Left wheel encoder reports no pulses"
KEY = Key("diagnostics", "left encoder", "no pulses")

#: The example of document 000 §6, verbatim.
PEER_EXAMPLE = """\
peer_context:
  - rrn: RRN-000000000005
    last_synced: 2026-04-01T01:00:00Z
    entries:
      - id: mem-peer-b1c2
        type: environment_note
        text: "Alex reports east corridor blocked by construction barrier"
        confidence: 0.75
        tags: [navigation, peer]
"""
#: The example of document 000 §3.2, verbatim.
EXAMPLE = """\
---
schema_version: "1.0"
rrn: RRN-000000000001
last_updated: 2026-04-01T02:00:00Z

entries:
  - id: mem-a3f9c1d2
    type: hardware_observation
    text: "Left wheel encoder intermittent under sustained load — prefer speeds ≤0.3m/s"
    confidence: 0.92
    first_seen: 2026-03-28T14:00:00Z
    last_reinforced: 2026-04-01T02:00:00Z
    observation_count: 14
    tags: [wheel, encoder, navigation]
---
"""


def at(days: float = 0.0, **more: float) -> datetime:
    """Return noon plus some days (or hours=, seconds= …)."""
    return NOON + timedelta(days=days, **more)


def make_entry(text: str = TEXT, **fields: Any) -> MemoryEntry:
    """Make an entry that was seen once, at noon."""
    given: dict[str, Any] = {
        "type": EntryType.HARDWARE_OBSERVATION, "confidence": 0.6,
        "first_seen": NOON, "last_reinforced": NOON, **fields,
    }  # fmt: skip
    given.setdefault("id", mint_id(given["type"], text))
    return MemoryEntry(text=text, **given)


def make_row(number: int, time: datetime, kind: Kind = Kind.ONSET, **fields: Any) -> Observation:
    """Make a ledger row: by default a detector's onset."""
    summary = fields.pop("summary", TEXT)
    given: dict[str, Any] = {
        "entry_type": "hardware_observation", "confidence": 0.6, "source": Source.DETECTOR,
        "key": KEY, **fields,
    }  # fmt: skip
    given.setdefault("entry_id", mint_id(given["entry_type"], summary) if summary else "")
    instant = Instant(time, (time - NOON).total_seconds(), "b1", True)
    return Observation(kind, instant, summary, id=number, **given)


def make_note(number: int, time: datetime, text: str = TEXT, **fields: Any) -> Observation:
    """Make the ledger row of a person's note."""
    given = {"key": None, "source": Source.PERSON, "confidence": 0.8, "summary": text, **fields}
    return make_row(number, time, Kind.NOTE, **given)


def fold(
    entries: Iterable[MemoryEntry],
    rows: Iterable[Observation],
    *,
    archived: Iterable[ArchivedEntry] = (),
    settings: Settings | None = None,
) -> tuple[Mapping[str, MemoryEntry], list[EntryChange]]:
    """Fold rows into entries; return entries by id, and the changes."""
    known = list(archived)

    def find(key: Key | None, entry_id: str) -> ArchivedEntry | None:
        for item in known:
            if item.entry.id == entry_id or (key is not None and item.entry.key == key):
                return item
        return None

    folding = Fold({entry.id: entry for entry in entries}, settings or Settings(), find)
    changes = folding.add(rows)
    return folding.entries, changes


def fold_one(
    entries: Iterable[MemoryEntry], rows: Iterable[Observation], **options: Any
) -> MemoryEntry:
    """Fold rows into entries, and return the only entry."""
    (entry,) = fold(entries, rows, **options)[0].values()
    return entry


def make_file(*items: str, header: str = "", body: str = "") -> str:
    """Make a memory file from YAML items, each without its dash and indentation."""
    listed = "".join("  - " + item.strip().replace("\n", "\n    ") + "\n" for item in items)
    return (
        '---\nschema_version: "1.0"\nrrn: RRN-000000000001\nlast_updated: 2026-12-01T12:00:00Z\n'
        f"{header}\nentries:{'' if listed else ' []'}\n{listed}---\n{body}"
    )


def make_item(said: str = TEXT, /, **fields: str) -> str:
    """Make a YAML item; a field given as '' is left out."""
    given = {
        "id": mint_id("hardware_observation", said), "type": "hardware_observation",
        "text": f'"{said}"', "confidence": "0.6", "first_seen": "2026-12-01T12:00:00Z",
        "last_reinforced": "2026-12-01T12:00:00Z", "observation_count": "1", **fields,
    }  # fmt: skip
    return "\n".join(f"{name}: {value}" for name, value in given.items() if value)


def open_memory(home: Path, clock: Clock, **settings: Any) -> RobotMemory:
    """Open a home with settings."""
    return RobotMemory.open(home, clock=clock, settings=Settings(**settings))


def observe(memory: RobotMemory, component: str = "left encoder", **fields: Any) -> str:
    """Let a detector see a component fail, store it, and return the entry's id."""
    text = fields.pop("summary", f"{component} fails")
    given: dict[str, Any] = {
        "kind": Kind.ONSET, "key": Key("diagnostics", component, "fails"), "confidence": 0.6,
        "entry_type": "hardware_observation", "component": component,
        "instant": memory.clock.now(), **fields,
    }  # fmt: skip
    memory.observe(Observation(summary=text, **given))
    memory.flush()
    return next((e.id for _, e in memory.entries(include_resolved=True) if e.text == text), "")


def the_entry(memory: RobotMemory, component: str = "left encoder") -> MemoryEntry:
    """Return the entry about a component."""
    (entry,) = (e for _, e in memory.entries(include_resolved=True)
                if e.key and e.key.component == component)  # fmt: skip
    return entry


def edit(path: Path, *changes: tuple[str, str]) -> str:
    """Edit a file as a person does, in an editor that saves by renaming; return the new text."""
    text = path.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    save_by_renaming(path, text)
    return text


def save_by_renaming(path: Path, text: str) -> None:
    """Save as careful editors do: write a new file and rename it over the old one."""
    new = path.with_name("edited.tmp")
    new.write_text(text)
    new.replace(path)


def item_of(text: str, entry_id: str) -> str:
    """Return the text of one item of a file that this package wrote."""
    begin = text.index(f"  - id: {entry_id}\n")
    end = min(at for at in (text.find("\n  - ", begin), text.find("\n---", begin)) if at > 0)
    return text[begin : end + 1]


def delete(path: Path, entry_id: str) -> None:
    """Delete an entry from the file, as a person does in an editor."""
    text = path.read_text()
    save_by_renaming(path, text.replace(item_of(text, entry_id), ""))


class Machine:
    """A computer whose clocks the test sets."""

    def __init__(self, wall, *, synchronised=False, uptime=0.0):
        self.wall, self.synchronised, self.uptime, self.boot = wall, synchronised, uptime, "b1"

    def clock(self):
        return SystemClock(read=self.read, boot=self.boot)

    def read(self):
        return ClockReading(self.wall, self.uptime, self.synchronised)

    def run(self, seconds):
        self.uptime += seconds
        self.wall += timedelta(seconds=seconds)

    def restart(self, wall, *, synchronised=False):
        self.wall, self.synchronised, self.uptime = wall, synchronised, 0.0
        self.boot += "'"


def run_for(machine: Machine, memory: RobotMemory, hours: int) -> None:
    """Let a robot run for some hours, with a tick each hour."""
    for _ in range(hours):
        machine.run(3600)
        memory.tick()
