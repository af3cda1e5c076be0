"""Evidence of words that an agent put otherwise is not about what the entry says now (§1.2)."""

from __future__ import annotations

import pytest
from entry_builders import KEY, TEXT, at, fold, fold_one, make_row

from robot_memory.entries.archived_entry import ArchivedEntry
from robot_memory.entries.fold import Fold
from robot_memory.entries.memory_entry import mint_id
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Kind, Source

KIND, CLEAR, BETTER = "hardware_observation", "Left encoder is fine", "Left encoder was changed"
SHORT, LONG = mint_id(KIND, TEXT), mint_id(KIND, TEXT, long=True)


def said(number, text, source=Source.PERSON, kind=Kind.NOTE):
    return make_row(number, at(number), kind, summary=text, source=source, entry_id=SHORT,
                    entry_type=KIND, key=None, confidence=0.8)  # fmt: skip


def corrected(number, text, source=Source.PERSON):
    return said(number, text, source, Kind.CORRECT)


NOTED = said(1, TEXT, Source.AGENT)
REWORDED = [NOTED, corrected(2, CLEAR, Source.AGENT)]


def id_of_evidence(rows, source, text=TEXT):
    entries, _ = fold([], rows)
    key = KEY if source is Source.DETECTOR else None
    return Fold(entries, Settings()).identify(key, KIND, text, source)


@pytest.mark.parametrize("source", [Source.PERSON, Source.DETECTOR])
@pytest.mark.parametrize(
    "persons", [said(3, CLEAR), corrected(3, CLEAR), corrected(3, BETTER)],
    ids=["confirmed", "corrected to the same", "corrected"],
)  # fmt: skip
def test_evidence_of_what_an_agent_put_otherwise_has_an_id_of_its_own(persons, source):
    rows = [*REWORDED, persons]

    assert not fold_one([], rows).is_agents_word
    assert id_of_evidence(rows, source) == LONG
    assert id_of_evidence([*rows, corrected(4, BETTER)], source) == LONG


@pytest.mark.parametrize("rows", [[said(1, TEXT)], [NOTED], [*REWORDED, corrected(3, TEXT)]])
def test_evidence_of_what_a_person_put_better_stays_with_the_entry(rows):
    assert id_of_evidence([*rows, corrected(4, BETTER)], Source.DETECTOR) == SHORT


def test_an_agent_that_says_so_again_is_told_what_the_entry_says_now():
    assert id_of_evidence([*REWORDED, said(3, CLEAR)], Source.AGENT) == SHORT


def test_what_left_the_file_does_not_come_back_with_evidence_of_what_it_says_no_more():
    pruned = ArchivedEntry(fold_one([], [*REWORDED, said(3, CLEAR)]), pruned=True, seq=3)
    other = fold_one([], [make_row(4, at(9), entry_id=SHORT)], archived=[pruned])
    same = fold_one([], [said(4, CLEAR)], archived=[pruned])

    assert (other.text, other.observation_count) == (TEXT, 1)
    assert (same.text, same.observation_count) == (CLEAR, 2)
