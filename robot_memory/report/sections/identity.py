"""Which robot, which record, up to which line: so that the extract can be checked later."""

from __future__ import annotations

from datetime import timedelta
from xml.etree.ElementTree import Element

from robot_memory.governance.audit import AuditPart
from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.markup import Child, tag
from robot_memory.report.report_text import code, count, said, when
from robot_memory.report.sections.report_section import bullets, heading, paragraph
from robot_memory.report.tables import Cell, columns, pairs, table

_REMARKS = 5
_SAME = timedelta(minutes=1)  # a large home takes seconds to be read
_KINDS = {
    "wall": "wall time of a robot",
    "simulated": "simulated time",
    "recording": "time of recordings that were played back",
}


def write_identity(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    made = [pairs("The extract and the record that it was made from", _record(facts))]
    made += [heading("Whether the record is what was written"), *_checked(facts)]
    if facts.issues:
        made.append(paragraph("What could not be read, and is missing below:"))
        made.append(bullets(*([said(failure)] for failure in facts.issues)))
    made += [heading("How to check this extract later"), *_how_to_check(facts)]
    return made


def _record(facts: ExtractFacts) -> list[tuple[str, Cell]]:
    who, head = facts.identity, facts.record.head
    rows: list[tuple[str, Cell]] = [
        ("Robot (RRN)", code(who.rrn) if who.rrn else "none is set"),
        *_times(facts),
        ("Made by", f"robot_memory {who.version}, the command robot-memory report"),
        ("Period asked for", _asked(facts)),
        ("Period with a record", _recorded(facts)),
        ("Kind of time", _KINDS.get(who.time_kind, who.time_kind)),
        ("Evidence (ledger)", _ledger(facts)),
        ("Memory file, SHA-256", code(who.file_sha256) if who.file_sha256 else "there is none"),
        ("Record of what the memory did", _head(head.seq, head.digest)),
        ("Newest receipt", _receipt(facts)),
    ]
    return rows


def _times(facts: ExtractFacts) -> list[tuple[str, Cell]]:
    """Return when the extract was made, and what time it was in the record where that differs."""
    trust = "" if facts.now.trusted else ", which is not known to be right"
    now: list[Child] = [when(facts.now.time, seconds=True), f" UTC{trust}"]
    if facts.made_at is None:
        return [
            ("Made as of", [*now, ", a time that was given; the machine’s own date is left out"])
        ]
    made: list[Child] = [when(facts.made_at, seconds=True), " UTC by the machine’s clock"]
    if abs(facts.made_at - facts.now.time) < _SAME:
        return [("Made at", [*made, trust])]
    as_of = ": the time of the extract of which is spoken below; confidence is worked out up to it"
    return [("Made at", made), ("Time in the record then", [*now, as_of])]


def _recorded(facts: ExtractFacts) -> list[Child]:
    begin, end = facts.span
    if facts.has_record:
        return [when(begin), " to ", when(end), " UTC"]
    if not facts.rows:
        return ["none: there is no evidence yet"]
    return ["none: the first row is of ", when(facts.first), " UTC, after the period"]


def _asked(facts: ExtractFacts) -> list[Child]:
    since, until = facts.period.since, facts.period.until
    begin: list[Child] = ["from the beginning"] if since is None else ["from ", when(since)]
    end: list[Child] = (
        [" to the time of the extract"] if until is None else [" to before ", when(until)]
    )
    return [*begin, *end, "" if since is None and until is None else " UTC"]


def _ledger(facts: ExtractFacts) -> list[Child]:
    if not facts.identity.ledger_id:
        return ["there is none yet"]
    rows = count(len(facts.rows), "row")
    up_to = f" up to row {facts.identity.seq}" if facts.rows else ""
    return [code(facts.identity.ledger_id), f", {rows}{up_to}"]


def _head(seq: int, digest: str) -> list[Child]:
    return [f"line {seq}, SHA-256 ", code(digest)] if seq else ["no line was written yet"]


def _receipt(facts: ExtractFacts) -> list[Child]:
    name, digest = facts.changes.head
    return [code(name), ", SHA-256 ", code(digest)] if name else ["there is no receipt"]


def _checked(facts: ExtractFacts) -> list[Element]:
    rows: list[list[Cell]] = [[part.name, _amounts(part), _verdict(part)] for part in facts.audit]
    heads = columns("Part", "words: How much there is", "words: Verdict")
    caption = "The audit of the home, made with the extract: chains of hashes and signatures"
    made = table(caption, heads, rows, empty="The home could not be audited.")
    made.append(paragraph(
        "Rows of the ledger, the memory file and knowledge carry no hashes of their own: whether "
        "somebody with access to the disk changed them cannot be told, but for rows that receipts "
        "name."
    ))  # fmt: skip
    untrusted = sum(not row.instant.trusted for row in facts.rows)
    if untrusted:
        made.append(paragraph(
            f"{count(untrusted, 'row')} came while the robot did not know the time for certain: "
            "their times are estimates."
        ))  # fmt: skip
    return made


def _amounts(part: AuditPart) -> str:
    return ", ".join(f"{what}: {number:,}" for what, number in part.counts.items())


def _verdict(part: AuditPart) -> list[Child]:
    words: list[Child] = ["whole"]
    if part.defects:
        defects = count(len(part.defects), "defect")
        words = [tag("strong", f"{defects}: not what was written. "), said(part.defects[0])]
    for remark in part.remarks[:_REMARKS]:
        words += ["; ", said(remark)]
    return words


def _how_to_check(facts: ExtractFacts) -> list[Element]:
    made = [paragraph(
        "Extracts that are made with the same time, given with ", code("--now"), ", of the same "
        "memory home, on the same machine, by the same version, are the same, byte for byte. "
        "Whether the record was shortened or changed since can be told from the heads above, on "
        "the robot or on a copy of its memory home:",
    )]  # fmt: skip
    heads = [f"{part.name}:{part.head.seq}:{part.head.digest}"
             for part in facts.audit if part.head is not None and part.head.seq]  # fmt: skip
    seen = f" --seen {' '.join(heads)}" if heads else ""
    made.append(tag("pre", f"robot-memory audit verify{seen}"))
    return made
