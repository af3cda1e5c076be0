"""Say in a few lines how the robot is: what is there now, what is new, what waits for you.

`robot-memory` alone says it, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from robot_memory.applications.review import items_to_review
from robot_memory.entries import MemoryEntry
from robot_memory.entries.context_block import marked_line
from robot_memory.entries.json_records import entry_record
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.entries.presence import PresenceState
from robot_memory.entries.running_hours import RunningHours
from robot_memory.entries.short_id import short_ids
from robot_memory.entries.text_as_read import ago, text_now
from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.foundation.home import is_kept
from robot_memory.foundation.text.escaping import one_line
from robot_memory.memory import RobotMemory

_NEW = timedelta(days=1)
_MOST = 3  # lines of what is there, and of what is new
_Valued = tuple[float, MemoryEntry]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""


@dataclass(frozen=True)
class MemoryStatus:
    """How the robot is, as far as the memory knows.

    Attributes:
        watched: who watches it: "a node watches", or since when nobody does.
        there: what is there now.
        unknown: what was there when a node last watched.
        new: what else was first seen in the last 24 h, but for what only agents say.
        noted: how many notes of agents are as new.
        waiting: how many decisions wait for a person.
        entries: how many entries are not resolved.
        last: when evidence came last; None where there is none.
    """

    rrn: str
    watched: str
    there: tuple[_Valued, ...]
    unknown: tuple[_Valued, ...]
    new: tuple[_Valued, ...]
    noted: int
    waiting: int
    entries: int
    last: datetime | None


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory:
        if not memory.has_ledger:
            where = f"there is no memory in {memory.home.folder} yet"
            what = "start the node (ros2 launch robot_memory robot_memory.launch.py), replay a "
            return answer(args, {}, [], nothing=f"{where}: {what}recording, or note something")
        status = read_status(memory)
        now, hours = memory.clock.now().time, memory.running_hours()
        ids = short_ids([entry.id for _, entry in memory.entries(include_resolved=True)])
        lines = list(status_lines(status, now, hours, ids))
        record = _record(status, hours)
    return answer(args, record, lines)


def read_status(memory: RobotMemory) -> MemoryStatus:
    """Return how the robot is."""
    now, hours, entries = memory.clock.now().time, memory.running_hours(), memory.entries()
    found = [(hours.presence_of(entry), (value, entry)) for value, entry in entries]
    of_state = {
        state: tuple(valued for one, valued in found if one is not None and one.state is state)
        for state in PresenceState
    }
    there, unknown = of_state[PresenceState.PRESENT], of_state[PresenceState.UNKNOWN]
    named = {entry.id for _, entry in (*there, *unknown)}
    new = [
        (value, entry) for value, entry in entries
        if now - entry.first_seen <= _NEW and entry.id not in named and not is_silenced(entry, now)
    ]  # fmt: skip
    proven = [one for one in new if not one[1].is_agents_word]
    return MemoryStatus(
        memory.rrn, _watched(memory), there, unknown, tuple(proven),
        len(new) - len(proven),
        len(items_to_review(memory)), len(entries), memory.ledger.newest_time(),
    )  # fmt: skip


def _watched(memory: RobotMemory) -> str:
    if memory.ledger.time_kind == "recording":
        return "as the last recording ended"
    if is_kept(memory.home.folder):
        return "a node watches"
    ran = memory.ledger.newest_running()
    return f"no node has watched since {ran:%Y-%m-%d %H:%M} UTC" if ran else "no node watches"


def status_lines(
    status: MemoryStatus, now: datetime, hours: RunningHours, ids: Mapping[str, str]
) -> Iterator[str]:
    """Yield what a person is shown.

    Args:
        now: the present time, UTC.
        hours: in which the robot ran.
        ids: short forms of ids.
    """
    state = "no fault is there"
    if status.there:
        state = f"{_counted(status.there, 'fault')} there now"
    elif status.unknown:
        state = f"{_counted(status.unknown, 'fault')} there when it was last watched"
    yield f"{status.rrn or 'this robot'}: {state}; {status.watched}"

    def some(title: str, entries: Sequence[_Valued]) -> Iterator[str]:
        if entries:
            yield f"{title}:"
        for value, entry in entries[:_MOST]:
            yield f"  {marked_line(value, text_now(entry, now, hours))} #{ids[entry.id]}"
        if len(entries) > _MOST:
            yield f"  and {len(entries) - _MOST} more"

    yield from some("there now", status.there)
    yield from some("there when it was last watched", status.unknown)
    yield from some("new in the last 24 h", status.new)
    if status.noted:
        yield f"noted by agents in the last 24 h: {status.noted}"
    if status.waiting:
        yield f"waits for your decision: {status.waiting} (robot-memory review)"
    last = ago((now - status.last).total_seconds()) if status.last else "never"
    yield f"entries: {status.entries} (robot-memory show); newest evidence: {last}"
    first = next(iter((*status.there, *status.unknown, *status.new)), None)
    if first is not None:
        yield one_line(f"why is that: robot-memory why {ids[first[1].id]}")


def _counted(entries: Sequence[_Valued], what: str) -> str:
    return f"{len(entries)} {what}{'s' * (len(entries) != 1)}"


def _record(status: MemoryStatus, hours: RunningHours) -> dict[str, Any]:
    def records(entries: Sequence[_Valued]) -> list[dict[str, Any]]:
        return [entry_record(value, entry, hours) for value, entry in entries]

    return {
        "rrn": status.rrn, "watched": status.watched, "there": records(status.there),
        "unknown": records(status.unknown), "new": records(status.new), "noted": status.noted,
        "waiting": status.waiting, "entries": status.entries, "last_evidence": status.last,
    }  # fmt: skip
