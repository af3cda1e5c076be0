"""What keeps the memory in order: night shifts, archives, probes, files that were written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from robot_memory.ledger.day_row import FOLDED, count_of
from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.markup import Child
from robot_memory.report.memory_record import RecordEvent
from robot_memory.report.report_text import code, count, said, when
from robot_memory.report.sections.report_section import bullets, heading, paragraph
from robot_memory.report.tables import Cell, columns, pairs, table

_HEALTH = {
    "status": "Status",
    "timestamp": "Written at",
    "last_consolidation": "Last full night shift",
    "consolidation_duration_seconds": "It took, seconds",
    "disk_usage_bytes": "Memory home, bytes",
    "disk_usage_percent": "Disk used, percent",
    "active_facts": "Facts that are active",
    "archived_facts": "Facts that are archived",
    "daily_files_count": "Daily digests",
}
_FILES = {
    "knowledge_updated": "knowledge brought up to date",
    "knowledge_written": "knowledge file written",
    "file_written": "semantic file written",
    "session_interrupted": "session that a crash had cut off finished",
    "episode_interrupted": "episode that a crash had cut off finished",
}


def write_upkeep(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    settings = facts.settings
    return [
        heading("Night shift"), *_health(facts.health),
        heading("What moved to archives"),
        paragraph("What is due moves to compressed archives in the memory home, which nobody but "
                  "people removes. Raw logs of sessions are due after "
                  f"{count(settings.memory_oracle_session_retention_days, 'day')}, daily digests "
                  f"after {count(settings.memory_oracle_daily_retention_days, 'day')}."),
        *_archived(facts),
        _rolled_up(facts),
        heading("Probes of recall"), *_probes(facts),
        heading("Other files"), _files(facts),
    ]  # fmt: skip


def _health(health: Mapping[str, object]) -> list[Element]:
    if not health:
        return [paragraph("No night shift has written its state yet: there is no ",
                          code("health.json"), ".")]  # fmt: skip
    rows: list[tuple[str, Cell]] = [
        (words, said(health[name], 80)) for name, words in _HEALTH.items()
        if health.get(name) is not None
    ]  # fmt: skip
    made = [pairs("State of the memory as the last health check wrote it", rows)]
    warnings = health.get("warnings")
    if isinstance(warnings, list) and warnings:
        made += [paragraph("It warned:"), bullets(*([said(one)] for one in warnings[:20]))]
    return made


def _archived(facts: ExtractFacts) -> list[Element]:
    lines = facts.record.of("archived", period=facts.period)
    rows: list[list[Cell]] = [
        [when(line.time), said(line.text("path")), said(line.text("reason"))]
        for line in reversed(lines)
    ]
    heads = columns("time: When (UTC)", "words: What", "words: Why")
    caption = f"{count(len(rows), 'file')} in the period, the newest first"
    return table(caption, heads, rows, empty="Nothing was moved to archives in the period.",
                 rest=(code("archive/"), " in each level of the memory home"))  # fmt: skip


def _rolled_up(facts: ExtractFacts) -> Element:
    folded = [row for row in facts.rows if FOLDED in row.detail]
    if not folded:
        return paragraph("No row of the evidence speaks for others: none was rolled up.")
    amount = sum(map(count_of, folded))
    rows = count(len(folded), "row of the evidence speaks", "rows of the evidence speak")
    return paragraph(f"{rows} for {count(amount, 'occurrence')} that ended long ago.")


def _probes(facts: ExtractFacts) -> list[Element]:
    lines = facts.record.of("quality_probe", period=facts.period)
    rows: list[list[Cell]] = [[when(line.time), _answered(line), _missed(line)]
                              for line in reversed(lines)]  # fmt: skip
    heads = columns("time: When (UTC)", "number: Answered", "words: Not answered")
    caption = "Questions with known answers that recall was asked, the newest first"
    return table(caption, heads, rows, empty="Recall was not probed in the period.", most=30,
                 rest=(code("episodic/events/events.jsonl"),))  # fmt: skip


def _answered(line: RecordEvent) -> str:
    passed, asked = line.data.get("passed"), line.data.get("asked")
    return f"{passed} of {asked}" if isinstance(passed, int) and isinstance(asked, int) else "–"


def _missed(line: RecordEvent) -> list[Child]:
    failed = line.data.get("failed")
    if not isinstance(failed, list) or not failed:
        return ["none"]
    words: list[Child] = []
    for one in failed[:10]:
        words += [said(one, 80), "; "]
    return words[:-1]


def _files(facts: ExtractFacts) -> Element:
    amounts = Counter(line.what for line in facts.record.of(*_FILES, period=facts.period))
    if not amounts:
        return paragraph("No other file was noted in the period.")
    return bullets(*(f"{words}: {count(amounts[what], 'time')}"
                     for what, words in _FILES.items() if amounts[what]))  # fmt: skip
