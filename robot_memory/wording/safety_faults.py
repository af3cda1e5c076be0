"""Faults after which nobody may rely on a stop: of a brake, of an emergency stop or the link to it.

English, as drivers write it, in the form of :func:`.plain_words.plain_words`. These words decide
before all others: the robot may not be able to stop, or it has touched something.
"""

from __future__ import annotations

import re

from robot_memory.wording.fault_table import COULD_NOT, FaultKind, FaultTable
from robot_memory.wording.stop_words import names_stop

_FAULTY = (
    r"(?:faults?\b|faulty|fail(?:s|ed|ure|ures|ing)?\b(?! to (?:get|read|set|call|load|parse))"
    r"|errors?|defect\w*|malfunction\w*|stuck|worn|over ?heat\w*|timed? ?out|lost|disconnected"
    r"|not (?:respond\w*|releas\w*|engag\w*|hold\w*|working|work|available))"
)
#: With one of these the words are about software, or about a stop that worked.
_NO_BRAKE = re.compile(
    r"\b(?:brake ?map|brakemap|csv|files?|param\w*|config\w*|topics?|services?|srv|subscri\w*"
    r"|publish\w*|plugins?|libs?|librar\w+|message type|obstacles?|resistors?|choppers?"
    r"|commands? time ?out|brake (?:distance|value|pressed"
    r"|pedal pressed)|brakes? test (?:has )?(?:failed|failure|error|required))\b"
)
_BRAKE = re.compile(
    rf"(?<!no )\b(?:brakes?|braking system)\b[^.;]{{0,40}}?\b{_FAULTY}"
    rf"|\b(?:faults?|faulty|failure|errors?|defect\w*) (?:on|in|of|at|with) (?:the |a )?"
    r"(?:\w+ ){0,2}brakes?\b"
    r"|\bbrakes? (?:fluid|oil|pressure|pads?)(?: level)? (?:is |are )?(?:too )?(?:low|empty|thin)\b"
)
_BRAKE_HOLDS = re.compile(
    rf"\b{COULD_NOT} (?:release|disengage|engage|open|close|apply|set|lock|unlock) (?:the )?"
    r"(?:\w+ )?brakes?\b(?! (?:param\w*|map|mode))"
)
_STOP = r"(?:e ?stop|emergency ?stop)"
_STOP_FAILS = re.compile(
    rf"\b{_STOP} (?:command |request |signal )?(?:has |was |could )?(?:fail(?:ed|ure)|not (?:be )?"
    rf"(?:sent|executed|applied|delivered))\b|\b{COULD_NOT} (?:send|trigger|activate|engage"
    rf"|execute|perform|apply) (?:the |an? )?(?:\w+ )?{_STOP}\b(?! (?:state|status|service))"
)
_LINK = r"(?:connection|communication|comms?|link|contact|heart ?beats?|signal)"
_LINK_LOST = re.compile(
    rf"\bdis ?connect\w*\b|\b{_LINK} (?:\w+ )?(?:is |was |has |has been )?(?:lost|missing|timed?"
    r" ?out|failed|stale|down|broken)\b"
    rf"|\b(?:lost|losing|no|missing) (?:the )?(?:\w+ ){{0,2}}?{_LINK}\b"
    r"|\b(?:not|never|no longer) (?:yet )?(?:connected|respond\w*|reachable)\b|\bunreachable\b"
    r"|\b(?:did|does) ?n[o']t respond\b"
)
#: The stop is the answer to a link that is lost, or a program is asked for.
_NOT_OF_STOP = re.compile(
    r"\b(?:trigger\w*|activ\w+|engag\w+|stopp\w+|sending|due to|because|services?|actions?"
    r"|client|param\w*|released?|reset|joysticks?|gamepads?|cameras?|lidars?|motors?|imus?|gps"
    r"|commands?)\b"
    rf"|\b{_LINK} (?:\w+ )?(?:to|with|from) (?!(?:\S+ ){{0,3}}?(?:e ?stop|emergency)\b)"
)
_BRAKE_UNSURE = (
    "do not drive or move the robot until its brake is mended and tested; keep it from rolling or"
    " sinking, then check the brake, its supply and wiring"
)
_STOP_LOST = (
    "do not drive the robot until its emergency stop is connected again and tested; check the"
    " power, the cable or the radio link of the emergency stop"
)
_STOP_FAILED = (
    "stop the robot at its hardware button or main switch; do not drive it until its emergency"
    " stop is mended and tested"
)
_TOUCHED = FaultTable(
    FaultKind(
        r"^(?!.*\b(?:param\w*|config\w*|gripper|grip|grasp\w*|fingers?|motors?|joints?|g force"
        r"|brake|must|should)\b)"
        r".*(?:\b(?:force|wrench|force torque)(?: sensor)? (?:\w+ )?(?:(?:threshold|limit)s? )?"
        r"(?:is |was |has |has been )?(?:exceed\w*|violat\w*|over (?:the )?(?:threshold|limit)"
        r"|above (?:the )?(?:threshold|limit)|too (?:high|large|great))"
        r"|\b(?:force|wrench) (?:threshold|limit)s? (?:was |is )?(?:reached|hit)\b"
        r"|\bexceed\w* (?:the )?(?:\w+ )?(?:force|wrench) (?:threshold|limit)"
        r"|\b(?:excessive|unexpected) (?:\w+ )?(?:contact )?force\b)",
        "look at what it touched, and free it before it moves again; then check payload, tool and"
        " the zero of the force sensor",
    ),
)


def advice_of_safety(words: str, said: str) -> str:
    """Return what to do about a brake or an emergency stop in doubt, or a contact; empty: none.

    Args:
        words: the text of an entry as plain words.
        said: what the part said, of it.
    """
    if _STOP_FAILS.search(said):
        return _STOP_FAILED
    is_brake = _BRAKE.search(said) is not None and _NO_BRAKE.search(said) is None
    if is_brake or _BRAKE_HOLDS.search(said):
        return _BRAKE_UNSURE
    is_lost = _LINK_LOST.search(said) is not None and _NOT_OF_STOP.search(said) is None
    if is_lost and names_stop(words):
        return _STOP_LOST
    return _TOUCHED.advice(said)
