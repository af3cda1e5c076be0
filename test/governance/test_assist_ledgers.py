"""Runs of a lost ledger say nothing about rows of its successor."""

from __future__ import annotations

import pytest
from governance_builders import ADA, OVER, SCORED, House, all_rows, at, make_ledger, rules_of

from robot_memory.governance.mutation_contract import SCORE


@pytest.fixture
def moved(house: House) -> House:
    """A home in which rows were scored, and whose ledger was then lost and recreated."""
    house.apply(house.packet(*(house.candidate(row) for row in (1, 3, 4, 5, 6))))
    house.assist.propose([house.candidate(9, OVER)], by="x", now=at())
    lose_ledger(house)
    return house


def lose_ledger(house: House) -> None:
    for path in house.folder.glob("observations.db*"):
        path.unlink()
    make_ledger(house.folder / "observations.db", {"peak": 3.5})


def apply(house: House, row: int, changes, now=None):
    return house.apply(house.packet(house.candidate(row, changes)), now)


def test_a_row_of_the_new_ledger_can_be_changed_in_either_field_family(moved):
    assert rules_of(apply(moved, 1, OVER)) == set()


def test_the_score_change_of_a_row_in_the_new_ledger_starts_from_its_own_score(moved):
    assert rules_of(apply(moved, 3, {**SCORED, SCORE: 0.5})) == set()
    assert rules_of(apply(moved, 4, {SCORE: 0.35, "/importance/label": "ignore"})) == set()


def test_changed_rows_of_the_old_ledger_count_for_the_daily_cap(moved):
    for start in (7, 12, 17):
        rows = range(start, start + 5)
        assert rules_of(moved.apply(moved.packet(*map(moved.candidate, rows)))) == set()

    assert rules_of(apply(moved, 23, SCORED)) == {"max_rows_per_24h"}


def test_packets_of_the_old_ledger_neither_protect_rows_nor_wait_for_approval(moved):
    assert moved.assist.named_rows() == frozenset()
    assert moved.assist.waiting_rows(at()) == 0
    apply(moved, 2, {SCORE: 0.6, "/importance/label": "nice_to_have"})

    assert 2 in moved.assist.named_rows()


def test_a_run_on_the_old_ledger_is_not_rolled_back_in_the_new_one(moved):
    rows, (run, *_) = all_rows(moved.folder), moved.assist.runs()

    assert rules_of(moved.assist.roll_back(run.id, at(), ADA)) == {"ledger"}
    assert all_rows(moved.folder) == rows
