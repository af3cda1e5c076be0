"""Ticks as a node does, and learns something now and then, until its input ends. Run: HOME."""

from __future__ import annotations

import select
import sys
import time

from entry_builders import observe

from robot_memory import RobotMemory
from robot_memory.foundation.settings import Settings

if __name__ == "__main__":
    # Saves as soon as something is new: the worst for whoever edits.
    quick = Settings(rrn="RRN-000000000001", save_interval=1.0, urgent_save_interval=0.5)
    with RobotMemory.open(sys.argv[1], settings=quick) as memory:
        memory.save(force=True)
        print("ready", flush=True)
        number = 0
        while not select.select([sys.stdin], [], [], 0)[0]:
            if number % 5 == 0:
                observe(memory, f"part {number}")
            number += 1
            memory.tick()
            time.sleep(0.05)
        print("done", number, flush=True)
