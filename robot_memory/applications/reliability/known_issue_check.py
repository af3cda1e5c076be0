"""Ends the state "known" of a fault that got worse, or whose date has passed (rules.md §1.13)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import cached_property

from robot_memory.applications.reliability.operating_time import OperatingTime
from robot_memory.applications.reliability.worsening import KnownFault, Worsening, WorseSign
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.known_rules import KNOWN_SINCE, is_declared
from robot_memory.entries.limit_rules import explains
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.memory import RobotMemory

INTERVAL = 30.0  # s between two checks
_EVIDENCE = (Kind.ONSET, Kind.PRESENT, Kind.END)


class KnownIssueCheck:
    """Reopens the entries that are known and got worse, or whose date has passed.

    A rate is tested only once a new onset came: the operating samples that this takes are many.
    """

    def __init__(self, memory: RobotMemory) -> None:
        self._memory = memory
        self._tested: dict[str, tuple[datetime, int]] = {}

    def end_known(self) -> int:
        """Look at all entries that are known.

        While wall time is not trusted nothing is judged, and a date has passed only once time can
        be relied on (rules.md §4.3). It takes up to a second, without holding the memory's lock.

        Returns:
            How many it reopened.
        """
        memory, now = self._memory, self._memory.clock.now()
        is_time_reliable = memory.long_term.may_prune()
        entries = [entry for _, entry in memory.entries()]
        known = [entry for entry in entries if is_declared(entry)]
        if not known or not now.trusted:
            return 0
        look = _Look(memory, entries, now, self._tested, is_time_reliable=is_time_reliable)
        rows = [row for entry in known for row in look.rows(entry)]
        for row in rows:
            memory.observe(row)
        if rows:
            memory.flush()
        self._tested = look.tested
        return len(rows)


class _Look:
    """One look at what is known.

    Args:
        entries: all of them, for limits that explain a fault.
        tested: entry id → since when it was known, and the newest onset, when its rate was tested.
        is_time_reliable: whether a date that has passed may be taken as such.

    Attributes:
        tested: the same, after this look.
    """

    def __init__(
        self,
        memory: RobotMemory,
        entries: list[MemoryEntry],
        now: Instant,
        tested: dict[str, tuple[datetime, int]],
        *,
        is_time_reliable: bool,
    ) -> None:
        self._is_time_reliable = is_time_reliable
        self._memory, self._entries, self._now = memory, entries, now
        self._tested_before = tested
        self.tested: dict[str, tuple[datetime, int]] = {}

    def rows(self, entry: MemoryEntry) -> Iterator[Observation]:
        """Yield the row that reopens an entry; none where it stays known."""
        now = self._now
        worse = self._find_worsening(entry)
        if worse is None and (entry.is_known(now.time) or not self._is_time_reliable):
            return
        until = entry.time_of("known_until")
        passed = f"it was known until {until:%Y-%m-%d %H:%M} UTC" if until else "no date is given"
        yield Observation(
            kind=Kind.NOT_KNOWN,
            instant=now,
            summary=f"it got worse: {worse.words}" if worse else passed,
            detector="known",
            component=entry.key.component if entry.key else "",
            entry_id=entry.id,
            detail={"cause": worse.sign.value if worse else "date"},
        )

    def _find_worsening(self, entry: MemoryEntry) -> Worsening | None:
        since = entry.time_of(KNOWN_SINCE)
        if since is None:
            return None
        ids = (entry.id, *entry.joined)
        evidence = [row for known in ids for row in self._memory.ledger.of_entry(known)
                    if row.kind in _EVIDENCE and row.source is Source.DETECTOR]  # fmt: skip
        fault = KnownFault(since, sorted(evidence, key=lambda row: row.id))
        return (
            fault.worse_severity()
            or fault.longer(self._now.time, self._now.boot)
            or self._more_often(entry, fault)
            or self._new_condition(entry, since)
        )

    def _more_often(self, entry: MemoryEntry, fault: KnownFault) -> Worsening | None:
        onsets = [row.id for row in fault.rows
                  if row.kind is Kind.ONSET and row.time > fault.since]  # fmt: skip
        if not onsets:
            return None
        self.tested[entry.id] = fault.since, onsets[-1]
        if self._tested_before.get(entry.id) == self.tested[entry.id]:
            return None  # it was no rise then, and nothing came since
        return fault.more_often(self._operating)

    @cached_property
    def _operating(self) -> OperatingTime:
        return OperatingTime.of(self._memory.ledger.operating_samples())

    def _new_condition(self, entry: MemoryEntry, since: datetime) -> Worsening | None:
        for limit in self._entries:
            is_live = limit.type is not EntryType.RESOLVED
            if explains(limit, entry.id) and is_live and limit.first_seen > since:
                words = f"it has a limit now ({limit.id}): {limit.text}"
                return Worsening(WorseSign.CONDITION, words)
        return None
