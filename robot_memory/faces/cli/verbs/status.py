"""Say in a few lines how the robot is: what is there now, what is new, what waits for you.

`robot-memory` alone says it, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from robot_memory.applications.memory_status import (
    MemoryStatus,
    ValuedEntry,
    read_status,
    state_words,
)
from robot_memory.entries.context_block import marked_line
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.entries.text_as_read import ago, text_now
from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.terminal_lines import styled

EXAMPLES = ("robot-memory status",)

_MOST = 3  # lines of present faults, and of new entries


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory:
        if not memory.home.is_made:
            where = f"there is no memory in {memory.home.folder} yet"
            what = "start the node (ros2 launch robot_memory robot_memory.launch.py), replay a "
            return answer(args, {}, [], nothing=f"{where}: {what}recording, or note something")
        status = read_status(memory)
        now = memory.clock.now().time
        lines = list(map(styled, status_lines(status, now, memory.short_ids())))
        record = status.as_record()
    return answer(args, record, lines)


def status_lines(status: MemoryStatus, now: datetime, ids: Mapping[str, str]) -> Iterator[str]:
    """Yield what a person is shown, with entries by the short forms of their ids."""
    state = state_words(
        status.watched, is_watched=status.is_watched,
        there=len(status.there), unknown=len(status.unknown),
    )  # fmt: skip
    yield f"{status.rrn or 'this robot'}: {state}"

    def some(title: str, entries: Sequence[ValuedEntry]) -> Iterator[str]:
        if entries:
            yield f"{title}:"
        for value, entry in entries[:_MOST]:
            muted = " (muted)" if is_silenced(entry, now) else ""
            text = text_now(entry, now, status.hours)
            yield f"  {marked_line(value, text)} #{ids[entry.id]}{muted}"
        if len(entries) > _MOST:
            yield f"  and {len(entries) - _MOST} more"

    yield from some("there now", status.there)
    yield from some("there when it was last watched", status.unknown)
    yield from some("new in the last 24 h", status.new)
    if status.noted:
        yield f"noted by agents in the last 24 h: {status.noted}"
    if status.waiting:
        yield f"waits for your decision: {status.waiting} (robot-memory review)"
    if status.reported:
        yield f"reported by other robots: {status.reported} (robot-memory context --peers)"
    last = ago((now - status.last).total_seconds()) if status.last else "none"
    yield f"entries: {status.entries} (robot-memory show); newest evidence: {last}"
    first = next(iter((*status.there, *status.unknown, *status.new)), None)
    if first is not None:
        yield f"why is that: robot-memory why {ids[first[1].id]}"
