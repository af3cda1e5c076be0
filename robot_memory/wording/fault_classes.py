"""What to do about a fault of which only the class is sure: no data, refused, value out of range.

The last step of advice (rules.md §1.14). A message that states its cause was judged before. Of any
other message the class is sure at most, and the advice is a first step that holds for each fault of
that class, whatever device or program it is about. The first class that fits decides.
"""

from __future__ import annotations

import re

from robot_memory.wording.class_words import CLASSES
from robot_memory.wording.fault_class import FaultClass
from robot_memory.wording.plain_words import plain_words
from robot_memory.wording.setting_faults import IN_FILE

#: A setting by its name, as the text spells it: "wheel_gap is not valid".
_NAME = r"['\"`]?([~/]?[A-Za-z]\w*[_/]\w[\w/.]*)['\"`]?"
_NAMED_SETTING = re.compile(
    rf"^(?:\S+: )?{_NAME} (?:(?:is|was|are|has|have) )?(?:not (?:been )?(?:valid|set|given"
    r"|specified|defined|loaded|positive)|invalid|missing|must|should|ha(?:s|ve) to|cannot be"
    r"|out of range)\b"
)
_IN_SENTENCE = re.compile(
    rf"^{_NAME}\b(?!\()|\b[Pp]aram(?:eter)?s?:? {_NAME}"
    rf"|{_NAME} param(?:eter)?s?\b"
)
_QUOTED = re.compile(
    r"['\"`]([~/]?[A-Za-z][\w/.]*)['\"`] [Pp]aram(?:eter)?\b"
    r"|\b[Pp]aram(?:eter)?:? (?:named )?['\"`]([~/]?[A-Za-z][\w/.]*)['\"`]"
)
_OF_DATA = re.compile(
    r"(?:trajectory|goal|path|plan|pose|msg|message|data|states?|scan|cloud|image|vel)$"
)

#: Who speaks: "[Planner] ", "ArmController: "; a name in it is none of the fault.
_TAG = re.compile(r"^(?:\[[^\]]{0,60}\]:? ?|\([^)]{0,60}\): ?|[A-Z]\w*[a-z]\w*: )+")
_PATH = re.compile(r"/\w[\w.\-]*(?:/[\w.\-]+)+")


def class_of_fault(message: str) -> FaultClass | None:
    """Return the class of the fault that a node tells of; None: its words are of none."""
    message = _TAG.sub("", message)
    named = _NAMED_SETTING.search(message)
    if named is not None and _OF_DATA.search(named[1]) is None:
        return FaultClass.SETTING
    said = plain_words(_PATH.sub(" ", message))
    step = CLASSES.advice(said)
    return FaultClass(step) if step else None


def advice_of_class(kind: FaultClass, message: str) -> str:
    """Return the first step for a class of fault, with the name of a setting that a text gives."""
    is_setting = kind is FaultClass.SETTING
    named = (_IN_SENTENCE.search(message) or _QUOTED.search(message)) if is_setting else None
    if named is None:
        return kind.value
    name = next(filter(None, named.groups()))
    return f"check the setting {name}: its name, value and type {IN_FILE}"
