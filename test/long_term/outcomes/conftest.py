"""A memory to which tests report attempts at tasks."""

from __future__ import annotations

from collections.abc import Callable

import outcome_attempts
import pytest
from outcome_attempts import BY, TASK, Tries

from robot_memory.long_term.outcomes.task_outcome import TaskOutcome


@pytest.fixture
def report(memory, clock) -> Callable[..., list[str]]:
    """Reports attempts, 20 minutes apart; returns the entries that they made or confirmed."""

    def tell(tries: Tries, *, by: str = BY, task: str = TASK) -> list[str]:
        made = []
        for approach, failed in tries:
            clock.set(clock.now().time + outcome_attempts.APART)
            how = {"approach": approach} if approach else {}
            made.append(
                memory.report_outcome(TaskOutcome(task, not failed, by, parameters=how)).entry_id
            )
        return [entry_id for entry_id in made if entry_id]

    return tell
