"""The node of an occurrence is taken from its key and detail, not from the words of its text."""

from __future__ import annotations

import pytest

from robot_memory.ledger import Key
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.shared_models import RecentOnset, RecentOnsets


def onset(component: str, text: str = "", **detail: object) -> RecentOnset:
    onsets = RecentOnsets()
    key = Key("a detector", component, "a symptom")
    onsets.note(Detection(key, present=True, text=text, detail=detail))
    return next(onsets.after(0))


@pytest.mark.parametrize("node", ["/robot", "/transform", "/odom"])
def test_words_in_the_text_are_not_read_as_a_node_name(node: str):
    text = "The transform odom to base_link is not published any more while the robot runs"

    assert not onset("odom to base_link", text).names(node)


@pytest.mark.parametrize(
    "component",
    [
        "controller_server", "/robot1/controller_server", "robot1.controller_server",
        "controller_server.costs", "controller_server: rate",
    ],
)  # fmt: skip
def test_a_component_names_its_node_as_node_logger_or_status_part(component: str):
    assert onset(component).names("/robot1/controller_server")


@pytest.mark.parametrize("component", ["/robot1/scan", "controller", "rate: controller_server"])
def test_a_topic_a_partial_name_or_a_part_of_another_node_names_no_node(component: str):
    assert not onset(component).names("/controller_server")
    assert not onset(component).names("/robot1")


@pytest.mark.parametrize(
    "detail", [{"server": "/docking_server"}, {"nodes": ["/camera", "/docking_server"]}]
)
def test_nodes_in_the_detail_are_recognised(detail: dict[str, object]):
    assert onset("dock_robot", **detail).names("/docking_server")
    assert not onset("dock_robot", **detail).names("/server")


def test_a_node_is_recognised_without_the_number_that_changes_at_each_start():
    assert onset("camera_4711_…").names("/camera_4711_1700000000")
