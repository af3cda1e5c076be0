"""The outcomes of each task, computed from the attempts in a ledger: as data, JSON and text.

See docs/explanation/outcomes.md, "Look at the outcomes".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, TypedDict

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.exact_bounds import share_bounds
from robot_memory.foundation.repeated_looks import looks
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time.period import Period
from robot_memory.ledger import Ledger, Source
from robot_memory.ledger.observation import claimed_name
from robot_memory.long_term.outcomes.outcome_analysis import NEWEST
from robot_memory.long_term.outcomes.past_attempt import (
    PLACE,
    Condition,
    PastAttempt,
    Split,
    Tally,
    all_attempts,
    by_quarter_hour,
    newest_of,
    overdispersion_of,
    splits_of,
)
from robot_memory.long_term.outcomes.reported_outcome import outcome_key, times
from robot_memory.long_term.outcomes.task_finding import LARGEST_P, corrected_for, finding_of

_MOST_LINES = 5  # differences of a task to show
#: Names of the kinds of sources, to put after their counts.
WHOSE = {
    Source.DETECTOR: "seen by the robot",
    Source.PERSON: "as persons report",
    Source.AGENT: "as agents report",
}
REFUSAL = "no outcomes were read"
MOST_DIFFERENCES = 20  # differences of a task to list
_MOST_NAMED = 20


class LastAttempt(TypedDict):
    """The newest attempt at a task."""

    time: datetime
    succeeded: bool
    place: Annotated[str, "Where it was tried; empty where that is not known."]
    parameters: Annotated[dict[str, str], "How it was tried."]
    note: Annotated[str, "What happened, or what helped."]
    by: Annotated[str, "Who reported it."]


class AttemptDifference(TypedDict):
    """Attempts with one value of a parameter, or at one place, and the others."""

    name: Annotated[str, "Of the parameter, or 'place'."]
    value: str
    tried: int
    failed: int
    others_tried: int
    others_failed: int
    p: Annotated[float | None, "That it is chance, corrected for all comparisons; null: too few."]


class TaskReport(TypedDict):
    """How attempts at a task went, as one kind of source tells."""

    task: str
    source: Annotated[str, "Who observed or reported them: 'detector', 'person', and so on."]
    tried: int
    failed: int
    share: Annotated[float, "The share that failed, 0 to 1."]
    low: Annotated[float, "Of that share, the lower bound (95 %)."]
    high: float
    last: LastAttempt
    differences: Annotated[list[AttemptDifference], "The surest first."]
    differences_left_out: Annotated[int, "How many less sure ones there are."]
    entry_id: Annotated[str, "The entry that tells of it; empty: none."]


def task_json(record: TaskRecord) -> TaskReport:
    """Return a record as JSON data, with times as datetimes."""
    last = record.last
    return {
        "task": record.task,
        "source": record.told_by.value,
        "tried": record.tally.tried,
        "failed": record.tally.failed,
        "share": record.tally.share,
        "low": record.low,
        "high": record.high,
        "last": {
            "time": last.time,
            "succeeded": last.attempt.succeeded,
            "place": last.features.get(PLACE, ""),
            "parameters": dict(last.attempt.parameters),
            "note": last.attempt.note,
            "by": last.author,
        },
        "differences": [_difference_json(one) for one in record.differences],
        "differences_left_out": record.left_out,
        "entry_id": record.entry_id,
    }


def _difference_json(one: _Difference) -> AttemptDifference:
    return {
        "name": one.condition.name,
        "value": one.condition.value,
        "tried": one.inside.tried,
        "failed": one.inside.failed,
        "others_tried": one.outside.tried,
        "others_failed": one.outside.failed,
        "p": one.p,
    }


def outcome_lines(records: Iterable[TaskRecord]) -> Iterator[str]:
    """Yield records as lines for a person."""
    for record in records:
        entry = f"; see {record.entry_id}" if record.entry_id else ""
        yield (
            f"{one_line(record.task)} ({WHOSE[record.told_by]}): failed {times(record.tally)}, "
            f"95 %: {record.low:.0%} to {record.high:.0%}{entry}"
        )
        yield f"  last {last_words(record.last)}"
        for one in record.differences[:_MOST_LINES]:
            yield f"  {difference_words(one)}"
        if len(record.differences) > _MOST_LINES:
            more = len(record.differences) + record.left_out - _MOST_LINES
            yield f"  and {more} more: see --json for the first {MOST_DIFFERENCES}"


def last_words(one: PastAttempt) -> str:
    """Return an attempt in words, with its time, its author and its note."""
    return f"{without_note(one)}{note_words(one)}"


def without_note(one: PastAttempt) -> str:
    """Return an attempt in words, with its time and its author."""
    who = one.author
    if one.source is Source.CLAIMED:
        who = claimed_name(who.partition(":")[2])
    return f"{one.time:%Y-%m-%d %H:%M} UTC: {one_line(one.attempt.words)} (by {who})"


def note_words(one: PastAttempt) -> str:
    """Return an attempt's note, to put at the end: it may be any text of any length."""
    return f": {one_line(one.attempt.note)}" if one.attempt.note else ""


def difference_words(one: _Difference) -> str:
    """Return two groups of attempts in words, and whether they differ beyond chance."""
    counts = (
        f"{one_line(one.condition.words)} failed {times(one.inside)}, otherwise "
        f"{one.outside.failed} of {one.outside.tried}"
    )
    if one.p is None:
        return f"{counts}: too few separate attempts to compare"
    return f"{counts}: {'beyond chance' if one.is_sure else 'may be chance'}, p = {one.p:.2g}"


@dataclass(frozen=True)
class _Difference:
    """Attempts under one condition, and those under another."""

    condition: Condition
    inside: Tally
    outside: Tally
    # probability of such a difference by chance, corrected for all comparisons and looks; None
    # if there are too few separate clusters to compare
    p: float | None

    @property
    def is_sure(self) -> bool:
        return self.p is not None and self.p <= LARGEST_P


@dataclass(frozen=True)
class TaskRecord:
    """How attempts at one task went.

    Attributes:
        told_by: who observed (detectors, of actions) or reported the attempts: those that persons
            report are counted apart from those that agents report (rules.md §2.14).
        low, high: bounds of the share that fails, 95 %; wider where attempts depend on each other.
        last: the newest attempt.
        differences: between values of parameters, and places, the surest first; at most
            :data:`MOST_DIFFERENCES`.
        left_out: how many less sure ones there are.
        entry_id: the entry that tells of it; empty where there is none.
    """

    task: str
    told_by: Source
    tally: Tally
    low: float
    high: float
    last: PastAttempt
    differences: tuple[_Difference, ...]
    left_out: int = 0
    entry_id: str = ""


def report_outcomes(
    ledger: Ledger,
    entries: Iterable[MemoryEntry] = (),
    *,
    task: str = "",
    place: str = "",
    period: Period | None = None,
) -> list[TaskRecord]:
    """Return how each task went, the last tried first; agents' reports come last.

    Args:
        entries: to name the entry of each task, if there is one.
        task, place: only this task or place, as reported; empty: all.
        period: only this time; None: all.

    Raises:
        InvalidInput: there is no attempt at that task, or at that place.
    """
    attempts = all_attempts(ledger)
    for name, wanted, known in (
        ("task", task, [one.attempt.task for one in attempts]),
        ("place", place, [one.features.get(PLACE, "") for one in attempts]),
    ):
        if wanted and wanted not in known:
            raise InvalidInput(REFUSAL, [Defect(name, _unknown(name, wanted, known))])
    ids = {entry.key: entry.id for entry in entries if entry.key is not None}
    span = period or Period()
    groups: dict[tuple[str, Source], list[PastAttempt]] = {}
    for one in attempts:
        is_asked = task in ("", one.attempt.task) and place in ("", one.features.get(PLACE, ""))
        if is_asked and span.holds(one.time):
            key = one.attempt.task, one.told_by
            groups.setdefault(key, []).append(one)
    records = [record_of(group, ids.get(outcome_key(name), "")) for (name, _), group
               in groups.items()]  # fmt: skip
    return sorted(records, key=lambda record: (not record.told_by.is_proven, -record.last.row))


def record_of(attempts: Sequence[PastAttempt], entry_id: str = "") -> TaskRecord:
    """Return the statistics of attempts at one task, in order of time; at least one attempt."""
    tally, last = Tally.of(attempts), attempts[-1]
    newest = newest_of(attempts, NEWEST)
    differences = _differences(newest, len(attempts))
    worth = Tally.of(newest).effective(overdispersion_of([by_quarter_hour(newest)]))
    low, high = share_bounds(worth.failed, worth.tried)
    return TaskRecord(
        last.attempt.task, last.told_by, tally, low, high, last,
        tuple(differences[:MOST_DIFFERENCES]), max(0, len(differences) - MOST_DIFFERENCES),
        entry_id,
    )  # fmt: skip


def _differences(attempts: Sequence[PastAttempt], count: int) -> list[_Difference]:
    """Return the differences between groups, the surest first.

    For a parameter with more than two values, only testable splits are included: a number that
    differs each time would fill the list.
    """
    splits = [split for split in splits_of(attempts)
              if split.is_testable or split.outside is not None]  # fmt: skip
    testable = [split for split in splits if split.is_testable]
    tries = corrected_for(testable, max(1, looks(count))) if testable else 1.0
    found = [_difference(split, tries) for split in splits]
    return sorted(found, key=lambda one: 2.0 if one.p is None else one.p)


def _difference(split: Split, tries: float) -> _Difference:
    """Return the counts of a split, for the condition with fewer failures if it has one."""
    finding = finding_of(split, tries)
    better = finding.better or Tally()
    counts = (better, finding.worse) if finding.helps else (finding.worse, better)
    return _Difference(
        finding.condition or split.inside, *counts, finding.p if split.is_testable else None
    )


def _unknown(name: str, wanted: str, known: Iterable[str]) -> str:
    names = ", ".join(sorted(set(known) - {""})[:_MOST_NAMED]) or "none"
    return f"there is no attempt with the {name} {wanted!r:.80}, only with: {names}"
