"""Observes and saves in a loop. Run as a script: HOME NAME ROUNDS."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path

from entry_builders import at, observe, open_memory

from robot_memory.foundation.time.clock import ManualClock

if __name__ == "__main__":
    home, name, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    clock = ManualClock(at(0), kind="wall", boot=name)
    with open_memory(home, clock) as memory:
        for number in range(rounds):
            clock.set(clock.now().time + timedelta(minutes=20))
            observe(memory, "shared")
            observe(memory, name)
            if number % 3 == 0:
                memory.remember("environment_note", f"{name} notes {number}")
            memory.save()
            print(number, flush=True)
