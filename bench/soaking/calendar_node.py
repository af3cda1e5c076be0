"""A memory node whose calendar runs ahead.

It is a separate program: a node must limit the memory of libraries before it imports them.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from unittest.mock import patch

from robot_memory.faces.ros.main import main as run_node
from robot_memory.faces.ros.main import save_memory


def main(began: float, day: float, arguments: list[str]) -> int:
    """Run the node.

    Args:
        began: seconds since boot at which the calendar began.
        day: the length of a calendar day, s.
        arguments: the node's.
    """
    save_memory()
    from soaking.calendar_clock import CalendarClock

    changed = {
        "robot_memory.faces.ros.background_task._INTERVAL": 1.0,
        "robot_memory.faces.ros.background_task._REFRESH_INTERVAL": day,
        "robot_memory.long_term.limit_search.evidence_analysis.INTERVAL": day,
        "robot_memory.faces.ros.ingest_loop._STORE_INTERVAL": day,
        "robot_memory.faces.ros.memory_node.SystemClock": lambda: CalendarClock(began, day),
    }
    with contextlib.ExitStack() as patches:
        for name, value in changed.items():
            patches.enter_context(patch(name, value))
        return run_node(["robot_memory", "--ros-args", *arguments])


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    sys.exit(main(float(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]))
