"""A real action server that aborts its goals is remembered, with the content of its results."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from geometry_msgs.msg import PoseWithCovarianceStamped
from processes import Robot
from rclpy.action import ActionClient, ActionServer
from robot_memory.srv import ReportOutcome

from robot_memory import RobotMemory
from robot_memory.faces.ros import action_watch
from robot_memory.faces.ros.action_watch import ActionWatch
from robot_memory.faces.ros.subscription_executor import SubscriptionExecutor
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.ledger import Source
from robot_memory.perception.detectors.goal_end import ABORTED, GoalEnd, GoalResult, RunningGoals
from robot_memory.perception.scope import Scope

pytestmark = pytest.mark.ros
actions = pytest.importorskip("test_msgs.action")


class Docking:
    """An action server that aborts each goal; its result contains the goal's number."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.server = ActionServer(robot.node, actions.Fibonacci, "dock_robot", self.execute)
        self.client = ActionClient(robot.node, actions.Fibonacci, "dock_robot")
        robot.spin_until(self.client.server_is_ready)

    async def execute(self, goal):
        goal.abort()
        return actions.Fibonacci.Result(sequence=[goal.request.order])

    def send(self, order: int) -> int:
        sent = self.client.send_goal_async(actions.Fibonacci.Goal(order=order))
        self.robot.spin_until(sent.done)
        ended = sent.result().get_result_async()
        self.robot.spin_until(ended.done)
        return ended.result().status

    def close(self) -> None:
        self.client.destroy()
        self.server.destroy()


def test_an_aborted_goal_makes_an_entry_with_its_server_and_position(start_node, robot):
    node = start_node("-p", "black_box.enabled:=false")
    pose = PoseWithCovarianceStamped()
    pose.header.frame_id = "map"
    pose.pose.pose.position.x, pose.pose.pose.orientation.w = 3.0, 1.0
    publisher = robot.publisher(PoseWithCovarianceStamped, "/amcl_pose")

    def localise() -> None:
        pose.header.stamp = robot.node.get_clock().now().to_msg()
        publisher.publish(pose)

    docking = Docking(robot)
    for _ in range(15):
        localise()
        robot.spin(0.2)
    assert docking.send(order=0) == ABORTED
    said = robot.call(
        ReportOutcome, "/robot_memory/report_outcome", task="grasp", succeeded=False,
        parameters=["approach=left"], note="slipped", source="person:ada",
    )  # fmt: skip
    refused = robot.call(ReportOutcome, "/robot_memory/report_outcome", task=" ")
    robot.spin_until(lambda: node.tells("dock_robot aborts"))
    docking.close()
    assert node.stop() == 0

    assert (said.success, said.tried, said.failed) == (True, 1, 1)
    assert not refused.success
    assert "task: is empty" in refused.message
    with RobotMemory.open(node.home, read_only=True) as memory:
        (found,) = [entry for _, entry in memory.entries() if "dock_robot" in entry.text]
        _, rows = memory.why(found.id)
        seen, told = sorted(memory.outcomes(), key=lambda one: one.task)
    assert (seen.task, seen.told_by, seen.tally.failed) == ("dock_robot", Source.DETECTOR, 1)
    assert (told.task, told.last.author) == ("grasp", "claimed:ada")
    assert rows[0].detail["action"] == "/dock_robot"
    assert rows[0].detail["server"] == "/driver"
    assert rows[0].detail["position"] == ["map", 3.0, 0.0]


def test_the_result_of_an_aborted_goal_is_asked_for(robot, monkeypatch):
    monkeypatch.setattr(
        action_watch, "read_result", lambda result, others: GoalResult(result.sequence[0])
    )
    said: list[tuple[str, GoalEnd | RunningGoals]] = []
    ingest_node = robot.make_node("listening", is_spun=False)
    context = SimpleNamespace(
        node=robot.node, ingest_node=ingest_node, clock=SystemClock(), issues=None
    )
    perception = SimpleNamespace(
        receive=lambda topic, kind, item: said.append((topic, item)),
        stamp_of=lambda received_at: 12.0,
    )
    watch = ActionWatch(context, perception, Scope(), seen_until=0.0)
    executor = SubscriptionExecutor(ingest_node)
    docking = Docking(robot)

    def ended() -> list[tuple[str, GoalEnd]]:
        return [(topic, item) for topic, item in said if isinstance(item, GoalEnd)]

    def listens() -> bool:
        watch.update(ingest_node.get_topic_names_and_types())
        return robot.node.count_subscribers("/dock_robot/_action/status") > 1

    def told() -> bool:
        executor.dispatch()
        watch.ask()
        watch.hand_over()
        return bool(ended())

    robot.spin_until(listens)
    docking.send(order=102)
    robot.spin_until(told)
    docking.close()
    (goal,) = {goal for _, item in said if isinstance(item, RunningGoals) for goal in item.goals}
    end = GoalEnd(ABORTED, "/driver", GoalResult(102), goal, at=12.0)
    assert ended() == [("/dock_robot/_action/status", end)]
