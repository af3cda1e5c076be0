"""The night shift: the seven steps of document 003, §4, and the consolidation of document 002.

See docs/explanation/night-shift.md and docs/reference/night-shift.md.
"""

from robot_memory.long_term.night_shift.ledger_maintenance import LedgerMaintenance
from robot_memory.long_term.night_shift.night_shift import NightShift
from robot_memory.long_term.night_shift.schedule import ACTIONS, Schedule
from robot_memory.long_term.night_shift.shift_report import STEPS, NightSettings, ShiftReport
from robot_memory.long_term.night_shift.shift_steps import NightMemory

__all__ = [
    "ACTIONS",
    "STEPS",
    "LedgerMaintenance",
    "NightMemory",
    "NightSettings",
    "NightShift",
    "Schedule",
    "ShiftReport",
]
