"""The robot's status: present faults, new entries, and decisions that wait for a person."""

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

#: Entries first seen within this time are new.
NEW = timedelta(days=1)
ValuedEntry = tuple[float, MemoryEntry]


@dataclass(frozen=True)
class MemoryStatus:
    """The robot's status as far as the memory knows."""

    rrn: str
    watched: str  # "a node watches", or since when the robot is not watched or heard
    is_watched: bool  # whether a node watches and hears it
    there: tuple[ValuedEntry, ...]  # present faults
    unknown: tuple[ValuedEntry, ...]  # faults that were present when a node last watched
    # other entries first seen in the last 24 h, without those only from agents
    new: tuple[ValuedEntry, ...]
    noted: int  # number of agents' notes in the last 24 h
    waiting: int  # number of decisions that wait for a person
    entries: int  # number of unresolved entries
    reported: int  # number of notes from other robots
    last: datetime | None  # time of the newest evidence; None if there is none
    hours: RunningHours  # running hours; presences stay as of the reading

    def as_record(self) -> dict[str, Any]:
        """Return the status as JSON data."""

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
    """Return the current status; all of it uses the same reading of each entry's presence."""
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
    """Return whether a node uses the memory's home now and hears its robot."""
    return read_node_watch(memory.home.folder, memory.clock.now().boot)


def problem_of(memory: RobotMemory, watch: NodeWatch) -> str | None:
    """Return what keeps a memory from being read or stored, here or in the node; None: nothing."""
    of_node = f"the node does not store what it sees: {watch.unstored}" if watch.unstored else ""
    return "; ".join(filter(None, (memory.problem, of_node))) or None


def watched(memory: RobotMemory) -> tuple[str, bool]:
    """Return who watches the robot, or since when nobody does, and whether it is watched now.

    A robot that is off is not heard, and a recording has ended. A time that is only assumed is
    named, because all ages follow from it (rules.md §4.2).
    """
    words, is_watched = _watched(memory)
    now = memory.clock.now()
    if not now.trusted and memory.clock.is_running:
        words += f"; the clock is not trusted, so now is taken to be {now.time:%Y-%m-%d %H:%M} UTC"
    return words, is_watched


def _watched(memory: RobotMemory) -> tuple[str, bool]:
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
    """Return how many faults are present, or were when the robot was last watched, in words.

    If nobody hears the robot, the text only says that no fault is known to be present. ``words``
    come from :func:`watched`.
    """
    if there:
        return f"{_faults(there)} there now; {words}"
    if unknown:
        return f"{_faults(unknown)} there when it was last watched; {words}"
    return f"no fault is {'' if is_watched else 'known to be '}there now; {words}"


def _faults(count: int) -> str:
    return f"{count} fault{'s' * (count != 1)}"
