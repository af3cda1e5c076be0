"""Operational memory for robots: what a robot learned about itself and its surroundings.

from robot_memory import RobotMemory

with RobotMemory.open() as memory:
print(memory.context().text)
"""

import pkgutil

__version__ = "0.1.0"  # rooms ask for it, so it comes before them

# `robot_memory.msg` and `robot_memory.srv` are generated: run from the sources, they lie elsewhere
# on sys.path, in the install tree.
__path__ = pkgutil.extend_path(__path__, __name__)

from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.memory import RobotMemory

__all__ = ["EntryType", "MemoryEntry", "RobotMemory"]
