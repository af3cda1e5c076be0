"""~/limits, and the speed that approved limits let the node publish to Nav2."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from limit_builders import learn
from robot_memory.msg import LearnedLimit, LearnedLimits
from robots import keys_of
from telling import LATCHED

from robot_memory import RobotMemory
from robot_memory.clock import SystemClock
from robot_memory.limit_search.region import RegionSide
from robot_memory.limits import learned_limits
from robot_memory.limits.speed_limit import LearnedSpeed
from robot_memory.ros import speed_limiter
from robot_memory.ros.speed_limiter import SpeedLimiter

pytestmark = pytest.mark.ros
SLOW = LearnedSpeed(0.3, ("mem-00000001",))


@dataclass
class SpeedLimitMessage:
    """What nav2_msgs/SpeedLimit has; the package itself is not among the wheels."""

    percentage: bool = False
    speed_limit: float = 0.0
    header: Any = field(default_factory=SimpleNamespace, compare=False)


class Topic:
    """A topic in this process: each message comes back to its publisher, too, when it is spun."""

    def __init__(self) -> None:
        self.sent: list[tuple[bool, float]] = []
        self.subscribers = 1
        self._callbacks: list[Callable[[Any], None]] = []
        self._waiting: list[Any] = []

    def create_publisher(self, *_: object) -> Topic:
        return self

    def create_subscription(self, kind: object, name: str, callback: Any, *_: object) -> None:
        self._callbacks.append(callback)

    def get_subscription_count(self) -> int:
        return self.subscribers

    def get_clock(self) -> Any:
        return SimpleNamespace(now=lambda: SimpleNamespace(to_msg=lambda: None))

    def publish(self, message: SpeedLimitMessage) -> None:
        self.sent.append((message.percentage, message.speed_limit))
        self._waiting.append(message)

    def spin(self) -> None:
        while self._waiting:
            message = self._waiting.pop(0)
            for callback in self._callbacks:
                callback(message)

    @property
    def newest(self) -> tuple[bool, float]:
        """What Nav2 obeys."""
        return self.sent[-1]


@pytest.fixture
def topic() -> Topic:
    return Topic()


@pytest.fixture
def limiter(topic, monkeypatch) -> Iterator[SpeedLimiter]:
    monkeypatch.setattr(speed_limiter, "_speed_limit_type", lambda: SpeedLimitMessage)
    yield SpeedLimiter(topic, "speed_limit")


def test_the_learned_speed_is_published_once_and_taken_back(limiter, topic):
    limiter.hold(SLOW)
    topic.spin()
    limiter.hold(SLOW)
    topic.spin()
    limiter.hold(None)
    topic.spin()

    assert topic.sent == [(False, 0.3), (False, 0.0)]


def test_where_nothing_was_learned_nothing_is_published(limiter, topic):
    limiter.hold(None)

    assert topic.sent == []


def test_a_looser_limit_of_another_publisher_does_not_replace_the_learned_one(limiter, topic):
    limiter.hold(SLOW)
    topic.spin()
    topic.publish(SpeedLimitMessage(speed_limit=0.8))
    topic.spin()

    assert topic.newest == (False, 0.3)
    limiter.hold(None)
    assert topic.newest == (False, 0.8)


def test_a_tighter_limit_of_another_publisher_stays(limiter, topic):
    topic.publish(SpeedLimitMessage(speed_limit=0.1))
    topic.spin()
    limiter.hold(SLOW)
    topic.spin()

    assert topic.newest == (False, 0.1)


def test_when_another_publisher_ends_its_limit_the_learned_one_holds(limiter, topic):
    topic.publish(SpeedLimitMessage(speed_limit=0.1))
    topic.spin()
    limiter.hold(SLOW)
    topic.publish(SpeedLimitMessage(speed_limit=0.0))
    topic.spin()

    assert topic.newest == (False, 0.3)


def test_the_same_limit_of_another_publisher_outlives_the_learned_one(limiter, topic):
    limiter.hold(SLOW)
    topic.publish(SpeedLimitMessage(speed_limit=0.3))
    topic.spin()
    limiter.hold(None)

    assert topic.newest == (False, 0.3)


def test_a_subscriber_that_comes_later_is_told(limiter, topic):
    limiter.hold(SLOW)
    topic.spin()
    limiter.tell_late_joiners()
    topic.subscribers = 2
    limiter.tell_late_joiners()
    limiter.tell_late_joiners()

    assert topic.sent == [(False, 0.3)] * 3


def test_limits_are_latched_with_who_approved_them_and_a_missing_nav2_is_told(
    start_node, robot, tmp_path
):
    pytest.importorskip("cryptography")
    with RobotMemory.open(tmp_path / "home") as memory:
        ada, now = keys_of(77, "ada"), SystemClock().now().time
        memory.long_term.assist.enrol("ada", ada.card)
        approved = learn(memory)
        learned_limits.LearnedLimits(memory).approve(approved, ada, now)
        learn(memory, "turbo", variable="mode", side=RegionSide.IS, component="gripper")
    start_node("-p", "limits.apply:=true")

    published = robot.listen(LearnedLimits, "/robot_memory/limits", LATCHED)
    robot.spin_until(lambda: published)
    by_variable = {limit.variable: limit for limit in published[-1].limits}
    speed, mode = by_variable["speed"], by_variable["mode"]
    assert (speed.bound, speed.value, speed.unit) == (LearnedLimit.MAXIMUM, 0.3, "m/s")
    assert (speed.entry_id, speed.approved_by) == (approved, "ada")
    assert (mode.bound, mode.state, mode.approved_by) == (LearnedLimit.NOT, "turbo", "")
    if importlib.util.find_spec("nav2_msgs") is None:
        told = robot.listen(DiagnosticArray, "/diagnostics")
        robot.spin_until(lambda: "needs nav2_msgs" in str(told))
