"""The texts of each part of the dashboard; pure functions.

Texts that others chose are shown in one line, without control characters and markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from rich.text import Text

from robot_memory.applications.memory_status import state_words
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.confidence import HIGH, LOW, MEDIUM, band
from robot_memory.entries.context_block import percent
from robot_memory.entries.memory_entry import KEPT_UNTIL
from robot_memory.entries.mute_rules import mute_asker
from robot_memory.entries.peer_text import without_our_brackets
from robot_memory.entries.presence import Presence, PresenceState
from robot_memory.entries.resolve_rules import is_found_over, is_proposed
from robot_memory.faces.watch.robot_state import RobotState
from robot_memory.foundation.text.escaping import terminal_line, terminal_text

COLUMNS = ("sure", "since", "last", "seen", "what this robot knows", "id")
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400  # s
_PRESENCES = {PresenceState.PRESENT: "red", PresenceState.UNKNOWN: "dim"}
_STYLES = {HIGH: "bold red", MEDIUM: "yellow", LOW: "green"}


def headline(state: RobotState) -> Text:
    """Return the memory's owner, its health, and the age of its newest evidence."""
    line = Text.assemble((shown(state.rrn).plain, "bold"), "  ")
    if state.problems:
        line.append_text(shown("; ".join(state.problems), "bold red"))
    else:
        line.append("memory is whole", "green")
    last = _shown_age(state.last_evidence, state.time)
    line.append(f"  {state.seq} rows of evidence, the last {last} ago" if state.seq else "  no row")
    line.append(f"  {state.time:%Y-%m-%d %H:%M:%S} UTC", "dim")
    return line


def chosen(
    state: RobotState, words: str, *, with_resolved: bool
) -> list[tuple[float, MemoryEntry]]:
    """Return the entries to show.

    Args:
        words: each must occur in the text, the type, the tags or the id, in any case.
    """
    wanted = words.casefold().split()
    return [
        (confidence, entry)
        for confidence, entry in state.entries
        if (with_resolved or entry.type is not EntryType.RESOLVED)
        and all(word in _searched(entry) for word in wanted)
    ]


def _searched(entry: MemoryEntry) -> str:
    return " ".join((entry.text, entry.type.value, *entry.tags, entry.id)).casefold()


def entry_cells(state: RobotState, confidence: float, entry: MemoryEntry) -> Sequence[Text]:
    """Return the cells of an entry, in the order of :data:`COLUMNS`."""
    return (
        Text(f"{percent(confidence):3d} %", style=_STYLES[band(confidence)]),
        Text(_shown_age(entry.first_seen, state.time), justify="right"),
        Text(_last(state, entry), justify="right"),
        Text(f"{entry.observation_count}×", justify="right"),
        shown(_note(state, entry) + without_our_brackets(entry.text)),
        shown(entry.id, "dim"),
    )


def _last(state: RobotState, entry: MemoryEntry) -> str:
    last = state.last[entry.id]
    if last is None:
        return "kept" if KEPT_UNTIL in entry.extra and entry.key is None else "now"
    return _shown_age(last, state.time)


def _note(state: RobotState, entry: MemoryEntry) -> str:
    if entry.type is EntryType.RESOLVED:
        return "(resolved) "
    if mute_asker(entry, state.time):
        return "(asked to mute) "
    if entry.is_muted(state.time):
        return "(muted) "
    if entry.is_known(state.time):
        return "(known) "
    if not is_proposed(entry):
        return ""
    return "(recovered?) " if is_found_over(entry) else "(asked to resolve) "


def ongoing_lines(state: RobotState) -> Text:
    """Return the present faults, and the faults whose presence is unknown."""
    if not state.ongoing:
        calm = state_words(state.watched, is_watched=state.is_watched)
        return shown(calm, "green" if state.is_watched else "yellow")
    return Text("\n").join(
        Text.assemble(
            (f"{_shown_age(presence.since, state.time):>6}  ", _PRESENCES[presence.state]),
            shown(without_our_brackets(entry.text) + _doubt(state, presence)),
        )
        for entry, presence in state.ongoing
    )  # fmt: skip


def _doubt(state: RobotState, presence: Presence) -> str:
    is_unknown = presence.state is PresenceState.UNKNOWN
    return f" (unknown since then: {state.watched})" if is_unknown else ""


def review_lines(state: RobotState) -> Text:
    """Return the decisions that wait for a person."""
    if not state.reviews:
        return Text("nothing waits for you", "green")
    return Text("\n").join(shown(line) for line in state.reviews)


def change_lines(state: RobotState) -> Text:
    """Return the changes, newest first."""
    if not state.changes:
        return Text("nothing yet", "dim")
    return Text("\n").join(
        Text.assemble(
            (f"{_shown_age(change.time, state.time):>6}  ", "dim"),
            (f"{shown(change.what).plain:<10} ", "bold"), shown(change.text),
        )
        for change in state.changes
    )  # fmt: skip


def shown(text: str, style: str = "") -> Text:
    """Return a text that somebody else chose for a cell; its control codes have no effect."""
    return Text(terminal_line(text), style=style)


def shown_lines(lines: list[str]) -> Text:
    """Return lines as one text."""
    return Text("\n").join(Text(terminal_text(line)) for line in lines)


def _shown_age(since: datetime | None, now: datetime) -> str:
    """Return a time's age in the largest unit that fits: ``3 min``."""
    if since is None:
        return "never"
    seconds = max(timedelta(), now - since).total_seconds()
    for size, unit in ((_DAY, "d"), (_HOUR, "h"), (_MINUTE, "min")):
        if seconds >= 2 * size:  # rounding a single unit could lose half of it
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
