"""Whether what an entry tells of is there now (rules.md §1.15).

What nobody watches is neither there nor over: a memory that does not run says until when it knew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from robot_memory.entries.limit_rules import CONCLUSIONS
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.foundation.time.duration_words import duration_words
from robot_memory.ledger import Ledger
from robot_memory.ledger.last_occurrence import LastOccurrence

#: Stands for what was not read yet.
_UNREAD = LastOccurrence(datetime.max, None, None, "", goes_on=False)
_BRIEF = 1.0  # s: what lasted no longer is a moment, of which nothing is said


class PresenceState(TextEnum):
    """Whether something is there."""

    PRESENT = "present"  # it is there now
    UNKNOWN = "unknown"  # it was there when the memory last ran
    OVER = "over"


@dataclass(frozen=True)
class Presence:
    """Whether what an entry tells of is there.

    Attributes:
        since: since when it is there; since when nobody knows; when it was over. UTC.
        seconds: of what is over, how long it lasted; None where no row says so.
    """

    state: PresenceState
    since: datetime
    seconds: float | None = None

    def words(self, now: datetime) -> str:
        """Return it in words that last, "present since 09:25 UTC"; empty where there are none."""
        if self.state is PresenceState.OVER:
            is_brief = self.seconds is None or self.seconds <= _BRIEF
            return "" if is_brief else f"lasted {duration_words(self.seconds or 0.0)}"
        since = self.since.astimezone(timezone.utc)
        form = "%H:%M UTC" if since.date() == now.date() else "%Y-%m-%d %H:%M UTC"
        if self.state is PresenceState.PRESENT:
            return f"present since {since.strftime(form)}"
        return f"there until {since.strftime(form)}, unknown since"

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {"state": self.state.value, "since": self.since, "lasted_s": self.seconds}


class Presences:
    """Tells of each entry whether it is there; what the ledger says of one is read once.

    Any thread may ask.

    Args:
        ledger: the evidence.
        boot: returns the present boot.
        is_watched: tells whether a node keeps the home now.
    """

    def __init__(
        self, ledger: Ledger, boot: Callable[[], str], is_watched: Callable[[], bool]
    ) -> None:
        self._ledger = ledger
        self._boot = boot
        self._is_watched = is_watched
        self._known: dict[str, LastOccurrence | None] = {}
        self._forgotten = 0

    def forget(self, entry_ids: Iterable[str] | None = None) -> None:
        """Read anew what the ledger says of entries, as rows about them came; None: of all."""
        self._forgotten += 1
        for entry_id in list(self._known) if entry_ids is None else entry_ids:
            self._known.pop(entry_id, None)

    def of(self, entry: MemoryEntry) -> Presence | None:
        """Return whether what an entry tells of is there; None where no detector saw it come."""
        key = entry.key
        if key is None or key.place or key.detector in CONCLUSIONS:
            return None
        last = self._last(entry.id)
        if last is None or (last.goes_on and entry.type is EntryType.RESOLVED):
            return None
        if last.goes_on and self._is_of_this_run(last):
            return Presence(PresenceState.PRESENT, last.began)
        if last.goes_on and self._is_of_the_last_run(last):
            known = self._ledger.newest_running() or last.began
            return Presence(PresenceState.UNKNOWN, max(known, last.began))
        return Presence(PresenceState.OVER, last.ended or last.began, last.seconds)

    def _is_of_this_run(self, last: LastOccurrence) -> bool:
        """Tell whether it began in the run that goes on; the time of a recording stands still."""
        if self._ledger.time_kind == "recording":
            return last.boot == self._ledger.newest_boot()
        return last.boot == self._boot() and self._is_watched()

    def _is_of_the_last_run(self, last: LastOccurrence) -> bool:
        return last.boot == self._ledger.newest_boot() and not self._is_watched()

    def _last(self, entry_id: str) -> LastOccurrence | None:
        last = self._known.get(entry_id, _UNREAD)
        if last is not _UNREAD:
            return last
        before = self._forgotten
        last = self._ledger.last_occurrence(entry_id)
        if self._forgotten == before:  # else another thread folded rows since it was read
            self._known[entry_id] = last
        return last
