"""Goals that a server executes now, and how long goals of its action take."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from robot_memory.perception.actions.goal_end import GoalId
from robot_memory.perception.persistent_state import PersistentState

_ACCEPTED, _EXECUTING, _CANCELING = 1, 2, 3
_KNOWN = 20  # goals after which another one is longer than all of them in one of 21 cases
_MARGIN = 30.0  # s beyond the longest goal, at least


@dataclass(frozen=True)
class RunningGoals:
    """The goals of one action that have not ended.

    Attributes:
        goals: their ids.
        is_served: whether there is a server.
    """

    goals: frozenset[GoalId] = frozenset()
    is_served: bool = True


def running_goals(content: Any) -> RunningGoals:
    """Return the goals that a server executes by its list, ``action_msgs/msg/GoalStatusArray``."""
    return RunningGoals(
        frozenset(
            tuple(status.goal_info.goal_id.uuid)
            for status in content.status_list
            if status.status in (_ACCEPTED, _EXECUTING, _CANCELING)
        )
    )


class GoalDurations(PersistentState):
    """How long the goals of an action took that succeeded.

    Where the times of goals have one distribution, the next goal is longer than n earlier ones with
    a probability of 1 / (n + 1), whatever that distribution is.

    Attributes:
        longest: seconds that the longest goal took.
    """

    KEPT = ("longest", "_count")

    def __init__(self) -> None:
        self.longest = 0.0
        self._count = 0

    def learn(self, seconds: float) -> None:
        """Take in how long a goal took."""
        self._count += 1
        self.longest = max(self.longest, seconds)

    def limit(self, times: float) -> float:
        """Return beyond which seconds a goal takes too long; infinite until that is known.

        Args:
            times: how many times the longest goal.
        """
        if self._count < _KNOWN:
            return math.inf
        return max(times * self.longest, self.longest + _MARGIN)


@dataclass
class GoalTimes:
    """When the goals began that are executed now, on an axis without the pauses of the robot."""

    began: dict[GoalId, float] = field(default_factory=dict)

    def follow(self, now: float, running: RunningGoals) -> None:
        """Take in which goals are executed now."""
        known: Mapping[GoalId, float] = self.began
        self.began = {goal: known.get(goal, now) for goal in running.goals}

    def end(self, now: float, goal: GoalId) -> float | None:
        """Return for how many seconds a goal was executed; None where its begin was not seen."""
        began = self.began.pop(goal, None)
        return None if began is None else now - began

    def longest(self, now: float) -> float:
        """Return for how many seconds the oldest goal is executed; 0 where there is none."""
        return now - min(self.began.values(), default=now)
