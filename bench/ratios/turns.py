"""Two ways of doing a thing, run in turn; each pair is compared by itself.

A host's speed changes from minute to minute, but hardly within a pair. The median of all pairs
ignores pairs that other work has disturbed.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from figures import Ratio

Action = Callable[[], object]


def processor_time(action: Action) -> float:
    """Return the processor time of an action, in seconds."""
    begin = time.process_time()
    action()
    return time.process_time() - begin


def take_turns(ours: Action, theirs: Action, *, rounds: int) -> Ratio:
    """Run both so often, in turn; compare their processor times."""
    return Ratio.of([(processor_time(ours), processor_time(theirs)) for _ in range(rounds)])
