"""Which entries an agent is shown first (rules.md §2.14)."""

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


@pytest.mark.parametrize("subject", ["configuration", "tool"])
def test_configuration_and_tool_faults_are_shown_only_for_a_query_and_then_last(subject: str):
    setup = fault("setup", subject, "error", confidence=1.0)
    weak = fault("weak", "warn", confidence=0.6)
    asked = Ranking([setup, weak]).eligible(NOON, Settings(), ContextFilter(query="lift"))

    assert told(setup, weak) == ["weak"]
    assert [entry.text for _, entry in asked] == ["weak", "setup"]


def test_a_new_fault_is_ranked_before_a_fault_that_occurs_at_every_start():
    usual = fault("starting", "error", confidence=0.95)
    new = fault("pump weak", "error", confidence=0.45)
    starts = [at(-3), at(-2), at(-1), NOON]
    times = {usual.id: [(start, 1) for start in starts[::-1]], new.id: [(NOON, 1)]}
    ran = [RunningHour(start, 3600.0, 0.0) for start in starts]
    hours = RunningHours(ran, times_of=times.__getitem__, starts=starts)

    ranked = Ranking([usual, new]).eligible(NOON, Settings(), hours=hours)

    assert [entry.text for _, entry in ranked] == ["pump weak", "starting"]


@pytest.mark.parametrize(
    ("entry", "days", "parts"),
    [
        (make_entry("note", tags=("warn", "configuration")), 30, (1.0, 1.0, 1.0)),
        (make_entry("place", tags=("warn",), extra={"key": ["bump", "base", "x", "place-1"]}), 30,
         (1.0, 1.0, 1.0)),
        (fault("a", "operator", "warn"), 3, (0.6, 0.9, 0.5)),
        (make_entry("limit", tags=("warn",), extra={"key": ["limit", "base", "mem-1 speed"]}), 30,
         (0.6, 1.0, 1.0)),
    ],
    ids=["a note", "a place", "a fault", "a limit is as severe as what it keeps from coming"],
)  # fmt: skip
def test_the_priority_of_a_fault_depends_on_severity_use_and_time(entry, days: int, parts):
    assert priority_of(entry, days * DAY) == Priority(*parts)


# -- making room (rules.md §2.14) ------------------------------------------------------------------


@pytest.mark.parametrize("source", ["agent", "claimed"])
def test_agents_notes_are_pruned_before_weaker_faults_and_persons_notes(source):
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
def test_entries_with_a_persons_decision_outlast_stronger_faults_when_pruned(decided, settings):
    text, extra = decided.get("text"), decided.get("extra", _FAULT)
    persons = make_entry("gripper reports an error: jaw bent", confidence=0.3, extra=extra)
    persons = replace(persons, text=text or persons.text)
    faults = [make_entry(f"Fault {n}", confidence=0.9, extra={"key": ["log", "drv", f"fault {n}"]})
              for n in range(4)]  # fmt: skip

    left = Ranking([persons, *faults]).over_capacity(NOON, settings)
    assert len(left) == 3
    assert persons not in left
