"""What people and agents said to the memory, and what it did by itself."""

from __future__ import annotations

from collections import Counter
from xml.etree.ElementTree import Element

from robot_memory.ledger import Kind, Observation, Source
from robot_memory.report.extract_facts import ExtractFacts, author
from robot_memory.report.markup import Child
from robot_memory.report.report_text import by_whom, code, count, identifier, said, when
from robot_memory.report.sections.report_section import bullets, heading, paragraph
from robot_memory.report.tables import Cell, columns, table
from robot_memory.stamps import time_of

_WORDS = {
    Kind.NOTE: "noted",
    Kind.RESOLVE: "resolved",
    Kind.MUTE: "muted",
    Kind.UNMUTE: "unmuted",
    Kind.FORGET: "forgotten: deleted from the memory file",
    Kind.CORRECT: "put in other words",
    Kind.REPAIRED: "noted a repair",
    Kind.ECHO: "repeated what the memory had told: not counted",
}
_SPEAKERS = (Source.PERSON, Source.AGENT, Source.CLAIMED)
_ITSELF = {
    Kind.RESOLVE: "limit withdrawn since later evidence contradicted it",
    Kind.RECOVERED: "fault proposed as resolved since it stays away",
    Kind.LIMIT: "limit found or borne out",
    Kind.MERGED: "two places found to be one",
    Kind.SPLIT: "one place found to be two",
    Kind.RETIME: "correction of provisional times, when the clock became trusted",
}


def write_people(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    rows = [row for row in facts.rows_in_period
            if row.kind in _WORDS and row.source in _SPEAKERS]  # fmt: skip
    heads = columns("time: When (UTC)", "Who", "What", "words: About", "words: Words",
                    "number: Row")  # fmt: skip
    caption = f"{count(len(rows), 'statement')} of people and agents in the period, newest first"
    return [
        paragraph("What somebody says to the memory becomes a row of the evidence, which stays. "
                  "Names are those that were given: they are not proven by a signature. Who is "
                  "only said to be a person, over ROS, is believed as an agent is. The row number "
                  "finds each statement in the ledger. Edits of the memory file in an "
                  "editor carry no name: what they change stands, and what they delete is told "
                  "above under “What left the memory file”."),
        *table(caption, heads, [_row(facts, row) for row in reversed(rows[-150:])], most=150,
               total=len(rows), empty="Nobody said anything to the memory in the period.",
               rest=("the ledger’s rows of source ", code("person"), " and ", code("agent"))),
        heading("What the memory changed by itself"), _itself(facts),
    ]  # fmt: skip


def _row(facts: ExtractFacts, row: Observation) -> list[Cell]:
    return [
        when(row.time), by_whom(author(row)), _what(row), _about(facts, row),
        said(row.summary) if row.summary else "–", str(row.id),
    ]  # fmt: skip


def _what(row: Observation) -> Cell:
    if row.kind is Kind.MUTE:
        until = time_of(row.detail.get("until"))
        return ["muted until ", when(until)] if until else "muted for good"
    return _WORDS[row.kind]


def _about(facts: ExtractFacts, row: Observation) -> Cell:
    if row.kind is Kind.REPAIRED:
        return said(row.component)
    entry = facts.entry_by_id.get(row.entry_id)
    words: list[Child] = [identifier(row.entry_id) if row.entry_id else "–"]
    if entry is not None and entry.text != row.summary:
        words += [" ", said(entry.text, 120)]
    return words


def _itself(facts: ExtractFacts) -> Element:
    amounts = Counter(row.kind for row in facts.rows_in_period
                      if row.kind in _ITSELF and row.source is Source.DETECTOR)  # fmt: skip
    changes = facts.record.of("entry_created", "entry_reinforced", period=facts.period)
    made = Counter(line.what for line in changes)
    items = [
        (f"{count(made['entry_created'], 'entry was', 'entries were')} created and "
        f"{count(made['entry_reinforced'], 'time', 'times')} an entry was reinforced, as far as "
        "the record of what the memory did goes."),
        *(f"{words[0].upper()}{words[1:]}: {count(amounts[kind], 'time')}."
          for kind, words in _ITSELF.items() if amounts[kind]),
    ]  # fmt: skip
    return bullets(*items)
