"""A process that makes the index of a home, and is killed on the way."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from remembered import NOON, Remembered

from robot_memory.clock import SetClock
from robot_memory.recall import index


def main(home: str, after: int) -> None:
    """Refresh the index of a home; die by SIGKILL at the so-manieth passage."""
    added = 0
    add = index.Index._add

    def dying(self: index.Index, *arguments: object) -> None:
        nonlocal added
        added += 1
        if added == after:
            os.kill(os.getpid(), signal.SIGKILL)
        add(self, *arguments)  # type: ignore[arg-type]

    index.Index._add = dying  # type: ignore[method-assign,assignment]
    with Remembered(Path(home), SetClock(NOON, kind="wall", boot="test")) as robot:
        robot.recall.refresh()
        print(len(robot.recall.find("gripper", limit=1000)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
