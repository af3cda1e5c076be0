"""What comes before a restart: a robot at rest, and what may have triggered a safety function.

English, in the form of :func:`.plain_words.plain_words`. A drone does not stand still in the air.
"""

from __future__ import annotations

import re

from robot_memory.wording.unexplained_failures import DRIVER_AGAIN, RESTART

_FLIES = re.compile(r"\b(?:as2|drones?|uavs?|\w*copters?|quad ?rotors?|crazyflie|take ?off)\b")
_SAFETY = re.compile(
    r"\bsafety (?:\w+ )?(?:trees?|functions?|behaviou?rs?|monitors?|nodes?|systems?|managers?"
    r"|controllers?|watchdogs?|supervisors?|plc|scanners?|lasers?|checks?)\b"
)
_STANDS, _HAS_LANDED = "while the robot stands still", "with the drone landed"
_SAFETY_FIRST = (
    "check emergency stop, battery, temperature and the faults of the drives; then read the log"
    " lines before this one"
)


def at_rest(advice: str, words: str) -> str:
    """Return advice without a restart of a failed safety function at first, or of a drone in flight.

    It concerns the advice for failures that nobody explains.

    Args:
        advice: what to do; empty is none.
        words: the text of an entry as plain words.
    """
    if _SAFETY.search(words) and (RESTART in advice or DRIVER_AGAIN in advice):
        return _SAFETY_FIRST
    return advice.replace(_STANDS, _HAS_LANDED) if _FLIES.search(words) else advice
