"""The SROS2 policy names all that the node's graph has (docs/reference/security.md)."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from robot_memory.srv import GetContext

from robot_memory.foundation.config_files import config_file

pytestmark = pytest.mark.ros

POLICY = config_file("sros2_policy.xml")
NODES = ("robot_memory", "_robot_memory_ingest", "_robot_memory_peers", "_robot_memory_slow")


def allowed(node: str, kind: str, deed: str) -> set[str]:
    """Return the full names that the policy allows a node."""
    profile = ElementTree.parse(POLICY).find(f".//profile[@node='{node}']")
    assert profile is not None, f"there is no profile of {node}"
    found = profile.findall(f"{kind}s[@{deed}='ALLOW']/{kind}")
    return {(item.text or "").replace("~", f"/{node}") for item in found}


def test_the_policy_allows_what_the_nodes_publish_hear_and_serve(start_node, robot):
    start_node("-p", "federation.enabled:=true")
    robot.call(GetContext, "/robot_memory/get_context")
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
