"""Two ways of doing a thing, done in turn; of each the least processor time counts.

Other work on the machine can only add to a time, so the least one changes least between runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

Action = Callable[[], object]


@dataclass(frozen=True)
class LeastTimes:
    """Seconds of both."""

    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """Ours as a multiple of theirs."""
        return self.ours / self.theirs


def processor_time(action: Action) -> float:
    """Return the seconds for which an action has a processor."""
    begin = time.process_time()
    action()
    return time.process_time() - begin


def take_turns(ours: Action, theirs: Action, *, rounds: int) -> LeastTimes:
    """Do both so often, in turn."""
    pairs = [(processor_time(ours), processor_time(theirs)) for _ in range(rounds)]
    return LeastTimes(min(own for own, _ in pairs), min(other for _, other in pairs))
