"""The page: head, first page, contents, coverage, sections; and the allowed destinations.

It is self-contained. It is written to its own file, never over one of the memory's records.
"""

from __future__ import annotations

import stat
from datetime import datetime
from pathlib import Path

from robot_memory.applications.reliability.reliability_report import rate_text, trend_text
from robot_memory.applications.report.report_facts import ReportFacts, Values
from robot_memory.applications.report.sections import SECTIONS
from robot_memory.applications.report.sections.decisions import SAID, statement_of
from robot_memory.applications.report.sections.hazards import entry_rows
from robot_memory.entries import MemoryEntry
from robot_memory.entries.known_rules import is_known_unproven
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.extras import how_to_install
from robot_memory.foundation.home import Home
from robot_memory.ledger import Severity, Source

_BEGINS = b"<!DOCTYPE html>"
_IS_OURS = b'<meta name="generator" content="robot_memory '
_LEDGER, _MEMORY_FILE = "observations.db", "robot-memory.md"
_ENOUGH = 2000  # bytes within which a page identifies itself
_MOST = 5  # hazards, and people's statements, on the first page


def write_page(facts: ReportFacts) -> str:
    """Return an extract as HTML; the same facts give the same text.

    Raises:
        InvalidInput: Jinja2 is not installed.
    """
    try:
        from robot_memory.applications.report.markup import render  # only now: it needs Jinja2
    except ModuleNotFoundError as error:
        raise InvalidInput(
            f"an extract is written with the library {error.name}: {how_to_install('report')}"
        ) from error
    sections = [
        (one, render(f"sections/{one.anchor}.html", {"facts": facts, **one.values(facts)}))
        for one in SECTIONS
    ]
    first = render("first_page.html", {"facts": facts, **first_page_values(facts)})
    return render("page.html", {"facts": facts, "first_page": first, "sections": sections})


def first_page_values(facts: ReportFacts) -> Values:
    """Return the values of the first page besides the facts.

    They are the worst hazards, people's actions, the number of open entries, and the trend.
    """
    now = facts.now.time
    entries = [entry for _, entry in facts.open_entries]
    of_people = (row for row in facts.rows_in_period if row.source is Source.PERSON)
    said = [row for row in of_people if row.kind in SAID and not row.is_concluded]
    robot = facts.reliability.figures[0] if facts.reliability.figures else None
    return {
        "worst": _worst(facts),
        "said": [statement_of(facts, row) for row in said[: -_MOST - 1 : -1]],
        "said_in_all": len(said),
        "amounts": {
            "open": len(entries),
            "observed": sum(entry.id in facts.evidence for entry in entries),
            "waiting": sum("recovered_note" in entry.extra for entry in entries),
            "known": sum(_is_known(entry, now) for entry in entries),
            "muted": sum(is_silenced(entry, now) for entry in entries),
        },
        "robot": robot,
        "rate": rate_text(robot.rate) if robot else "",
        "trend": trend_text(robot.trend) if robot else "",
    }


def _worst(facts: ReportFacts) -> list[object]:
    """Return the worst open entries, as in the table of hazards.

    First come present faults, then the most severe ones in the period, as reported, then those with
    the highest confidence. Entries only from agents, and entries that a person muted or declared
    known, are left out.
    """
    now = facts.now.time
    found = [
        (value, entry) for value, entry in facts.open_entries
        if not (entry.is_agents_word or is_silenced(entry, now) or _is_known(entry, now))
    ]  # fmt: skip

    def order(pair: tuple[float, MemoryEntry]) -> tuple[bool, int]:
        seen = facts.evidence.get(pair[1].id, ())
        severity = max((row.severity.rank for row in seen), default=Severity.OK.rank)
        return pair[1].id in facts.there, severity

    return list(entry_rows(facts, sorted(found, key=order, reverse=True)[:_MOST]))


def _is_known(entry: MemoryEntry, now: datetime) -> bool:
    """Whether a person declared an entry known: an agent cannot remove entries from this page."""
    return entry.is_known(now) and not is_known_unproven(entry, now)


def is_extract(begin: bytes) -> bool:
    """Whether a file is an extract of any version, judged by its beginning."""
    return begin.startswith(_BEGINS) and _IS_OURS in begin


def find_destination(given: str, home: Home) -> Path:
    """Return the file to which an extract may be written, with links resolved.

    It may be a new file, an empty one, or an older extract. Nothing inside any memory home is
    touched, whatever path leads there.

    Args:
        home: the extract's memory home; its memory file may be elsewhere.

    Raises:
        InvalidInput: the file lies in a memory home, would overwrite something other than an
            extract, or cannot be created.
    """
    try:
        target = Path(given).resolve()
        problem = _problem(target, home)
    except OSError as error:
        raise _refused(given, f"cannot be looked at: {error.strerror or error}") from error
    except RuntimeError as error:  # circular links
        raise _refused(given, f"leads nowhere: {error}") from error
    if problem:
        raise _refused(given, problem)
    return target


def write_extract(target: Path, page: str, given: str) -> None:
    """Write an extract in one step: an existing file stays unchanged until then.

    Raises:
        InvalidInput: the disk is full, or the folder is not writable.
    """
    try:
        files.replace_durably(target, page.encode())
    except OSError as error:
        problem = f"{error.strerror or error}; name a file in a folder that can be written"
        raise _refused(given, problem) from error


def _refused(given: str, problem: str) -> InvalidInput:
    return InvalidInput("no report was written", [Defect(f"-o {given}", problem)])


def _problem(target: Path, home: Home) -> str:
    """Return why the file may not be written; empty if it may."""
    other = "name a file in a folder of its own, such as ~/reports/report.html"
    if not target.parent.is_dir():
        return f"there is no folder {target.parent}; make it first, or name another"
    of = _home_of(target, home)
    if of:
        return f"is in the memory home {of}, of which nothing was changed; {other}"
    if target in (home.memory_file.resolve(), home.archive.resolve()):
        return f"is part of the memory of {home.folder}, and was not changed; {other}"
    if not target.exists():
        return ""
    mode = target.stat().st_mode
    if stat.S_ISDIR(mode):
        return "is a folder; name a file in it, such as report.html"
    if not stat.S_ISREG(mode):
        return "is not a file; without -o the report goes to standard output"
    with target.open("rb") as file:
        begin = file.read(_ENOUGH)
    if begin and not is_extract(begin):
        return "is there, is no report, and was not changed; remove it first, or name another file"
    return ""


def _home_of(target: Path, home: Home) -> Path | None:
    """Return the memory home that contains a file; None if there is none."""
    folders = list(target.parents)
    if home.folder.is_dir():
        for folder in folders:
            if folder.samefile(home.folder):
                return folder
    if (target.parent / _MEMORY_FILE).is_file():
        return target.parent
    return next((folder for folder in folders if (folder / _LEDGER).is_file()), None)
