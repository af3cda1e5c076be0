"""The black box records real messages with the same values, and without their padding."""

from __future__ import annotations

from typing import Any

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from hypothesis import given, settings
from hypothesis import strategies as st
from installed_messages import Writer, installed_types, messages
from rcl_interfaces.msg import Parameter, ParameterEvent, ParameterValue
from rclpy.serialization import deserialize_message, serialize_message

from robot_memory.applications.black_box.message_filter import MessageFilter
from robot_memory.perception.message_definition import MessageDefinition, installed_definition

TYPES = list(installed_types())
ORDERS = ("<", ">")
DIRTS = (b"\xaa", b"hunter2 password=hunter2 ")
SECRET = "blue horse"
MARK = "[removed: secret]"


def filter_of(message_type: Any) -> MessageFilter:
    type_name = f"{message_type.__module__.partition('.')[0]}/msg/{message_type.__name__}"
    definition = MessageDefinition.parse(type_name, installed_definition(type_name))
    return MessageFilter(definition or MessageDefinition(type_name, {}))


@settings(deadline=None)
@given(st.data(), st.sampled_from(DIRTS), st.integers(0, 40))
def test_padding_bytes_are_removed_and_all_values_are_recorded(data, dirt, behind):
    message = data.draw(messages(data.draw(st.sampled_from(TYPES))))
    filters = filter_of(type(message))
    for order in ORDERS:
        recorded = filters.without_secrets(Writer(order, dirt).write(message, behind))
        assert recorded == Writer(order).write(message)
        assert deserialize_message(recorded, type(message)) == message


@settings(deadline=None)
@given(st.data())
def test_a_message_of_fast_dds_is_recorded_with_equal_values_and_zero_padding(data):
    message = data.draw(messages(data.draw(st.sampled_from(TYPES))))
    written = serialize_message(message)
    assert filter_of(type(message)).without_secrets(written) == Writer("<").write(message)


@pytest.mark.parametrize("name", ["Arrays", "BoundedSequences", "Strings",
                                  "UnboundedSequences", "WStrings", "Empty"])  # fmt: skip
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_every_kind_of_ros_field_is_recorded_with_its_values(name, data):
    (message_type,) = (
        one for one in TYPES if one.__name__ == name and "test_msgs" in one.__module__
    )
    message = data.draw(messages(message_type))
    recorded = filter_of(message_type).without_secrets(serialize_message(message))
    assert recorded == Writer("<").write(message)
    assert deserialize_message(recorded, message_type) == message


def diagnostics(key: str, length: int) -> DiagnosticArray:
    values = [
        KeyValue(key="ssid", value="n" * length),
        KeyValue(key=key, value=SECRET + "x" * length),
        KeyValue(key="channel", value="11"),
    ]
    return DiagnosticArray(status=[DiagnosticStatus(name="d" * length, values=values)])


@pytest.mark.parametrize("key", ["wifi_password", "password", "psk"])
def test_the_value_of_a_secret_is_removed_from_recorded_diagnostics(key):
    clean = filter_of(DiagnosticArray)
    for length in range(60):
        message = diagnostics(key, length)
        recorded = clean.without_secrets(serialize_message(message))
        assert SECRET.encode() not in recorded
        message.status[0].values[1].value = MARK
        assert deserialize_message(recorded, DiagnosticArray) == message


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "value",
    [
        ParameterValue(type=4, string_value=SECRET),
        ParameterValue(type=9, string_array_value=["a", SECRET]),
        ParameterValue(type=5, byte_array_value=[bytes((letter,)) for letter in SECRET.encode()]),
    ],
    ids=["string", "strings", "bytes"],
)
def test_a_secret_parameter_value_is_not_recorded(order, value):
    speed = Parameter(name="speed", value=ParameterValue(type=3, double_value=0.5))
    event = ParameterEvent(
        node="/wifi", new_parameters=[Parameter(name="wifi.psk", value=value), speed]
    )
    recorded = filter_of(ParameterEvent).without_secrets(Writer(order, b"\xaa").write(event))

    assert SECRET.encode() not in recorded
    read = deserialize_message(recorded, ParameterEvent)
    assert (read.node, read.new_parameters[0].name) == ("/wifi", "wifi.psk")
    assert read.new_parameters[1] == speed


@pytest.mark.parametrize("order", ORDERS)
def test_a_secret_numeric_parameter_value_is_not_recorded(order):
    value = ParameterValue(type=2, integer_value=12345678, integer_array_value=[12345678])
    event = ParameterEvent(changed_parameters=[Parameter(name="psk", value=value)])
    recorded = filter_of(ParameterEvent).without_secrets(Writer(order).write(event))
    (read,) = deserialize_message(recorded, ParameterEvent).changed_parameters
    assert read == Parameter(name="psk")
