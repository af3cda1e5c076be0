"""The files for RViz, Foxglove, Lichtblick and rqt_robot_monitor fit the node's messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from reference.interfaces import TOPICS, read_interface

ROOT = Path(__file__).resolve().parents[1]
CONFIG = ROOT / "config"
PUBLISHED = {name.replace("~", "/robot_memory"): (kind, qos) for name, kind, qos, _ in TOPICS}
MARKERS = "visualization_msgs/msg/MarkerArray"


def values_of(data: Any) -> Iterator[tuple[str, Any]]:
    """Yield each key of nested data with its value."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key, value
            yield from values_of(value)
    elif isinstance(data, list):
        for item in data:
            yield from values_of(item)


@pytest.fixture(scope="module")
def foxglove():
    return json.loads((CONFIG / "foxglove.json").read_text())


@pytest.fixture(scope="module")
def rviz():
    return yaml.safe_load((CONFIG / "robot_memory.rviz").read_text())


def paths(layout) -> list[str]:
    """Return the message paths of the panels: a topic, and the fields below it."""
    return [value for key, value in values_of(layout["configById"])
            if key in ("topicPath", "topicToRender")]  # fmt: skip


def test_foxglove_shows_topics_that_the_node_publishes(foxglove):
    topics = {path.partition(".")[0] for path in paths(foxglove)}
    (scene,) = [value for key, value in values_of(foxglove["configById"]) if key == "topics"]

    assert topics | set(scene) <= set(PUBLISHED)
    assert [PUBLISHED[topic][0] for topic in scene] == [MARKERS]


def test_foxglove_reads_fields_that_the_messages_have(foxglove):
    for path in paths(foxglove):
        topic, _, field = path.partition(".")
        package, _, message = PUBLISHED[topic][0].split("/")
        if not field:
            continue
        name = re.match(r"\w+", field)[0]
        if package == "robot_memory":
            part = read_interface(ROOT / "msg" / f"{message}.msg").parts[0]
            assert name in {known for known, _, _ in part.fields}, path
        else:
            assert (message, name) == ("String", "data"), path


def test_every_panel_of_the_foxglove_layout_is_placed_once(foxglove):
    def leaves(node: Any) -> list[str]:
        return [node] if isinstance(node, str) else leaves(node["first"]) + leaves(node["second"])

    assert sorted(leaves(foxglove["layout"])) == sorted(foxglove["configById"])


def test_rviz_shows_the_markers_with_the_quality_of_service_of_the_node(rviz):
    displays = rviz["Visualization Manager"]["Displays"]
    topics = [display["Topic"] for display in displays if "Topic" in display]

    assert [topic["Value"] for topic in topics] == ["/robot_memory/markers"]
    kind, qos = PUBLISHED["/robot_memory/markers"]
    assert (kind, qos) == (MARKERS, "reliable, transient local, depth 1")
    assert topics[0]["Durability Policy"] == "Transient Local"
    assert topics[0]["Reliability Policy"] == "Reliable"


def test_each_class_in_the_rviz_file_names_its_plugin(rviz):
    classes = [value for key, value in values_of(rviz) if key == "Class" and value]

    assert [one for one in classes if not re.fullmatch(r"rviz_(common|default_plugins)/\w+", one)
            ] == []  # fmt: skip


def test_rviz_keeps_room_for_the_scene(rviz):
    """Without a saved window state RViz stacks panels on the left: three took 90 % of the width."""
    assert "QMainWindow State" not in rviz["Window Geometry"]
    assert [panel["Class"] for panel in rviz["Panels"]] == ["rviz_common/Displays"]


@pytest.mark.parametrize("node", ["robot_memory", "rover_1/robot_memory"])
def test_the_analyzer_of_rqt_robot_monitor_takes_each_status_of_the_node(node):
    file = yaml.safe_load((CONFIG / "diagnostic_analyzers.yaml").read_text())
    (analyzer,) = [one for one in file["analyzers"]["ros__parameters"].values()
                   if isinstance(one, dict)]  # fmt: skip

    for status in ("memory", "time", "ingest", "peers"):
        assert any(part in f"{node}: {status}" for part in analyzer["contains"])
    assert analyzer["timeout"] > 1.0  # s; the node publishes once a second
