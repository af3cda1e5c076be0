"""Goals of actions: which are executed, and how they ended.

See docs/reference/detectors.md, "action".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from robot_memory.perception.field_path import field_names

ACCEPTED, EXECUTING, CANCELING = 1, 2, 3
"""Of action_msgs/msg/GoalStatus: what a goal is that has not ended."""

STATUS = "/_action/status"
"""What the name of the topic ends with on which a server tells how its goals are doing."""

STATUS_OF_ROS1 = "/status"

STATUS_TYPE = "action_msgs/msg/GoalStatusArray"
SUCCEEDED, CANCELED, ABORTED = 4, 5, 6
"""Of action_msgs/msg/GoalStatus: what a goal ends with."""

REPLACED = 7
"""What a goal of ROS 1 ends with that its server dropped for a newer one."""

GoalId = tuple[int, ...]
"""The sixteen bytes of a goal's UUID."""

_GENERAL = frozenset({"UNKNOWN", "FAILURE"})
_CODES = ("error_code", "error", "code", "val")
_MESSAGES = ("error_msg", "error_string", "error_message", "message", "errormsg")
_MOST_GOALS = 1000  # goals that ended, the newest: they are known when they are listed again


@dataclass(frozen=True)
class RunningGoals:
    """The ids of the goals of one action that have not ended, and whether it has a server."""

    goals: frozenset[GoalId] = frozenset()
    is_served: bool = True


def action_of(topic: str) -> str:
    """Return the action of a topic on which its server tells how its goals are doing."""
    ending = STATUS if topic.endswith(STATUS) else STATUS_OF_ROS1
    return topic.removesuffix(ending).strip("/")


def running_goals(content: Any) -> RunningGoals:
    """Return the goals that a server executes by its list, ``action_msgs/msg/GoalStatusArray``."""
    return RunningGoals(
        frozenset(
            tuple(status.goal_info.goal_id.uuid)
            for status in content.status_list
            if status.status in (ACCEPTED, EXECUTING, CANCELING)
        )
    )


@dataclass
class GoalTimes:
    """When the goals began that are executed now, on an axis without the pauses of the robot."""

    began: dict[GoalId, float] = field(default_factory=dict)

    def follow(self, now: float, running: RunningGoals) -> None:
        """Take in which goals are executed now."""
        self.began = {goal: self.began.get(goal, now) for goal in running.goals}

    def end(self, now: float, goal: GoalId) -> float | None:
        """Return for how many seconds a goal was executed; None where its begin was not seen."""
        began = self.began.pop(goal, None)
        return None if began is None else now - began

    @property
    def oldest(self) -> GoalId:
        """The goal that is executed longest; empty where none is executed."""
        return min(self.began, key=self.began.__getitem__, default=())

    def lasts(self, now: float) -> float:
        """Return for how many seconds the oldest goal is executed; 0 where there is none."""
        return now - self.began.get(self.oldest, now)


@dataclass(frozen=True)
class GoalResult:
    """The failure in the result of a goal.

    Attributes:
        code: the number; None where the result has none.
        name: the name of the number, by the constants of the type: FAILED_TO_MAKE_PROGRESS.
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
        server: the node that serves the action; empty where that is not known.
        goal: its id; empty where that is not known.
    """

    status: int
    server: str = ""
    result: GoalResult = GoalResult()
    goal: GoalId = ()


class GoalTracker:
    """Notices when goals end, by the lists of goals that a server publishes.

    Goals that were accepted up to ``seen_until`` (seconds since the epoch) are known.
    """

    def __init__(self, seen_until: float) -> None:
        self._seen_until = seen_until
        self._ended: dict[GoalId, None] = {}

    def ended(self, content: Any) -> Iterator[GoalEnd]:
        """Yield how goals ended since the last ``GoalStatusArray``; ROS 1 has texts in it."""
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
        """Tell whether a goal that ended was not known to have; from now on it is."""
        if goal in self._ended:
            return False
        if goal:
            self._ended[goal] = None
        if len(self._ended) > _MOST_GOALS:
            del self._ended[next(iter(self._ended))]
        return True


def read_result(result: Any, others: Iterable[type] = ()) -> GoalResult:
    """Return what a result says about its failure: of Nav2, MoveIt and all that name it alike.

    Constants of ``others`` name codes too: a navigator hands on those of its planners.
    """
    code, where = _code(result)
    message = _text(where) or _text(result)
    if code is None:
        return GoalResult(message=message)
    names = (_name(kind, code) for kind in (type(where), type(result), *others))
    return GoalResult(code, next(filter(None, names), ""), message)


def _code(part: Any) -> tuple[int | None, Any]:
    """Return the code and the message that it is a field of."""
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
    """Return what a type's constants call a code; what says most, where several do."""
    names = [
        name
        for name, value in vars(kind).items()
        if name.isupper() and type(value) is int and value == code and "__" not in name
    ]
    return min(names, key=lambda name: name in _GENERAL, default="")
