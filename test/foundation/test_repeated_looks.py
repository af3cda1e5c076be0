"""A test repeated on a growing number of onsets is repeated rarely."""

from __future__ import annotations

from robot_memory.foundation.repeated_looks import correction, looks


def test_onsets_are_looked_at_when_there_are_half_as_many_more():
    due = [count for count in range(1, 200) if looks(count) > looks(count - 1)]

    assert due == [6, 9, 14, 21, 32, 48, 72, 108, 162]


def test_all_looks_of_a_long_life_together_err_no_more_often_than_one():
    assert sum(1.0 / correction(look) for look in range(1, looks(200) + 1)) <= 1.0
