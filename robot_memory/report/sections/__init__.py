"""The sections of an extract, in order, and what each of them serves."""

from robot_memory.report.sections.changes import change_values
from robot_memory.report.sections.confidence import confidence_values
from robot_memory.report.sections.evidence_section import evidence_values
from robot_memory.report.sections.hazards import hazard_values
from robot_memory.report.sections.identity import identity_values
from robot_memory.report.sections.others import others_values
from robot_memory.report.sections.people import people_values
from robot_memory.report.sections.reliability_section import reliability_values
from robot_memory.report.sections.report_section import ReportSection
from robot_memory.report.sections.resolved import resolved_values
from robot_memory.report.sections.upkeep import upkeep_values
from robot_memory.report.sections.used_settings import settings_values
from robot_memory.report.sections.watched_section import watched_values

SECTIONS = (
    ReportSection(
        "record", "Which record this is", ("17(1)(k)",),
        "record-keeping: which robot, which record, and how to check it", identity_values,
    ),
    ReportSection(
        "hazards", "Known hazards and limits", ("9(2)(a)", "9(2)(c)", "13(3)(b)"),
        "what was observed in operation that may lead to risks, and known limits",
        hazard_values,
    ),
    ReportSection(
        "reliability", "How often the robot failed", ("9(2)(c)", "13(3)(b)", "17(1)(h)"),
        "failure rates in operation with their uncertainty, for monitoring after market placement",
        reliability_values,
    ),
    ReportSection(
        "resolved", "What was resolved, came back or left", ("9(2)(d)", "17(1)(a)"),
        "what was done about what was observed, and whether it lasted", resolved_values,
    ),
    ReportSection(
        "confidence", "How confidence is set", ("13(1)", "13(3)(b)"),
        "how to interpret what the memory tells, and its limits", confidence_values,
    ),
    ReportSection(
        "watched", "What was watched, and what was not", ("9(2)(c)", "13(3)(b)", "17(1)(f)"),
        "where the data come from, for how long, and what is missing", watched_values,
    ),
    ReportSection(
        "people", "What people and agents said", ("17(1)(k)", "17(1)(m)"),
        "who changed what the robot is told", people_values,
    ),
    ReportSection(
        "changes", "Changes of stored evidence and of skills", ("17(1)(a)", "17(1)(m)"),
        "management of modifications: who approved what, and with which receipt", change_values,
    ),
    ReportSection(
        "others", "Other robots", ("13(3)(b)", "17(1)(f)"),
        "warnings of other robots, and whom this one believes", others_values,
    ),
    ReportSection(
        "upkeep", "Retention, archives and the night shift", ("13(3)(f)", "17(1)(f)"),
        "data management: what is kept for how long, and how it is looked after", upkeep_values,
    ),
    ReportSection(
        "settings", "Settings that differ from the default", ("13(3)(b)", "17(1)(a)"),
        "how this memory was set up", settings_values,
    ),
    ReportSection(
        "evidence", "Evidence of the chief entries", ("9(2)(c)", "13(3)(f)"),
        "samples of the log, to be interpreted and traced", evidence_values,
    ),
    ReportSection(
        "words", "Words used", ("13(2)",), "terms that a reader needs to know",
    ),
)  # fmt: skip
