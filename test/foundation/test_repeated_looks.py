"""A test repeated on a growing number of onsets is repeated rarely."""

from __future__ import annotations

from robot_memory.foundation.repeated_looks import correction, looks


def test_a_test_is_repeated_when_the_onsets_grew_by_half():
    due = [count for count in range(1, 200) if looks(count) > looks(count - 1)]

    assert due == [6, 9, 14, 21, 32, 48, 72, 108, 162]


def test_all_repetitions_together_keep_the_error_rate_of_one_test():
    assert sum(1.0 / correction(look) for look in range(1, looks(200) + 1)) <= 1.0
