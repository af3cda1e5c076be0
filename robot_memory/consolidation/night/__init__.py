"""The night shift: the seven steps of document 003, §4, and what document 002 lets recur."""

from robot_memory.consolidation.night.evidence import Evidence
from robot_memory.consolidation.night.health import Consolidation, Health
from robot_memory.consolidation.night.phrasing import Phrase
from robot_memory.consolidation.night.probe import ProbeResult
from robot_memory.consolidation.night.report import STEPS, Report, StepReport
from robot_memory.consolidation.night.schedule import ACTIONS, Schedule
from robot_memory.consolidation.night.settings import NightSettings
from robot_memory.consolidation.night.shift import NightShift

__all__ = [
    "ACTIONS",
    "STEPS",
    "Consolidation",
    "Evidence",
    "Health",
    "NightSettings",
    "NightShift",
    "Phrase",
    "ProbeResult",
    "Report",
    "Schedule",
    "StepReport",
]
