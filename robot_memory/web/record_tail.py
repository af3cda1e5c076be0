"""Follows the record of what the memory did, whichever process writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.levels.event_log import EventLog
from robot_memory.levels.hash_chain import FIELD

_MOST = 1000  # events at once
_TYPE = re.compile(r"[a-z_]{1,64}")


@dataclass(frozen=True)
class RecordedEvent:
    """A line of the record.

    Attributes:
        seq: its number in the hash chain.
        type: what happened, as ``entry_created``.
    """

    seq: int
    type: str
    data: Mapping[str, Any]


class RecordTail:
    """The end of the record. It costs a ``stat`` where nothing has happened."""

    def __init__(self, events: EventLog) -> None:
        self._events = events
        self._seen: tuple[int, int] | None = None
        self._newest = 0

    def newest(self) -> int:
        """Return the number of the newest line; 0 where there is none."""
        try:
            status = self._events.path.stat()
        except FileNotFoundError:
            return self._newest
        seen = status.st_size, status.st_mtime_ns
        if seen != self._seen:
            self._newest = self._events.head.seq
            self._seen = seen
        return self._newest

    def after(self, seq: int) -> list[RecordedEvent]:
        """Return what came next after a line, oldest first: a thousand at most, none left out."""
        missing = self.newest() - seq
        if missing <= 0:
            return []
        found = _events((line.data for line in self._events.read(newest=missing)), seq)
        if not found or found[0].seq != seq + 1:  # archived meanwhile, or among other tools' lines
            found = _events(self._events.find(f'"{FIELD}"', after=seq), seq)
        return found[:_MOST]

    def latest(self, seq: int) -> list[RecordedEvent]:
        """Return the newest thousand lines that came after a line, oldest first."""
        missing = self.newest() - seq
        if missing <= 0:
            return []
        lines = self._events.read(newest=min(missing, _MOST))
        return _events((line.data for line in lines), seq)


def _events(lines: Iterable[Mapping[str, Any]], seq: int) -> list[RecordedEvent]:
    """Return the lines of ours after a number, as events."""
    found = map(_event, lines)
    return [event for event in found if event is not None and event.seq > seq]


def _event(data: Mapping[str, Any]) -> RecordedEvent | None:
    """Return a line of ours as an event; None for a line of another tool."""
    chain, kind = data.get(FIELD), data.get("type")
    if not isinstance(chain, dict) or type(chain.get("seq")) is not int:
        return None
    name = kind if isinstance(kind, str) and _TYPE.fullmatch(kind) else "event"
    return RecordedEvent(chain["seq"], name, {k: v for k, v in data.items() if k != FIELD})
