"""The page: head, coverage, contents, sections, in one file that needs nothing else."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.markup import Child, render, tag
from robot_memory.report.report_text import code, count, when
from robot_memory.report.sections import SECTIONS
from robot_memory.report.sections.report_section import ReportSection, bullets, paragraph
from robot_memory.report.style import STYLE
from robot_memory.report.tables import Cell, columns, table

_MADE_BY = "robot_memory"
_BEGINS = b"<!DOCTYPE html>"
_IS_OURS = f'<meta name="generator" content="{_MADE_BY} '.encode()
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_ARTICLES = {
    "9": (
        "risk management system",
        "known hazards and limits that were observed in operation, and what was done about them",
    ),
    "13": (
        "transparency and provision of information to deployers",
        (
            "how to interpret what the memory tells, how confidence is set, what was watched and "
            "what was not"
        ),
    ),
    "17": (
        "quality management system",
        "who changed, approved or turned down what, and records that can be checked",
    ),
}
_NOT_COVERED = """
It is no declaration of conformity, no risk assessment and no certificate. Whether the robot is, or
holds, a high-risk AI system is not decided here.

It tells what the operational memory recorded. Hazards that were not watched for, or never came, are
not in it; nor are severity, foreseeable misuse, risk to persons, or whether a residual risk is
acceptable (Article 9).

Intended purpose, the provider’s identity, accuracy and robustness figures, cybersecurity, human
oversight and instructions for use as a whole (Articles 13 to 15) must come from the provider’s
documentation.

The procedures of a quality management system (Article 17) are the provider’s; this extract is a
record of what happened under them.

Models, training data and the software that moves the robot are not described.
"""
_ABOUT = """
Regulation (EU) 2024/1689 (the AI Act) asks providers of high-risk AI systems for a risk management
system (Article 9), transparency towards deployers (Article 13) and a quality management system
(Article 17). A robot’s operational memory holds part of what their documentation needs: what was
seen in operation. This extract writes it out. It was made by a program from the robot’s own record;
every number is counted from that record, and nothing was added by hand.
"""
_READING = """
All times are UTC, days are days in UTC.

Entries and settings are shown as they stand when the extract is made. Observations, statements,
changes and runs are those of the period asked for.

Words that came from the robot, its drivers, people or other robots are underlined with dots and
repeated as they were; passwords, tokens and keys are taken out, and characters that cannot be seen
are shown by their numbers, such as ‹U+202E›.

Long tables are cut off where paper ends to be useful; each says how many rows are left out and how
to see them.
"""


def write_page(facts: ExtractFacts) -> str:
    """Return an extract as HTML; the same facts give the same text."""
    name = facts.identity.rrn or "a robot without a name"
    title = f"Operational memory of {name}: extract for the technical documentation"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content=f"{_MADE_BY} {facts.identity.version}"),
        tag("title", title),
        _style(),
    )
    main = tag("main", *_front(facts), *(part for number, section in enumerate(SECTIONS, 1)
                                         for part in _section(facts, number, section)))  # fmt: skip
    body = tag("body", tag("header", tag("h1", title), _lead(facts)), _contents(), main,
               tag("footer", _end(facts)))  # fmt: skip
    return render(tag("html", head, body, lang="en"))


def is_extract(begin: bytes) -> bool:
    """Tell from the beginning of a file whether it is an extract, of any version."""
    return begin.startswith(_BEGINS) and _IS_OURS in begin


def _style() -> Element:
    element = tag("style")
    element.text = STYLE  # no text from outside: a style sheet is not escaped
    return element


def _lead(facts: ExtractFacts) -> Element:
    begin, end = facts.span
    observed: list[Child] = [" observed from ", when(begin), " to ", when(end), " UTC"]
    return paragraph(
        "What the robot ", code(facts.identity.rrn or "(no name)"),
        *(observed if facts.has_record else [" observed: nothing in the period asked for"]),
        ", how far it is believed and why, what was changed, and by whom. Made ",
        when(facts.made_at or facts.now.time), " UTC from ", count(len(facts.rows), "row"),
        " of evidence.",
    )  # fmt: skip


def _front(facts: ExtractFacts) -> list[Element]:
    return [
        tag("h2", "What this extract is", id="about"),
        paragraph(*_points(_ABOUT)),
        *_coverage(),
        tag("h3", "What it does not cover"), bullets(*_points(_NOT_COVERED)),
        tag("h3", "How to read it"), bullets(*_points(_READING), _totals(facts)),
    ]  # fmt: skip


def _points(text: str) -> list[str]:
    """Return paragraphs, each on one line."""
    return [" ".join(part.split()) for part in text.strip().split("\n\n")]


def _totals(facts: ExtractFacts) -> str:
    return (f"In all there are {count(len(facts.entries), 'entry', 'entries')}, "
            f"{count(len(facts.rows), 'row')} of evidence of which "
            f"{len(facts.rows_in_period):,} are of the period, and "
            f"{count(len(facts.record.happenings), 'line')} in the record of what the memory "
            "did.")  # fmt: skip


def _coverage() -> list[Element]:
    points: list[list[Child]] = [
        [tag("strong", f"Article {article}, {title}: "), f"{what}."]
        for article, (title, what) in _ARTICLES.items()
    ]
    rows: list[list[Cell]] = [
        [tag("a", f"{number} {section.title}", href=f"#{section.anchor}"),
         *(_parts(section, article) for article in _ARTICLES)]
        for number, section in enumerate(SECTIONS, 1)
    ]  # fmt: skip
    heads = columns("words: Section", *(f"Article {article}" for article in _ARTICLES))
    return [bullets(*points), *table("Which section serves which article", heads, rows, empty="")]


def _parts(section: ReportSection, article: str) -> str:
    """Return the paragraphs of an article that a section serves."""
    parts = [part for part in section.articles if part.startswith(f"{article}(")]
    return ", ".join(part.removeprefix(article) for part in parts) or "–"


def _contents() -> Element:
    items = [tag("li", tag("a", section.title, href=f"#{section.anchor}")) for section in SECTIONS]
    return tag("nav", tag("h2", "Contents"), tag("ol", *items), aria_label="Contents")


def _section(facts: ExtractFacts, number: int, section: ReportSection) -> list[Element]:
    serves = f"Serves Article {', '.join(section.articles)}: {section.serves}."
    return [
        tag("h2", f"{number} {section.title}", id=section.anchor),
        tag("p", serves, class_="serves"),
        *section.write(facts),
    ]


def _end(facts: ExtractFacts) -> Element:
    head = facts.record.head
    return paragraph(
        "End of the extract. Robot ", code(facts.identity.rrn or "(no name)"), ", ledger ",
        code(facts.identity.ledger_id or "(none)"), f", row {facts.identity.seq}, record line "
        f"{head.seq}, made ", when(facts.made_at or facts.now.time, seconds=True),
        f" UTC by robot_memory {facts.identity.version}.",
    )  # fmt: skip
