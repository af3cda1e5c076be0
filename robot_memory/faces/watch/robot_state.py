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

_EVENTS = 2_000  # newest lines of the event log that are read
_CHANGES = 8


@dataclass(frozen=True)
class EntryChangeLine:
    """A change in the memory.

    Attributes:
        time: UTC; None if the event log does not say.
        text: the entry's text, or another text from the event log.
    """

    time: datetime | None
    what: str
    text: str


@dataclass(frozen=True)
class RobotState:
    """The state of a robot's memory at one moment.

    Attributes:
        entries: all entries with their current confidence, strongest first; resolved ones too.
        last: when each entry was last seen, by id; None for entries that are present or kept.
        changes: the changes, newest first.
        reviews: a sentence for each decision that waits for a person.
        problems: a sentence for each problem of the memory itself; empty if it is healthy.
        last_evidence: time of the newest evidence, UTC; None if there is none.
        watched: which node watches the robot, or since when it is not watched or heard.
        is_watched: whether a node watches and hears the robot.
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
    """Return the present faults and those present when the memory last ran, newest first."""
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
    """Return the event in a word; somebody's request to resolve a fault is no recovery."""
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
