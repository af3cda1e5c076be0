"""A process that builds the index of a home, and is killed on the way."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from remembered import NOON, Remembered

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.recall import recall_index
from robot_memory.long_term.recall.query import Query


def main(home: str, after: int) -> None:
    """Refresh the index of a home; die by SIGKILL at passage number ``after``."""
    added = 0
    add = recall_index.RecallIndex._add

    def dying(self: recall_index.RecallIndex, *arguments: object) -> None:
        nonlocal added
        added += 1
        if added == after:
            os.kill(os.getpid(), signal.SIGKILL)
        add(self, *arguments)  # type: ignore[arg-type]

    recall_index.RecallIndex._add = dying  # type: ignore[method-assign,assignment]
    with Remembered(Path(home), ManualClock(NOON, kind="wall", boot="test")) as robot:
        robot.recall.refresh()
        print(len(robot.recall.find(Query("gripper", limit=1000))))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
