"""A message's numbers are named as the memory names them."""

from __future__ import annotations

import math
from types import SimpleNamespace as Message

import robot_messages as ros
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.perception.generic.message_numbers import MessageNumbers


def standard(content: object) -> dict[str, float]:
    return read(content, has_paths=True)


def custom(content: object) -> dict[str, float]:
    return read(content, has_paths=False)


def read(content: object, *, has_paths: bool, has_texts: bool = False) -> dict[str, float]:
    plan = MessageNumbers(content, has_paths=has_paths, has_texts=has_texts)
    names = [" ".join([*labels, quantity]) for labels, quantity in plan.names]
    return dict(zip(names, plan.read(content) or [], strict=True))


def test_a_nested_field_of_a_standard_message_is_named_by_its_path():
    twist = Message(linear=Message(x=1.0, y=2.0), angular=Message(z=3.0))

    assert standard(Message(header=ros.header(), twist=twist)) == {
        "twist.linear.x": 1.0, "twist.linear.y": 2.0, "twist.angular.z": 3.0
    }  # fmt: skip


def test_a_nested_field_of_a_custom_message_is_named_by_its_part():
    assert custom(Message(pump=Message(pressure=4.0), status=Message(current=2.0))) == {
        "pump pressure": 4.0, "current": 2.0
    }  # fmt: skip


def test_list_numbers_are_named_by_the_parallel_list_of_names():
    joints = Message(name=["elbow", "wrist"], effort=[1.0, 2.0], position=[])

    assert standard(joints) == {"elbow effort": 1.0, "wrist effort": 2.0}


def test_list_numbers_without_names_are_named_by_their_index():
    assert standard(Message(cell_voltage=[3.2, 3.3])) == {
        "index 0 cell_voltage": 3.2, "index 1 cell_voltage": 3.3
    }  # fmt: skip


def test_values_with_a_parallel_list_of_names_become_named_quantities():
    elbow = Message(interface_names=["effort", "temperature"], values=[5.0, 40.0])

    assert custom(Message(joint_names=["elbow"], interface_values=[elbow])) == {
        "interface_values index 0 effort": 5.0,
        "interface_values index 0 temperature": 40.0,
    }  # fmt: skip


def test_an_item_with_a_name_and_a_value_becomes_one_quantity():
    items = [Message(name="mean", value=1.5), Message(name="peak", value=2.5)]

    assert custom(Message(statistics=items)) == {"mean": 1.5, "peak": 2.5}


def test_list_items_are_named_by_their_own_name_or_else_by_index():
    drivers = [Message(device_name="left", current=1.0), Message(device_name="", current=2.0)]

    assert custom(Message(drivers=drivers)) == {"left current": 1.0, "drivers index 1 current": 2.0}


def test_a_long_list_is_reduced_to_a_share_of_readings_and_eight_sectors():
    ranges = [1.0] * 50 + [math.inf] * 50

    found = standard(Message(ranges=ranges))
    assert found["ranges share of readings"] == 0.5
    assert found["ranges sector 1 of 8"] == 1.0
    assert math.isnan(found["ranges sector 8 of 8"])
    assert len(found) == 9


def test_headers_times_covariances_and_bytes_are_left_out():
    content = Message(
        header=ros.header(), stamp=Message(sec=1, nanosec=2), duration=Message(sec=1, nanosec=2),
        position_covariance=[1.0] * 9, data=b"abc", texts=["abc"], value=1,
    )  # fmt: skip

    assert standard(content) == {"value": 1.0}


def test_a_table_cell_with_a_number_and_its_unit_is_read_as_a_number():
    row = Message(**{"Motor temp.": "37.2 C", "speed": 1.5})

    assert read(row, has_paths=False, has_texts=True) == {"Motor temp.": 37.2, "speed": 1.5}


def test_a_plan_returns_none_for_a_message_of_another_shape():
    plan = MessageNumbers(Message(name=["elbow"], effort=[1.0]), has_paths=True)

    assert plan.read(Message(name=["elbow", "wrist"], effort=[1.0, 2.0])) is None
    assert plan.read(Message(name=["elbow"])) is None
    assert plan.read(Message(name=["elbow"], effort=["none"])) is None


_scalars = st.one_of(st.integers(-(2**40), 2**40), st.floats(), st.booleans())
_messages = st.recursive(
    st.builds(
        lambda fields: Message(**fields), st.dictionaries(st.sampled_from("abcdef"), _scalars)
    ),
    lambda inner: st.builds(
        lambda fields: Message(**fields),
        st.dictionaries(st.sampled_from("abcdef"), inner | _scalars | st.lists(_scalars)),
    ),
    max_leaves=12,
)


@given(_messages, st.booleans())
def test_each_number_that_is_read_has_a_name(content: Message, has_paths: bool):
    plan = MessageNumbers(content, has_paths=has_paths)

    numbers = plan.read(content)
    assert numbers is not None
    assert len(numbers) == len(plan.names)


def numbers_of(*texts: str) -> list[float]:
    plan = MessageNumbers(Message(mode=texts[0]), has_paths=False)
    assert plan.texts == {0}
    return [(plan.read(Message(mode=text)) or [math.nan])[0] for text in texts]


def test_a_mode_text_is_always_read_as_the_same_number():
    pick, drive, again = numbers_of("pick", "drive", "pick")

    assert pick == again != drive
    assert numbers_of("pick") == [pick]


def test_a_text_that_reports_a_problem_keeps_the_previous_mode_number():
    drive, stopped, charge = numbers_of("drive", "PROTECTIVE_STOP", "charge")

    assert drive == stopped != charge
