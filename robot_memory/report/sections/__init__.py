"""The sections of an extract, in order, and what each of them serves."""

from robot_memory.report.sections.changes import write_changes
from robot_memory.report.sections.confidence import write_confidence
from robot_memory.report.sections.evidence_section import write_evidence
from robot_memory.report.sections.hazards import write_hazards
from robot_memory.report.sections.identity import write_identity
from robot_memory.report.sections.others import write_others
from robot_memory.report.sections.people import write_people
from robot_memory.report.sections.report_section import ReportSection
from robot_memory.report.sections.resolved import write_resolved
from robot_memory.report.sections.upkeep import write_upkeep
from robot_memory.report.sections.used_settings import write_settings
from robot_memory.report.sections.watched_section import write_watched
from robot_memory.report.sections.words_used import write_words

SECTIONS = (
    ReportSection(
        "record", "Which record this is", ("17(1)(k)",),
        "record-keeping: which robot, which record, and how to check it", write_identity,
    ),
    ReportSection(
        "hazards", "Known hazards and limits", ("9(2)(a)", "9(2)(c)", "13(3)(b)"),
        "what was observed in operation that may lead to risks, and known limits",
        write_hazards,
    ),
    ReportSection(
        "resolved", "What was resolved, came back or left", ("9(2)(d)", "17(1)(a)"),
        "what was done about what was observed, and whether it lasted", write_resolved,
    ),
    ReportSection(
        "confidence", "How confidence is set", ("13(1)", "13(3)(b)"),
        "how to interpret what the memory tells, and its limits", write_confidence,
    ),
    ReportSection(
        "watched", "What was watched, and what was not", ("9(2)(c)", "13(3)(b)", "17(1)(f)"),
        "where the data come from, for how long, and what is missing", write_watched,
    ),
    ReportSection(
        "people", "What people and agents said", ("17(1)(k)", "17(1)(m)"),
        "who changed what the robot is told", write_people,
    ),
    ReportSection(
        "changes", "Changes of stored evidence and of skills", ("17(1)(a)", "17(1)(m)"),
        "management of modifications: who approved what, and with which receipt", write_changes,
    ),
    ReportSection(
        "others", "Other robots", ("13(3)(b)", "17(1)(f)"),
        "warnings of other robots, and whom this one believes", write_others,
    ),
    ReportSection(
        "upkeep", "Retention, archives and the night shift", ("13(3)(f)", "17(1)(f)"),
        "data management: what is kept for how long, and how it is looked after", write_upkeep,
    ),
    ReportSection(
        "settings", "Settings that differ from the default", ("13(3)(b)", "17(1)(a)"),
        "how this memory was set up", write_settings,
    ),
    ReportSection(
        "evidence", "Evidence of the chief entries", ("9(2)(c)", "13(3)(f)"),
        "samples of the log, to be interpreted and traced", write_evidence,
    ),
    ReportSection(
        "words", "Words used", ("13(2)",), "terms that a reader needs to know", write_words,
    ),
)  # fmt: skip
