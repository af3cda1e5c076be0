"""Operational memory for robots: what a robot has learned about itself and its surroundings.

Begin with :meth:`RobotMemory.open`, as the README shows.

See docs/reference/python.md.
"""

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

# `robot_memory.msg` and `robot_memory.srv` are generated: if this runs from the sources, they are
# elsewhere on sys.path, in the install tree.
__path__ = pkgutil.extend_path(__path__, __name__)

if TYPE_CHECKING:
    from robot_memory.entries import EntryType, MemoryEntry
    from robot_memory.entries.context_block import ContextBlock
    from robot_memory.entries.entry_event import EntryEvent
    from robot_memory.entries.last_change import Undone
    from robot_memory.entries.note import NoteResult
    from robot_memory.foundation.errors import (
        Defect,
        HomeRefused,
        InvalidInput,
        NightShiftBusy,
        NotYours,
        RobotMemoryError,
        UnknownEntry,
    )
    from robot_memory.foundation.settings import Settings
    from robot_memory.foundation.time.clock import Clock, Instant
    from robot_memory.foundation.time.period import Period
    from robot_memory.ledger import Observation
    from robot_memory.long_term.night_shift import ShiftReport
    from robot_memory.long_term.outcomes.outcome_report import TaskRecord
    from robot_memory.long_term.outcomes.outcome_writes import OutcomeReceipt
    from robot_memory.long_term.outcomes.task_outcome import TaskOutcome
    from robot_memory.long_term.recall.query import Hit, Query
    from robot_memory.memory import RobotMemory

__all__ = [
    "Clock",
    "ContextBlock",
    "Defect",
    "EntryEvent",
    "EntryType",
    "Hit",
    "HomeRefused",
    "Instant",
    "InvalidInput",
    "MemoryEntry",
    "NightShiftBusy",
    "NotYours",
    "NoteResult",
    "Observation",
    "OutcomeReceipt",
    "Period",
    "Query",
    "RobotMemory",
    "RobotMemoryError",
    "Settings",
    "ShiftReport",
    "TaskOutcome",
    "TaskRecord",
    "Undone",
    "UnknownEntry",
]
__version__ = "0.1.0"

#: The module of each name.
_MODULES = {
    "Clock": "foundation.time.clock",
    "ContextBlock": "entries.context_block",
    "Defect": "foundation.errors",
    "EntryEvent": "entries.entry_event",
    "EntryType": "entries",
    "Hit": "long_term.recall.query",
    "HomeRefused": "foundation.errors",
    "Instant": "foundation.time.clock",
    "InvalidInput": "foundation.errors",
    "MemoryEntry": "entries",
    "NightShiftBusy": "foundation.errors",
    "NotYours": "foundation.errors",
    "NoteResult": "entries.note",
    "Observation": "ledger",
    "OutcomeReceipt": "long_term.outcomes.outcome_writes",
    "Period": "foundation.time.period",
    "Query": "long_term.recall.query",
    "RobotMemory": "memory",
    "RobotMemoryError": "foundation.errors",
    "Settings": "foundation.settings",
    "ShiftReport": "long_term.night_shift",
    "TaskOutcome": "long_term.outcomes.task_outcome",
    "TaskRecord": "long_term.outcomes.outcome_report",
    "Undone": "entries.last_change",
    "UnknownEntry": "foundation.errors",
}


def __getattr__(name: str) -> Any:
    # Imported at first use: users of one package need not load all, and the node must configure
    # numpy's use of the processor before numpy is loaded.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
