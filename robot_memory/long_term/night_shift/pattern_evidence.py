"""The evidence for patterns: entries, people's requests, events (002 §Consolidation).

See docs/reference/night-shift.md, "Knowledge".
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, tzinfo
from typing import Any

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.conversation import is_person
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.hash_chain import link_in
from robot_memory.long_term.night_shift import session_turns
from robot_memory.long_term.night_shift.digest_survey import local_day, one_line, turns_by_day
from robot_memory.long_term.night_shift.recurring_pattern import (
    EVENTS_OF,
    NOTES_OF_AGENTS,
    DayTally,
    PatternEvidence,
    is_agents_word,
)

REQUESTS = "Requests"

_LONGEST_REQUEST = 80  # characters; longer texts are not requests that recur word for word
_ORDER = re.compile(
    r"(?:please )?(?:go|come|drive|move|turn|stop|start|open|close|bring|fetch|take|pick|put|place|"
    r"carry|deliver|return|follow|patrol|teach|learn|show|find|check|scan|inspect|clean|mop|charge|"
    r"dock|undock|park|wait|play|set|switch|lift|lower|load|unload|grasp|release|call|send|report|"
    r"map|explore|run|repeat|wake|water|unlock|lock) "
    r"(?!on\b|ahead\b|for it\b|it\b|well\b|care\b)\w",
    re.IGNORECASE,
)
_TEXTS = ("text", "summary", "what", "content")
_FAILED = frozenset("failed failure denied aborted rejected error timeout".split())


def of_entries(
    entries: Iterable[tuple[float, MemoryEntry]], zone: tzinfo | None
) -> Iterator[PatternEvidence]:
    """Yield the evidence from entries, which count their occurrences and days themselves.

    A resolved entry counts as contradicted on the day of its resolution.
    """
    for _, entry in entries:
        is_resolved = entry.type is EntryType.RESOLVED
        kind = entry.resolved_from if is_resolved else entry.type
        if kind is None:
            continue
        page, heading = _place_of(kind, entry)
        counts = (entry.observation_count, entry.days_observed)
        seen = local_day(entry.last_reinforced, zone)
        common = (f"entry:{entry.id}", page, heading, entry.text)
        by = (_author_of(entry),)
        yield PatternEvidence(*common, seen, DayTally(1, 0), *counts, by)
        resolved = entry.time_of("resolved_at")
        if is_resolved and resolved is not None:
            yield PatternEvidence(*common, local_day(resolved, zone), DayTally(0, 1), *counts, by)


def _author_of(entry: MemoryEntry) -> str:
    if entry.is_agents_word:
        return NOTES_OF_AGENTS
    return "notes of people" if entry.key is None else "detectors"


def _place_of(kind: EntryType, entry: MemoryEntry) -> tuple[str, str]:
    if kind is EntryType.ENVIRONMENT_NOTE:
        return "locations", "Notes"
    if kind is EntryType.BEHAVIOR_PATTERN:
        return "patterns", "Behavior"
    component = entry.key.component if entry.key else entry.subject_tag
    return "components", one_line(component) or "Robot"


def of_requests(
    levels: Levels, zone: tzinfo | None, first: date, last: date
) -> Iterator[PatternEvidence]:
    """Yield people's requests: by intent if the robot recognised it, else word for word.

    Small talk recurs as well, but is no request.
    """
    asked: dict[tuple[str, date], int] = defaultdict(int)
    words: dict[str, str] = {}
    for origin in session_turns.session_sources(levels, zone):
        if isinstance(origin, session_turns.UnreadableFile):
            continue
        for day, turn in turns_by_day(origin, zone):
            request = _request_in(turn) if first <= day <= last else ""
            if request:
                asked[_form(request), day] += 1
                words.setdefault(_form(request), request)
    for (form, day), times in sorted(asked.items()):
        text = f"People ask: {words[form]}"
        tally = DayTally(times, 0)
        yield PatternEvidence(
            f"asked:{form}", "patterns", REQUESTS, text, day, tally, by=("requests of people",)
        )


def _request_in(turn: session_turns.SessionTurn) -> str:
    if not is_person(turn.speaker):
        return ""
    if turn.intent:
        return one_line(without_secrets(turn.intent))
    text = session_turns.plain(without_secrets(turn.text))
    is_short = len(text) <= _LONGEST_REQUEST and len(text.split()) > 1
    return text if is_short and _ORDER.match(text) else ""


def of_events(
    levels: Levels, zone: tzinfo | None, first: date, last: date
) -> Iterator[PatternEvidence]:
    """Yield events that agents and tools noted; the memory's own events are no pattern.

    The same text from agents and from others makes two patterns; otherwise an agent could confirm
    or refute what a person noted.
    """
    held: dict[tuple[str, date], list[int]] = defaultdict(lambda: [0, 0])
    words: dict[str, str] = {}
    authors: dict[str, set[str]] = defaultdict(set)
    for line in levels.events.read():
        key, link = line.data.get("key"), link_in(line.data)
        if not isinstance(key, str):
            continue
        text = next(filter(None, map(one_line, map(line.data.get, _TEXTS))), "")
        # For an event that somebody asked for, the time of writing: its own timestamps could turn
        # one moment into three days.
        time = time_of((link.at if link else "") or line.data.get("timestamp"))
        if time is None or not text:
            continue
        day = local_day(time, zone)
        if first <= day <= last:
            writer = "another tool" if link is None else link.outside or "this memory"
            author = f"{EVENTS_OF}{writer}"
            whose = "agents' event" if is_agents_word(author) else "event"
            form = f"{whose}:{key}:{_form(text)}"
            words.setdefault(form, text)
            held[form, day][_has_failed(line.data)] += 1
            authors[form].add(author)
    for (form, day), (confirmed, contradicted) in sorted(held.items()):
        tally = DayTally(confirmed, contradicted)
        by = tuple(sorted(authors[form]))
        yield PatternEvidence(form, "patterns", "Events", words[form], day, tally, by=by)


def _has_failed(data: Mapping[str, Any]) -> bool:
    outcome = data.get("outcome")
    return data.get("success") is False or (
        isinstance(outcome, str) and outcome.casefold() in _FAILED
    )


def _form(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())
