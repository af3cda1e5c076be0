"""What to do about a node that says that something failed, and not why: the last resort.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

import re

from robot_memory.wording.known_nodes import part_of_product

FIND_CAUSE = "read the log lines before this one to find the cause"
LOOK_BEFORE = "read the log lines before this one; restart the node while the robot stands still"
_DRIVER_AGAIN = (
    "read the log lines before this one; restart the driver while the robot stands still"
)
_START_AGAIN = f"{_DRIVER_AGAIN}; if it fails again, check {{its}} cable and power"
#: Before a person touches an arm.
_ARM_FIRST = "with the arm at rest, check its emergency stop, mode and alarms; then "

#: A node that failed to do something, of which the text does not say why.
_JUST_FAILS = re.compile(
    r"\bfail(?:s|ed|ure)?\b|\bcould ?n[o']t\b|\bcan ?not\b|\bcan't\b|\bunable to\b|\bexceptions?\b"
    r"|\berrors?\b(?! (?:budget|counts?|rate|limit|threshold))|\bgiving up\b|\baborting\b"
    r"|\bnot (?:yet )?initi\w+\b|\bshut(?:ting)? ?down\b|\btimed? ?out\b|\bwent wrong\b"
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
    return again(said, speaker)


def again(said: str, speaker: str) -> str:
    """Return what to do about a node of which only is known that something failed."""
    if not speaker or _INTERNAL.search(said):
        return LOOK_BEFORE
    if names_arm(speaker):
        return f"{_ARM_FIRST}{FIND_CAUSE}"
    if _ANSWERED.search(said):
        return _DRIVER_AGAIN
    return _START_AGAIN


def names_arm(speaker: str) -> bool:
    """Tell whether the name of a node, as plain words, is that of an arm."""
    return _ARM.search(speaker) is not None or part_of_product(speaker) == "arm"
