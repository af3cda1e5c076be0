"""How the robot is: what is there now, what is new, what waits for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from robot_memory.applications.review.review_list import items_to_review
from robot_memory.entries import MemoryEntry
from robot_memory.entries.json_records import EntryRecord, entry_record
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.entries.presence import PresenceState
from robot_memory.entries.running_hours import RunningHours
from robot_memory.foundation.node_watch import NodeWatch, read_node_watch
from robot_memory.memory import RobotMemory

#: What was first seen so lately is new.
NEW = timedelta(days=1)
ValuedEntry = tuple[float, MemoryEntry]


@dataclass(frozen=True)
class MemoryStatus:
    """How the robot is, as far as the memory knows."""

    rrn: str
    watched: str  # "a node watches", or since when it is not watched, or not heard
    is_watched: bool  # whether a node watches it and hears it
    there: tuple[ValuedEntry, ...]  # what is there now
    unknown: tuple[ValuedEntry, ...]  # what was there when a node last watched
    # what else was first seen in the last 24 h, but for what only agents say
    new: tuple[ValuedEntry, ...]
    noted: int  # how many notes of agents are as new
    waiting: int  # how many decisions wait for a person
    entries: int  # how many entries are not resolved
    reported: int  # how many notes of other robots are told
    last: datetime | None  # when evidence came last; None where there is none
    hours: RunningHours  # in which the robot ran; what is there stays as it was when it was read

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""

        def records(entries: Sequence[ValuedEntry]) -> list[EntryRecord]:
            return [entry_record(value, entry, self.hours) for value, entry in entries]

        return {
            "rrn": self.rrn, "watched": self.watched, "is_watched": self.is_watched,
            "there": records(self.there),
            "unknown": records(self.unknown), "new": records(self.new), "noted": self.noted,
            "waiting": self.waiting, "entries": self.entries, "reported": self.reported,
            "last_evidence": self.last,
        }  # fmt: skip


def read_status(memory: RobotMemory) -> MemoryStatus:
    """Return how the robot is, as of now: whether something is there is read once for all of it."""
    now, waiting, entries = memory.clock.now().time, items_to_review(memory), memory.entries()
    hours = memory.running_hours()
    presences = {entry.id: hours.presence_of(entry) for _, entry in entries}
    hours = replace(hours, presence_of=lambda entry: presences.get(entry.id))
    found = [(presences[entry.id], (value, entry)) for value, entry in entries]
    of_state = {
        state: tuple(valued for one, valued in found if one is not None and one.state is state)
        for state in PresenceState
    }
    there, unknown = of_state[PresenceState.PRESENT], of_state[PresenceState.UNKNOWN]
    named = {entry.id for _, entry in (*there, *unknown)}
    new = [
        (value, entry) for value, entry in entries
        if now - entry.first_seen <= NEW and entry.id not in named and not is_silenced(entry, now)
    ]  # fmt: skip
    proven = [one for one in new if not one[1].is_agents_word]
    return MemoryStatus(
        memory.rrn, *watched(memory), there, unknown, tuple(proven),
        len(new) - len(proven),
        len(waiting), len(entries), len(memory.peers.notes()),
        memory.ledger.newest_time() if memory.has_ledger else None,
        hours,
    )  # fmt: skip


def node_watch(memory: RobotMemory) -> NodeWatch:
    """Return whether a node keeps the home of a memory now, and hears its robot."""
    return read_node_watch(memory.home.folder, memory.clock.now().boot)


def problem_of(memory: RobotMemory, watch: NodeWatch) -> str | None:
    """Say what keeps a memory from being read or stored, here or in the node; None: nothing."""
    of_node = f"the node does not store what it sees: {watch.unstored}" if watch.unstored else ""
    return "; ".join(filter(None, (memory.problem, of_node))) or None


def watched(memory: RobotMemory) -> tuple[str, bool]:
    """Say who watches the robot, or since when nobody does; and tell whether it is watched now.

    Nobody hears a robot that is off, and a recording is over.
    """
    if not memory.has_ledger:
        is_lost = memory.home.memory_file.exists()
        missing = f"its evidence ({memory.home.ledger.name}) is missing"
        return missing if is_lost else "no node has watched yet", False
    if memory.ledger.time_kind == "recording":
        known = memory.ledger.newest_time(), memory.ledger.newest_running()
        newest = max(filter(None, known), default=None)
        when = f", {newest:%Y-%m-%d %H:%M} UTC" if newest else ""
        return f"as the last recording ended{when}", False
    watch = node_watch(memory)
    if watch.words:
        return watch.words, watch.hears
    ran = memory.ledger.newest_running()
    last = f"; the robot was last watched at {ran:%Y-%m-%d %H:%M} UTC" if ran else ""
    return f"no node watches{last}", False


def state_words(words: str, *, is_watched: bool, there: int = 0, unknown: int = 0) -> str:
    """Say how many faults are there now, or were there when the robot was last watched.

    Where nobody hears the robot, none is only known to be there. The words are :func:`watched`'s.
    """
    if there:
        return f"{_faults(there)} there now; {words}"
    if unknown:
        return f"{_faults(unknown)} there when it was last watched; {words}"
    return f"no fault is {'' if is_watched else 'known to be '}there now; {words}"


def _faults(count: int) -> str:
    return f"{count} fault{'s' * (count != 1)}"
