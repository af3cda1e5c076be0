"""Listens to action servers and asks for the results of aborted goals.

Specification: rules.md §5.10.
"""

from __future__ import annotations

import importlib
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from action_msgs.msg import GoalStatusArray
from rclpy.client import Client
from rclpy.serialization import deserialize_message
from rclpy.subscription import Subscription
from unique_identifier_msgs.msg import UUID

from robot_memory.faces.ros import qos
from robot_memory.faces.ros.ingest_context import IngestContext
from robot_memory.faces.ros.topic_receiver import find_type
from robot_memory.perception.detectors.goal_end import (
    ABORTED,
    STATUS,
    STATUS_TYPE,
    GoalEnd,
    GoalId,
    GoalResult,
    GoalTracker,
    RunningGoals,
    read_result,
    running_goals,
)
from robot_memory.perception.perception import Perception
from robot_memory.perception.scope import Scope

_FEEDBACK, _FEEDBACK_TYPE = "/_action/feedback", "_FeedbackMessage"
_RESULT = "/_action/get_result"
_DEPTH = 100  # messages
_PATIENCE = 3.0  # s to wait for a result; then the goal is reported without an error code
_MOST_ACTIONS = 200
_MOST_OPEN = 1000  # goals that wait for a result; others are reported without an error code


@dataclass
class _Action:
    type: str
    subscription: Subscription
    tracker: GoalTracker
    running: RunningGoals = field(default_factory=RunningGoals)


@dataclass(frozen=True)
class _Question:
    action: str
    goal: GoalId
    server: str
    at: float  # when the goal ended, on the detectors' time axis
    until: float


class ActionWatch:
    """The goals of all actions on this robot.

    The ingest thread calls :meth:`update` and :meth:`hand_over`, its executor runs the
    subscriptions, and the main thread calls :meth:`ask`.

    Args:
        seen_until: when a node last ran here, seconds since the epoch.
    """

    def __init__(
        self, context: IngestContext, perception: Perception, scope: Scope, seen_until: float
    ) -> None:
        self._context, self._perception, self._scope = context, perception, scope
        self._seen_until = seen_until
        self._actions: dict[str, _Action] = {}
        self._questions: deque[_Question] = deque()
        self._ended: deque[tuple[str, GoalEnd | RunningGoals]] = deque()
        self._open: dict[GoalId, _Question] = {}
        self._clients: dict[str, Client] = {}

    # -- the ingest thread -------------------------------------------------------------------

    def update(self, topics: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Listen to the actions among the topics of the graph."""
        types = dict(topics)
        for topic in types.keys() - self._actions.keys():
            if self._is_ours(topic, types[topic]) and len(self._actions) < _MOST_ACTIONS:
                self._actions[topic] = self._listen(topic, _action_type(topic, types))
        for topic, action in self._actions.items():
            if action.running.goals and not self._context.ingest_node.count_publishers(topic):
                self._follow(topic, action, RunningGoals(is_served=False))
        for topic in self._actions.keys() - types.keys():
            action = self._actions.pop(topic)
            self._context.ingest_node.destroy_subscription(action.subscription)

    def _is_ours(self, topic: str, types: Sequence[str]) -> bool:
        return (
            topic.endswith(STATUS)
            and STATUS_TYPE in types
            and self._scope.keeps_topic(topic, is_shared=False)
        )

    def _listen(self, topic: str, type_name: str) -> _Action:
        node = self._context.ingest_node
        profile = qos.overridden(
            qos.fit(node.get_publishers_info_by_topic(topic), _DEPTH, latched=True),
            self._context.node, topic, "subscription",
        )  # fmt: skip
        take = partial(self._receive, topic)
        subscription = qos.subscribe(node, GoalStatusArray, topic, take, profile)
        return _Action(type_name, subscription, GoalTracker(self._seen_until))

    def _receive(
        self,
        topic: str,
        data: bytes,
        received_at: float | None = None,
        published: float | None = None,
    ) -> None:
        if not self._context.clock.is_running:
            return
        action = self._actions[topic]
        try:
            content = deserialize_message(data, GoalStatusArray)
            ended, running = list(action.tracker.ended(content)), running_goals(content)
        except Exception as error:  # malformed bytes: any error is possible
            self._context.issues.note_ingest(f"{topic}: a message cannot be read", error)
            return
        at = self._perception.stamp_of(received_at)
        for end in ended:
            if end.status == ABORTED and len(self._questions) + len(self._open) < _MOST_OPEN:
                until = time.monotonic() + _PATIENCE
                self._questions.append(_Question(topic, end.goal, self._server(topic), at, until))
            else:
                self._ended.append((topic, replace(end, at=at)))
        self._follow(topic, action, running)

    def _follow(self, topic: str, action: _Action, running: RunningGoals) -> None:
        """Queue the executing goals of an action for perception if they changed."""
        if running != action.running:
            action.running = running
            self._ended.append((topic, running))

    def _server(self, topic: str) -> str:
        publishers = self._context.ingest_node.get_publishers_info_by_topic(topic)
        return next((qos.full_name(item) for item in publishers), "")

    def hand_over(self) -> None:
        """Give perception the goals that ended and the goals that are executing."""
        while self._ended:
            topic, said = self._ended.popleft()
            self._perception.receive(topic, STATUS_TYPE, said)

    # -- the main thread ---------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for the results of aborted goals; give up on results that do not arrive in time."""
        while self._questions:
            self._ask(self._questions.popleft())
        now = time.monotonic()
        for question in [item for item in self._open.values() if now > item.until]:
            self._tell(question, GoalResult())
        for topic in self._clients.keys() - self._actions.keys():
            self._context.node.destroy_client(self._clients.pop(topic))

    def _ask(self, question: _Question) -> None:
        self._open[question.goal] = question
        action = self._actions.get(question.action)
        if action is None or not action.type:
            self._tell(question, GoalResult())
            return
        try:
            kind = find_type(action.type)
        except (ImportError, AttributeError):  # its package is not installed here
            self._tell(question, GoalResult())
            return
        if question.action not in self._clients:
            name = question.action.removesuffix(STATUS) + _RESULT
            self._clients[question.action] = self._context.node.create_client(
                kind.Impl.GetResultService, name
            )
        request = kind.Impl.GetResultService.Request(goal_id=UUID(uuid=list(question.goal)))
        future = self._clients[question.action].call_async(request)
        others = partial(_result_types, action.type)
        future.add_done_callback(partial(self._answered, question, others))

    def _answered(
        self, question: _Question, others: Callable[[], Sequence[type]], future: Any
    ) -> None:
        response = future.result()
        result = GoalResult() if response is None else read_result(response.result, others())
        self._tell(question, result)

    def _tell(self, question: _Question, result: GoalResult) -> None:
        if self._open.pop(question.goal, None) is not None:
            end = GoalEnd(ABORTED, question.server, result, question.goal, question.at)
            self._ended.append((question.action, end))


def _action_type(topic: str, types: Mapping[str, Sequence[str]]) -> str:
    """Return an action's type, such as 'nav2_msgs/action/Spin'; empty if its feedback is not seen.

    This is the feedback's type without the suffix that all feedback types share.
    """
    feedback = types.get(topic.removesuffix(STATUS) + _FEEDBACK, ())
    names = [name for name in feedback if name.endswith(_FEEDBACK_TYPE)]
    return names[0].removesuffix(_FEEDBACK_TYPE) if names else ""


def _result_types(name: str) -> list[type]:
    """Return the result types of all actions in the same package."""
    module = importlib.import_module(f"{name.partition('/')[0]}.action")
    kinds = [kind for kind in vars(module).values() if hasattr(kind, "Impl")]
    return [kind.Result for kind in kinds]
