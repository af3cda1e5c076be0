"""The evidence that a second look needs before a deviation is reported."""

from __future__ import annotations

import math

import pytest

from robot_memory.perception.normal.columns import ColumnKind as Kind
from robot_memory.perception.normal.evidence import AGAIN_BY, LIMIT, times_unusual
from robot_memory.perception.normal.regression import SecondLook

KINDS = sorted(AGAIN_BY)


def found(kind: Kind, ratio: float, nats: float, *, sign: int = 1) -> float:
    """Return how unusual a residual is whose size is ``ratio`` times its quantile."""
    of_mean = kind in (Kind.LEVEL, Kind.RESIDUAL)
    return times_unusual(kind, sign, nats, look(sign * ratio) if of_mean else look(0, ratio, ratio))


def look(mean: float = 0.0, noise: float = 0.0, leap: float = 0.0) -> SecondLook:
    return SecondLook(mean, noise, leap)


@pytest.mark.parametrize("kind", KINDS)
def test_minimal_evidence_needs_the_full_size_in_the_second_look(kind):
    assert found(kind, AGAIN_BY[kind], LIMIT) == pytest.approx(1.0)


@pytest.mark.parametrize("kind", KINDS)
def test_strong_evidence_needs_at_least_six_tenths_in_the_second_look(kind):
    assert found(kind, 0.59 * AGAIN_BY[kind], 1000 * LIMIT) < 1.0


def test_noise_confirms_a_residual_deviation_but_not_a_level_deviation():
    assert times_unusual(Kind.RESIDUAL, 1, LIMIT, look(0.1, AGAIN_BY[Kind.RESIDUAL_SPREAD])) == 1.0
    assert times_unusual(Kind.LEVEL, 1, LIMIT, look(0.1, 9.0)) < 1.0


def test_a_jump_is_confirmed_by_the_largest_jump_and_not_by_noise():
    assert times_unusual(Kind.JUMP, 1, LIMIT, look(0.0, 0.1, AGAIN_BY[Kind.JUMP])) == 1.0
    assert times_unusual(Kind.JUMP, 1, LIMIT, look(0.0, 9.0, 0.1)) < 1.0


def test_a_number_that_is_too_still_is_confirmed_by_any_second_look():
    assert times_unusual(Kind.SPREAD, -1, LIMIT, look()) == math.inf


def test_a_second_look_without_data_rules_out_neither_direction():
    for sign in (1, -1):
        assert times_unusual(Kind.LEVEL, sign, LIMIT, SecondLook()) == math.inf
