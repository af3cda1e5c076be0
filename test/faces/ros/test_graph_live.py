"""Nodes with incompatible QoS are reported once, and so are two nodes of one name."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from processes import Robot
from rclpy.qos import QoSProfile, ReliabilityPolicy
from std_msgs.msg import String

from robot_memory import RobotMemory
from robot_memory.faces.ros import graph_watches
from robot_memory.faces.ros.graph_watches import GraphWatch
from robot_memory.faces.ros.namespace_claims import GraphNamespace
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.scope import Scope

pytestmark = pytest.mark.ros
LOSSY = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
SURE = QoSProfile(depth=1, reliability=ReliabilityPolicy.RELIABLE)


class Looking:
    """The graph watch without a node, and its detections."""

    def __init__(self, robot: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(graph_watches, "_INTERVAL", 0.0)
        self.robot = robot
        self.told: list[Detection] = []
        self.left: list[str] = []
        self.is_counted = False
        self.node = robot.make_node("_looking", is_spun=False)
        context = SimpleNamespace(
            ingest_node=self.node,
            clock=SystemClock(),
            graph_namespace=GraphNamespace(robot.make_node("robot_memory", is_spun=False)),
        )
        perception = SimpleNamespace(
            add_detection=lambda topic, detection: self.told.append(detection),
            topics=SimpleNamespace(
                is_counted=lambda topic: self.is_counted, publisher_left=self.left.append
            ),
        )
        self.watch = GraphWatch(context, perception, Scope(), Settings())

    def look(self) -> set[str]:
        """Return the texts of the present problems."""
        self.told.clear()
        self.watch.update(self.node.get_topic_names_and_types())
        return {item.text for item in self.told if item.present}


@pytest.fixture
def looking(robot: Robot, monkeypatch: pytest.MonkeyPatch) -> Looking:
    return Looking(robot, monkeypatch)


def test_incompatible_qos_is_reported_until_the_subscription_is_gone(
    robot: Robot, looking: Looking
):
    viewer = robot.make_node("viewer", is_spun=False)
    robot.node.create_publisher(String, "/image", LOSSY)
    subscription = viewer.create_subscription(String, "/image", print, SURE)
    viewer.create_subscription(String, "/image", print, LOSSY)

    robot.spin_until(looking.look)
    text = "/viewer does not hear /driver on /image: incompatible QoS, "
    (said,) = looking.look()
    assert said.startswith(text + "best effort publisher and reliable subscription")
    viewer.destroy_subscription(subscription)
    robot.spin_until(lambda: not looking.look())
    assert [item.present for item in looking.told] in ([False], [])


def test_a_publisher_that_leaves_is_detected_at_once(robot: Robot, looking: Looking):
    publishers = [robot.node.create_publisher(String, "/tf", SURE) for _ in range(2)]
    robot.spin_until(lambda: looking.node.count_publishers("/tf") == 2)
    looking.look()
    assert looking.left == []

    robot.node.destroy_publisher(publishers[0])
    robot.spin_until(lambda: looking.node.count_publishers("/tf") == 1)
    looking.look()
    assert looking.left == ["/tf"]


def test_nodes_of_tools_such_as_rviz_are_not_watched(robot: Robot, looking: Looking):
    rviz = robot.make_node("rviz2", is_spun=False)
    publisher = robot.node.create_publisher(String, "/cloud", LOSSY)
    rviz.create_subscription(String, "/cloud", print, SURE)
    robot.spin_until(lambda: looking.node.count_subscribers("/cloud"))
    robot.spin_until(lambda: looking.node.count_publishers("/cloud"))

    assert looking.look() == set()
    robot.node.destroy_publisher(publisher)


def test_two_nodes_of_the_same_name_are_reported(robot: Robot, looking: Looking):
    for _ in range(2):
        robot.make_node("lidar", is_spun=False)

    said = robot.spin_until(looking.look)
    assert said == {"Several nodes are called /lidar: misconfigured launch, or a second start"}


def test_a_topic_that_lost_its_publisher_is_reported_if_a_node_subscribes_to_it(
    robot: Robot, looking: Looking, monkeypatch: pytest.MonkeyPatch
):
    now = [1000.0]
    monkeypatch.setattr(graph_watches, "time", SimpleNamespace(monotonic=lambda: now[0]))
    viewer = robot.make_node("viewer", is_spun=False)
    publishers = [robot.node.create_publisher(String, f"/said/{name}", 1) for name in "abc"]
    viewer.create_subscription(String, "/said/a", print, 1)
    robot.spin_until(lambda: looking.node.count_subscribers("/said/a"))
    for now[0] in range(1000, 1400, 5):
        assert looking.look() == set()
    robot.node.destroy_publisher(publishers[0])
    robot.spin_until(lambda: not looking.node.count_publishers("/said/a"))
    now[0] += 5
    assert looking.look() == set()
    now[0] += 10

    assert looking.look() == {"/said/a lost a publisher while nodes listen to it"}


@pytest.mark.parametrize("is_counted", [False, True])
def test_a_node_that_left_is_reported_by_name_once_for_all_its_topics(
    robot: Robot, looking: Looking, monkeypatch: pytest.MonkeyPatch, is_counted: bool
):
    now = [1000.0]
    monkeypatch.setattr(graph_watches, "time", SimpleNamespace(monotonic=lambda: now[0]))
    looking.is_counted = is_counted
    viewer, lidar = (robot.make_node(name, is_spun=False) for name in ("viewer", "lidar_4711"))
    [robot.node.create_publisher(String, f"/said/{name}", 1) for name in "abc"]
    for topic in ("/lidar/scan", "/lidar/status"):
        lidar.create_publisher(String, topic, 1)
        viewer.create_subscription(String, topic, print, 1)
    robot.spin_until(lambda: looking.node.count_publishers("/lidar/status"))
    robot.spin_until(lambda: "/lidar_4711" in looking.watch._node_names())
    for now[0] in range(1000, 1400, 5):
        assert looking.look() == set()
    lidar.destroy_node()
    robot.spin_until(lambda: "/lidar_4711" not in looking.watch._node_names())
    robot.spin_until(lambda: not looking.node.count_publishers("/lidar/status"))
    now[0] += 5
    assert looking.look() == set()
    now[0] += 10

    assert looking.look() == {"Node /lidar is gone while others listen to it"}
    (gone,) = (item for item in looking.told if item.present)
    assert gone.key.component == "/lidar"
    assert gone.detail["nodes"] == ["/lidar_4711"]
    assert gone.detail["topics"] == ["/lidar/scan", "/lidar/status"]

    again = robot.make_node("lidar_4711", is_spun=False)
    for topic in ("/lidar/scan", "/lidar/status"):
        again.create_publisher(String, topic, 1)
    robot.spin_until(lambda: not looking.look())


def test_a_mismatch_is_learned_once_although_the_publisher_logs_it_too(start_node, robot: Robot):
    node = start_node("-p", "black_box.enabled:=false")
    robot.spin_until(lambda: robot.node.count_subscribers("/rosout"))
    robot.node.create_publisher(String, "/image", LOSSY)
    robot.make_node("viewer").create_subscription(String, "/image", print, SURE)

    robot.spin_until(lambda: node.tells("/viewer does not hear /driver on /image"), 30.0)
    robot.spin(6.0)
    assert node.stop() == 0
    with RobotMemory.open(node.home, read_only=True) as memory:
        ((_, entry),) = memory.entries()
    assert entry.observation_count == 1
