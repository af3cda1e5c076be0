"""All waiting messages are taken at once, each with its time of arrival."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from rclpy.qos import QoSProfile

from robot_memory.faces.ros import subscription_executor as executor_module
from robot_memory.faces.ros.subscription_executor import SubscriptionExecutor

SKEWED = -7200.0  # error of the middleware's clock, in s


@dataclass(eq=False)
class Subscription:
    """A subscription with waiting messages; its callback notes them with their times of arrival."""

    machine: Machine
    stamped: str = "received_timestamp"
    waiting: deque[tuple[str, dict[str, int]]] = field(default_factory=deque)
    qos_profile: QoSProfile = field(default_factory=lambda: QoSProfile(depth=800))
    msg_type: Any = None
    raw: bool = True

    @property
    def handle(self) -> Subscription:
        return self

    def take_message(self, kind: Any, raw: bool) -> tuple[str, dict[str, int]] | None:
        return self.waiting.popleft() if self.waiting else None

    def callback(self, message: str, came: float | None, sent: float | None) -> None:
        self.machine.heard.append((message, came))

    def comes(self, message: str, skew: float = 0.0) -> None:
        info = {"received_timestamp": 0, "source_timestamp": 0}
        info[self.stamped] = int((1e9 + self.machine.now + skew) * 1e9)
        self.waiting.append((message, info))


class Machine:
    """A node with subscriptions, and its clock."""

    def __init__(self) -> None:
        self.now = 100.0
        self.subscriptions: list[Subscription] = []
        self.heard: list[tuple[str, float | None]] = []
        self.executor = SubscriptionExecutor(self, clock=lambda: self.now)  # type: ignore[arg-type]

    def subscribe(self, **how: Any) -> Subscription:
        self.subscriptions.append(Subscription(self, **how))
        return self.subscriptions[-1]

    def hear(self) -> list[tuple[str, float | None]]:
        self.executor.dispatch()
        heard, self.heard = self.heard, []
        return heard


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_messages_of_all_topics_are_delivered_in_order_of_arrival(machine: Machine):
    diagnostics, clock = machine.subscribe(), machine.subscribe()
    for message, topic in (("a", clock), ("b", diagnostics), ("c", clock), ("d", clock)):
        machine.now += 0.01
        topic.comes(message)

    assert [message for message, _ in machine.hear()] == ["a", "b", "c", "d"]
    assert machine.hear() == []


@pytest.mark.parametrize("stamped", ["received_timestamp", "source_timestamp"])
def test_messages_taken_in_a_batch_keep_their_intervals(machine: Machine, stamped: str):
    imu = machine.subscribe(stamped=stamped)
    came: list[float] = []
    for number in range(200):
        machine.now += 0.02
        imu.comes(str(number), skew=SKEWED)
        if number % 5 == 4:
            wait = 0.002 * (number // 5 % 7)  # the node is slightly late
            machine.now += wait
            came += [at for _, at in machine.hear()]
            machine.now -= wait

    gaps = [after - before for before, after in pairwise(came[50:])]
    assert gaps == pytest.approx([0.02] * len(gaps), abs=1e-3)


def test_a_step_of_the_system_clock_does_not_move_arrival_times(machine: Machine):
    imu = machine.subscribe()
    for skew in (0.0, 0.0, 3600.0, 3600.0, -3600.0, -3600.0):
        machine.hear()
        machine.now += 0.05
        imu.comes("now", skew)
        machine.now += 0.05

        assert machine.hear() == [("now", pytest.approx(machine.now - 0.05, abs=0.0501))]


def test_a_flood_on_one_topic_does_not_keep_others_waiting(machine: Machine):
    flood, battery = machine.subscribe(), machine.subscribe()
    for number in range(5000):
        flood.comes(str(number))
    battery.comes("low")

    heard = [message for message, _ in machine.hear()]
    assert "low" in heard
    assert len(heard) <= 1001


def test_a_topic_that_cannot_be_read_raises_and_the_others_are_read(machine: Machine):
    broken, battery = machine.subscribe(), machine.subscribe()
    broken.take_message = lambda kind, raw: 1 / 0  # type: ignore[method-assign,assignment]
    battery.comes("low")

    with pytest.raises(ZeroDivisionError):
        machine.executor.dispatch()
    assert [message for message, _ in machine.heard] == ["low"]


def test_a_message_that_cannot_be_handled_raises_and_the_others_are_handled(
    machine: Machine, monkeypatch
):
    broken, battery = machine.subscribe(), machine.subscribe()
    monkeypatch.setattr(broken, "callback", lambda message, came, sent_at: 1 / 0)
    for topic in (battery, broken, battery):
        machine.now += 0.01
        topic.comes("low")

    with pytest.raises(ZeroDivisionError):
        machine.executor.dispatch()
    assert [message for message, _ in machine.heard] == ["low", "low"]


@pytest.fixture
def rests(machine: Machine, monkeypatch) -> list[float]:
    """The durations of the executor's rests."""
    rests: list[float] = []

    def sleep(seconds: float) -> None:
        rests.append(seconds)
        machine.now += seconds

    monkeypatch.setattr(executor_module.time, "sleep", sleep)
    return rests


def test_a_faster_topic_is_polled_sooner(machine: Machine, rests):
    imu = machine.subscribe()
    for _ in range(1000):  # in a second, by what is known so far: 200 come in a fifth
        imu.comes("now")
    machine.executor.dispatch()
    for _ in range(10):
        imu.comes("now")
    machine.executor.spin_once(0.5)
    machine.executor.spin_once(0.5)

    assert rests == pytest.approx([0.2, 0.5])
    assert len(machine.heard) == 1010


def test_a_fast_topic_fills_at_most_a_quarter_of_the_shortest_queue(machine: Machine, monkeypatch):
    imu, at_once = machine.subscribe(), []

    def sleep(seconds: float) -> None:
        machine.now += seconds
        at_once.append(round(2000.0 * seconds))
        for _ in range(at_once[-1]):
            imu.comes("now")

    monkeypatch.setattr(executor_module.time, "sleep", sleep)
    for _ in range(20):
        machine.executor.spin_once(0.5)
        if machine.executor._due == math.inf:  # as its caller does once a second
            machine.executor.dispatch()

    assert set(at_once[2:]) == {200}


@pytest.mark.parametrize(("depth", "rest"), [(1000, 0.4), (800, 0.4), (100, 0.05), (1, 0.05)])
def test_a_short_queue_is_polled_sooner(
    machine: Machine, rests: list[float], depth: int, rest: float
):
    topic = machine.subscribe(qos_profile=QoSProfile(depth=depth))
    for _ in range(500):  # in a second, by what is known so far
        topic.comes("now")
    machine.executor.dispatch()
    machine.executor.spin_once(0.5)

    assert rests == pytest.approx([rest])


def test_many_slow_topics_are_polled_together(machine: Machine, rests):
    joints = [machine.subscribe() for _ in range(20)]
    machine.executor.dispatch()
    for _ in range(5):
        for joint in joints:
            for _ in range(20):
                joint.comes("now")
        machine.now += 0.5
        machine.executor.dispatch()
        machine.executor.spin_once(0.2)

    assert rests == [0.2] * 5
