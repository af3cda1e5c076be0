"""The report's first page, written for people."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from page_reader import read_page
from report_builders import START, bare_facts, entry_of

from robot_memory.applications.report import write_page
from robot_memory.applications.report.page import first_page_values
from robot_memory.entries.memory_entry import KEPT_UNTIL
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Observation, Severity, Source

LATER = START + timedelta(days=300)


def row(number, entry, kind=Kind.ONSET, severity=Severity.OK, source=Source.DETECTOR, **fields):
    instant = Instant(START + timedelta(hours=number), 0.0, "b", True)
    made = Observation(kind, instant, fields.pop("summary", entry.text), source, **fields)
    return replace(made, id=number, entry_id=entry.id, severity=severity)


def worst(facts):
    return [one.entry.text for one in first_page_values(facts)["worst"]]


def first_page(facts):
    (section,) = read_page(write_page(facts)).all("section", class_="first")
    return section


def test_the_first_page_precedes_the_contents_and_has_four_parts(full):
    (body,) = full.page.all("body")
    names = [part.name for part in body.parts if not isinstance(part, str)]
    (section,) = full.page.all("section", class_="first")

    assert names[:3] == ["header", "section", "nav"]
    assert [next(table.all("caption")).text.split(":")[0] for table in section.all("table")] == [
        "The worst that is known and open", "What people did"
    ]  # fmt: skip
    assert [head.text for head in section.all("h3")] == ["What is open", "Trend"]


def test_hazards_are_sorted_by_severity_and_then_by_confidence():
    warned, failed, silent, sure = (
        entry_of(name) for name in ("warned", "failed", "silent", "sure")
    )
    rows = (
        row(1, warned, severity=Severity.WARN), row(2, failed, severity=Severity.ERROR),
        row(3, failed, severity=Severity.STALE), row(4, silent, severity=Severity.STALE),
    )  # fmt: skip
    given = ((0.9, sure), (0.8, warned), (0.7, silent), (0.4, failed))

    assert worst(bare_facts(*given, rows=rows)) == ["failed", "warned", "silent", "sure"]


def test_a_kept_entry_is_marked_kept_instead_of_last_seen():
    entry = entry_of("the pads are worn")
    kept = replace(entry, extra={**entry.extra, KEPT_UNTIL: "withdrawn"})

    cells = [cell.text for cell in first_page(bare_facts((0.9, kept))).all("td")]

    assert "kept" in cells
    assert "kept" not in [cell.text for cell in first_page(bare_facts((0.9, entry))).all("td")]


def test_a_present_fault_comes_first_and_has_no_last_seen_time():
    failed, there = entry_of("failed"), entry_of("there")
    rows = (row(1, failed, severity=Severity.ERROR), row(2, there, severity=Severity.WARN))
    facts = bare_facts((0.9, failed), (0.5, there), rows=rows, there=frozenset({there.id}))

    assert worst(facts) == ["there", "failed"]
    assert first_page(facts).text.count("there now") == 2  # the caption gives it too


def test_at_most_five_hazards_are_shown():
    entries = [(0.9 - number / 100, entry_of(f"fault {number}")) for number in range(9)]

    assert worst(bare_facts(*entries)) == [f"fault {number}" for number in range(5)]


@pytest.mark.parametrize(
    "extra",
    [
        {"source": "agent"},
        {"muted_until": LATER, "muted_by": "person"},
        {"known_since": START.isoformat(), "known_until": "worse", "known_why": "ordered"},
    ],
    ids=["said by an agent", "muted", "known"],
)
def test_agents_notes_and_silenced_entries_are_not_among_the_hazards(extra):
    entry = entry_of("The doorway has a lip", extra=extra)

    assert worst(bare_facts((0.9, entry))) == []


def test_actions_of_persons_are_listed_newest_first_without_those_of_agents():
    lip = entry_of("The doorway has a lip")
    by_ada = [
        row(number, lip, kind, source=Source.PERSON, detail={"by": "ada"}, summary=words)
        for number, (kind, words) in enumerate(
            [(Kind.NOTE, lip.text), *((Kind.MUTE, f"ramp {n}") for n in range(5)),
             (Kind.RESOLVE, "ramp built")], 1)
    ]  # fmt: skip
    agents = row(9, lip, Kind.RESOLVE, source=Source.AGENT, summary="I think so")
    shown = first_page(bare_facts((0.9, lip), rows=(*by_ada, agents))).table("What people did")

    assert len(shown) == 5
    assert shown[0][1:] == ["a person, ada", "resolved", lip.text, "ramp built"]
    assert [line[4] for line in shown[1:]] == [f"ramp {n}" for n in (4, 3, 2, 1)]


def test_open_entries_are_counted_by_state():
    entries = (
        entry_of("one", extra={"recovered_note": "quiet for a week"}),
        entry_of("two", extra={"known_since": START.isoformat(), "known_until": "worse"}),
        entry_of("three", extra={"muted_until": LATER, "muted_by": "person"}),
    )
    facts = bare_facts(*((0.5, entry) for entry in entries), rows=(row(1, entries[0]),))

    assert first_page_values(facts)["amounts"] == {
        "open": 3, "observed": 1, "waiting": 1, "known": 1, "muted": 1
    }  # fmt: skip
    assert "3 entries are not resolved; 1 of them" in first_page(facts).text


def test_the_first_page_has_the_trend_of_the_whole_robot(full):
    (section,) = full.page.all("section", class_="first")

    assert "Failures of the robot: 0: 0 per hour (0 to 0.148). Trend: too few" in section.text


def test_the_first_page_of_an_empty_memory_says_so():
    said = first_page(bare_facts()).text

    assert "No hazard is known that is open." in said
    assert "Nobody said anything to the memory in the period." in said
    assert "No data: no running time" in said


def test_an_entry_declared_known_by_an_agent_stays_among_the_hazards():
    extra = {"known_since": START, "known_until": "worse", "known_by": "agent:planner"}
    entry = entry_of("The brake fails when wet", extra=extra)
    facts = bare_facts((0.9, entry))

    assert worst(facts) == ["The brake fails when wet"]
    assert first_page_values(facts)["amounts"]["known"] == 0


def test_conclusions_from_persons_reports_are_not_listed_as_their_actions():
    entry = entry_of("docking fails at bay 2")
    deed, conclusion = (
        row(number, entry, Kind.RESOLVE, source=Source.PERSON, detector=detector)
        for number, detector in enumerate(("", "outcomes"), 1)
    )

    assert first_page_values(bare_facts((0.9, entry), rows=(deed, conclusion)))["said_in_all"] == 1
