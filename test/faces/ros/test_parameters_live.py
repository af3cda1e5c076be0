"""A real node is asked for its parameters once after it appeared."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from processes import Robot

from robot_memory.faces.ros import parameter_reader
from robot_memory.faces.ros.parameter_reader import ParameterReader
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.perception.detectors.parameter_detector import NodeParameters
from robot_memory.perception.scope import Scope

pytestmark = pytest.mark.ros


class Silent:
    """A parameter reader among nodes that never answer, without ROS; and the nodes it asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *nodes: str) -> None:
        self.now, self.nodes, self.asked = 0.0, nodes, list[str]()
        monkeypatch.setattr(
            parameter_reader, "time", SimpleNamespace(monotonic=lambda: self.now)
        )  # fmt: skip
        context = SimpleNamespace(
            node=SimpleNamespace(create_client=self.client, destroy_client=lambda client: None),
            ingest_node=SimpleNamespace(
                get_node_names_and_namespaces=lambda: [(node, "/") for node in self.nodes]
            ),
        )
        perception = SimpleNamespace(topics=SimpleNamespace(wants=lambda topic, kind: True))
        self.reader = ParameterReader(context, perception, Scope())

    def client(self, kind: object, service: str) -> SimpleNamespace:
        self.asked.append(service.removesuffix("/list_parameters"))
        future = SimpleNamespace(add_done_callback=lambda callback: None)
        return SimpleNamespace(call_async=lambda request: future)

    def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            self.now += 1.0
            self.reader.update([])
            self.reader.ask()


def test_a_node_that_does_not_answer_is_asked_three_more_times(
    monkeypatch: pytest.MonkeyPatch,
):
    silent = Silent(monkeypatch, "camera", "arm")
    silent.wait(200)

    assert silent.asked == ["/arm", "/camera"] * 4


def test_the_parameters_of_a_node_are_read_once_without_secrets(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(parameter_reader, "_SETTLED", 0.0)
    monkeypatch.setattr(parameter_reader, "_INTERVAL", 0.0)
    controller = robot.make_node("controller_server")
    controller.declare_parameter("max_vel_x", 0.3)
    controller.declare_parameter("frames", ["map", "odom"])
    controller.declare_parameter("wifi_password", "hunter2")
    robot.make_node("mute", is_spun=False)  # never answers, and delays nobody for long
    monkeypatch.setattr(parameter_reader, "_PATIENCE", 2.0)
    context = SimpleNamespace(
        node=robot.node,
        ingest_node=robot.make_node("_looking", is_spun=False),
        clock=SystemClock(),
        issues=None,
    )
    said: list[NodeParameters] = []
    perception = SimpleNamespace(
        receive=lambda topic, kind, content: said.append(content),
        topics=SimpleNamespace(wants=lambda topic, kind: True),
    )
    reader = ParameterReader(context, perception, Scope())

    def told() -> bool:
        reader.update([])
        reader.ask()
        reader.hand_over()
        return any(it.node == "/controller_server" for it in said)

    robot.spin_until(told)
    robot.spin(1.0)
    told()
    (answer,) = [it for it in said if it.node == "/controller_server"]
    assert answer.values["max_vel_x"] == "0.3"
    assert answer.values["frames"] == "['map', 'odom']"
    assert "wifi_password" not in answer.values
