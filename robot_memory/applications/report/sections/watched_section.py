"""What was watched and when, what was left out, and how often the robot failed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import PurePosixPath

from robot_memory.applications.reliability.alarm_load import count_alarms
from robot_memory.applications.reliability.reliability_figures import ReliabilityFigures
from robot_memory.applications.reliability.reliability_report import (
    change_text,
    mtbf_text,
    rate_text,
    repair_text,
    share_text,
    trend_text,
)
from robot_memory.applications.report.report_facts import ReportFacts, Values
from robot_memory.applications.report.report_text import count, number
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.foundation.time.stamps import whole_hour
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.day_row import count_of

_GAP = timedelta(hours=24)
_BOOT_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def watched_values(facts: ReportFacts) -> Values:
    """Return the section's values besides the facts."""
    begin, end = facts.span
    spans, running = _boots(facts), sum(facts.running.seconds.values())
    order = sorted(spans, key=lambda boot: (spans[boot], boot), reverse=True)
    now = facts.now.time
    return {
        "sources": _sources(facts),
        "signals": _signals(facts),
        "days": len({time.date() for time in _times(facts)}),
        "total_days": (end.date() - begin.date()).days + 1,
        "running": running,
        "rate": _rate(facts, running),
        "conditions": sorted(facts.running.conditions),
        "starts": [(_start(boot), *spans[boot]) for boot in order],
        "gaps": _gaps(facts, begin, end),
        "muted": [entry for _, entry in facts.open_entries if is_silenced(entry, now)],
        "known": [entry for _, entry in facts.open_entries if entry.is_known(now)],
        "rules": _rules(facts),
    }


def _sources(facts: ReportFacts) -> list[tuple[tuple[str, str, str], int, Sequence[Observation]]]:
    """Return topic, component and detector, with the number of onsets, and their rows."""
    groups: dict[tuple[str, str, str], list[Observation]] = defaultdict(list)
    for row in facts.rows_in_period:
        if row.source is Source.DETECTOR and row.topic:
            groups[row.topic, row.component, row.detector].append(row)
    order = sorted(groups, key=lambda group: (-len(groups[group]), group))
    return [(group, _onsets(groups[group]), groups[group]) for group in order]


def _onsets(rows: Sequence[Observation]) -> int:
    return sum(count_of(row) for row in rows if row.kind in (Kind.ONSET, Kind.EVENT))


def _signals(facts: ReportFacts) -> list[tuple[str, int, list[str]]]:
    """Return topics with their number of signals, and the judged properties."""
    learned: dict[str, set[str]] = defaultdict(set)
    names: dict[str, set[str]] = defaultdict(set)
    for signal in facts.signals:
        name, _, kind = signal.rpartition(" ")
        if not name:
            continue  # learned from all signals together
        topic = name.split(" ")[0] if name.startswith("/") else name.partition(":")[0]
        learned[topic].add(kind)
        names[topic].add(name)
    order = sorted(learned, key=lambda topic: (-len(names[topic]), topic))
    return [(topic, len(names[topic]), sorted(learned[topic])) for topic in order]


def _start(boot: str) -> tuple[str, str]:
    """Return the name of a start: a recording's file, or a short form of a boot id."""
    if boot.startswith("/"):
        return "recording", PurePosixPath(boot).name
    if _BOOT_ID.fullmatch(boot):
        return "boot", boot.partition("-")[0]
    return "", boot


def _rate(facts: ReportFacts, running: float) -> str:
    began = sum(count_of(row) for row in facts.rows_in_period if row.kind is Kind.ONSET)
    words = f"{count(began, 'occurrence')} of faults began"
    if not running:
        return f"{words}."
    return f"{words}: {number(began / (running / 3600.0), 3)} an hour of that running."


def _boots(facts: ReportFacts) -> Mapping[str, tuple[datetime, datetime]]:
    spans = dict(facts.running.boots)
    for row in facts.rows_in_period:
        first, last = spans.get(row.instant.boot, (row.time, row.time))
        spans[row.instant.boot] = (min(first, row.time), max(last, row.time))
    return spans


def _times(facts: ReportFacts) -> set[datetime]:
    """Return the hours with any evidence or running time."""
    return {whole_hour(row.time) for row in facts.rows_in_period} | set(facts.running.seconds)


def _gaps(
    facts: ReportFacts, begin: datetime, end: datetime
) -> list[tuple[timedelta, datetime, datetime]]:
    """Return the gaps without any trace, longest first."""
    order = sorted({*_times(facts), begin, end})
    gaps = [(later - time, time, later) for time, later in pairwise(order)]
    return sorted((gap for gap in gaps if gap[0] > _GAP), reverse=True)


def _rules(facts: ReportFacts) -> list[tuple[str, list[str]]]:
    watched: dict[str, list[str]] = defaultdict(list)
    for detector, words in facts.rules:
        watched[detector].append(words.removeprefix("watches "))
    return sorted(watched.items())


def reliability_values(facts: ReportFacts) -> Values:
    """Return the section's values besides the facts."""
    return {
        "figures": [_row(one) for one in facts.reliability.figures],
        "takeovers": rate_text(facts.reliability.takeovers),
        "alarms": count_alarms(
            (one.data for one in facts.record.happenings), *facts.span, facts.settings.inject_min
        ).words,
    }


def _row(one: ReliabilityFigures) -> tuple[str, tuple[str, ...]]:
    """Return a component, empty for the robot, and its figures in words."""
    cells = (
        f"{rate_text(one.rate)}; {one.open_failures} open",
        rate_text(one.per_kilometre, "km"),
        rate_text(one.per_mission, "mission"),
        mtbf_text(one),
        repair_text(one.repair),
        share_text(one.availability),
        trend_text(one.trend),
        change_text(one),
    )
    return one.component, cells
