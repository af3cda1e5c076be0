"""Whether the fault of an entry is present now (rules.md §1.15).

Without a watching node, a fault is neither present nor over: the memory says until when it was
known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Annotated, TypedDict

from robot_memory.entries.limit_rules import CONCLUSIONS
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.node_watch import NodeWatch
from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.foundation.time.stamps import duration_words
from robot_memory.ledger import Ledger
from robot_memory.ledger.recent_rows import LastOccurrence

#: Marks an occurrence that was not read yet.
_UNREAD = LastOccurrence(datetime.max, "", goes_on=False)
_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)
#: The detector for what the node sees in the ROS graph, which needs no messages.
_GRAPH = "graph"
_BRIEF = 1.0  # s: shorter occurrences are moments, which are not shown


class PresenceState(TextEnum):
    """Whether a fault is present."""

    PRESENT = "present"  # it is present now
    UNKNOWN = "unknown"  # it was present when the memory last heard of it
    OVER = "over"


class PresenceRecord(TypedDict):
    """Whether what an entry tells of is there."""

    state: Annotated[str, "'present', 'unknown' or 'over'."]
    since: Annotated[datetime, "Since when it is so, UTC."]
    lasted_s: Annotated[
        float | None, "How long what is over lasted, seconds; null where no row says so."
    ]
    comes_and_goes: bool


@dataclass(frozen=True)
class Presence:
    """Whether the fault of an entry is present.

    Attributes:
        since: when it began, became unknown, or ended. UTC.
        seconds: how long it lasted, once it is over; None if unknown.
        is_intermittent: whether it comes and goes, so that it may be absent at this moment.
        last: when it was last seen; None while it is continuously present.
    """

    state: PresenceState
    since: datetime
    seconds: float | None = None
    is_intermittent: bool = False
    last: datetime | None = None

    def words(self, now: datetime) -> str:
        """Return words that stay true, "present since 09:25 UTC"; empty if there are none."""
        if self.state is PresenceState.OVER:
            is_brief = self.seconds is None or self.seconds <= _BRIEF
            return "" if is_brief else f"lasted {duration_words(self.seconds or 0.0)}"
        since = self.since.astimezone(timezone.utc)
        form = "%H:%M UTC" if since.date() == now.date() else "%Y-%m-%d %H:%M UTC"
        if self.state is PresenceState.PRESENT:
            what = "comes and goes" if self.is_intermittent else "present"
            return f"{what} since {since.strftime(form)}"
        return f"there until {since.strftime(form)}, unknown since"

    def as_record(self) -> PresenceRecord:
        """Return the presence as JSON data."""
        return {
            "state": self.state.value,
            "since": self.since,
            "lasted_s": self.seconds,
            "comes_and_goes": self.is_intermittent,
        }


@dataclass(frozen=True)
class _Run:
    """The newest run of the robot, by its boot.

    Attributes:
        until: the last time it is known to have run, UTC; None while it goes on.
        sees_graph: whether a node sees the ROS graph now.
    """

    boot: str = ""
    until: datetime | None = None
    sees_graph: bool = False


class Presences:
    """The presence of each entry's fault; caches the ledger's answers.

    Any thread may call it.

    Args:
        boot: returns the present boot.
        watch: returns whether a node uses the home now, and hears the robot.
    """

    def __init__(
        self, ledger: Ledger, boot: Callable[[], str], watch: Callable[[], NodeWatch]
    ) -> None:
        self._ledger = ledger
        self._boot = boot
        self._watch = watch
        self._run = _Run()
        self._known: dict[str, LastOccurrence | None] = {}
        self._forgotten = 0

    def look(self) -> None:
        """Check whether the run goes on; the answers for entries refer to this moment."""
        if self._ledger.time_kind == "recording":  # its time stands at its end
            self._run = _Run(self._ledger.newest_boot())
            return
        watch = self._watch()
        until = None if watch.hears else self._ledger.newest_running() or _LONG_AGO
        boot = self._boot() if watch.keeps else self._ledger.newest_boot()
        self._run = _Run(boot, until, sees_graph=watch.keeps)

    def heard_until(self) -> datetime | None:
        """Return until when the robot was heard, at the last look, UTC; None while it is."""
        return self._run.until

    def forget(self, entry_ids: Iterable[str] | None = None) -> None:
        """Discard the cached answers for entries with new rows; None: for all."""
        self._forgotten += 1
        for entry_id in list(self._known) if entry_ids is None else entry_ids:
            self._known.pop(entry_id, None)

    def of(self, entry: MemoryEntry) -> Presence | None:
        """Return the presence of an entry's fault; None if no detector saw it come."""
        last, run = self._last(entry), self._run
        if last is None or (last.goes_on and entry.type is EntryType.RESOLVED):
            return None
        is_lost = not last.is_seen and entry.type is not EntryType.RESOLVED
        if is_lost and last.boot == run.boot:
            return Presence(PresenceState.UNKNOWN, last.time, last=last.time)
        if not last.goes_on or last.boot != run.boot:
            newest = last.newest or last.time
            return Presence(PresenceState.OVER, last.time, last.seconds, last=newest)
        is_seen = run.sees_graph and entry.key is not None and entry.key.detector == _GRAPH
        if run.until is None or is_seen:
            return Presence(
                PresenceState.PRESENT, last.time, last=last.newest,
                is_intermittent=last.is_intermittent,
            )  # fmt: skip
        until = max(run.until, last.time, last.heard or last.time)
        return Presence(PresenceState.UNKNOWN, until, last=last.newest or until)

    def _last(self, entry: MemoryEntry) -> LastOccurrence | None:
        last = self._known.get(entry.id, _UNREAD)
        if last is not _UNREAD:
            return last
        before = self._forgotten
        key = entry.key
        is_seen = key is not None and not key.place and key.detector not in CONCLUSIONS
        last = self._ledger.last_occurrence(entry.id) if is_seen else None
        if self._forgotten == before:  # else another thread has folded rows meanwhile
            self._known[entry.id] = last
        return last
