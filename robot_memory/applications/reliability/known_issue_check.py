"""Ends the state "known" of a fault that got worse, or whose date has passed (rules.md §1.13)."""

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
#: Times the longest occurrence before.
LONGER = 3.0
#: What lasts no longer is not worse for its length, s.
SHORTEST = 60.0
#: Occurrences that ended before: of fewer the longest says little.
FEWEST_ENDED = 3
INTERVAL = 30.0  # s between two checks
_EVIDENCE = (Kind.ONSET, Kind.PRESENT, Kind.END)


class WorseSign(TextEnum):
    """In which way a fault got worse."""

    SEVERITY = "severity"
    DURATION = "duration"
    RATE = "rate"
    CONDITION = "condition"  # it has a limit now that it did not have


@dataclass(frozen=True)
class Worsening:
    """How a fault got worse."""

    sign: WorseSign
    words: str


@dataclass(frozen=True)
class KnownFault:
    """A fault that somebody declared known."""

    since: datetime  # when, UTC
    # onsets, presences and ends that detectors observed of it, in the order of their numbers
    rows: Sequence[Observation]

    @property
    def records(self) -> list[FailureRecord]:
        """Its occurrences, by their onset."""
        return failures_of(self.rows)

    def worse_severity(self) -> Worsening | None:
        """Tell whether it was ever as bad before; without evidence from before nobody knows."""
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
        """Tell whether it lasts much longer than it ever did.

        What went on when the fault was declared known had a length then, which counts as before.
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
        """Tell whether it comes at a higher rate than before, by the exact conditional test.

        It is tested at the 2nd, 4th, 8th … onset. What may go wrong halves each time, so that all
        tests together claim a rise by chance in at most 2.5 % of faults whose rate is the same.
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
    """Return the running time up to an onset; after the newest sample the robot runs."""
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
    """Return why an entry is known no longer that did not get worse: the cause, and in words."""
    if declarer := only_declarer(entry):
        return UNPROVEN, f"only {declarer} declared it known, in an earlier version"
    until = entry.time_of("known_until")
    return DATE, f"it was known until {until:%Y-%m-%d %H:%M} UTC" if until else "no date is given"


@dataclass(eq=False, repr=False)
class KnownIssueCheck:
    """Reopens the entries that are known and got worse, or whose date has passed.

    A rate is tested only once a new onset came: the operating samples that this takes are many.
    """

    memory: RobotMemory
    _tested: dict[str, tuple[datetime, int]] = field(default_factory=dict, init=False)

    def end_known(self) -> int:
        """Look at all entries that are known; return how many were reopened.

        While wall time is not trusted nothing is judged, and a date has passed only once time can
        be relied on (rules.md §4.3). It takes up to a second, without holding the memory's lock.
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
    """One look at what is known."""

    memory: RobotMemory
    entries: list[MemoryEntry]  # all of them, for limits that explain a fault
    now: Instant
    # entry id → since when it was known, and the newest onset, when its rate was tested
    tested_before: dict[str, tuple[datetime, int]]
    # whether a date that has passed may be taken as such
    is_time_reliable: bool = field(kw_only=True)
    # the same, after this look
    tested: dict[str, tuple[datetime, int]] = field(default_factory=dict, init=False)

    def rows(self, entry: MemoryEntry) -> Iterator[Observation]:
        """Yield the row that reopens an entry; none where it stays known."""
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
            return None  # it was no rise then, and nothing came since
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
