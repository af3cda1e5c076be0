"""How rows of limits and of recovery change entries (rules.md §1.4, §1.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from entry_builders import TEXT, at, fold, fold_one, make_entry, make_note, make_row

from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.ledger import Key, Kind, Observation, Source

FAULT = make_entry()
LIMIT_KEY = Key("limit", "left encoder", f"{FAULT.id} speed above")
FIRST, MOVED = f"{TEXT} above 0.3 m/s", f"{TEXT} above 0.5 m/s"
LIMIT_ID = mint_id("behavior_pattern", FIRST)


def limit(number: int, hours: float, text: str = FIRST, was: str = "") -> Observation:
    region = {"variable": "speed", "side": "above", "limit": 0.3 if text == FIRST else 0.5}
    return make_row(
        number, at(hours=hours), Kind.LIMIT, summary=text, key=LIMIT_KEY, confidence=0.5,
        entry_type="behavior_pattern", entry_id=LIMIT_ID, detail={"was": was, **region},
    )  # fmt: skip


def recovered(number: int, hours: float) -> Observation:
    return make_row(number, at(hours=hours), Kind.RECOVERED, summary="0 occurrences in 11.2 h",
                    key=None, entry_id=FAULT.id)  # fmt: skip


def of(entries: Any, entry_id: str = LIMIT_ID) -> MemoryEntry:
    found: MemoryEntry = entries[entry_id]
    return found


# -- limits --------------------------------------------------------------------------------


def test_a_limit_with_a_new_value_keeps_its_id():
    entries, changes = fold([], [limit(1, 0.0), limit(2, 1.0, MOVED, was=FIRST)])

    assert {entry.text for entry in entries.values()} == {MOVED}
    assert changes[-1].entry.text == MOVED


def test_a_persons_text_stays_when_a_limit_changes():
    edited = make_entry("Slowly!", id=LIMIT_ID, type=EntryType.BEHAVIOR_PATTERN,
                        extra={"key": LIMIT_KEY.as_list()})  # fmt: skip
    entry = fold_one([edited], [limit(2, 1.0, MOVED, was=FIRST)])

    assert entry.text == "Slowly!"
    assert entry.extra["limit"] == {"variable": "speed", "maximum": 0.5}
    assert entry.observation_count == 2


def test_a_limit_is_resolved_only_with_the_fault_it_explains():
    other = make_entry("Right encoder fails")
    resolve = make_row(2, at(hours=2), Kind.RESOLVE, summary="new cable", key=None,
                       entry_id=FAULT.id, source=Source.PERSON)  # fmt: skip
    entries, _ = fold([FAULT, other], [limit(1, 1.0), resolve])

    assert {entry.id for entry in entries.values() if entry.type is EntryType.RESOLVED} == {
        FAULT.id, LIMIT_ID
    }  # fmt: skip


@pytest.mark.parametrize("kind", [Kind.NOTE, Kind.MUTE, Kind.KNOWN, Kind.CORRECT])
def test_a_withdrawn_limit_with_a_persons_statement_waits_for_a_decision(kind):
    words = FIRST if kind is Kind.NOTE else "Go slowly"
    said = make_note(2, at(hours=1.5), words, entry_id=LIMIT_ID)
    withdrawn = make_row(3, at(hours=2), Kind.RESOLVE, summary="withdrawn", key=None,
                         entry_id=LIMIT_ID)  # fmt: skip
    before, _ = fold([], [limit(1, 1.0), replace(said, kind=kind)])
    entry = of(fold(before.values(), [withdrawn])[0])

    asked = {"recovered_at": at(hours=2), "recovered_note": "withdrawn"}
    assert entry == replace(of(before), extra={**of(before).extra, **asked})


# -- recovery ------------------------------------------------------------------------------


def test_a_recovery_is_only_a_proposal_and_does_not_resolve():
    entries, changes = fold([FAULT], [recovered(1, 30.0)])
    entry = of(entries, FAULT.id)

    assert entry.type is EntryType.HARDWARE_OBSERVATION
    assert (entry.confidence, entry.observation_count) == (FAULT.confidence, 1)
    assert entry.extra["recovered_at"] == at(hours=30.0)
    assert entry.extra["recovered_note"] == "0 occurrences in 11.2 h"
    assert [change.kind for change in changes] == ["recovered"]


# -- outcomes ------------------------------------------------------------------------------


def outcome(number: int, **detail: Any) -> Observation:
    return make_row(
        number, at(hours=number), Kind.OUTCOME, summary="Pick fails 6 of 9 times",
        key=Key("outcome", "pick", "outcomes"), component="pick", confidence=0.4,
        entry_type="behavior_pattern", entry_id="mem-22222222", detail=detail,
    )  # fmt: skip


SLOW = {"name": "speed", "value": "slow"}


def test_an_outcome_with_a_condition_names_it_in_a_field():
    entry = of(fold([], [outcome(1, condition=SLOW, helps=True)])[0], "mem-22222222")

    assert entry.extra["outcome"] == {
        "task": "pick", "condition": "speed", "value": "slow", "fails": "less",
    }  # fmt: skip


def test_a_suspicion_sets_the_confidence_instead_of_raising_it():
    rows = [outcome(1, condition=SLOW, suspicion=0.9), outcome(2, condition=SLOW, suspicion=0.8)]

    assert of(fold([], rows)[0], "mem-22222222").confidence == 0.4
