"""Ends the state "known" of faults that got worse or whose date has passed (rules.md §1.13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from robot_memory.applications.reliability.failure import FailureRecord, failures_of
from robot_memory.applications.reliability.operating_time import OperatingTime
from robot_memory.applications.reliability.rate_statistics import (
    LEVEL,
    RateComparison,
    compare_rates,
    estimate_rate,
)
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.known_rules import DATE, KNOWN_SINCE, UNPROVEN, is_declared, only_declarer
from robot_memory.entries.limit_rules import explains
from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.time.stamps import duration_words
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.day_row import first_of, worst_of
from robot_memory.memory import RobotMemory

_HOUR = 3600.0  # s
#: Multiple of the longest earlier occurrence that counts as longer.
LONGER = 3.0
#: Occurrences up to this length never count as longer, s.
SHORTEST = 60.0
#: Ended earlier occurrences: with fewer, the longest one says little.
FEWEST_ENDED = 3
INTERVAL = 30.0  # s between two checks
_EVIDENCE = (Kind.ONSET, Kind.PRESENT, Kind.END)


class WorseSign(TextEnum):
    """The way in which a fault got worse."""

    SEVERITY = "severity"
    DURATION = "duration"
    RATE = "rate"
    CONDITION = "condition"  # it now has a limit that it did not have before


@dataclass(frozen=True)
class Worsening:
    """How a fault got worse."""

    sign: WorseSign
    words: str


@dataclass(frozen=True)
class KnownFault:
    """A fault that somebody declared known."""

    since: datetime  # time of the declaration, UTC
    # detectors' onsets, presences and ends of the fault, ordered by id
    rows: Sequence[Observation]

    @property
    def records(self) -> list[FailureRecord]:
        """The occurrences, ordered by onset."""
        return failures_of(self.rows)

    def worse_severity(self) -> Worsening | None:
        """Return the worsening if it is more severe than ever before; needs earlier evidence."""
        before = [worst_of(row) for row in self.rows if first_of(row) <= self.since]
        after = [worst_of(row) for row in self.rows if first_of(row) > self.since]
        if not before or not after:
            return None
        worst, known = (max(some, key=lambda one: one.rank) for some in (after, before))
        if worst.rank <= known.rank:
            return None
        words = f"its severity is {worst.value}; it was at most {known.value}"
        return Worsening(WorseSign.SEVERITY, words)

    def longer(self, now: datetime, boot: str) -> Worsening | None:
        """Return the worsening if it lasts much longer than ever before.

        An occurrence that was present at the declaration counts as before with its length at that
        time.
        """
        records = self.records
        before = [one for one in records if one.has_ended and one.last <= self.since]
        after = [one for one in records if one.count == 1 and one.last > self.since]
        after += [one for one in records if one.is_open(boot) and one not in after]
        if sum(one.count for one in before) < FEWEST_ENDED or not after:
            return None
        spanning = [one for one in after if one.onset <= self.since]
        lengths = [(self.since - one.onset).total_seconds() for one in spanning]
        longest = max(lengths + [one.longest for one in before])
        lasted = max(
            (now - one.onset).total_seconds() if one.is_open(boot) else one.seconds for one in after
        )
        if lasted <= max(SHORTEST, LONGER * longest):
            return None
        words = f"it lasts {duration_words(lasted)}; the longest was {duration_words(longest)}"
        return Worsening(WorseSign.DURATION, words)

    def more_often(self, operating: OperatingTime) -> Worsening | None:
        """Return the worsening if its rate has risen, by the exact conditional test.

        It is tested at the 2nd, 4th, 8th … onset. The significance level halves each time, so that
        all tests together report a false rise for at most 2.5 % of faults with a constant rate.
        """
        if operating.begins is None:
            return None
        onsets = [onset for one in self.records for onset in one.onsets]
        count = sum(operating.begins <= onset <= self.since for onset in onsets)
        before = estimate_rate(count, operating.between(operating.begins, self.since) / _HOUR)
        after = sorted(onset for onset in onsets if onset > self.since)
        look = 1
        while before is not None and 2**look <= len(after):
            hours = _hours_until(after[2**look - 1], self.since, operating)
            rate = estimate_rate(2**look, hours)
            change = compare_rates(before, rate) if rate else None
            is_sure = change is not None and change.p <= (1.0 - LEVEL) / 2**look
            if change is not None and is_sure and change.after.value > change.before.value:
                return Worsening(WorseSign.RATE, _rise_words(change))
            look += 1
        return None


def _hours_until(onset: datetime, since: datetime, operating: OperatingTime) -> float:
    """Return the running time up to an onset; it is assumed to run after the newest sample."""
    newest = max(since, operating.ends or since)
    unsampled = max(0.0, (onset - newest).total_seconds())
    return (operating.between(since, onset) + unsampled) / _HOUR


def _rise_words(change: RateComparison) -> str:
    before, after = change.before, change.after
    return (
        f"it comes {after.value:.3g} times an hour ({after.count} in {after.exposure:.3g} h); "
        f"before {before.value:.3g} ({before.count} in {before.exposure:.3g} h; p = {change.p:.2g})"
    )


def _end(entry: MemoryEntry) -> tuple[str, str]:
    """Return why an entry that did not get worse is no longer known: the cause, and its words."""
    if declarer := only_declarer(entry):
        return UNPROVEN, f"only {declarer} declared it known, in an earlier version"
    until = entry.time_of("known_until")
    return DATE, f"it was known until {until:%Y-%m-%d %H:%M} UTC" if until else "no date is given"


@dataclass(eq=False, repr=False)
class KnownIssueCheck:
    """Reopens known entries that got worse or whose date has passed.

    A rate is tested only after a new onset, as it takes many operating samples.
    """

    memory: RobotMemory
    _tested: dict[str, tuple[datetime, int]] = field(default_factory=dict, init=False)

    def end_known(self) -> int:
        """Check all known entries; return how many were reopened.

        While wall time is not trusted, nothing is judged, and a date passes only once time is
        reliable (rules.md §4.3). It takes up to a second, without holding the memory's lock.
        """
        memory, now = self.memory, self.memory.clock.now()
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


@dataclass(eq=False, repr=False)
class _Look:
    """One check of the known entries."""

    memory: RobotMemory
    entries: list[MemoryEntry]  # all entries, for limits that explain a fault
    now: Instant
    # entry id → its declaration time and newest onset when its rate was last tested
    tested_before: dict[str, tuple[datetime, int]]
    # whether a date may be taken as passed
    is_time_reliable: bool = field(kw_only=True)
    # the same after this check
    tested: dict[str, tuple[datetime, int]] = field(default_factory=dict, init=False)

    def rows(self, entry: MemoryEntry) -> Iterator[Observation]:
        """Yield the row that reopens an entry; nothing if it stays known."""
        now = self.now
        worse = self._find_worsening(entry)
        if worse is None and (entry.is_known(now.time) or not self.is_time_reliable):
            return
        cause, words = (worse.sign.value, f"it got worse: {worse.words}") if worse else _end(entry)
        yield Observation(
            kind=Kind.NOT_KNOWN,
            instant=now,
            summary=words,
            detector="known",
            component=entry.component,
            entry_id=entry.id,
            detail={"cause": cause},
        )

    def _find_worsening(self, entry: MemoryEntry) -> Worsening | None:
        since = entry.time_of(KNOWN_SINCE)
        if since is None:
            return None
        ids = (entry.id, *entry.joined)
        evidence = [row for known in ids for row in self.memory.ledger.of_entry(known)
                    if row.kind in _EVIDENCE and row.source is Source.DETECTOR]  # fmt: skip
        fault = KnownFault(since, sorted(evidence, key=lambda row: row.id))
        return (
            fault.worse_severity()
            or fault.longer(self.now.time, self.now.boot)
            or self._more_often(entry, fault)
            or self._new_condition(entry, since)
        )

    def _more_often(self, entry: MemoryEntry, fault: KnownFault) -> Worsening | None:
        onsets = [row.id for row in fault.rows
                  if row.kind is Kind.ONSET and row.time > fault.since]  # fmt: skip
        if not onsets:
            return None
        self.tested[entry.id] = fault.since, onsets[-1]
        if self.tested_before.get(entry.id) == self.tested[entry.id]:
            return None  # no rise then, and no onset since
        return fault.more_often(self._operating)

    @cached_property
    def _operating(self) -> OperatingTime:
        return OperatingTime.of(self.memory.ledger.operating_samples())

    def _new_condition(self, entry: MemoryEntry, since: datetime) -> Worsening | None:
        for limit in self.entries:
            is_live = limit.type is not EntryType.RESOLVED
            if explains(limit, entry.id) and is_live and limit.first_seen > since:
                words = f"it has a limit now ({limit.id}): {limit.text}"
                return Worsening(WorseSign.CONDITION, words)
        return None
