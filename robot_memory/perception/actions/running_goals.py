"""Goals that a server executes now, and for how long (rules.md §5.10).

See docs/reference/detectors.md, "action".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from robot_memory.perception.actions.goal_end import GoalId

_ACCEPTED, _EXECUTING, _CANCELING = 1, 2, 3  # of action_msgs/msg/GoalStatus


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

    @property
    def oldest(self) -> GoalId:
        """The goal that is executed longest; empty where none is executed."""
        return min(self.began, key=self.began.__getitem__, default=())

    def lasts(self, now: float) -> float:
        """Return for how many seconds the oldest goal is executed; 0 where there is none."""
        return now - self.began.get(self.oldest, now)
