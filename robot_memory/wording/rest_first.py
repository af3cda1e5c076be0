"""What comes before a restart: a robot at rest, and what may have triggered a safety function.

English, in the form of :func:`.plain_words.plain_words`. A drone does not stand still in the air.
"""

from __future__ import annotations

import re

from robot_memory.wording.stop_words import names_stop, states_stop
from robot_memory.wording.subject import message_of

_FLIES = re.compile(r"\b(?:as2|drones?|uavs?|\w*copters?|quad ?rotors?|crazy\w+|take ?off)\b")
_SAFETY = re.compile(
    r"\bsafety (?:\w+ )?(?:trees?|functions?|behaviou?rs?|monitors?|nodes?|systems?|managers?"
    r"|controllers?|watchdogs?|supervisors?|plc|scanners?|lasers?|checks?)\b"
)
#: A restart, or what comes to the same, with all that its clause says of it.
_RESTARTS = re.compile(r"\b(?:restart\w*|switch \S[^;]*? off and on)\b[^;]*")
#: A restart that makes a mended setting count.
_MENDED = re.compile(r"\bfile, then restart the node$")
_AT_REST = re.compile(r" (?:while (?:the robot stands still|nothing moves)|at rest)\b")
#: The robot may have no emergency stop now.
_STOP_UNSURE = (
    "keep the robot stopped and test its emergency stop; then read the log lines before this one,"
    " and report it"
)
#: The program made the stop itself, of a fault.
_TRIGGERED = "find in the log lines before this one what triggered the stop, and mend that first"
_SAFETY_FIRST = (
    "check emergency stop, battery, temperature and the faults of the drives; then read the log"
    " lines before this one"
)


def at_rest(advice: str, words: str) -> str:
    """Return advice in which no safety function is restarted at first, nor a drone in flight.

    A restart after a setting was corrected stays; a robot with a safety function stands still.

    Args:
        advice: what to do; empty is none.
        words: the text of an entry as plain words.
    """
    if _RESTARTS.search(advice) is None:
        return advice
    is_safety, is_mended = _SAFETY.search(words) is not None, _MENDED.search(advice) is not None
    if names_stop(words) and not is_mended:
        return _TRIGGERED if states_stop(words, message_of(words)) else _STOP_UNSURE
    if is_safety and not is_mended:
        return _SAFETY_FIRST
    if _FLIES.search(words):
        return _RESTARTS.sub(lambda clause: _landed(clause[0]), advice, count=1)
    return f"{advice} while the robot stands still" if is_safety else advice


def _landed(restart: str) -> str:
    return f"{_AT_REST.sub('', restart)} once the drone has landed"
