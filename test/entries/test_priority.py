"""What an agent is told first (rules.md §2.14)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entry_builders import NOON, at, make_entry

from robot_memory.entries import EntryType
from robot_memory.entries.context_filter import ContextFilter
from robot_memory.entries.priority import Priority, priority_of
from robot_memory.entries.ranking import Ranking
from robot_memory.entries.running_hours import RunningHours
from robot_memory.foundation.settings import Settings
from robot_memory.ledger.recent_rows import RunningHour

DAY = 86400.0


def fault(text: str, *tags: str, **fields: object):
    is_part = {"operator", "tool", "configuration"}.isdisjoint(tags)
    fields.setdefault("type", EntryType("hardware_observation" if is_part else "behavior_pattern"))
    return make_entry(text, tags=tags, extra={"key": ["diagnostics", "base", text]}, **fields)


def told(*entries, now=NOON):
    return [entry.text for _, entry in Ranking(entries).eligible(now, Settings())]


def test_a_battery_about_to_die_comes_before_a_stop_that_an_operator_pressed():
    stop = fault("stop", "operator", "error", confidence=1.0)
    battery = fault("battery", "energy", "warn", confidence=0.6)

    assert told(stop, battery) == ["battery", "stop"]


def test_an_error_comes_before_a_warning_of_the_same_confidence():
    assert told(fault("warning", "warn"), fault("fault", "error")) == ["fault", "warning"]


@pytest.mark.parametrize("subject", ["configuration", "tool"])
def test_configuration_and_tools_are_told_only_when_asked_for_and_then_last(subject: str):
    setup = fault("setup", subject, "error", confidence=1.0)
    weak = fault("weak", "warn", confidence=0.6)
    asked = Ranking([setup, weak]).eligible(NOON, Settings(), ContextFilter(query="lift"))

    assert told(setup, weak) == ["weak"]
    assert [entry.text for _, entry in asked] == ["weak", "setup"]


def test_a_note_of_a_person_about_configuration_is_told():
    assert told(make_entry("note", tags=("configuration",))) == ["note"]


def test_a_part_that_is_called_a_tool_is_told():
    part = make_entry("jaw stuck", tags=("tool", "error"), extra={"key": ["log", "tool", "jaw"]})

    assert told(part) == ["jaw stuck"]
    assert priority_of(part, 0.0).use == 1.0


def test_of_two_faults_the_one_seen_today_comes_first():
    old = fault("old", "error", confidence=0.9, last_reinforced=at(-3))  # 0.75 by now
    new = fault("new", "error", confidence=0.72)

    assert told(old, new) == ["new", "old"]


def test_a_new_fault_comes_before_a_warning_that_comes_at_every_start():
    usual = fault("starting", "error", confidence=0.95)
    new = fault("pump weak", "error", confidence=0.45)
    starts = [at(-3), at(-2), at(-1), NOON]
    times = {usual.id: [(start, 1) for start in starts[::-1]], new.id: [(NOON, 1)]}
    ran = [RunningHour(start, 3600.0, 0.0) for start in starts]
    hours = RunningHours(ran, times_of=times.__getitem__, starts=starts)

    ranked = Ranking([usual, new]).eligible(NOON, Settings(), hours=hours)

    assert [entry.text for _, entry in ranked] == ["pump weak", "starting"]


def test_notes_and_places_count_by_confidence_alone():
    place = make_entry("place", tags=("warn",), extra={"key": ["bump", "base", "x", "place-1"]})

    for entry in (make_entry("note", tags=("warn", "configuration")), place):
        assert priority_of(entry, 30 * DAY) == Priority(1.0, 1.0, 1.0)


def test_the_parts_are_known():
    assert priority_of(fault("a", "operator", "warn"), 3 * DAY) == Priority(0.6, 0.9, 0.5)


def test_a_limit_is_as_severe_as_what_it_keeps_from_coming():
    limit = make_entry("limit", tags=("warn",), extra={"key": ["limit", "base", "mem-1 speed"]})

    assert priority_of(limit, 30 * DAY) == Priority(0.6, 1.0, 1.0)


# -- what makes room (rules.md §2.14) --------------------------------------------------------------


@pytest.mark.parametrize("source", ["agent", "claimed"])
def test_agents_words_make_room_before_a_weaker_fault_and_a_persons_note(source):
    words = [make_entry(f"Note {n}", confidence=0.59, extra={"source": source}) for n in range(3)]
    fault = make_entry("A fault", confidence=0.4, extra={"key": ["bump", "base", "bump"]})
    persons = make_entry("A person's note", confidence=0.3)

    left = Ranking([*words, fault, persons]).over_capacity(NOON, Settings(entries_max=2))
    assert {entry.text for entry in left} == {"Note 0", "Note 1", "Note 2"}

    last = Ranking([fault, persons]).over_capacity(NOON, Settings(entries_max=1))
    assert last == [fault]


_FAULT = {"key": ["log", "gripper", "jaw bent"]}


@pytest.mark.parametrize(
    "decided",
    [
        {"text": "Ada: never lift above two kilos"},
        {"extra": {**_FAULT, "muted_until": "2027-01-01T00:00:00Z", "muted_by": "person:ada"}},
        {"extra": {**_FAULT, "known_since": "2026-01-01T00:00:00Z", "known_by": "person:ada"}},
    ],
    ids=["worded", "muted", "known"],
)
@pytest.mark.parametrize("settings", [Settings(log_entries_max=2), Settings(entries_max=2)])
def test_what_a_person_decided_about_makes_room_after_stronger_faults(decided, settings):
    text, extra = decided.get("text"), decided.get("extra", _FAULT)
    persons = make_entry("gripper reports an error: jaw bent", confidence=0.3, extra=extra)
    persons = replace(persons, text=text or persons.text)
    faults = [make_entry(f"Fault {n}", confidence=0.9, extra={"key": ["log", "drv", f"fault {n}"]})
              for n in range(4)]  # fmt: skip

    left = Ranking([persons, *faults]).over_capacity(NOON, settings)
    assert len(left) == 3
    assert persons not in left


def test_an_agents_note_that_a_person_muted_makes_room_after_other_notes_of_agents():
    muted = {"source": "agent", "muted_until": "2027-01-01T00:00:00Z", "muted_by": "person:ada"}
    persons = make_entry("Note", confidence=0.3, extra=muted)
    notes = [make_entry(f"Note {n}", confidence=0.59, extra={"source": "agent"}) for n in range(3)]

    left = Ranking([persons, *notes]).over_capacity(NOON, Settings(entries_max=1))
    assert {entry.text for entry in left} == {"Note 0", "Note 1", "Note 2"}
