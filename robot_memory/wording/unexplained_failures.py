"""What to do about a node that says that something failed, and not why: the last resort.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

import re

from robot_memory.wording.known_nodes import part_of_product

_RESTART = "restart the node while the robot stands still"
FIND_CAUSE = "read the log lines before this one to find the cause"
LOOK_BEFORE = f"read the log lines before this one; {_RESTART}"
_DRIVER_AGAIN = (
    "restart the driver while the robot stands still; if it fails again, switch {it} off and on"
)
START_AGAIN = f"check {{its}} cable and the log lines before this one; {_DRIVER_AGAIN}"
SEND_AGAIN = "check the link, and that the program at its other end runs"
#: Before a person touches an arm.
_ARM_FIRST = "with the arm at rest, check its emergency stop, mode and alarms; then "

#: A node that failed to do something, of which the text does not say why.
_JUST_FAILS = re.compile(
    r"\bfail(?:s|ed|ure)?\b|\bcould ?n[o']t\b|\bcan ?not\b|\bcan't\b|\bunable to\b|\bexceptions?\b"
    r"|\berrors?\b(?! (?:budget|counts?|rate|limit|threshold))|\bgiving up\b|\baborting\b"
    r"|\bnot (?:yet )?initi\w+\b|\bshut(?:ting)? ?down\b|\btimed? ?out\b|\bwent wrong\b"
)
#: A message did not get through.
_SENDS = re.compile(
    r"\b(?:fail\w* to|could ?n[o']t|can ?not|unable to|errors?(?: while| when| in)?) (?:send\w*"
    r"|transmit\w*|receiv\w*)\b|\b(?:send|sending|transmission|receiving) (?:\w+ ){0,2}fail\w*"
)
#: Inside a program: no cable helps.
_INTERNAL = re.compile(
    r"\b(?:handlers?|buffers?|queues?|threads?|cv ?bridge|publishers?|realtime box|item info"
    r"|interface list|(?:command|state) interfaces?|conver(?:t|sion)\w*|library|libraries"
    r"|transform\w*|goals?|transmission interface|(?:state|scene) monitors?|solvers?|kinematics"
    r"|planning scene|visuali[sz]\w*)\b"
)
#: The device was reached: its cable is in.
_ANSWERED = re.compile(r"\b(?:reads (?:as|back)|read back|replied|answered|nack\w*)\b")
_ARM = re.compile(r"\b(?:arm|manipulator)\b")


def advice_of_unexplained(said: str, *, is_error: bool, speaker: str) -> str:
    """Return what to do about a failure without a known word; empty: it may be none.

    Args:
        said: what a node said, as plain words.
        is_error: whether the node called it an error; then the cause is worth a search.
        speaker: the name of the node as plain words, if it is the driver of a device; else empty.
    """
    if not _JUST_FAILS.search(said):
        return FIND_CAUSE if is_error else ""
    return _again(said, speaker)


def _again(said: str, speaker: str) -> str:
    """Return what to do about a node of which only is known that something failed."""
    is_link = _SENDS.search(said) is not None
    if not speaker:
        return f"{SEND_AGAIN}; then {_RESTART}" if is_link else LOOK_BEFORE
    if not is_link and _INTERNAL.search(said):
        return LOOK_BEFORE
    advice = f"{SEND_AGAIN}; then {_DRIVER_AGAIN}" if is_link else START_AGAIN
    if _ANSWERED.search(said):
        advice = f"read the log lines before this one; {_DRIVER_AGAIN}"
    return arm_first(advice, speaker)


def arm_first(advice: str, speaker: str) -> str:
    """Return advice that looks at the emergency stop of an arm first, where an arm speaks."""
    return f"{_ARM_FIRST}{advice}" if names_arm(speaker) else advice


def names_arm(speaker: str) -> bool:
    """Tell whether the name of a node, as plain words, is that of an arm."""
    return _ARM.search(speaker) is not None or part_of_product(speaker) == "arm"
