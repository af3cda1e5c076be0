"""Goals of actions: which goals are executed, and how they ended.

See docs/reference/detectors.md, "action".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from robot_memory.perception.field_path import field_names

ACCEPTED, EXECUTING, CANCELING = 1, 2, 3
"""The status of a goal that has not ended, in action_msgs/msg/GoalStatus."""

STATUS = "/_action/status"
"""The end of the name of the topic on which a server publishes the status of its goals."""

STATUS_OF_ROS1 = "/status"

STATUS_TYPE = "action_msgs/msg/GoalStatusArray"
SUCCEEDED, CANCELED, ABORTED = 4, 5, 6
"""The status of a goal that has ended, in action_msgs/msg/GoalStatus."""

REPLACED = 7
"""The status of a ROS 1 goal that its server dropped for a newer one."""

GoalId = tuple[int, ...]
"""The sixteen bytes of a goal's UUID."""

_GENERAL = frozenset({"UNKNOWN", "FAILURE"})
_CODES = ("error_code", "error", "code", "val")
_MESSAGES = ("error_msg", "error_string", "error_message", "message", "errormsg")
_MOST_GOALS = 1000  # ended goals that are remembered, the newest, as servers list them repeatedly


@dataclass(frozen=True)
class RunningGoals:
    """The ids of the goals of one action that have not ended, and whether it has a server."""

    goals: frozenset[GoalId] = frozenset()
    is_served: bool = True


def action_of(topic: str) -> str:
    """Return the action whose server publishes the status of its goals on a topic."""
    ending = STATUS if topic.endswith(STATUS) else STATUS_OF_ROS1
    return topic.removesuffix(ending).strip("/")


def running_goals(content: Any) -> RunningGoals:
    """Return the running goals in a server's list, ``action_msgs/msg/GoalStatusArray``."""
    return RunningGoals(
        frozenset(
            tuple(status.goal_info.goal_id.uuid)
            for status in content.status_list
            if status.status in (ACCEPTED, EXECUTING, CANCELING)
        )
    )


@dataclass
class GoalTimes:
    """When the running goals began, on a time axis without the robot's pauses."""

    began: dict[GoalId, float] = field(default_factory=dict)

    def follow(self, now: float, running: RunningGoals) -> None:
        """Take in which goals run now."""
        self.began = {goal: self.began.get(goal, now) for goal in running.goals}

    def end(self, now: float, goal: GoalId) -> float | None:
        """Return for how many seconds a goal ran; None if its start was not seen."""
        began = self.began.pop(goal, None)
        return None if began is None else now - began

    @property
    def oldest(self) -> GoalId:
        """The goal that has been running longest; empty if none runs."""
        return min(self.began, key=self.began.__getitem__, default=())

    def lasts(self, now: float) -> float:
        """Return for how many seconds the oldest goal has been running; 0 if none runs."""
        return now - self.began.get(self.oldest, now)


@dataclass(frozen=True)
class GoalResult:
    """The failure in the result of a goal.

    Attributes:
        code: the number; None if the result has none.
        name: the code's name in the constants of the type, such as FAILED_TO_MAKE_PROGRESS.
        message: the text of the server.
    """

    code: int | None = None
    name: str = ""
    message: str = ""


@dataclass(frozen=True)
class GoalEnd:
    """How a goal ended.

    Attributes:
        status: SUCCEEDED, CANCELED, ABORTED or REPLACED.
        server: the node that serves the action; empty if it is not known.
        goal: its id; empty if it is not known.
        at: when it ended, on the detectors' time axis; None: now.
    """

    status: int
    server: str = ""
    result: GoalResult = GoalResult()
    goal: GoalId = ()
    at: float | None = None


class GoalTracker:
    """Notices from a server's lists of goals when goals end.

    Goals that were accepted up to ``seen_until`` (seconds since the epoch) are already known.
    """

    def __init__(self, seen_until: float) -> None:
        self._seen_until = seen_until
        self._ended: dict[GoalId, None] = {}

    def ended(self, content: Any) -> Iterator[GoalEnd]:
        """Yield the goals that ended since the last ``GoalStatusArray``; ROS 1 lists have texts."""
        for status in content.status_list:
            goal = tuple(status.goal_info.goal_id.uuid)
            stamp = status.goal_info.stamp
            has_ended = status.status in (SUCCEEDED, CANCELED, ABORTED, REPLACED)
            if not has_ended or not self.is_new(goal):
                continue
            if stamp.sec + stamp.nanosec / 1e9 > self._seen_until:
                result = GoalResult(message=getattr(status, "text", ""))
                yield GoalEnd(int(status.status), result=result, goal=goal)

    def is_new(self, goal: GoalId) -> bool:
        """Tell whether the end of a goal is new; remember it."""
        if goal in self._ended:
            return False
        if goal:
            self._ended[goal] = None
        if len(self._ended) > _MOST_GOALS:
            del self._ended[next(iter(self._ended))]
        return True


def read_result(result: Any, others: Iterable[type] = ()) -> GoalResult:
    """Return the failure in a result, of Nav2, MoveIt and types with the same field names.

    Constants of ``others`` name codes too: a navigator passes on the codes of its planners.
    """
    code, where = _code(result)
    message = _text(where) or _text(result)
    if code is None:
        return GoalResult(message=message)
    names = (_name(kind, code) for kind in (type(where), type(result), *others))
    return GoalResult(code, next(filter(None, names), ""), message)


def _code(part: Any) -> tuple[int | None, Any]:
    """Return the code, and the message that contains it."""
    for name in _CODES:
        value = getattr(part, name, None)
        if isinstance(value, int) and not isinstance(value, bool):
            return value, part
        if field_names(value):
            code, where = _code(value)
            if code is not None:
                return code, where
    return None, part


def _text(part: Any) -> str:
    texts = (getattr(part, name, "") for name in _MESSAGES)
    return next((text.strip() for text in texts if isinstance(text, str) and text.strip()), "")


def _name(kind: type, code: int) -> str:
    """Return a code's name in the constants of a type; the most specific if there are several."""
    names = [
        name
        for name, value in vars(kind).items()
        if name.isupper() and type(value) is int and value == code and "__" not in name
    ]
    return min(names, key=lambda name: name in _GENERAL, default="")
