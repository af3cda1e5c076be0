"""Follows the record of events, whichever process writes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.long_term.levels.entry_event_recorder import is_own_word
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.hash_chain import FIELD, link_in
from robot_memory.long_term.levels.json_files import parse_line

_MOST = 1000  # events to return at once
_FURTHEST = 100_000  # lines to search for events of others than agents
_TYPE = re.compile(r"[a-z_]{1,64}")


@dataclass(frozen=True)
class RecordedEvent:
    """A line of the record.

    Attributes:
        seq: its number in the hash chain.
        type: what happened, such as ``entry_created``; ``event`` if an agent or a tool noted it.
        data: the content of the line; if somebody else asked for it, with ``outside`` (who) and
            ``written_at``, which the line itself cannot set.
    """

    seq: int
    type: str
    data: Mapping[str, Any]


class RecordTail:
    """The end of the record. A check without news costs one ``stat``.

    Safe to share between threads.
    """

    def __init__(self, events: EventLog) -> None:
        self._events = events
        #: The file's status and its newest line at that time: set together, for other threads.
        self._seen: tuple[tuple[int, int] | None, int] = None, 0

    def newest(self) -> int:
        """Return the number of the newest line; 0 if there is none."""
        before, newest = self._seen
        try:
            status = self._events.path.stat()
        except FileNotFoundError:
            return newest
        now = status.st_size, status.st_mtime_ns
        if now != before:
            newest = self._events.head.seq
            self._seen = now, newest
        return newest

    def reached(self, seq: int) -> int:
        """Return a line's number, or that of the newest line if the record is shorter.

        A record is shorter after an older copy was restored: waiting for the old number would miss
        events.
        """
        return min(seq, self.newest())

    def after(self, seq: int) -> list[RecordedEvent]:
        """Return the next events after a line, oldest first: at most a thousand, without gaps.

        Lines that are being appended come later: if the disk refuses them, they are removed again.
        """
        newest = self.newest()
        if newest <= seq:
            return []
        lines = self._events.read(newest=newest - seq)
        found = list(islice(_events((line.data for line in lines), seq), _MOST))
        if not found or found[0].seq != seq + 1:  # archived meanwhile, or among other tools' lines
            found = self._of_all(seq)
        return [event for event in found if event.seq <= newest]

    def _of_all(self, seq: int) -> list[RecordedEvent]:
        """Return the next events, including archived ones; reads no more than needed."""
        mark = f'"{FIELD}"'.encode()
        with self._events.snapshot() as record:
            lines = (line for _, line in record.lines([], after=seq) if mark in line)
            return list(islice(_events(filter(None, map(parse_line, lines)), seq), _MOST))

    def latest(self, most: int, is_asked: Callable[[RecordedEvent], bool]) -> list[RecordedEvent]:
        """Return the newest events, oldest first.

        However much agents write, their events take at most half of the room that others need.

        Args:
            most: the most events to return.
            is_asked: tells whether an event is wanted.
        """
        missing, count = self.newest(), _MOST
        while missing > 0:
            lines = self._events.read(newest=min(missing, count))
            found = [one for one in _events((line.data for line in lines), 0) if is_asked(one)]
            own = sum(map(_is_own, found))
            if own * 2 >= most or count >= min(missing, _FURTHEST):
                shown = in_shared_room(found[::-1], most, _is_own)
                return shown[::-1]
            count *= 10
        return []


def _is_own(event: RecordedEvent) -> bool:
    return is_own_word(event.data, str(event.data.get("outside", "")))


def _events(lines: Iterable[Mapping[str, Any]], seq: int) -> Iterator[RecordedEvent]:
    """Yield the lines of ours after a number as events, each number once."""
    for data in lines:
        link, kind = link_in(data), data.get("type")
        if link is None or link.seq <= seq:
            continue
        seq = link.seq
        is_named = isinstance(kind, str) and _TYPE.fullmatch(kind) and not link.is_outside
        name = str(kind) if is_named else "event"
        shown = {k: v for k, v in data.items() if k != FIELD}
        yield RecordedEvent(seq, name, {**shown, **link.mark})
