"""Topics come and go, and unusable ones are reported; with real DDS, in this process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import rclpy
from processes import Robot
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile, ReliabilityPolicy
from robot_memory.msg import MemoryEvent
from sensor_msgs.msg import BatteryState, Imu, Temperature
from telling import LATCHED, ListLogger

from robot_memory.faces.ros import topic_receiver as receiver_module
from robot_memory.faces.ros import topic_subscriptions as module
from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.faces.ros.ingest_context import IngestContext
from robot_memory.faces.ros.namespace_claims import GraphNamespace
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.subscription_executor import SubscriptionExecutor
from robot_memory.faces.ros.topic_subscriptions import TopicSubscriptions
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.long_term.episodes import EpisodeWatches
from robot_memory.long_term.episodes.rule_book import RuleBook
from robot_memory.perception.perception import Perception
from robot_memory.perception.rule import Rule
from robot_memory.perception.scope import Scope

pytestmark = pytest.mark.ros

BEST_EFFORT = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
LOSSY = ReliabilityPolicy.BEST_EFFORT
RULES = (
    Rule("rate", type="sensor_msgs/msg/Temperature"),
    Rule("rate", type="sensor_msgs/msg/BatteryState"),
    Rule("rate", type="sensor_msgs/msg/Imu"),
    Rule("rate", topic="/named"),
)


@pytest.fixture
def make_topics(robot, monkeypatch):
    """A function that makes subscriptions in a namespace; they advance while the robot spins."""
    monkeypatch.setattr(module, "_UPDATE_INTERVAL", 0.05)

    def make_topics(
        namespace: str, clock: SystemClock | None = None, **overrides: str
    ) -> TopicSubscriptions:
        given = [Parameter(name, value=value) for name, value in overrides.items()]
        names = robot.make_node(
            "memory", namespace, parameter_overrides=given,
            automatically_declare_parameters_from_overrides=True,
        )  # fmt: skip
        graph_namespace = GraphNamespace(names)
        time = clock or SystemClock()
        rules = graph_namespace.resolve_book(RuleBook(RULES)).rules
        perception = Perception(
            rules, Settings(), time, lambda observation: None,
            scope=Scope(namespace=graph_namespace.namespace, others=graph_namespace.others),
        )  # fmt: skip
        node = robot.make_node("_ingest", namespace, is_spun=False)
        executor = SubscriptionExecutor(node)
        log = NodeLog(ListLogger())
        parts = IngestContext(names, node, graph_namespace, time, log, HealthIssues(log))
        topics = TopicSubscriptions(parts, perception, EpisodeWatches((), None, SystemClock()))
        robot.node.create_timer(0.05, lambda: [executor.dispatch(), topics.advance()])
        return topics

    return make_topics


@pytest.fixture
def topics(make_topics) -> TopicSubscriptions:
    return make_topics("/robot1")


@pytest.fixture
def stranger(domain: int) -> Iterator[Robot]:
    """A separate DDS participant: within one, a topic has only one type."""
    context = rclpy.Context()
    rclpy.init(context=context, domain_id=domain)
    stranger = Robot(context)
    yield stranger
    stranger.close()
    rclpy.shutdown(context=context)


def received(topics: TopicSubscriptions, topic: str) -> int:
    return topics.counts("received").get(topic, 0)


def test_a_topic_without_publishers_is_unsubscribed_after_a_while(topics, robot, monkeypatch):
    publisher = robot.publisher(Temperature, "/robot1/probe")
    robot.spin_until(lambda: "/robot1/probe" in topics.by_topic)

    robot.node.destroy_publisher(publisher)
    robot.spin(0.5)
    assert "/robot1/probe" in topics.by_topic  # it may return, and its silence is worth knowing
    monkeypatch.setattr(module, "_GONE", 0.2)

    robot.spin_until(lambda: "/robot1/probe" not in topics.by_topic)
    assert "/robot1/probe" not in topics._perception.topics._bindings
    assert {"/rosout", "/diagnostics", "/robot1/diagnostics"} <= topics.by_topic.keys()


def test_topics_beyond_the_maximum_are_reported_and_not_subscribed(topics, robot, monkeypatch):
    robot.spin_until(lambda: len(topics.by_topic) == 3)  # diagnostics and the log, in any case
    monkeypatch.setattr(module, "_MOST_TOPICS", 5)
    for number in range(6):
        robot.node.create_publisher(Temperature, f"/robot1/probe_{number}", 10)
    robot.spin_until(lambda: len(topics.problems) == 4)
    assert len(topics.by_topic) == 5
    (*_, problem) = topics.problems.values()
    assert problem.endswith(": it is not listened to, as 5 topics are")


def test_topics_in_the_namespace_and_topics_named_in_full_are_subscribed(topics, robot):
    for topic in ("/robot2/probe", "/probe", "/robot1/memory/own", "/robot1/_hidden"):
        robot.node.create_publisher(Temperature, topic, 10)
    robot.node.create_publisher(BatteryState, "/named", 10)
    robot.node.create_publisher(Temperature, "/robot1/deep/probe", 10)

    robot.spin_until(lambda: {"/named", "/robot1/deep/probe"} <= topics.by_topic.keys())

    assert topics.by_topic.keys() == {
        "/named", "/robot1/deep/probe", "/rosout", "/diagnostics", "/robot1/diagnostics"
    }  # fmt: skip


def test_topics_that_turn_out_to_be_another_robots_are_unsubscribed(make_topics, robot):
    """The other robot's memory starts late: until then the battery could belong to any robot."""
    topics = make_topics("/")
    robot.publisher(BatteryState, "/robot2/battery")
    robot.publisher(BatteryState, "/arm/battery")
    robot.spin_until(lambda: {"/robot2/battery", "/arm/battery"} <= topics.by_topic.keys())

    memory = robot.node.create_publisher(MemoryEvent, "/robot2/robot_memory/events", 10)
    robot.spin_until(lambda: "/robot2/battery" not in topics.by_topic)

    robot.node.destroy_publisher(memory)
    robot.spin(0.5)  # it still belongs to another robot, with or without a memory
    assert "/arm/battery" in topics.by_topic
    assert "/robot2/battery" not in topics.by_topic


def test_a_message_type_that_is_not_installed_is_reported_and_retried(topics, robot, monkeypatch):
    real = receiver_module.find_type

    def find_type(name: str) -> object:
        if name == "sensor_msgs/msg/Temperature":
            raise ModuleNotFoundError("No module named 'sensor_msgs'")
        return real(name)

    monkeypatch.setattr(receiver_module, "find_type", find_type)
    robot.node.create_publisher(Temperature, "/robot1/probe", 10)

    robot.spin_until(lambda: "/robot1/probe" in topics.problems)
    assert topics.problems == {
        "/robot1/probe": "/robot1/probe: cannot subscribe to sensor_msgs/msg/Temperature: "
        "No module named 'sensor_msgs'; source the workspace that has sensor_msgs before this "
        "node starts"
    }

    monkeypatch.setattr(receiver_module, "find_type", real)
    robot.spin_until(lambda: "/robot1/probe" in topics.by_topic)
    robot.spin_until(lambda: not topics.problems)


def test_another_type_on_a_topic_is_reported_and_not_subscribed(topics, robot, stranger):
    battery = robot.publisher(BatteryState, "/robot1/power")
    other = stranger.make_node("other", "/deck").create_publisher(Temperature, "/robot1/power", 10)

    problem = (
        "/robot1/power: subscribed to sensor_msgs/msg/BatteryState, not to "
        "sensor_msgs/msg/Temperature (by /deck/other)"
    )
    robot.spin_until(lambda: topics.problems == {"/robot1/power": problem})
    robot.spin_until(lambda: battery.publish(BatteryState()) or received(topics, "/robot1/power"))
    assert other.get_subscription_count() == 0


def test_streams_are_subscribed_best_effort_and_other_topics_reliable(make_topics, robot):
    topics = make_topics("/robot1", **{
        "qos_overrides./robot1/forced/imu.subscription.reliability": "reliable",
    })  # fmt: skip
    for topic, message_type, qos in (
        ("imu", Imu, 10), ("forced/imu", Imu, 10), ("kept/imu", Imu, LATCHED),
        ("battery", BatteryState, 10),
    ):  # fmt: skip
        robot.node.create_publisher(message_type, f"/robot1/{topic}", qos)

    made = [f"/robot1/{name}" for name in ("imu", "forced/imu", "kept/imu", "battery")]
    robot.spin_until(lambda: topics.by_topic.keys() >= set(made))

    found = [topics.by_topic[topic].profile.reliability == LOSSY for topic in made]
    assert found == [True, False, False, False]


def test_qos_can_be_overridden_and_an_incompatible_one_is_reported(make_topics, robot):
    prefix = "qos_overrides./robot1/{}.subscription.{}"
    topics = make_topics(
        "/robot1",
        **{
            prefix.format("battery", "reliability"): "reliable",
            prefix.format("spare", "depth"): 7,
        },
    )

    robot.node.create_publisher(BatteryState, "/robot1/battery", BEST_EFFORT)
    spare = robot.publisher(BatteryState, "/robot1/spare")

    robot.spin_until(lambda: topics.problems)
    assert topics.problems == {
        "/robot1/battery": "/robot1/battery: QoS is incompatible with /driver (best effort "
        "publisher and reliable subscription)",
    }
    robot.spin_until(lambda: spare.publish(BatteryState()) or received(topics, "/robot1/spare"))
    assert topics.by_topic["/robot1/spare"].profile.depth == 7


def test_a_latched_message_is_taken_once_although_publishers_come_and_go(topics, robot):
    topic = "/robot1/battery"
    latched = robot.node.create_publisher(BatteryState, topic, LATCHED)
    latched.publish(BatteryState())
    robot.spin_until(lambda: received(topics, topic) == 1)
    receiver = topics.by_topic[topic].receiver
    taken = receiver.received - receiver.repeated

    volatile = robot.node.create_publisher(BatteryState, topic, 10)
    robot.spin_until(volatile.get_subscription_count)
    volatile.publish(BatteryState())
    robot.spin_until(lambda: received(topics, topic) == 2)

    robot.node.destroy_publisher(volatile)
    robot.spin_until(lambda: receiver.repeated == 1)
    assert taken == 1
    assert receiver.received == 3
    assert not topics.problems


def test_a_latched_message_is_kept_until_the_clock_is_running(make_topics, robot):
    clock = SystemClock()
    clock.is_running = False
    topics = make_topics("/robot1", clock)
    robot.node.create_publisher(BatteryState, "/robot1/battery", LATCHED).publish(BatteryState())
    robot.spin_until(lambda: "/robot1/battery" in topics.by_topic)
    robot.spin(0.3)
    assert received(topics, "/robot1/battery") == 0

    clock.is_running = True
    robot.spin_until(lambda: received(topics, "/robot1/battery") == 1)
    assert topics.counts("early") == {"/robot1/battery": 0, "/robot1/diagnostics": 0,
                                      "/diagnostics": 0, "/rosout": 0}  # fmt: skip


def test_publishers_are_queried_only_after_a_change(topics, robot, monkeypatch):
    monkeypatch.setattr(module, "_UPDATES", 1000)
    robot.publisher(Temperature, "/robot1/probe")
    robot.spin(0.5)
    asked: list[str] = []
    ask = topics._node.get_publishers_info_by_topic
    monkeypatch.setattr(
        topics._node,
        "get_publishers_info_by_topic",
        lambda name: asked.append(name) or ask(name),
    )

    robot.spin(0.5)
    assert asked == []
    robot.node.create_publisher(Temperature, "/robot1/probe", BEST_EFFORT)
    robot.spin_until(lambda: topics.by_topic["/robot1/probe"].profile.reliability == LOSSY)
    assert asked.count("/robot1/probe") < 5
