"""Records changes of entries in the event log (002 §Write Operation).

Specification: rules.md §3.11.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from robot_memory.entries.entry_event import EntryChange, EntryEvent
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.foundation.logged_problem import LoggedProblem
from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Observation, Source
from robot_memory.ledger.observation import stamp_text
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.proposal import is_agents

_LOG = logging.getLogger(__name__)

#: The most lines to hold while the disk refuses; then the oldest are lost, which is reported.
_LONGEST_QUEUE = 10_000
#: Sources that are none of this robot's people, detectors and memory.
_OF_OTHERS = (Source.AGENT.value, Source.CLAIMED.value, Source.PEER.value)


class EntryEventRecorder:
    """Records each change of an entry once, in the process that saves it; or reports its problem.

    A crash between recording and saving repeats lines, with the same ``row``; none is lost.
    """

    def __init__(self, events: EventLog, clock: Clock) -> None:
        self.problem: str | None = None
        self._events = events
        self._clock = clock
        self._waiting: deque[dict[str, Any]] = deque()
        self._newest_row = 0
        self._lost = 0
        self._logged = LoggedProblem()

    def saving(self, changes: Iterable[EntryChange]) -> None:
        """Record the changes that the memory file is about to contain.

        If this raises LockHeld, the file must not be saved before the record.
        """
        new = [change for change in changes if change.row.id > self._newest_row]
        for change in new:
            self._newest_row = max(self._newest_row, change.row.id)
            if not change.leaves:  # a departure is recorded by :meth:`departed`
                row = change.row
                event = EntryEvent(
                    change.kind, change.entry, row.summary, row.time, row.author, row
                )
                self._waiting.append({**_record(event), **self._dated(row)})
        self._write()

    def _dated(self, row: Observation) -> dict[str, Any]:
        """Return the time of a row of a recording, whose changes are only saved at its end."""
        return {"timestamp": stamp_text(row.time)} if self._clock.kind == "recording" else {}

    def departed(self, event: EntryEvent) -> None:
        """Record that an entry leaves the file; written with the next save."""
        self._waiting.append(_record(event))

    def _write(self) -> None:
        """Write the waiting lines. A refusing disk must not prevent saving the memory file."""
        while len(self._waiting) > _LONGEST_QUEUE:
            self._waiting.popleft()
            self._lost += 1
        if not self._waiting:
            return
        try:
            self._events.append(list(self._waiting), self._clock.now().time, patience=0.0)
        except OSError as error:
            lost = f", {self._lost} are lost" if self._lost else ""
            self.problem = (
                f"{self._events.path} cannot be written ({error}): {len(self._waiting)} lines "
                f"wait in memory{lost}"
            )
            if self._logged.found(time.monotonic()):
                _LOG.error("%s", self.problem)
            return
        self._waiting.clear()
        self.problem = None
        if self._logged.ended():
            _LOG.warning("%s is written again", self._events.path)


def is_own_word(data: Mapping[str, Any], outside: str) -> bool:
    """Tell whether a person of this robot, a detector or the memory says so (rules.md §6.15).

    The memory's own changes of an agent's entry repeat the agent's words; a person's changes are
    the person's.

    Args:
        outside: who asked for it; empty if the memory itself recorded it.
    """
    if outside:
        return outside.partition(":")[0] == Source.PERSON.value
    if data.get("source") == Source.PERSON.value:
        return True
    is_others = data.get("source") in _OF_OTHERS or is_agents(str(data.get("by", "")))
    return not is_others and "word_of" not in data


def _record(event: EntryEvent) -> dict[str, Any]:
    entry = event.entry
    assert entry is not None
    return {
        "type": f"entry_{event.kind}",
        "id": entry.id,
        "entry_type": entry.type.value,
        "text": entry.text,
        "confidence": entry.confidence,
        "detail": event.detail,
        **({"known": True} if event.is_known else {}),
        **({"muted": True} if is_silenced(entry, event.time) else {}),
        **({"word_of": entry.extra["source"]} if entry.is_agents_word else {}),
        **(_author(event.row) if event.row is not None else {}),
    }


def _author(row: Observation) -> dict[str, Any]:
    """Return the row, its source, the given name, and the request."""
    further = {name: row.detail[name] for name in ("by", "asks") if row.detail.get(name)}
    return {"row": row.id, "source": row.source.value, **further}
