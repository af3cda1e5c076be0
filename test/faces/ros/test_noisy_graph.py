"""Drivers, robots, callers and peers with ever new names do not make the node's tables grow."""

from __future__ import annotations

import contextlib
import logging
import re
import sys
import threading
from collections import Counter

import pytest
import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from held_tables import tables
from processes import Robot
from rclpy.parameter import Parameter
from rclpy.qos import DurabilityPolicy, QoSProfile
from robot_memory.msg import MemoryEvent, PeerUpdate
from sensor_msgs.msg import Imu, JointState, Temperature
from std_msgs.msg import Bool, String

from robot_memory.applications.black_box import message_ring
from robot_memory.faces.ros import (
    clock_offset_watch,
    graph_watches,
    parameter_reader,
    parameters,
    topic_subscriptions,
)
from robot_memory.faces.ros.memory_node import MemoryNode
from robot_memory.faces.ros.spinning import Stop
from robot_memory.faces.web.access import RateLimit
from robot_memory.foundation import logged_problem
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope, write_envelope

pytestmark = pytest.mark.ros
LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
KINDS = {"imu": Imu, "joints": JointState, "heat": Temperature, "stop": Bool, "mode": String}
ROUNDS, EACH = 6, 5
#: Kept for each entry, and bounded with the entries: test_noisy_days.py reaches these bounds.
OF_ENTRIES = frozenset({"Listing.items"})
#: Kept for a window of time, or for the bytes of one file.
OF_TIME = frozenset({
    "McapWriter._chunks", "McapWriter._counts", "McapWriter._metadata", "RecordingFile._topics",
    "RecordingFile._triggers", "_Channels.channels", "MessageRing._messages", "SignalGrid._rows",
        "TopicTiming._intervals", "TopicTiming._ages",
})  # fmt: skip
#: The lowered bound of the node's tables.
LOW = 6
ROOMS = tuple(f"robot_memory.{room}" for room in (
    "faces.ros", "faces.web", "perception", "sharing", "applications.black_box"
))  # fmt: skip
_NAMES = """OTHERS TOPICS SOURCES KNOWN KEYS NODES TEXTS SEEN KINDS LEFT LINES COMPONENTS WAITING
UNHEARD NAMES KEPT SIGNALS CLIENTS REFUSALS VERDICTS LATCHED NEW CAUSES AT_ONCE HELD""".split()
_BOUND = re.compile(rf"_?MOST(_({'|'.join(_NAMES)}))?|_CACHED")


@pytest.fixture
def low_bounds(monkeypatch):
    for name, module in list(sys.modules.items()):
        if module is None or not name.startswith(ROOMS) or ".rules" in name:
            continue
        for key, value in list(vars(module).items()):
            if _BOUND.fullmatch(key) and isinstance(value, int) and value > LOW:
                monkeypatch.setattr(module, key, LOW)
    for module, key in (
        (topic_subscriptions, "_UPDATE_INTERVAL"), (graph_watches, "_INTERVAL"),
        (parameter_reader, "_INTERVAL"), (parameter_reader, "_SETTLED"),
        (topic_subscriptions, "_GONE"), (logged_problem, "_HOUR"),
        (clock_offset_watch, "_INTERVAL"),
    ):  # fmt: skip
        monkeypatch.setattr(module, key, 0.2)
    monkeypatch.setattr(topic_subscriptions, "_MOST_TOPICS", 4 * LOW)
    monkeypatch.setattr(message_ring, "_LATCHED_SHARE", 1e-4)  # about 25 messages


class Noise:
    """Drivers, robots, callers and peers with new names in each round."""

    def __init__(self, robot: Robot, node: MemoryNode) -> None:
        self._robot, self._node = robot, node
        self._number = 0
        self._clients = RateLimit()
        (carrier,) = node._federation.link._carriers
        self._peers = robot.publisher(PeerUpdate, carrier._topic, LATCHED)

    def make(self) -> None:
        """Let new nodes come, publish something and leave."""
        made = []
        for _ in range(EACH):
            self._number = number = self._number + 1
            driver = self._robot.make_node(f"driver_{number}")
            events = f"/robot_{number}/robot_memory/events"
            driver.create_publisher(MemoryEvent, events, 1)
            publishers = [
                driver.create_publisher(kind, f"/part_{number}/{name}", LATCHED)
                for name, kind in KINDS.items()
            ]
            made.append((driver, publishers))
        diagnostics = self._robot.node.create_publisher(DiagnosticArray, "/diagnostics", 10)
        for _ in range(4):
            for driver, publishers in made:
                driver.get_logger().error(f"{driver.get_name()} lost its {words(self._number)}")
                for publisher in publishers:
                    publisher.publish(publisher.msg_type())
                name = f"{driver.get_name()}: {words(self._number)}"
                status = DiagnosticStatus(level=b"\x02", name=name, message="no pulses")
                diagnostics.publish(DiagnosticArray(status=[status]))
            self._robot.spin(0.2)
        self._call(self._number)
        for driver, _ in made:
            self._robot.drop(driver)
        self._robot.node.destroy_publisher(diagnostics)
        self._robot.spin(0.3)

    def _call(self, number: int) -> None:
        memory = self._node.memory
        for caller in range(number, number + EACH):
            source = f"agent:planner_{caller}"
            noted = memory.remember("environment_note", f"Door {words(caller)} jams", source=source)
            memory.context(caller=f"planner_{caller}", since_last=True)
            memory.forget(noted.id, source=source)
            with contextlib.suppress(RobotMemoryError):
                memory.why(f"mem-{caller:08x}")
            self._clients.check(f"10.0.0.{caller}", float(caller))
            self._hear_peer(f"RRN-{caller:012}")
        memory.save()

    def _hear_peer(self, rrn: str) -> None:
        card = Card(rrn, bytes(32), bytes(1952))
        self._peers.publish(write_envelope(SignedEnvelope(card, b"words", "signature")))

    def held(self) -> Counter[str]:
        return tables((self._node, self._clients))


def words(number: int) -> str:
    """Return a word made from a number, because numbers are masked."""
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:05}")


def test_the_tables_of_a_node_stop_growing_although_new_names_appear(
    robot, home, monkeypatch, low_bounds
):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(home))
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    given = {"federation.enabled": True, "federation.trust": "open"}
    overrides = [Parameter(name, value=value) for name, value in given.items()]
    monkeypatch.setattr(parameters, "create_node", lambda name: rclpy.create_node(
        name, parameter_overrides=overrides, automatically_declare_parameters_from_overrides=True,
    ))  # fmt: skip
    handlers = list(logging.getLogger("robot_memory").handlers)
    node, stop = MemoryNode(), Stop()
    thread = threading.Thread(target=node.run, args=(stop,))
    thread.start()
    try:
        noise = Noise(robot, node)
        held = noise_of(ROUNDS, noise)
        found = growing(held)
        if found:  # the number of live topics varies; the tables of everything seen must not grow
            more = growing(noise_of(ROUNDS, noise))
            found = {name: counts + more[name] for name, counts in found.items() if name in more}
    finally:
        stop.request()
        thread.join(20.0)
        node.close()
        logging.getLogger("robot_memory").handlers[:] = handlers

    assert len(held[-1]) > 100
    assert found == {}


def noise_of(rounds: int, noise: Noise) -> list[Counter[str]]:
    held = []
    for _ in range(rounds):
        noise.make()
        held.append(noise.held())
    return held


def growing(held: list[Counter[str]]) -> dict[str, list[int]]:
    """Return the tables that never shrink, grow in most rounds and exceed the lowered bounds."""
    names = {name for one in held for name in one} - OF_ENTRIES - OF_TIME
    counts = {name: [one[name] for one in held[2:]] for name in names}
    return {
        name: them
        for name, them in counts.items()
        if them == sorted(them) and len(set(them)) > 3 and them[-1] > 4 * LOW
    }
