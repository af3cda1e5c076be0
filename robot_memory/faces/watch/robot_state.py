"""The values that the dashboard shows, read from a memory."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from robot_memory.applications.home_preflight import LITTLE_DISK
from robot_memory.applications.memory_status import watched
from robot_memory.entries import MemoryEntry
from robot_memory.entries.presence import Presence, PresenceState
from robot_memory.entries.resolve_rules import asker_of, is_proposed, question_of
from robot_memory.entries.running_hours import RunningHours
from robot_memory.entries.text_as_read import last_seen
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time import stamps
from robot_memory.ledger import Source
from robot_memory.long_term.levels import ProposalStatus
from robot_memory.long_term.levels.hash_chain import is_ours
from robot_memory.long_term.levels.proposal import is_agents
from robot_memory.memory import RobotMemory

_EVENTS = 2_000  # newest lines of the record that are looked at
_CHANGES = 8


@dataclass(frozen=True)
class EntryChangeLine:
    """Something that happened to the memory.

    Attributes:
        time: when, UTC; None where the record does not say.
        text: of the entry, or whatever the record says.
    """

    time: datetime | None
    what: str
    text: str


@dataclass(frozen=True)
class RobotState:
    """What a robot remembers, at one moment.

    Attributes:
        entries: with their confidence now, strongest first; resolved ones too.
        last: when each entry was last seen, by id; None of what is there now or kept.
        changes: what changed, newest first.
        reviews: what waits for a person, a sentence each.
        problems: what is wrong with the memory itself, a sentence each; empty: it is healthy.
        last_evidence: when evidence came last, UTC; None where there is none.
        watched: who watches the robot, or since when it is not watched or heard.
        is_watched: whether a node watches it and hears it.
    """

    rrn: str
    time: datetime
    entries: tuple[tuple[float, MemoryEntry], ...]
    ongoing: tuple[tuple[MemoryEntry, Presence], ...]
    last: Mapping[str, datetime | None]
    changes: tuple[EntryChangeLine, ...]
    reviews: tuple[str, ...]
    problems: tuple[str, ...]
    seq: int
    last_evidence: datetime | None
    watched: str
    is_watched: bool


def read_state(memory: RobotMemory) -> RobotState:
    """Return the state as of now.

    Raises:
        RobotMemoryError, OSError, sqlite3.Error: the memory cannot be read.
    """
    entries = tuple(memory.entries(include_resolved=True))
    hours = memory.running_hours()
    newest = memory.ledger.newest_time() if memory.has_ledger else None
    return RobotState(
        memory.rrn, memory.clock.now().time, entries, _ongoing(hours, entries),
        {entry.id: last_seen(entry, hours) for _, entry in entries},
        tuple(_changes(memory, entries)), tuple(_reviews(memory, entries)),
        tuple(_problems(memory)), memory.seq, newest, *watched(memory),
    )  # fmt: skip


def _ongoing(
    hours: RunningHours, entries: tuple[tuple[float, MemoryEntry], ...]
) -> tuple[tuple[MemoryEntry, Presence], ...]:
    """Return what is there, and what was when the memory last ran; the newest first."""
    found = ((entry, hours.presence_of(entry)) for _, entry in entries)
    there = [
        (entry, presence)
        for entry, presence in found
        if presence is not None and presence.state is not PresenceState.OVER
    ]
    return tuple(sorted(there, key=lambda one: one[1].since, reverse=True))


def _changes(
    memory: RobotMemory, entries: tuple[tuple[float, MemoryEntry], ...]
) -> Iterator[EntryChangeLine]:
    texts = {entry.id: entry.text for _, entry in entries}
    lines = [line.data for line in memory.long_term.levels.events.read(newest=_EVENTS)]
    changes = [
        line for line in lines if str(line.get("type", "")).startswith("entry_") and is_ours(line)
    ]
    for line in in_shared_room(changes[::-1], _CHANGES, _is_own):
        entry_id = str(line.get("id", ""))
        yield EntryChangeLine(
            stamps.time_of(line.get("timestamp")),
            _what(line),
            texts.get(entry_id) or str(line.get("text") or entry_id),
        )


def _what(line: Mapping[str, Any]) -> str:
    """Return what happened, in a word; that somebody asks to resolve a fault is no recovery."""
    what = str(line["type"]).removeprefix("entry_")
    is_asked = what == "recovered" and line.get("source") != Source.DETECTOR.value
    return "asked" if is_asked else what


def _is_own(line: Mapping[str, Any]) -> bool:
    return line.get("source") not in (Source.AGENT.value, Source.CLAIMED.value)


def _reviews(memory: RobotMemory, entries: tuple[tuple[float, MemoryEntry], ...]) -> Iterator[str]:
    proposed = [entry for _, entry in entries if is_proposed(entry)]
    for entry in sorted(proposed, key=lambda one: is_agents(asker_of(one))):
        note = one_line(str(entry.extra["recovered_note"]))
        yield f"{entry.id} {question_of(entry)}{note}"
    for proposal in memory.long_term.levels.proposals.listed(ProposalStatus.PENDING):
        yield f"{proposal.id}: {proposal.proposed_by} proposes procedural/{proposal.target}"


def _problems(memory: RobotMemory) -> Iterator[str]:
    if memory.problem:
        yield memory.problem
    if memory.defects:
        yield f"{len(memory.defects)} defects of the file: {memory.defects[0]}"
    if memory.home.exposure:
        yield memory.home.exposure
    if memory.home.folder.is_dir():
        free = shutil.disk_usage(memory.home.folder).free
        if free < LITTLE_DISK:
            yield f"the disk has {free >> 20} MB left"
