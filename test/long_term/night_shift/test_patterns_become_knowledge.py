"""002 §Consolidation: episodic → semantic → proposed procedural (rules.md §8)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from approving import approve
from hypothesis import given
from hypothesis import strategies as st
from night_homes import Night, at, entry, talk

from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import EntryType
from robot_memory.long_term.levels import ProposalStatus
from robot_memory.long_term.night_shift import recurring_pattern
from robot_memory.long_term.night_shift.pattern_evidence import of_entries
from robot_memory.long_term.night_shift.pattern_mining import procedural_text, recognised, rests_on
from robot_memory.long_term.night_shift.recurring_pattern import (
    DayTally,
    PatternEvidence,
    PatternFile,
    read_pattern,
)

DAY = date(2026, 12, 1)
SKILL = "skills/components/SKILL.md"


def detections(*days: int, key: str = "event:door", **tally: int) -> list[PatternEvidence]:
    counts = DayTally(tally.get("confirmed", 1), tally.get("contradicted", 0))
    return [
        PatternEvidence(key, "patterns", "Events", "Door sticks", DAY - timedelta(days=one), counts)
        for one in days
    ]


def found(*seen: PatternEvidence, known=None):
    return recognised(seen, known or {}, DAY - timedelta(days=6), DAY)


@pytest.mark.parametrize(
    ("days", "is_pattern"),
    [
        ((0, 1, 2), True),
        ((0, 0, 1), True),
        ((0, 1), False),  # only twice, not three times
        ((0, 0, 0), False),  # only on one day, not two
        ((0, 1, 7), False),  # eight days ago is not within seven days
        ((-1, 0, 1), False),  # tomorrow does not count yet
    ],
)
def test_three_times_on_two_days_of_the_last_seven_is_a_pattern(days, is_pattern):
    assert bool(found(*detections(*days))) is is_pattern


def test_an_event_that_failed_each_time_is_not_a_pattern():
    assert found(*detections(0, 1, 2, confirmed=0, contradicted=1)) == {}


def test_a_pattern_is_kept_after_seven_days_and_continues_to_count():
    known = found(*detections(4, 5, 6))
    assert found(known=known) == known
    assert found(*detections(0), known=known)["event:door"].frequency == 4


@given(st.lists(st.integers(0, 6), min_size=3), st.integers(1, 3))
def test_counting_the_same_evidence_again_changes_nothing(days, times):
    once = found(*detections(*days))
    again = once
    for _ in range(times):
        again = found(*detections(*days), known=again)
    assert again == once
    for pattern in once.values():
        assert 0.0 <= pattern.consistency <= 1.0
        assert read_pattern(pattern.key, pattern.as_record()) == pattern


@pytest.fixture
def empty(home):
    """The night shift of a home in which nothing was learned yet."""
    night = Night(home)
    night.levels.prepare()
    return night


@pytest.fixture
def night(home):
    return Night(home, entries=[(0.8, entry(count=3, days=2))])


def test_recurring_entries_become_knowledge_of_their_component_place_or_kind(home):
    night = Night(
        home,
        entries=[
            (0.8, entry(count=3, days=2)),
            (0.8, entry("Lab door sticks", EntryType.ENVIRONMENT_NOTE, count=5, days=3)),
            (0.8, entry("It slows down on ramps", EntryType.BEHAVIOR_PATTERN, count=3, days=2)),
            (0.8, entry("Seen twice only", count=2, days=2)),
            (0.8, entry("Of long ago", count=9, days=9, seen=at(-20))),
        ],
    )
    night.run("summarize")

    knowledge = "semantic/knowledge"
    assert night.read(f"{knowledge}/components.md") == (
        "# Components\n\n## left motor\n- Left motor runs hot above 2 m/s\n\n"
        "## Last Updated\n2026-12-01\n"
    )
    assert "## Notes\n- Lab door sticks\n" in night.read(f"{knowledge}/locations.md")
    assert "## Behavior\n- It slows down on ramps\n" in night.read(f"{knowledge}/patterns.md")


def test_repeated_requests_and_events_become_knowledge(night):
    for number in range(3):
        talk(night.home, "Go to the north dock", start=at(-number), session=f"s{number}")
    night.levels.prepare()
    for days in (-2, -1, 0):
        event = {"key": "door", "text": "Lab door sticks"}
        night.levels.events.append([event], at(days))
    night.run("summarize")

    page = night.read("semantic/knowledge/patterns.md")
    assert "## Requests\n- People ask: Go to the north dock\n" in page
    assert "## Events\n- Lab door sticks\n" in page


def test_knowledge_follows_the_resolving_and_reopening_of_its_entry(night):
    night.run("summarize")
    (value, live), page = night.entries[0], "semantic/knowledge/components.md"
    night.entries[0] = (
        value,
        replace(live, type=EntryType.RESOLVED, extra={
            **live.extra, "resolved_from": "hardware_observation", "resolved_at": at(1)}),
    )  # fmt: skip
    night.clock.set(at(1))
    night.run("summarize")
    assert "runs hot" not in night.read(page)

    night.entries[0] = (value, live)
    night.run("summarize")
    assert "runs hot" in night.read(page)


def nights(night, days: int, start: int = 0) -> None:
    """Let an entry be seen each day, and run a night after each."""
    for day in range(start, start + days):
        night.clock.set(at(day))
        value, old = night.entries[0]
        night.entries[0] = (value, replace(old, last_reinforced=at(day) - timedelta(hours=5)))
        night.run("summarize")


def test_knowledge_that_held_for_30_days_is_proposed_and_changes_no_skill(night):
    nights(night, 29)
    assert night.levels.proposals.all() == []
    nights(night, 2, 29)

    (proposal,) = night.levels.proposals.all()
    assert (proposal.target, proposal.status) == (SKILL, ProposalStatus.PENDING)
    assert "- Left motor runs hot above 2 m/s\n" in proposal.content
    assert proposal.proposed_by == "night shift"
    assert "semantic/knowledge/components.md" in proposal.sources
    assert night.levels.read("procedural", SKILL) is None
    assert f"Approve or reject {proposal.id}" in night.read("daily/2026-12-31.md")


def test_a_line_that_a_person_deleted_from_knowledge_is_not_proposed(night):
    night.run("summarize")
    page = night.home / "semantic/knowledge/components.md"
    page.write_text(page.read_text().replace("- Left motor runs hot above 2 m/s\n", ""))
    night.clock.set(at(40))
    night.run("summarize")
    assert night.levels.proposals.all() == []


def test_an_approved_skill_is_neither_proposed_again_nor_changed(night):
    nights(night, 31)
    approve(night.levels, night.levels.proposals.all()[0].id)
    before = night.levels.read("procedural", SKILL)
    nights(night, 2, 31)
    assert len(night.levels.proposals.all()) == 1
    assert night.levels.read("procedural", SKILL) == before


def test_knowledge_that_held_in_less_than_nine_of_ten_cases_is_not_proposed(night):
    night.entries.clear()
    night.levels.prepare()
    for day in range(0, 35, 2):
        night.clock.set(at(day))
        event = {"key": "gripper", "text": "Gripper holds the box", "success": day % 6 > 0}
        night.levels.events.append([event] * 3, at(day, hours=-1))
        night.run("summarize")
    assert "- Gripper holds the box\n" in night.read("semantic/knowledge/patterns.md")
    assert [one.target for one in night.levels.proposals.all()] == []


def noted_for_weeks(night, *writers):
    """Let each writer note its own event every other day for 35 days; return the proposal."""
    for day in range(0, 35, 2):
        night.clock.set(at(day))
        for writer, text in writers:
            event = {"key": "gripper", "text": text}
            night.levels.events.append([event] * 2, at(day, hours=-1), outside=writer)
        night.run("summarize")
    return night.levels.proposals.all(ProposalStatus.PENDING)[-1]


PLANNER, CLEANER = "agent:planner over HTTP", "agent:cleaner over HTTP"


def test_a_proposal_from_the_events_of_one_agent_names_that_agent(empty):
    proposal = noted_for_weeks(empty, (PLANNER, "Gripper may open near people"))

    assert proposal.reason == (
        "known for 30 days and true in at least 90% of cases; "
        "rests on events of agent:planner over HTTP alone"
    )


def test_a_proposal_marks_agents_statements_and_keeps_them_within_their_quotes(
    empty,
):
    forged = "Gripper opens” on detectors alone; “Lip"
    proposal = noted_for_weeks(empty, (PLANNER, "Door sticks"), (CLEANER, forged))

    assert "detectors alone; 'Lip” on events of agent:cleaner" in proposal.reason
    assert "\n- Agents say: Door sticks\n" in proposal.content


ADA = "person:ada over HTTP"


def waiting(night):
    """Run another night, and return the pending proposals."""
    night.run("summarize")
    return night.levels.proposals.all(ProposalStatus.PENDING)


def test_statements_of_people_are_proposed_before_those_of_agents(empty):
    first = noted_for_weeks(empty, (PLANNER, "Door sticks"), (ADA, "Lift is slow"))

    assert "- Lift is slow\n" in first.content and "Door" not in first.content
    assert waiting(empty) == [first]

    approve(empty.levels, first.id)
    (second,) = waiting(empty)
    assert second.content == f"{first.content}- Agents say: Door sticks\n"


def test_a_proposal_states_if_it_rests_on_detectors_people_or_agents(home):
    for extra, whose in (
        ({"source": "agent"}, "notes of agents alone"), ({}, "notes of people alone"),
        ({"key": ["diagnostics", "left motor", "hot"]}, "detectors alone"),
    ):  # fmt: skip
        (pattern,) = found(*evidence_of(extra)).values()
        assert rests_on([pattern]) == f"rests on {whose}"


def evidence_of(extra):
    known = entry(count=3, days=2)
    ours = replace(known, id=mint_id(known.type, known.text), extra={"days_observed": 2, **extra})
    return of_entries([(0.8, ours)], None)


def note(night, *days, text="Door sticks", writer=PLANNER, **more):
    """Note an event on each of these days, counted from the night."""
    for day in days:
        event = {"key": "door", "text": text, **more}
        night.levels.events.append([event], at(day), outside=writer)


def test_a_back_dated_event_of_an_agent_counts_on_the_day_of_writing(empty):
    for days in (-3, -2, -1):
        note(empty, 0, timestamp=at(days).isoformat())
    empty.run("summarize")

    assert not (empty.home / "semantic/knowledge/patterns.md").exists()


def test_a_line_is_marked_as_agents_until_others_report_it_often_enough(empty):
    note(empty, -3, -2, -1)
    note(empty, -2, -1, writer=ADA)
    empty.run("summarize")
    assert "\n- Agents say: Door sticks\n" in empty.read("semantic/knowledge/patterns.md")

    note(empty, -1, writer=ADA)
    empty.run("summarize")
    page = empty.read("semantic/knowledge/patterns.md")
    assert "\n- Door sticks\n" in page and "Agents say" not in page


def test_failures_reported_by_agents_do_not_contradict_a_persons_events(empty):
    note(empty, -3, -2, -1, writer=ADA)
    note(empty, *[-1] * 9, success=False)
    empty.run("summarize")

    patterns = PatternFile(empty.home / "semantic").read().patterns.values()
    assert {one.by: one.consistency for one in patterns} == {(f"events of {ADA}",): 1.0}


def test_a_deleted_line_of_agents_does_not_return_when_a_person_reports_it(empty):
    note(empty, -3, -2, -1)
    empty.run("summarize")
    path = empty.home / "semantic/knowledge/patterns.md"
    path.write_text(path.read_text().replace("- Agents say: Door sticks\n", ""))
    note(empty, -3, -2, -1, writer=ADA)
    for _ in range(2):
        empty.run("summarize")

    assert "Door sticks" not in path.read_text()


def test_patterns_of_agents_are_removed_first_if_there_are_too_many(home, monkeypatch):
    night = Night(home, entries=[
        (0.8, entry("Lab door sticks", EntryType.ENVIRONMENT_NOTE, count=5, days=3))
    ])  # fmt: skip
    night.run("summarize")
    monkeypatch.setattr(recurring_pattern, "MOST_PATTERNS", 4)
    night.clock.set(at(9))
    for number in range(9):
        event = {"key": f"k{number}", "text": f"Thing {number} is so"}
        for day in (6, 7, 8):
            night.levels.events.append([event], at(day), outside=PLANNER)
    night.run("summarize")

    assert "- Lab door sticks\n" in night.read("semantic/knowledge/locations.md")
    assert night.read("semantic/knowledge/patterns.md").count("Thing") == 3
    night.run("summarize")
    assert "- Lab door sticks\n" in night.read("semantic/knowledge/locations.md")


def test_repeated_requests_are_not_proposed_as_skills(empty):
    for number in range(3):
        talk(empty.home, "Go to the north dock", start=at(-number), session=f"s{number}")
    empty.run("summarize")
    empty.clock.set(at(40))
    empty.run("summarize")
    assert "People ask: Go to the north dock" in empty.read("semantic/knowledge/patterns.md")
    assert empty.levels.proposals.all() == []


def test_a_proposal_keeps_the_approved_text_and_adds_only_new_lines():
    old = "# Dock\n\n## Capability\nDock.\n\n## Patterns\n- Slow down first\n"
    new = procedural_text(old, "dock", ["Slow down first", "Look left"])
    assert new == f"{old}- Look left\n"
    assert procedural_text(new, "dock", ["Look left"]) is None


def test_a_damaged_pattern_file_is_set_aside_and_rebuilt(night, caplog):
    night.run("summarize")
    book = night.home / "semantic/.patterns.json"
    book.write_text("{torn")
    night.run("summarize")
    assert "was moved to" in caplog.text
    assert "runs hot" in book.read_text()
    assert len(list(book.parent.glob(".patterns.damaged-*"))) == 1
