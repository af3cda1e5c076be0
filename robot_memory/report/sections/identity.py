"""Which robot, which record, up to which line: so that the extract can be checked later."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from robot_memory.audit import Part
from robot_memory.report.facts import Facts
from robot_memory.report.markup import Child, tag
from robot_memory.report.sections.section import bullets, heading, paragraph
from robot_memory.report.tables import Cell, columns, pairs, table
from robot_memory.report.wording import code, count, said, when

_REMARKS = 5
_KINDS = {
    "wall": "wall time of a robot",
    "simulated": "simulated time",
    "recording": "time of recordings that were played back",
}


def write_identity(facts: Facts) -> list[Element]:
    """Return the section."""
    made = [pairs("The extract and the record that it was made from", _record(facts))]
    made += [heading("Whether the record is what was written"), *_checked(facts)]
    if facts.troubles:
        made.append(paragraph("What could not be read, and is missing below:"))
        made.append(bullets(*([said(trouble)] for trouble in facts.troubles)))
    made += [heading("How to check this extract later"), *_how_to_check(facts)]
    return made


def _record(facts: Facts) -> list[tuple[str, Cell]]:
    who, head = facts.identity, facts.record.head
    trust = "" if facts.now.trusted else " (the clock was not known to be right)"
    begin, end = facts.span
    rows: list[tuple[str, Cell]] = [
        ("Robot (RRN)", code(who.rrn) if who.rrn else "none is set"),
        ("Made at", [when(facts.now.time, seconds=True), f" UTC{trust}"]),
        ("Made by", f"robot_memory {who.version}, the command robot-memory report"),
        ("Period asked for", _asked(facts)),
        ("Period with a record", [when(begin), " to ", when(end), " UTC"]),
        ("Kind of time", _KINDS.get(who.time_kind, who.time_kind)),
        ("Evidence (ledger)", _ledger(facts)),
        ("Memory file, SHA-256", code(who.file_sha256) if who.file_sha256 else "there is none"),
        ("Record of what the memory did", _head(head.seq, head.digest)),
        ("Newest receipt of a changed row", _receipt(facts)),
    ]
    return rows


def _asked(facts: Facts) -> list[Child]:
    since, until = facts.period.since, facts.period.until
    begin: list[Child] = ["from the beginning"] if since is None else ["from ", when(since)]
    end: list[Child] = (
        [" to the time of the extract"] if until is None else [" to before ", when(until)]
    )
    return [*begin, *end, "" if since is None and until is None else " UTC"]


def _ledger(facts: Facts) -> list[Child]:
    if not facts.identity.ledger_id:
        return ["there is none yet"]
    rows = count(len(facts.rows), "row")
    up_to = f" up to row {facts.identity.seq}" if facts.rows else ""
    return [code(facts.identity.ledger_id), f", {rows}{up_to}"]


def _head(seq: int, digest: str) -> list[Child]:
    return [f"line {seq}, SHA-256 ", code(digest)] if seq else ["no line was written yet"]


def _receipt(facts: Facts) -> list[Child]:
    name, digest = facts.changes.head
    return (
        [code(name), ", SHA-256 ", code(digest)] if name else ["no row was ever changed or tried"]
    )


def _checked(facts: Facts) -> list[Element]:
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


def _amounts(part: Part) -> str:
    return ", ".join(f"{what}: {number:,}" for what, number in part.counts.items())


def _verdict(part: Part) -> list[Child]:
    words: list[Child] = ["whole"]
    if part.defects:
        defects = count(len(part.defects), "defect")
        words = [tag("strong", f"{defects}: not what was written. "), said(part.defects[0])]
    for remark in part.remarks[:_REMARKS]:
        words += ["; ", said(remark)]
    return words


def _how_to_check(facts: Facts) -> list[Element]:
    head = facts.record.head
    made = [paragraph(
        "The extract can be made again: the same memory home, version, machine and time, given "
        "with ", code("--now"), ", give the same file, byte for byte. Whether the record was "
        "shortened or changed since can be told from the heads above, on the robot or on a copy of "
        "its memory home:",
    )]  # fmt: skip
    seen = f" --seen {head.seq}:{head.digest}" if head.seq else ""
    made.append(tag("pre", f"robot-memory audit verify{seen}"))
    return made
