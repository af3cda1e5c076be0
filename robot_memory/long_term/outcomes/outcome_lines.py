"""How tasks went, as JSON data and as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from robot_memory.foundation.text.escaping import one_line
from robot_memory.ledger import Source
from robot_memory.ledger.observation import claimed_name
from robot_memory.long_term.outcomes.outcome_report import MOST_DIFFERENCES, Difference, TaskRecord
from robot_memory.long_term.outcomes.past_attempt import PLACE, PastAttempt
from robot_memory.long_term.outcomes.reported_outcome import times

NOTHING = "no attempt is known: report one with `robot-memory report-outcome`"
_MOST_LINES = 5  # of differences of a task
#: Who tells of attempts, as it stands behind their count.
WHOSE = {
    Source.DETECTOR: "seen by the robot",
    Source.PERSON: "as persons report",
    Source.AGENT: "as agents report",
}


def task_json(record: TaskRecord) -> dict[str, Any]:
    """Return a record as JSON data, times as datetimes."""
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


def _difference_json(one: Difference) -> dict[str, Any]:
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
    """Yield what a person is shown of records."""
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
    """Return an attempt in words, with its time, who reported it, and the note of that one."""
    return f"{without_note(one)}{note_words(one)}"


def without_note(one: PastAttempt) -> str:
    """Return an attempt in words, with its time and who reported it."""
    who = one.author
    if one.source is Source.CLAIMED:
        who = claimed_name(who.partition(":")[2])
    return f"{one.time:%Y-%m-%d %H:%M} UTC: {one_line(one.attempt.words)} (by {who})"


def note_words(one: PastAttempt) -> str:
    """Return the note of an attempt, to stand behind all else: it may say anything, at length."""
    return f": {one_line(one.attempt.note)}" if one.attempt.note else ""


def difference_words(one: Difference) -> str:
    """Return two groups of attempts in words, and whether they differ beyond chance."""
    counts = (
        f"{one_line(one.condition.words)} failed {times(one.inside)}, otherwise "
        f"{one.outside.failed} of {one.outside.tried}"
    )
    if one.p is None:
        return f"{counts}: too few separate attempts to compare"
    return f"{counts}: {'beyond chance' if one.is_sure else 'may be chance'}, p = {one.p:.2g}"
