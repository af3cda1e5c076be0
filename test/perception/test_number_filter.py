"""Which numbers of a message are readings (rules.md §5)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from robot_messages import Message

from robot_memory.perception.number_filter import NumberFilter


@pytest.mark.parametrize(
    "values",
    [[1.0, 1e300], [1, 10**30], (2.5, -(10**21)), np.array([0.0, np.inf]), [0.5] * 40 + [1e21]],
)
def test_an_invalid_number_in_a_list_becomes_nan_and_is_counted(values):
    filter_ = NumberFilter("vendor_msgs/Values")

    for _ in range(2):  # seen at the first message, known at the second
        found = filter_.apply(Message(values=values))
        assert math.isnan(found.values[-1])
        assert found.values[0] == values[0]
    assert filter_.replaced == 2


@pytest.mark.parametrize("values", [[1.0, math.nan], [1, 2], ["a", "b"], [], np.zeros(3)])
def test_a_message_with_valid_readings_is_returned_unchanged(values):
    filter_ = NumberFilter("vendor_msgs/Values")

    for _ in range(2):
        message = Message(values=values)
        assert filter_.apply(message) is message
    assert filter_.replaced == 0
