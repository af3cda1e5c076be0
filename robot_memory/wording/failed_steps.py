"""What to do where a node says which step failed, and not why: "Failed to convert the frame".

The verb of the step decides, and the advice names its object. English, as nodes write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from robot_memory.wording.clauses import IS_CODE, name_of
from robot_memory.wording.remedies import REPORT
from robot_memory.wording.setting_faults import IN_FILE

_END = (
    r"(?:for|from|in|on|with|within|into|to|at|because|since|as|if|when|while|due|after|before"
    r"|during|by|using|via|against|and|or|that|which|is|was|has)\b"
)
_STEP = re.compile(
    r"(?:\b(?:could ?n[o']t|can ?n[o']t|can't|unable to|not able to|problem"
    r"|fail\w*(?: to| in| while| when)?|errors?(?: while| when| in| trying to| on)?)) "
    r"(?:to )?(?:\w+ly )?(?P<verb>set(?:ting)? ?up|[a-z]{3,}) (?:(?:up|down|off|on) )?"
    rf"(?P<object>(?:the |an? )?(?:(?!{_END})[^\s,:;=(]+ ?){{1,6}})",
    re.IGNORECASE,
)
_NOUN_FAILED = re.compile(
    r"^(?P<object>[a-z][\w/ ]{2,50}?) (?P<verb>initiali[sz]ation|creation|conversion|allocation"
    r"|configuration|activation|calculation|estimation|execution|retrieval|generation|update|load"
    r"|loading) "
    r"(?:has |was )?(?:failed|error|unsuccessful)",
    re.IGNORECASE,
)
#: The object comes first: "lane width could not be set".
_PASSIVE = re.compile(
    r"^(?P<object>[^,;:]{2,50}?) (?:could ?n[o']t|can ?n[o']t|can't|failed to) be (?:\w+ly )?"
    r"(?P<verb>[a-z]{3,})",
    re.IGNORECASE,
)
_CREATES = (
    "check the settings of {object} and that what it needs runs; the log lines before this one say"
    " what is missing"
)
_CONVERTS = "check what arrives for {object}: its type, its time stamps, and whether it is complete"
_SETS = "check that the value for {object} is allowed, and that what takes it runs and is ready"
_ACCEPTS = "check that {it} accepts {object}: its mode, the value, and its firmware"
_GETS = "check the source of {object}: that it runs and has a connection"
_ENABLES = "check emergency stop, mode and the faults that are still active, then try again"
_STOPS = "see that nothing moves; then find in the log lines before this one why {object} goes on"
_CLOSES = "see whether another program uses {object}; restart the node while the robot stands still"
_RESETS = "mend what caused it first, then reset {object} again"
_QUEUES = "send less at a time, or wait until what takes {object} has room"
_MEMORY = "free memory on the computer, then start again; reduce sizes or rates if that returns"
_MOVES = "look for what holds it back: an obstacle, a limit, a stop, the mode; then try again"
_LOADS = "check that {object} exists, is complete, and has the format that is expected"
#: Stand for loading where a file is named; what else is read has a source.
_READS, _OPENS = "read {object}", "open {object}"
_IN_FILE = f"set {{object}} {IN_FILE}"
_FINDS = "look for {object}, and check its name in the configuration"
_DETECTS = "check that {object} is in view: distance, light and lens; and the data of the sensor"
_FINDS_DATA = "check that the data for {object} arrives, and that its time stamps agree"
#: What a verb says of the cause: stems of verbs, and what to do.
_VERBS = {
    "init|creat|start|set(?:ting)? ?up|launch|configur|prepar|construct|spawn|bring|activat"
    "|instantiat"
    "|regist|build|subscrib|advertis|begin": _CREATES,
    "conver|comput|calculat|encod|decod|serial|deserial|solv|estimat|interpol|generat|process|fill"
    "|refin|determin|copy|transform|integrat|extract|optimi|fit|match|merg|normal|project|smooth"
    "|resol|classif|preprocess|postprocess|evaluat|raytrac": _CONVERTS,
    "set|apply|chang|switch|put|updat|modif|assign|adjust": _SETS,
    "get|retriev|obtain|receiv|fetch|acquir|collect|quer": _GETS,
    "enabl|power|engag|releas|arm|unlock": _ENABLES,
    "stop|disabl|deactivat|disarm|cancel|abort|halt": _STOPS,
    "clos|shut|end|terminat|unload|delet|remov": _CLOSES,
    "reset|recover|clear": _RESETS,
    "push|enqueu|queue|insert|append": _QUEUES,
    "allocat|reserv": _MEMORY,
    "reach|mov|execut|resum|complet|follow|land|takeoff|rotat|driv": _MOVES,
    "load|pars|import": _LOADS,
    "read": _READS,
    "open": _OPENS,
    "find|locat|identif": _FINDS,
    "detect(?!ed)|recogni": _DETECTS,
}
#: What is read from a disk, not from a device.
_IS_STORED = re.compile(
    r"\b(?:files?|maps?|config\w*|yaml|xml|json|urdf|srdf|models?|scenes?|images?|mesh\w*|graphs?"
    r"|database|librar\w+|plugins?|scripts?|trees?|recordings?|bags?|way ?points?|areas?|media"
    r"|calibration|poses?)\b|/",
    re.IGNORECASE,
)
#: Made from data, and known by a time; it has no name in a configuration.
_IS_DATA = re.compile(
    r"^(?:the |an? )?(?:\w+ )?(?:states?|poses?|transforms?|solutions?|match(?:es)?"
    r"|correspondences?"
    r"|measurements?|samples?|values?|estimates?|velocit(?:y|ies)|orientations?)$",
    re.IGNORECASE,
)
#: Read from a device, not set in it.
_IS_STATE = re.compile(r"\b(?:stat(?:e|es|us)|diagnostics|feedback)$", re.IGNORECASE)
#: Written down for a program, which only reads it.
_IS_WRITTEN = re.compile(
    r"\b(?:(?:joint|link|lift|gear|group|topic|frame) names?|namespace|frame ids?|param\w*)$",
    re.IGNORECASE,
)
#: Found by a program that asks for it, not in a picture.
_IS_HARDWARE = re.compile(
    r"\b(?:interfaces?|networks?|devices?|ports?|usb|sensors?|boards?|hardware|cameras?|modules?)\b",
    re.IGNORECASE,
)
#: A device as a whole, which is not set to itself.
_IS_DEVICE = re.compile(
    r"^(?:the |an? )?(?:imu|camera|lidar|laser|scanner|radar|gps|gnss|sensor|device|motors?|drives?"
    r"|servos?|gripper|robot|arm|base|board|module|chip)$",
    re.IGNORECASE,
)
#: Set in the computer, not in the device.
_OF_COMPUTER = re.compile(
    r"\b(?:sockets?|time ?outs?|timers?|options?|qos|log\w*)\b", re.IGNORECASE
)
_MOVES_ITSELF = re.compile(
    r"\b(?:robot|arm|motors?|drives?|axis|axes|joints?|gripper|base|wheels?|servos?|brush\w*"
    r"|blades?"
    r"|controllers?|motion|movement|trajectory|goals?|conveyor|spindle)\b",
    re.IGNORECASE,
)
_IS_SHUT = re.compile(
    r"\b(?:grippers?|hands?|fingers?|doors?|valves?|jaws?|lids?)\b", re.IGNORECASE
)
_HAS_FAULTS = re.compile(
    r"\b(?:faults?|errors?|alarms?|robot|arm|motors?|drives?|axis|joints?|gripper|device|board"
    r"|sensors?|servos?|camera|lidar|imu|base)\b",
    re.IGNORECASE,
)
_STEMS = tuple(
    (re.compile(rf"(?:{stems})", re.IGNORECASE), advice) for stems, advice in _VERBS.items()
)


def advice_of_step(clauses: Iterable[str], *, is_driver: bool) -> str:
    """Return what to do about the first step that failed; empty: no statement names one.

    ``{it}`` in it is the part that the text names.

    Args:
        clauses: the statements of a message, those that count most first.
        is_driver: whether the driver of a device says so; then what it cannot get or start has a
            cable.
    """
    for clause in clauses:
        found = _PASSIVE.search(clause) or _STEP.search(clause) or _NOUN_FAILED.search(clause)
        thing = name_of(found, "object") if found is not None else ""
        if found is not None and thing:
            advice = _of_verb(found["verb"], thing, is_driver=is_driver)
            if advice:
                return advice.replace("{object}", thing)
    return ""


def _of_verb(verb: str, thing: str, *, is_driver: bool) -> str:
    advice = next((advice for stem, advice in _STEMS if stem.match(verb)), "")
    if advice and IS_CODE.search(thing):
        return REPORT
    if advice in (_READS, _GETS) and _IS_WRITTEN.search(thing):
        return _IN_FILE
    if advice in (_OPENS, _CLOSES) and _IS_SHUT.search(thing):
        return _MOVES
    if advice in (_READS, _OPENS):
        advice = _LOADS if _IS_STORED.search(thing) else _GETS if advice == _READS else ""
    if advice == _DETECTS and _IS_HARDWARE.search(thing):
        return _FINDS
    if advice == _FINDS and _IS_DATA.search(thing):
        return _FINDS_DATA
    if advice == _STOPS and _MOVES_ITSELF.search(thing) is None:
        return ""
    if advice == _RESETS and _HAS_FAULTS.search(thing) is None:
        return ""
    if is_driver:
        advice = "" if advice in (_GETS, _CREATES) else advice
        return _of_device(thing) if advice == _SETS else advice
    return advice


def _of_device(setting: str) -> str:
    is_no_value = any(kind.search(setting) for kind in (_OF_COMPUTER, _IS_DEVICE, _IS_STATE))
    return "" if is_no_value else _ACCEPTS
