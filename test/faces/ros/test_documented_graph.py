"""The node's graph as documented in pages and the SROS2 policy, compared with a real node's."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from processes import Nodes
from reference.interfaces import TOPICS, interfaces, service_name
from shell_blocks import pages, shell_blocks

from robot_memory.foundation.config_files import config_file

pytestmark = pytest.mark.ros

POLICY = config_file("sros2_policy.xml")
NODES = ("robot_memory", "_robot_memory_ingest", "_robot_memory_peers", "_robot_memory_slow")

CALLS = dict.fromkeys(
    tuple(command.words[3:])
    for page in pages()
    for block in shell_blocks(page)
    for command in block.commands
    if command.words[:3] == ["ros2", "service", "call"]
)
NEED_AN_OPERATOR = ("apply_packet", "replay_rollback")
#: `remember` makes the entry that the others name; commands that change it come last.
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
    """Fill a request as ros2cli does; an unknown field or a wrong type is an error."""
    for name, value in fields.items():
        inner = getattr(message, name)
        setattr(message, name, filled(inner, value) if isinstance(value, dict) else value)
    return message


@pytest.fixture(scope="module", autouse=True)
def federated(domain, tmp_path_factory, forker) -> Iterator[None]:
    """A node with everything that it may publish without Nav2."""
    with Nodes(tmp_path_factory.mktemp("federated"), forker) as nodes:
        nodes("-p", "federation.enabled:=true")
        yield


def test_each_call_of_a_service_in_a_page_works(robot):
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


def test_the_page_of_topics_has_what_the_node_publishes(robot):
    pages_say = {
        (name.replace("~", "/robot_memory"), kind)
        for name, kind, _, meaning in TOPICS
        # The limits' topics need nav2_msgs, a package that is not among the wheels.
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


def allowed(node: str, kind: str, deed: str) -> set[str]:
    """Return the full names that the policy allows a node."""
    profile = ElementTree.parse(POLICY).find(f".//profile[@node='{node}']")
    assert profile is not None, f"there is no profile of {node}"
    found = profile.findall(f"{kind}s[@{deed}='ALLOW']/{kind}")
    return {(item.text or "").replace("~", f"/{node}") for item in found}


def test_the_sros2_policy_allows_all_topics_and_services_of_the_nodes(robot):
    graph = robot.node
    robot.spin_until(
        lambda: {(n, "/") for n in NODES} <= set(graph.get_node_names_and_namespaces())
    )
    robot.spin(0.5)

    for node in NODES:
        published = {name for name, _ in graph.get_publisher_names_and_types_by_node(node, "/")}
        heard = {name for name, _ in graph.get_subscriber_names_and_types_by_node(node, "/")}
        served = {name for name, _ in graph.get_service_names_and_types_by_node(node, "/")}
        assert published <= allowed(node, "topic", "publish")
        assert heard <= allowed(node, "topic", "subscribe")
        assert served <= allowed(node, "service", "reply")
