"""How important a row is, and whether it is out of date, for recall and retention."""

from __future__ import annotations

import math

import pytest

from robot_memory.ledger.row_worth import importance_of, is_stale


@pytest.mark.parametrize("score", [0.0, 0.65, 1, 1.0])
def test_a_valid_importance_score_is_read(score):
    assert importance_of({"importance": {"score": score, "label": "ignore"}}) == score


@pytest.mark.parametrize(
    "importance",
    [None, 0.5, {}, {"score": None}, {"score": "0.5"}, {"score": True}, {"score": math.nan},
     {"score": 1.1}, {"score": -0.1}],
)  # fmt: skip
def test_an_invalid_importance_score_is_ignored(importance):
    assert importance_of({"importance": importance}) is None
    assert importance_of({}) is None


def test_a_row_is_stale_only_if_stale_candidate_is_true():
    assert is_stale({"lifecycle": {"stale_candidate": True}})
    for value in (False, 1, "true", None):
        assert not is_stale({"lifecycle": {"stale_candidate": value}})
    assert not is_stale({"lifecycle": True})
    assert not is_stale({})
