"""The `ros2 service call` lines of all pages, sent to a node as ros2cli sends them."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
import yaml
from reference.interfaces import TOPICS, interfaces, service_name
from shell_blocks import pages, shell_blocks

pytestmark = pytest.mark.ros

CALLS = dict.fromkeys(
    tuple(command.words[3:])
    for page in pages()
    for block in shell_blocks(page)
    for command in block.commands
    if command.words[:3] == ["ros2", "service", "call"]
)
NEED_AN_OPERATOR = ("apply_packet", "replay_rollback")
#: `remember` makes the entry that the others name; what changes it comes last.
ORDER = (
    "remember",
    "why",
    "list_entries",
    "mute",
    "unmute",
    "known",
    "correct",
    "resolve",
    "forget",
)


def place(call: tuple[str, ...]) -> int:
    service = call[0].rsplit("/", 1)[1]
    return ORDER.index(service) if service in ORDER else 1


def filled(message: Any, fields: dict[str, Any]) -> Any:
    """Fill a request as ros2cli does; a name that it has not, or another type, is an error."""
    for name, value in fields.items():
        inner = getattr(message, name)
        setattr(message, name, filled(inner, value) if isinstance(value, dict) else value)
    return message


def test_each_call_of_a_service_in_a_page_works(start_node, robot):
    start_node("-p", "federation.enabled:=true")
    called = set()
    for name, kind, text in sorted(CALLS, key=place):
        package, _, interface = kind.split("/")
        service = getattr(importlib.import_module(f"{package}.srv"), interface)
        fields = yaml.safe_load(text)
        filled(service.Request(), fields)
        own = f"/robot_memory/{service_name(interface)}"
        answer = robot.call(service, own, **fields)
        is_refused = own.rsplit("/", 1)[1] in NEED_AN_OPERATOR  # assist.enabled is false
        assert answer.success is not is_refused, f"{name} {text}: {answer.message}"
        called.add(own.rsplit("/", 1)[1])

    assert called == {service_name(one.name) for one in interfaces("srv")}


def test_the_page_of_topics_has_what_the_node_publishes(start_node, robot):
    start_node("-p", "federation.enabled:=true")
    pages_say = {
        (name.replace("~", "/robot_memory"), kind)
        for name, kind, _, meaning in TOPICS
        # Those of limits need nav2_msgs, a package that is not among the wheels.
        if not kind.startswith("nav2_msgs/") and "only if `limits.apply` is true" not in meaning
    }

    def published() -> set[tuple[str, str]]:
        return {
            (name, kind)
            for node, namespace in robot.node.get_node_names_and_namespaces()
            if node.lstrip("_").startswith("robot_memory")
            for name, kinds in robot.node.get_publisher_names_and_types_by_node(node, namespace)
            for kind in kinds
            if name not in ("/parameter_events", "/rosout")
        }

    robot.spin_until(lambda: published() == pages_say)
    for name, _, qos, _ in TOPICS:
        for one in robot.node.get_publishers_info_by_topic(name.replace("~", "/robot_memory")):
            durability = one.qos_profile.durability.name.lower().replace("_", " ")
            assert qos.startswith(f"{one.qos_profile.reliability.name.lower()}, {durability},")
