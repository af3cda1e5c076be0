"""Messages at exactly the read interval of their rule are all read, whatever their stamps."""

from __future__ import annotations

from types import SimpleNamespace as Message

import pytest
from watching import Watching

from robot_memory.perception.detector import Detector
from robot_memory.perception.field_path import FieldPath, shortest_gap
from robot_memory.perception.rule import Rule

FLOAT = "std_msgs/msg/Float64"
VALUE = Message(data=1.0)
COUNT = 3000


def watching(every: float) -> tuple[Watching, Detector]:
    """A robot with a number that is read every ``every`` seconds, and its detector."""
    rule = Rule(
        "out_of_range", "/it", FLOAT, FieldPath.parse("data"), options={"every": every, "high": 9.0}
    )
    robot = Watching([rule])
    (reader,) = robot.perception.topics.of("/it", FLOAT).readers
    return robot, reader


@pytest.mark.parametrize("begin", [0.0, 29_752.917648125, 1_790_000_000.25])
def test_every_message_at_exactly_the_read_interval_is_read(begin: float):
    _, reader = watching(every=0.1)
    read = 0
    for number in range(COUNT):
        stamp = begin + 0.1 * number
        if stamp >= reader.due:
            read += 1
            list(reader.process(stamp, VALUE))

    assert read == COUNT


@pytest.mark.parametrize(
    ("every", "gap"), [(10.0, 9.95), (0.1, 0.099), (0.02, 0.019), (0.0005, 0.0), (0.0, 0.0)]
)
def test_a_message_may_be_early_by_half_a_percent_or_a_millisecond(every: float, gap: float):
    assert shortest_gap(every) == pytest.approx(gap)
