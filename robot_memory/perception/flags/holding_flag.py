"""Which flags keep the robot from moving, by their names.

See docs/explanation/perception.md, "Commands and their effect".
"""

from __future__ import annotations

import re

#: A stop, a brake.
_STOP = re.compile(
    r"(^|[_\W])(e_?stop(ped)?|emergency(_?stop(ped)?)?|kill(ed)?|kill_?switch|run_?stop|brakes?"
    r"|(protective|safety|safeguard)_?stop|halt(ed)?|stopped)($|[_\W])",
    re.IGNORECASE,
)
#: A stop that is not pressed, a brake that is off.
_OFF = re.compile(
    r"(^|[_\W])(released|ok|okay|healthy|clear(ed)?|connected|inactive|off|not?)($|[_\W])",
    re.IGNORECASE,
)
#: What moves the robot. Lights may be disabled and doors locked, and it drives.
_BASE = r"(motors?|drives?|drive_?train|base|chassis|wheels?|motion|brakes?)"
_GAP = r"[_\W]+((left|right|front|rear|back|all|is|are|\d+)[_\W]+)*"
_DISABLED = re.compile(rf"(^|[_\W]){_BASE}{_GAP}(disabled|locked|paused?)($|[_\W])", re.IGNORECASE)
_ENABLED = re.compile(
    rf"(^|[_\W])({_BASE}{_GAP}enabled?|enabled?{_GAP}{_BASE}|armed)($|[_\W])", re.IGNORECASE
)


def holding_value(name: str) -> float | None:
    """Return the value with which a flag keeps the robot from moving; None where none does."""
    if _STOP.search(name):
        return 0.0 if _OFF.search(name) else 1.0
    if _DISABLED.search(name):
        return 1.0
    return 0.0 if _ENABLED.search(name) else None
