"""Show when faults were present, day by day, the newest day first."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby

from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.terminal_lines import StyledLine, styled
from robot_memory.faces.cli.terminal_stream import TextStyle
from robot_memory.faces.cli.verb_arguments import add_entry_id, whole_number
from robot_memory.foundation.errors import UnknownEntry
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time.period import time_before
from robot_memory.foundation.time.stamps import duration_words
from robot_memory.ledger.occurrence_span import OccurrenceSpan, find_spans
from robot_memory.memory import RobotMemory

EXAMPLES = ("robot-memory timeline --days 30",)

_MOST_DAYS = 36_525  # a hundred years: longer than any robot runs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument(
        "--days", type=whole_number(1, _MOST_DAYS), default=7, help="number of days [%(default)s]"
    )
    add_entry_id(parser, "--entry", "only this entry")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory:
        now = memory.clock.now().time
        since = time_before(now, timedelta(days=args.days))
        wanted = _ids_of(memory, args.entry) if args.entry else []
        rows = (
            memory.ledger.recent_occurrences(since, entry_ids=wanted) if memory.has_ledger else []
        )
        spans = find_spans(rows)
        boot = memory.ledger.newest_boot() if memory.has_ledger else ""
    records = [
        {"entry": span.entry_id, "summary": span.summary, "start": span.start, "end": span.end,
         "count": span.count}
        for span in spans
    ]  # fmt: skip
    days = [(day, list(of_day)) for day, of_day in groupby(spans, lambda span: span.start.date())]
    lines = [line for day, of_day in reversed(days) for line in _day_lines(day, of_day, boot)]
    return answer(args, records, lines or [f"no fault in the last {args.days} days"])


def _ids_of(memory: RobotMemory, said: str) -> list[str]:
    """Return the ids of an entry and of what it joined; of one that left, its id as it is given.

    Raises:
        UnknownEntry: there is no evidence of it either.
    """
    try:
        entry, _ = memory.why(said, limit=1)
    except UnknownEntry:
        if memory.has_ledger and memory.ledger.rows_about([said], 1):
            return [said]
        raise
    return [entry.id, *entry.joined]


def _day_lines(day: date, spans: list[OccurrenceSpan], boot: str) -> Iterator[StyledLine]:
    """Yield the lines of a day; of what an earlier boot left open nobody saw the end."""
    yield styled((f"{day:%Y-%m-%d %A}", TextStyle.STRONG))
    for span in spans:
        times = f", {span.count} times" if span.count > 1 else ""
        seconds = None if span.end is None else (span.end - span.start).total_seconds()
        no_end = "no end" if span.boot == boot else "unknown"
        lasted = no_end if seconds is None else duration_words(seconds)
        yield styled(
            f"  {span.start:%H:%M:%S}  ",
            (f"{lasted:>9}", TextStyle.RED if span.end is None else None),
            f"  {one_line(span.summary)}{times}",
        )
