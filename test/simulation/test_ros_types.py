"""Simulated messages have the fields of their ROS types."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from simulation import KINDS, make_robot

pytestmark = pytest.mark.ros
pytest.importorskip("sensor_msgs.msg", reason="needs ROS 2")


def ros_type(name: str) -> Any:
    package, _, kind = name.partition("/")
    return getattr(importlib.import_module(f"{package}.msg"), kind.rpartition("/")[2])


def differences(message: Any, type_: Any, path: str) -> list[str]:
    wanted = type_.get_fields_and_field_types()
    found = {path: set(vars(message)) ^ set(wanted)}
    problems = [f"{where}: {sorted(names)}" for where, names in found.items() if names]
    for name, kind in wanted.items():
        value = getattr(message, name, None)
        if "/" in kind and hasattr(value, "__dict__"):
            problems += differences(value, ros_type(kind), f"{path}.{name}")
        elif kind.startswith("sequence<") and "/" in kind and value:
            inner = kind[len("sequence<") :].rstrip(">")
            problems += differences(value[0], ros_type(inner), f"{path}.{name}[0]")
    return problems


@pytest.mark.parametrize("kind", KINDS)
def test_each_message_has_the_fields_of_its_type(kind: str) -> None:
    seen: set[str] = set()
    for _, topic, type_name, content in make_robot(1, kind, hours=0.1).messages():
        if topic not in seen:
            seen.add(topic)
            assert differences(content, ros_type(type_name), topic) == []
