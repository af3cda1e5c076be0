"""With use_sim_time the time is /clock's; such a home is never mixed with a real one."""

from __future__ import annotations

import time
from datetime import datetime, timezone

import pytest
from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray
from robot_memory.srv import ListEntries, Remember
from rosgraph_msgs.msg import Clock
from std_msgs.msg import String
from telling import OK, WARN, Listening, diagnostics

from robot_memory.faces.ros.sim_clock import SimulatedClock
from robot_memory.faces.ros.subscription_executor import SubscriptionExecutor

pytestmark = pytest.mark.ros

SIMULATED = ("-p", "use_sim_time:=true")
NOTE = {"type": "environment_note", "source": "person", "text": "Ramp is steep"}
START = 1_700_000_000


class Simulation:
    """Publishes /clock, ten times as fast as real time."""

    def __init__(self, robot) -> None:
        self.now = float(START)
        self._publisher = robot.node.create_publisher(Clock, "/clock", 10)
        robot.node.create_timer(0.02, self._step)

    def _step(self) -> None:
        self.now += 0.2
        self._publisher.publish(Clock(clock=Time(sec=int(self.now))))


def test_the_node_waits_for_simulated_time_and_then_follows_it(start_node, robot):
    node = start_node(*SIMULATED)
    listening = Listening(robot)
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")
    words = "use_sim_time is set and /clock has not been heard: nothing is observed"
    robot.spin_until(lambda: listening.says(WARN, words, "time"))
    robot.spin_until(lambda: node.logged("time: use_sim_time is set and /clock has not been heard"))
    early = robot.call(Remember, "/robot_memory/remember", **NOTE)
    assert not early.success
    assert "/clock has not been heard" in early.message
    publisher.publish(diagnostics("base: Too early"))

    simulation = Simulation(robot)
    robot.spin_until(lambda: listening.says(OK, "simulated time is trusted", "time"))
    robot.spin_until(lambda: node.logged("simulated time is trusted"))
    message = diagnostics()
    robot.spin_until(lambda: publisher.publish(message) or node.tells("Left encoder"))
    assert robot.call(Remember, "/robot_memory/remember", **NOTE).success

    entries = robot.call(ListEntries, "/robot_memory/list_entries").entries
    assert {entry.text for entry in entries} == {
        "Ramp is steep", "base: Left encoder reports an error: no pulses"
    }  # fmt: skip
    assert all(START <= entry.first_seen.sec <= simulation.now for entry in entries)
    assert node.stop() == 0
    assert f"{datetime.fromtimestamp(START, timezone.utc):%Y-%m-%dT}" in node.file.read_text()

    refused = start_node()
    assert refused.wait() == 2
    assert refused.logged("holds simulated time, not wall time")


def test_the_clock_topic_can_be_remapped_and_may_jump_back(start_node, robot):
    node = start_node(*SIMULATED, "-r", "/clock:=/sim/clock", namespace="/robot1")
    publisher = robot.publisher(Clock, "/sim/clock", heard_by=2)
    listening = Listening(robot, "robot1/robot_memory")

    def follows(second: int, uptime: float) -> bool:
        publisher.publish(Clock(clock=Time(sec=second)))
        status = listening.status("time")
        values = {pair.key: pair.value for pair in status.values} if status else {}
        now = datetime.fromtimestamp(second, timezone.utc)
        return values.get("now") == now.isoformat() and values["uptime"] == f"{uptime:.1f} s"

    for second, uptime in ((1000, 0.0), (1010, 10.0), (3, 10.0), (8, 15.0)):
        robot.spin_until(lambda second=second, uptime=uptime: follows(second, uptime))
    assert node.process.poll() is None
    assert node.logged("/clock went back from 1010.0 s to 3.0 s")


def test_delayed_messages_get_the_simulated_time_of_their_arrival(robot):
    own = robot.make_node("memory", "/")
    clock, told = SimulatedClock(own, "/clock", own), []
    own.create_subscription(
        String, "/told", lambda data, *times: told.append(clock.now().time.timestamp()), 100,
        raw=True,
    )  # fmt: skip
    executor = SubscriptionExecutor(own)
    seconds = robot.publisher(Clock, "/clock")
    texts = robot.publisher(String, "/told")
    for number in range(20):
        seconds.publish(Clock(clock=Time(sec=START + number)))
        time.sleep(0.002)  # their order follows their arrival
        texts.publish(String())
        time.sleep(0.002)
    robot.spin_until(lambda: executor.dispatch() or len(told) == 20)

    assert told == [START + number for number in range(20)]
