"""Tells advice that holds for any node from advice about a fault of a part."""

from __future__ import annotations

import re

from robot_memory.wording.advice import advice_for
from robot_memory.wording.fault_class import FaultClass
from robot_memory.wording.planning_kinds import KINDS_OF_PLANNING
from robot_memory.wording.setting_faults import IN_FILE
from robot_memory.wording.software_faults import BEFORE_PARTS, KINDS_OF_SOFTWARE
from robot_memory.wording.unexplained_failures import FIND_CAUSE, LOOK_BEFORE

#: About a setting, or a driver that does not say what failed.
_IS_GENERAL = re.compile(
    rf"{IN_FILE}$|^read the log lines before this one; restart the driver"
    r"|^check that the program that sends this message runs\b"
)
_OF_NO_PART = {"", LOOK_BEFORE, FIND_CAUSE, *FaultClass} | {
    kind.advice for kind in (*BEFORE_PARTS, *KINDS_OF_PLANNING, *KINDS_OF_SOFTWARE)
}


def is_general(text: str) -> bool:
    """Tell whether the advice about a text takes no part for broken."""
    advice = advice_for(text)
    return advice in _OF_NO_PART or _IS_GENERAL.search(advice) is not None
