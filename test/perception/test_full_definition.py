"""A type's full definition contains each nested type once, as rosbag2 writes it."""

from __future__ import annotations

import pytest

from robot_memory.perception.message_definition import full_definition

FILES = {
    "a_msgs/msg/Arm": "# float64 no/Field\nJoint[] joints\nb_msgs/Tool tool\nint32 N=3\n",
    "a_msgs/msg/Joint": "string<=8 name\nb_msgs/Tool[2] tools\n",
    "b_msgs/msg/Tool": "float64 weight\n",
}
RULER = "=" * 80


def test_each_nested_type_follows_once_after_a_separator_line():
    assert full_definition("a_msgs/msg/Arm", FILES.__getitem__) == (
        f"{FILES['a_msgs/msg/Arm']}{RULER}\nMSG: a_msgs/Joint\n{FILES['a_msgs/msg/Joint']}"
        f"{RULER}\nMSG: b_msgs/Tool\n{FILES['b_msgs/msg/Tool']}"
    )


def test_a_missing_nested_type_raises_an_error():
    with pytest.raises(KeyError, match="c_msgs"):
        full_definition("a_msgs/msg/X", {"a_msgs/msg/X": "c_msgs/Y y\n"}.__getitem__)
