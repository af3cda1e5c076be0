"""What was watched, when, and what was left out."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.day_row import count_of
from robot_memory.report.extract_facts import ExtractFacts, hour_of
from robot_memory.report.markup import Child
from robot_memory.report.report_text import code, count, duration, identifier, number, said, when
from robot_memory.report.sections.report_section import bullets, heading, paragraph
from robot_memory.report.tables import Cell, columns, table

_WHY = (code("robot-memory why ID"), " shows the evidence of an entry")
_GAP = timedelta(hours=24)
_GAPS = 30
_BOOT_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def write_watched(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    return [
        paragraph("The memory learns only from what is watched. That nothing stands in the record "
                  "is no evidence that nothing happened: a source may not have been watched, the "
                  "robot may have been off, or no detector may be made for what happened."),
        heading("Sources that something was observed on"), *_sources(facts),
        heading("Signals whose normal behaviour was learned"), *_signals(facts),
        heading("When the robot was observed"), *_exposure(facts),
        heading("What was left out by people"), *_muted(facts),
        heading("What is watched by which detector"), *_rules(facts),
    ]  # fmt: skip


def _sources(facts: ExtractFacts) -> list[Element]:
    groups: dict[tuple[str, str, str], list[Observation]] = defaultdict(list)
    for row in facts.rows_in_period:
        if row.source is Source.DETECTOR and row.topic:
            groups[row.topic, row.component, row.detector].append(row)
    order = sorted(groups, key=lambda group: (-len(groups[group]), group))
    rows: list[list[Cell]] = [
        [said(topic), said(component), detector, f"{_onsets(groups[topic, component, detector]):,}",
         f"{len(groups[topic, component, detector]):,}",
         when(groups[topic, component, detector][0].time),
         when(groups[topic, component, detector][-1].time)]
        for topic, component, detector in order[:100]
    ]  # fmt: skip
    heads = columns("words: Topic", "words: Component", "Detector", "number: Began",
                    "number: Rows", "time: First (UTC)", "time: Last (UTC)")  # fmt: skip
    caption = "Topics, components and detectors with rows in the period, the most frequent first"
    return table(caption, heads, rows, empty="No detector observed anything in the period.",
                 rest=_WHY, total=len(order))  # fmt: skip


def _onsets(rows: Sequence[Observation]) -> int:
    return sum(count_of(row) for row in rows if row.kind in (Kind.ONSET, Kind.EVENT))


def _signals(facts: ExtractFacts) -> list[Element]:
    learned: dict[str, Counter[str]] = defaultdict(Counter)
    names: dict[str, set[str]] = defaultdict(set)
    for signal in facts.signals:
        name, _, kind = signal.rpartition(" ")
        if not name:
            continue  # what is learned of all signals together
        topic = name.split(" ")[0] if name.startswith("/") else name.partition(":")[0]
        learned[topic][kind] += 1
        names[topic].add(name)
    rows: list[list[Cell]] = [
        [said(topic), f"{len(names[topic]):,}", ", ".join(sorted(learned[topic]))]
        for topic in sorted(learned, key=lambda topic: (-len(names[topic]), topic))
    ]
    heads = columns("words: Topic, or node that reports values", "number: Signals",
                    "words: What is judged against the normal")  # fmt: skip
    caption = "Baselines kept at the time of the extract"
    empty = "No baseline is kept: nothing was watched for long enough, or it was not stored yet."
    return table(caption, heads, rows, empty=empty, rest=("the ledger’s table ", code("baselines")))


def _exposure(facts: ExtractFacts) -> list[Element]:
    begin, end = facts.span
    spans, running = _boots(facts), sum(facts.running.seconds.values())
    days = {time.date() for time in _times(facts)}
    total = (end.date() - begin.date()).days + 1
    facts_of_it = bullets(
        f"{count(len(days), 'day')} of {total:,} left a trace in the record.",
        f"{duration(running)} of running are accounted for by moments that were kept; older "
        "moments are thinned, each standing for those left out." if running else
        "No moments of normal running were kept: how long the robot ran cannot be told.",
        _rate(facts, running),
        f"{count(len(spans), 'start')} of the robot, or recordings, left a trace.",
        _conditions(facts),
    )  # fmt: skip
    heads = columns("words: Start, or recording", "time: First trace (UTC)",
                    "time: Last trace (UTC)")  # fmt: skip
    order = sorted(spans, key=lambda boot: (spans[boot], boot), reverse=True)
    rows: list[list[Cell]] = [[_start(boot), *map(when, spans[boot])] for boot in order[:30]]
    return [
        facts_of_it,
        *_gaps(facts, begin, end),
        *table("Starts of the robot, the newest first", heads, rows, most=30, total=len(order),
               empty="Nothing left a trace in the period.",
               rest=("the ledger’s column ", code("boot_id"))),
    ]  # fmt: skip


def _start(boot: str) -> list[Child]:
    """Return what a start is called: of a recording its file, of a boot enough of its number."""
    if boot.startswith("/"):
        return ["recording ", said(PurePosixPath(boot).name)]
    if _BOOT_ID.fullmatch(boot):
        return ["boot ", identifier(boot.partition("-")[0]), "…"]
    return [said(boot)] if boot else ["not noted"]


def _rate(facts: ExtractFacts, running: float) -> str:
    began = sum(count_of(row) for row in facts.rows_in_period if row.kind is Kind.ONSET)
    words = f"{count(began, 'occurrence')} of faults began"
    if not running:
        return f"{words}."
    return f"{words}: {number(began / (running / 3600.0), 3)} an hour of that running."


def _conditions(facts: ExtractFacts) -> list[Child]:
    known = sorted(facts.running.conditions)
    shown = said(", ".join(known[:12]))
    more = f" and {len(known) - 12:,} more" if len(known) > 12 else ""
    if not known:
        return ["No operating condition was kept."]
    kept = "condition was" if len(known) == 1 else "conditions were"
    return [f"{len(known):,} operating {kept} kept beside: ", shown, f"{more}."]


def _boots(facts: ExtractFacts) -> Mapping[str, tuple[datetime, datetime]]:
    spans = dict(facts.running.boots)
    for row in facts.rows_in_period:
        first, last = spans.get(row.instant.boot, (row.time, row.time))
        spans[row.instant.boot] = (min(first, row.time), max(last, row.time))
    return spans


def _times(facts: ExtractFacts) -> set[datetime]:
    """Return the hours that left a trace."""
    return {hour_of(row.time) for row in facts.rows_in_period} | set(facts.running.seconds)


def _gaps(facts: ExtractFacts, begin: datetime, end: datetime) -> list[Element]:
    order = sorted({*_times(facts), begin, end})
    gaps = [(later - time, time, later) for time, later in pairwise(order)
            if later - time > _GAP]  # fmt: skip
    rows: list[list[Cell]] = [
        [when(since), when(until), duration(length.total_seconds())]
        for length, since, until in sorted(gaps, reverse=True)[:_GAPS]
    ]
    heads = columns("time: From (UTC)", "time: To (UTC)", "number: How long")
    caption = "Times of more than a day without any trace, to the hour, the longest first"
    return table(
        caption,
        heads,
        rows,
        most=_GAPS,
        total=len(gaps),
        rest=("the rows of the ledger tell",),
        empty="There was no day without any trace in between.",
    )


def _muted(facts: ExtractFacts) -> list[Element]:
    now = facts.now.time
    rows: list[list[Cell]] = []
    for _, entry in facts.open_entries:
        if entry.is_muted(now):
            until = entry.time_of("muted_until")
            end: Cell = when(until) if until else "until it is unmuted"
            why = str(entry.extra.get("muted_why", ""))
            rows.append(
                [said(entry.text), identifier(entry.id), end, said(why) if why else "not said"]
            )
    heads = columns("words: What", "Entry", "time: Muted until (UTC)", "words: Why")
    caption = "Entries that are muted at the time of the extract: learned, and not told to agents"
    made = table(caption, heads, rows, empty="No entry is muted at the time of the extract.")
    ids = facts.settings.hardware_ids
    if ids:
        made.append(paragraph("Of ", code("/diagnostics"), " only these hardware ids are heard: ",
                              said(ids), "."))  # fmt: skip
    return made


def _rules(facts: ExtractFacts) -> list[Element]:
    given = facts.settings.rules_file
    where = [said(given)] if given else ["those shipped with the software"]
    watched: dict[str, list[Child]] = defaultdict(list)
    for detector, words in facts.rules:
        watched[detector] += [said(words.removeprefix("watches ")), "; "]
    rows: list[list[Cell]] = [[name, watched[name][:-1]] for name in sorted(watched)]
    heads = columns("Detector", "words: Watches")
    return [
        paragraph("The rules that the settings of this home name at the time of the extract, ",
                  *where, "; * stands for any topic. A node that was started with other rules "
                  "watched by those."),
        *table("Rules that bind topics to detectors", heads, rows,
               empty="The rules could not be read."),
    ]  # fmt: skip
