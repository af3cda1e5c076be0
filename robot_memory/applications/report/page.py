"""The page: head, a page for a person, contents, coverage, sections; it needs nothing else."""

from __future__ import annotations

from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.applications.report.sections import SECTIONS
from robot_memory.applications.report.sections.first_page import first_page_values
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.extras import how_to_install

_BEGINS = b"<!DOCTYPE html>"
_IS_OURS = b'<meta name="generator" content="robot_memory '


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


def is_extract(begin: bytes) -> bool:
    """Tell from the beginning of a file whether it is an extract, of any version."""
    return begin.startswith(_BEGINS) and _IS_OURS in begin
