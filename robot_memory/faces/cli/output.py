"""The form of entries and evidence on a terminal and as JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from robot_memory.entries import MemoryEntry
from robot_memory.entries.confidence import HIGH, LOW, MEDIUM, band
from robot_memory.entries.context_block import marked_line
from robot_memory.entries.json_records import plain_value
from robot_memory.entries.keep_rules import keep_words
from robot_memory.entries.known_rules import KNOWN_REQUEST, date_words, known_asker, until_of
from robot_memory.entries.memory_entry import KEPT_UNTIL
from robot_memory.entries.mute_rules import mute_asker, muter_words
from robot_memory.entries.resolve_rules import is_proposed, question_of
from robot_memory.entries.running_hours import RunningHours
from robot_memory.entries.text_as_read import last_seen, text_now
from robot_memory.faces.cli.terminal_lines import StyledLine, print_lines, styled
from robot_memory.faces.cli.terminal_stream import TextStyle
from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.foundation.text.escaping import json_text, one_line
from robot_memory.ledger import Observation, Source
from robot_memory.ledger.day_row import FOLDED, first_of
from robot_memory.ledger.observation import LASTED, Kind
from robot_memory.ledger.position import WGS84

_BANDS = {HIGH: TextStyle.RED, MEDIUM: TextStyle.YELLOW, LOW: TextStyle.GREEN}
_KINDS = {Kind.ONSET: TextStyle.RED, Kind.END: TextStyle.GREEN}


def wants_json(args: argparse.Namespace) -> bool:
    """Whether JSON was requested."""
    return "json" in args


def print_json(value: object) -> None:
    """Print a value as JSON; times as ISO 8601."""
    print(json_text(value, indent=2, default=plain_value))


def answer(
    args: argparse.Namespace,
    record: object,
    lines: Iterable[str | StyledLine],
    *,
    nothing: str = "",
) -> int:
    """Print an answer, as JSON if requested, else as lines; return exit status 0.

    Args:
        nothing: printed on standard error if there are no lines.
    """
    if wants_json(args):
        print_json(record)
        return 0
    shown = list(lines)
    print_lines(shown)
    if nothing and not shown:
        print(nothing, file=sys.stderr)
    return 0


def entry_lines(
    entries: Iterable[tuple[float, MemoryEntry]], now: datetime, hours: RunningHours
) -> Iterator[StyledLine]:
    """Yield the lines that show entries to a person; they mark entries that agents are not told of.

    Args:
        entries: each with its current confidence.
        hours: the robot's running hours, for rates per hour.
    """
    for confidence, entry in entries:
        last = last_seen(entry, hours)
        seen = [f"last {last:%Y-%m-%d %H:%M} UTC"] if last else []
        is_there = hours.is_there(entry) or not (last or KEPT_UNTIL in entry.extra)
        mark, sign, text = marked_line(confidence, text_now(entry, now, hours)).partition("]")
        yield styled((mark + sign, _BANDS[band(confidence)]), (text, TextStyle.STRONG))
        until = ["there now", *seen] if is_there else seen
        details = ", ".join(
            (f"  {entry.type.value}", *_said_by(entry), f"seen {entry.times_seen}", *until)
        )
        yield styled("   ", entry.id, (details, TextStyle.DIM))
        if is_proposed(entry):
            question = (f"   {question_of(entry)}", TextStyle.GREEN)
            yield styled(question, one_line(str(entry.extra["recovered_note"])))
        if asker := mute_asker(entry, now):
            yield styled((f"   told, though {one_line(asker)} asks to mute it", TextStyle.DIM))
        elif entry.is_muted(now):
            yield styled((_muted(entry), TextStyle.DIM))
        if asker := known_asker(entry):
            end = date_words(entry.time_of(KNOWN_REQUEST[2]))
            yield styled((f"   {one_line(asker)} asks to declare it known{end}", TextStyle.DIM))
        if entry.is_known(now):
            yield styled((_known(entry), TextStyle.DIM))
        if stands := keep_words(entry, now):
            yield styled((f"   {stands}", TextStyle.DIM))


def _said_by(entry: MemoryEntry) -> tuple[str, ...]:
    """Return the source of an entry, unless a detector or a person vouches for it."""
    if not entry.is_agents_word:
        return ()
    is_agent = entry.extra["source"] == Source.AGENT
    return ("an agent noted it" if is_agent else "said to be a person, over ROS",)


def _muted(entry: MemoryEntry) -> str:
    until, why = entry.time_of("muted_until"), str(entry.extra.get("muted_why", ""))
    when = f" until {until:%Y-%m-%d %H:%M} UTC" if until else ""
    by = "" if muter_words(entry) == "a person" else f" by {one_line(muter_words(entry))}"
    return f"   muted{by}{when}{f': {one_line(why)}' if why else ''}"


def _known(entry: MemoryEntry) -> str:
    since, by = entry.time_of("known_since"), one_line(str(entry.extra.get("known_by", "")))
    when = f" since {since:%Y-%m-%d %H:%M} UTC" if since else ""
    return f"   known{when}{f', says {by}' if by else ''}"


def evidence_line(row: Observation) -> StyledLine:
    """Return the line that shows a ledger row to a person."""
    when = row.time.strftime("%Y-%m-%d %H:%M:%S")
    where = f" on {row.topic}" if row.topic else f" by {_author(row)}"
    place = place_words(row.detail) if row.topic else ""
    message = place or row.detail.get("message", "" if row.topic else row.summary)
    words = f": {one_line(str(message))}" if message else ""
    began = row.detail.get("began", "")
    words += f", {one_line(str(began))}" if began else ""
    words += date_words(until_of(row))
    lasted = _folded(row) or _lasted(row.detail)
    return styled(
        f"  {when}  ", (f"{row.kind.value:<8}", _KINDS.get(row.kind)),
        f"{where}{words}{lasted}", (_numbers(row.context), TextStyle.DIM),
    )  # fmt: skip


def place_words(detail: Mapping[str, Any]) -> str:
    """Return an event's position, or a place's size and how often the event happened there."""
    if "place" in detail:
        place = detail["place"]
        times = f"{place['events']} events on {place['hits']} of {place['passes']} passes"
        return f"{times}, within {place['radius']:.1f} m of {_point(place)}"
    if "at" in detail:
        return f"at {_point(detail['at'])}, ± {detail['at']['sigma']:.1f} m"
    return ""


def _point(at: Mapping[str, Any]) -> str:
    if at["frame"] == WGS84:
        return f"({at['y']:.5f}, {at['x']:.5f}) in `{WGS84}`"
    return f"({at['x']:.2f}, {at['y']:.2f}) in `{at['frame']}`".replace("-", "\N{MINUS SIGN}")


def _author(row: Observation) -> str:
    who = "somebody, " + CLAIM if row.source is Source.CLAIMED else row.source.value
    if row.is_concluded:
        return f"the memory, from {row.source.value}s' reports"
    name = row.detail.get("by")
    return f"{who} ({one_line(str(name))})" if name else who


def _folded(row: Observation) -> str:
    """Return the words for a row that sums up a day."""
    folded = row.detail.get(FOLDED)
    if folded is None:
        return ""
    first = first_of(row).strftime("%H:%M:%S")
    return f", {folded['count']} times that day since {first}, for {folded['seconds']:.1f} s in all"


def _lasted(detail: Mapping[str, Any]) -> str:
    if LASTED not in detail:
        return ""
    repeats = f", came back {detail['repeats']} times" if detail.get("repeats") else ""
    return f" after {detail[LASTED]:.1f} s{repeats}"


def _numbers(context: Mapping[str, float]) -> str:
    values = ", ".join(f"{name} {value:.4g}" for name, value in sorted(context.items()))
    return f"  ({values})" if values else ""
