"""Episodes of a live robot: recorded where the node's other writing is done."""

from __future__ import annotations

from collections.abc import Sequence

from robot_memory.levels import EpisodeKeeper, EpisodeLimits
from robot_memory.memory import RobotMemory
from robot_memory.perception import Scope
from robot_memory.perception.episodes import EpisodeHandover, EpisodeRule, EpisodeWatches
from robot_memory.ros.action_queue import ActionQueue
from robot_memory.ros.health_issues import HealthIssues
from robot_memory.ros.session_recorder import SessionRecorder

_TROUBLE = "episodes"


def watch_episodes(
    rules: Sequence[EpisodeRule],
    memory: RobotMemory,
    scope: Scope,
    queue: ActionQueue,
    run_log: SessionRecorder,
    issues: HealthIssues,
) -> EpisodeWatches:
    """Return what recognises episodes, and has them recorded.

    Args:
        rules: which episodes.
        memory: whose; its home is where they are kept.
        scope: which robot this is.
        queue: does what may have to wait for the disk.
        run_log: whose session the metadata name.
        issues: told why no episodes are recorded, until they are again.
    """

    def report(error: Exception | None) -> None:
        if error is None:
            issues.clear(_TROUBLE)
        else:
            issues.note(_TROUBLE, error, stays=True)

    limits = EpisodeLimits(memory.settings.episodes_megabytes, memory.settings.episodes_hours_a_day)
    keeper = EpisodeKeeper(
        memory.long_term.levels, memory.rrn, limits,
        about=lambda: {"session_id": run_log.session_id},
    )  # fmt: skip
    return EpisodeWatches(rules, EpisodeHandover(keeper, queue.put, report), memory.clock, scope)
