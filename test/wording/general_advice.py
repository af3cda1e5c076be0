"""Tells advice that holds for any node from advice about a fault of a part."""

from __future__ import annotations

import re

from robot_memory.wording.planning_kinds import KINDS_OF_PLANNING
from robot_memory.wording.setting_faults import IN_FILE
from robot_memory.wording.software_faults import BEFORE_PARTS, KINDS_OF_SOFTWARE
from robot_memory.wording.unexplained_failures import FIND_CAUSE, LOOK_BEFORE

#: About a setting, an order of steps, or a driver that does not say what failed.
_IS_GENERAL = re.compile(
    rf"{IN_FILE}$|first, then try again$"
    r"|and the log lines before this one; restart the driver while the robot stands still;"
    r"|^check that the program that sends this message runs\b"
)
_OF_NO_PART = {"", LOOK_BEFORE, FIND_CAUSE} | {
    kind.advice for kind in (*BEFORE_PARTS, *KINDS_OF_PLANNING, *KINDS_OF_SOFTWARE)
}


def is_general(advice: str) -> bool:
    """Tell whether advice takes no part for broken."""
    return advice in _OF_NO_PART or _IS_GENERAL.search(advice) is not None
