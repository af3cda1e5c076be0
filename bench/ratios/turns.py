"""Two ways of doing a thing, done in turn; each pair is compared by itself.

A host is faster or slower from one minute to the next: what is done at once after the other meets
the same host. The median of all pairs leaves out those that other work fell into.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from figures import Ratio

Action = Callable[[], object]


def processor_time(action: Action) -> float:
    """Return the seconds for which an action has a processor."""
    begin = time.process_time()
    action()
    return time.process_time() - begin


def take_turns(ours: Action, theirs: Action, *, rounds: int) -> Ratio:
    """Do both so often, in turn; compare their processor times."""
    return Ratio.of([(processor_time(ours), processor_time(theirs)) for _ in range(rounds)])
