"""~/limits, and the speed limit that the node publishes to Nav2 from approved limits."""

from __future__ import annotations

import importlib.util
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray
from limit_builders import fail, learn, learn_place
from rcl_interfaces.srv import SetParameters
from rclpy.parameter import Parameter
from robot_memory.msg import LearnedLimit, LearnedLimits
from robot_memory.srv import Forget, Repaired, Resolve
from robots import keys_of
from telling import LATCHED, NodeStandIn

from robot_memory import RobotMemory
from robot_memory.applications.limits import learned_limits
from robot_memory.applications.limits.limit import LearnedSpeed
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.faces.ros import held_topic, limit_publisher
from robot_memory.faces.ros.held_topic import SpeedLimiter
from robot_memory.faces.ros.limit_publisher import LimitPublisher
from robot_memory.foundation.errors import InvalidPacket
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.long_term.limit_search.region import RegionSide

pytestmark = pytest.mark.ros
SLOW = LearnedSpeed(0.3, ("mem-00000001",))


@dataclass
class SpeedLimitMessage:
    """The fields of nav2_msgs/SpeedLimit; its package is not among the wheels."""

    percentage: bool = False
    speed_limit: float = 0.0
    header: Any = field(default_factory=lambda: SimpleNamespace(stamp=Time()), compare=False)


class Topic(NodeStandIn):
    """A topic in this process; when spun, each message also returns to its publisher."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[bool, float]] = []
        self._callbacks: list[Callable[[Any], None]] = []
        self._waiting: list[Any] = []

    def create_publisher(self, *_: object) -> Topic:
        return self

    def create_subscription(self, kind: object, name: str, callback: Any, *_: object) -> None:
        self._callbacks.append(callback)

    def publish(self, message: SpeedLimitMessage) -> None:
        self.sent.append((message.percentage, message.speed_limit))
        self._waiting.append(message)

    def spin(self) -> None:
        while self._waiting:
            message = self._waiting.pop(0)
            for callback in self._callbacks:
                callback(message)

    def lose(self) -> None:
        """Lose all messages on their way."""
        self._waiting.clear()

    @property
    def newest(self) -> tuple[bool, float]:
        """The message that Nav2 obeys."""
        return self.sent[-1]


@pytest.fixture
def topic() -> Topic:
    return Topic()


@pytest.fixture
def limiter(topic, monkeypatch) -> SpeedLimiter:
    monkeypatch.setattr(held_topic, "nav2_type", lambda _: SpeedLimitMessage)
    return SpeedLimiter(topic, "speed_limit")


def test_the_learned_speed_is_published_and_released(limiter, topic):
    limiter.hold(SLOW)
    topic.spin()
    limiter.hold(SLOW)
    topic.spin()
    assert limiter.in_force == SLOW
    limiter.hold(None)
    topic.spin()

    assert topic.sent == [(False, 0.3), (False, 0.0)]
    assert limiter.in_force is None


def test_no_speed_limit_is_published_if_none_was_learned(limiter, topic):
    limiter.hold(None)
    limiter.repeat()

    assert topic.sent == []


def test_a_higher_limit_of_another_publisher_does_not_replace_the_learned_one(limiter, topic):
    limiter.hold(SLOW)
    topic.spin()
    topic.publish(SpeedLimitMessage(speed_limit=0.8))
    topic.spin()

    assert topic.newest == (False, 0.3)
    limiter.hold(None)
    assert topic.newest == (False, 0.8)


def test_a_lower_limit_of_another_publisher_stays_in_force(limiter, topic):
    topic.publish(SpeedLimitMessage(speed_limit=0.1))
    topic.spin()
    limiter.hold(SLOW)
    limiter.repeat()
    topic.spin()

    assert topic.newest == (False, 0.1)
    assert limiter.in_force == SLOW


@pytest.mark.parametrize(("percent", "told"), [(99.0, 1), (100.0, 0)])
def test_a_percentage_of_another_publisher_does_not_replace_the_signed_speed(
    limiter, topic, caplog, percent, told
):
    limiter.hold(SLOW)
    topic.spin()
    topic.publish(SpeedLimitMessage(percentage=True, speed_limit=percent))
    topic.spin()

    assert topic.newest == (False, 0.3)
    assert caplog.text.count("cannot be compared with a speed") == told


@pytest.mark.parametrize("speed", [0.0, 0.8])
def test_a_foreign_message_with_our_stamp_does_not_replace_the_signed_speed(limiter, topic, speed):
    limiter.hold(SLOW)
    own = SpeedLimitMessage(speed_limit=speed)
    own.header.stamp = Time(sec=1)  # like ours, which everybody on the topic can read
    topic.spin()
    topic.publish(own)
    topic.spin()

    assert topic.newest == (False, 0.3)
    assert limiter.in_force == SLOW


def test_a_replayed_earlier_message_of_our_own_is_ignored(limiter, topic):
    limiter.release()
    topic.spin()
    limiter.hold(SLOW)
    topic.spin()
    topic.publish(SpeedLimitMessage(header=SimpleNamespace(stamp=Time(sec=1))))  # of the release
    topic.spin()

    assert topic.newest == (False, 0.3)


def test_an_equal_limit_of_another_publisher_stays_after_the_release(limiter, topic):
    limiter.hold(SLOW)
    topic.lose()  # our own message, from before discovery
    topic.publish(SpeedLimitMessage(speed_limit=0.3))
    topic.spin()
    limiter.hold(None)

    assert topic.newest == (False, 0.3)


def test_the_learned_speed_is_republished_for_late_subscribers(limiter, topic, monkeypatch):
    limiter.hold(SLOW)
    limiter.repeat()
    assert topic.sent == [(False, 0.3)]
    later = time.monotonic() + 2.5
    monkeypatch.setattr(held_topic.time, "monotonic", lambda: later)
    limiter.repeat()

    assert topic.sent == [(False, 0.3)] * 2


def test_a_lower_foreign_speed_is_republished_until_it_is_released(limiter, topic, monkeypatch):
    limiter.hold(SLOW)
    topic.spin()
    topic.publish(SpeedLimitMessage(speed_limit=0.1))
    topic.spin()
    for number in (1, 2):
        later = time.monotonic() + 2.5
        monkeypatch.setattr(held_topic.time, "monotonic", lambda at=later: at)
        limiter.repeat()
        topic.spin()
        assert topic.sent == [(False, 0.3), *[(False, 0.1)] * (1 + number)]

    topic.publish(SpeedLimitMessage())
    topic.spin()
    assert topic.newest == (False, 0.3)


# -- the node's part -----------------------------------------------------------------------


class Latched(NodeStandIn):
    """A publisher that keeps the newest message."""

    def create_publisher(self, *_: object) -> Latched:
        return self

    def publish(self, message: LearnedLimits) -> None:
        self.newest = message


@pytest.fixture
def approve(memory, clock, ada) -> Callable[[str], None]:
    limits = learned_limits.LearnedLimits(memory)
    return lambda entry_id: limits.approve(entry_id, ada, clock.now().time)


@pytest.fixture
def look(monkeypatch) -> Callable[[LimitPublisher], None]:
    """A function that lets a publisher check now."""
    monkeypatch.setattr(limit_publisher, "_LOOK_INTERVAL", 0.0)
    return LimitPublisher.tick


def applied(memory: RobotMemory) -> list[float | None]:
    events = memory.long_term.levels.events.find('"limit_applied"', after=0)
    return [event["speed_m_s"] for event in events]


def test_a_signed_limit_is_in_force_until_its_withdrawal_is_signed(
    memory, limiter, topic, approve, end, look
):
    latched = Latched()
    publisher = LimitPublisher(latched, memory, limiter)
    approve(entry_id := learn(memory))
    look(publisher)
    assert topic.newest == (False, 0.3)
    assert latched.newest.speed_in_force == 0.3

    end(entry_id)
    look(publisher)
    assert topic.newest == (False, 0.0)
    assert math.isnan(latched.newest.speed_in_force)
    assert applied(memory) == [0.3, None]


def test_an_unreadable_approval_puts_no_limit_in_force(memory, limiter, topic, approve, look):
    approve(entry_id := learn(memory))
    path = memory.home.governance / "approvals" / f"{entry_id}.json"
    path.write_text(path.read_text()[:50])
    memory.long_term.levels.events.path.unlink()  # which has the signed limits
    with pytest.raises(InvalidPacket, match="no other begins to"):
        look(LimitPublisher(Latched(), memory, limiter))

    assert topic.sent == []


@pytest.mark.parametrize("name", ["speed", "signatures"])
def test_a_damaged_in_force_file_is_reported_while_the_limit_stays_in_force(
    memory, limiter, topic, approve, look, name
):
    approve(learn(memory))
    look(LimitPublisher(Latched(), memory, limiter))
    (folder := memory.home.governance / "in_force").mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text("{garbage")
    publisher = LimitPublisher(Latched(), memory, SpeedLimiter(topic, "speed_limit"))
    for _ in range(2):
        with pytest.raises(InvalidPacket, match=rf"{name}.json: was damaged: .*"):
            look(publisher)
    assert topic.newest == (False, 0.3)


def test_the_published_value_of_a_signed_limit_is_the_signed_value(memory, approve, look, clock):
    publisher = LimitPublisher(latched := Latched(), memory, None)
    approve(learn(memory))
    clock.set(clock.now().time + timedelta(hours=1))
    learn(memory, 0.5)
    look(publisher)

    (told,) = latched.newest.limits
    assert (told.approved_by, told.value) == ("ada", 0.3)


def test_a_signed_limit_with_a_resolved_entry_is_published_as_signed(
    memory, limiter, topic, approve, look
):
    publisher = LimitPublisher(latched := Latched(), memory, limiter)
    approve(learn(memory))
    look(publisher)
    memory.resolve(fail(memory))
    look(publisher)

    assert topic.newest == (False, 0.3)
    (told,) = latched.newest.limits
    assert (told.approved_by, told.value, told.explains) == ("ada", 0.3, "")
    assert told.text == "speed ≤ 0.3 m/s"


def test_limits_held_without_an_approval_are_published_with_the_reason(
    memory, limiter, approve, look, ada, clock
):
    now = clock.now().time
    approve(speed := learn(memory))
    place = PlaceLimitApprovals(memory).approve(learn_place(memory), ada, now, speed=None)
    approvals = learned_limits.LearnedLimits(memory).signed.approvals
    approvals.in_force.record_speed(0.3, [speed], now)
    approvals.in_force.record_places([place], now)
    for path in memory.long_term.assist.store.approvals.iterdir():
        path.unlink()
    publisher = LimitPublisher(latched := Latched(), memory, limiter)
    with pytest.raises(InvalidPacket, match="it is held as ada signed it"):
        look(publisher)

    (limit,), (held,) = latched.newest.limits, latched.newest.places
    assert (limit.entry_id, limit.value, limit.approved_by) == (speed, 0.3, "ada")
    assert (held.entry_id, held.speed, held.approved_by) == (place.id, 0.0, "ada")
    assert all("is gone" in one.approval_problem for one in (limit, held))


def test_a_signed_limit_stays_in_force_while_the_entries_are_unreadable(
    memory, limiter, topic, approve, look, monkeypatch
):
    approve(learn(memory))
    monkeypatch.setattr(memory, "entries", lambda **_: (_ for _ in ()).throw(OSError("disk")))
    with pytest.raises(OSError, match="disk"):
        look(LimitPublisher(Latched(), memory, limiter))

    assert topic.newest == (False, 0.3)


def test_a_speed_withdrawn_while_the_node_was_off_is_released_at_its_start(
    memory, limiter, topic, approve, end, look
):
    approve(entry_id := learn(memory))
    look(LimitPublisher(Latched(), memory, limiter))  # and nothing more: it stopped
    end(entry_id)

    look(LimitPublisher(Latched(), memory, SpeedLimiter(topic, "speed_limit")))

    assert topic.newest == (False, 0.0)
    assert applied(memory) == [0.3, None]


@pytest.mark.parametrize("restarts", [False, True])
def test_a_limit_in_force_stays_without_its_approval_until_it_is_withdrawn(
    memory, limiter, topic, approve, look, clock, restarts
):
    approve(entry_id := learn(memory))
    publisher = LimitPublisher(Latched(), memory, limiter)
    look(publisher)
    path = memory.home.governance / "approvals" / f"{entry_id}.json"
    path.write_text(path.read_text().replace("0.3", "5.0"))
    if restarts:
        publisher = LimitPublisher(Latched(), memory, SpeedLimiter(topic, "speed_limit"))
    with pytest.raises(InvalidPacket, match=f"(?s)goes on acting.*{entry_id}"):
        look(publisher)
    assert topic.newest == (False, 0.3)

    bob = keys_of(78, "bob")
    memory.long_term.assist.enrol("bob", bob.card)
    approvals = learned_limits.LearnedLimits(memory).signed.approvals
    approvals.withdraw(memory.rrn, entry_id, bob, clock.now().time)
    look(publisher)
    assert topic.newest == (False, 0.0)


def test_a_signed_limit_is_published_although_the_in_force_file_is_unreadable(
    memory, limiter, topic, approve, look
):
    approve(learn(memory))
    path = memory.home.governance / "in_force" / "speed.json"
    path.mkdir(parents=True)
    publisher = LimitPublisher(latched := Latched(), memory, limiter)
    with pytest.raises(OSError):
        look(publisher)

    assert topic.newest == (False, 0.3)
    assert latched.newest.speed_in_force == 0.3
    path.rmdir()
    look(publisher)
    assert applied(memory) == [0.3]


def test_a_failure_is_raised_at_each_tick_until_a_check_succeeds(
    memory, limiter, monkeypatch, look
):
    learn(memory)
    publisher = LimitPublisher(Latched(), memory, limiter)
    with monkeypatch.context() as broken:
        broken.setattr(memory, "entries", lambda **_: (_ for _ in ()).throw(OSError("disk")))
        with pytest.raises(OSError, match="disk"):
            look(publisher)
        monkeypatch.setattr(limit_publisher, "_LOOK_INTERVAL", 60.0)
        with pytest.raises(OSError, match="disk"):
            publisher.tick()
    monkeypatch.setattr(limit_publisher, "_LOOK_INTERVAL", 0.0)
    look(publisher)


def test_limits_are_latched_with_their_approver_and_a_missing_nav2_is_reported(
    start_node, robot, tmp_path
):
    pytest.importorskip("cryptography")
    with RobotMemory.open(tmp_path / "home") as memory:
        memory.save(force=True)  # sets the robot's name
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


def test_no_service_and_no_parameter_ends_a_signed_limit(start_node, robot, tmp_path):
    pytest.importorskip("cryptography")
    with RobotMemory.open(tmp_path / "home") as memory:
        memory.save(force=True)  # sets the robot's name
        ada, now = keys_of(77, "ada"), SystemClock().now().time
        memory.long_term.assist.enrol("ada", ada.card)
        signed, fault = learn(memory), fail(memory)
        learned_limits.LearnedLimits(memory).approve(signed, ada, now)
    start_node()
    published = robot.listen(LearnedLimits, "/robot_memory/limits", LATCHED)
    robot.spin_until(lambda: published)

    for entry_id in (fault, signed):
        answer = robot.call(Resolve, "/robot_memory/resolve", id=entry_id, source="person:ada")
        assert "waits in `robot-memory review`" in answer.message
        assert answer.waits
        assert robot.call(Forget, "/robot_memory/forget", id=entry_id, source="person:ada").waits
    repaired = robot.call(
        Repaired, "/robot_memory/repaired", component="left encoder", source="person:ada"
    )
    assert (list(repaired.ids), fault in repaired.waiting) == ([], True)
    values = [Parameter("inject_min", value=1.0), Parameter("limits.apply", value=True)]
    asked = [value.to_parameter_msg() for value in values]
    done = robot.call(SetParameters, "/robot_memory/set_parameters", parameters=asked)
    assert [one.successful for one in done.results] == [False, False]

    (limit,) = published[-1].limits
    assert (limit.entry_id, limit.value, limit.approved_by) == (signed, 0.3, "ada")
