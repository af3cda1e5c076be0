"""Operational memory for robots: what a robot learned about itself and its surroundings.

Begin with :meth:`RobotMemory.open`, as the README shows.
"""

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

# `robot_memory.msg` and `robot_memory.srv` are generated: run from the sources, they lie elsewhere
# on sys.path, in the install tree.
__path__ = pkgutil.extend_path(__path__, __name__)

if TYPE_CHECKING:
    from robot_memory.entries import EntryType, MemoryEntry
    from robot_memory.memory import RobotMemory

__all__ = ["EntryType", "MemoryEntry", "RobotMemory"]
__version__ = "0.1.0"

_ROOMS = {"EntryType": "entries", "MemoryEntry": "entries", "RobotMemory": "memory"}


def __getattr__(name: str) -> Any:
    # Only when asked for: a user of one package need not load them all, and the node has to say how
    # numpy is to use the processor before that is loaded.
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_ROOMS[name]}"), name)
