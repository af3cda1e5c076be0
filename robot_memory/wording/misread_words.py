"""Advice that took words for something else: a measured value for a setting, bytes for a frame.

Each kind of advice has words with which it is wrong, whatever table it comes from. What is measured
is not corrected in a file, what a device holds is not set in one, and what a program makes of its
data is not started. English, in the form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from robot_memory.wording.fault_table import COULD_NOT
from robot_memory.wording.remedies import COUNTS, REPORT, SAME_TIME, SET_AGAIN, VERSIONS
from robot_memory.wording.unexplained_failures import FIND_CAUSE

_SETTING = r"^(?:correct|set) (?!the same\b)"
_DEVICE = (
    r"(?:firmware|device|sensor|camera|lidar|imu|fcu|autopilot|motors?|drives?|servos?|controller"
    r"|eeprom|hardware|gripper|inverter|board|joint|robot arm)"
)
_BAD = (
    r"(?:nan|not a number|inf(?:inite)?|not finite|non finite|invalid|not valid|wrong|implausible"
    r"|out of (?:range|bounds)|(?:unreasonabl[ey]|too) (?:large|high|low|small)|bad|unrealistic"
    r"|diverg\w*|negative)"
)
_MEASURED = (
    r"(?:estimat(?:e|es|ed|or|ion)|measur(?:ed|ements?)|detect(?:ed|ions?)(?! in)|readings?"
    r"|observ\w+|odom(?:etry)?|covariance|sensor (?:data|values?)|(?:uav|robot|vehicle"
    r"|filter) state|perceived|current (?:pose|position|state)"
    r"|state (?:velocity|position|orientation)|(?:map|(?:point ?)?cloud|scan|image) contains"
    r"|(?:local|global|home) position|(?:gps|gnss|imu) (?:data|fix|message|position)|innovation)"
)
_NO_SETTING = (
    r"(?!.*\b(?:param\w*|config\w*|settings?(?! it\b)|thresholds?|topic|frame id|type|model|option"
    r"|namespace|yaml|file|argument|initial)\b)"
)
SENSED = "check the sensors that this value comes from: view, mounting, calibration and data"
_HELD = "check that the firmware of the device has this value and fits the driver, and the link"
_IMAGES = "set sizes of the images that fit together in what sends them, then restart it"
_LENGTH = (
    "check that driver and firmware fit, and that no other device sends with the same id or address"
)
_FORMAT = (
    "compare format, channels, rate and size of what is sent with those in the configuration of"
    " what receives it"
)
_MADE = (
    "check that the data or the first pose that it begins with arrives; find in the log lines"
    " before this one what it lacks"
)
_COMPUTED = "find what computes or sends that value, and check its input"


class _Misreading(NamedTuple):
    """Advice that is wrong with some words, and what is right with them."""

    advice: str
    words: str
    better: str


_MISREADINGS = (
    _Misreading(
        rf"{_SETTING}|^{re.escape(VERSIONS)}",
        r"^unknown (?:state|mode|type)\W*$|\b(?:should|must) (?:never|not) happen\b"
        r"|\bunreachable case\b|\bfrom (?:the )?real ?time"
        r" buffer\b|\b(?:invalid|illegal) (?:\w+ )?(?:handlers?|handles?|pointers?|iterators?)\b"
        r"|\b(?:invalid|illegal) ind(?:ex|ices) (?:in|for)\b",
        REPORT,
    ),
    _Misreading(
        _SETTING,
        rf"^(?:\S+ ?[:\-] )?{COULD_NOT} (?:set|write|change|apply)\b"
        r"(?!.*\b(?:buffer|threads?|priority|affinity|log\w*|server|files?"
        r"|controller param\w*)\b)",
        SET_AGAIN,
    ),
    _Misreading(
        _SETTING,
        r"\bunknown (?:\w+ ){0,3}(?:byte|states?|status|modes?)(?: value)? (?:was |is )?(?:detected"
        r"|received|read|from)\b|\b(?:unknown|unexpected) control byte\b",
        VERSIONS,
    ),
    _Misreading(_SETTING, rf"^{_NO_SETTING}.*\b(?:time ?)?stamps\b", SAME_TIME),
    _Misreading(
        rf"^{re.escape(VERSIONS)}",
        r"\b(?:initial ?pose|map|goal|path|plan|footprint|polygon|costmap|twist)\b.{0,20}"
        r"\bmalformed\b",
        "correct what sends that message: it is incomplete, or its values are not possible",
    ),
    _Misreading(
        rf"^{re.escape(VERSIONS)}",
        r"\bpars\w* (?:the )?(?:\w+ )?(?:config\w*|param\w*|yaml|xml|json|arguments?|options?"
        r"|string"
        r"|request)\b",
        "correct its form in the configuration, or in what sends it",
    ),
    _Misreading(
        rf"{_SETTING}|^check that the value for\b",
        rf"\b(?:get|read|retriev\w*|fetch|receiv\w*|obtain|quer\w*|load)\b.{{0,60}}\bfrom (?:the "
        rf"|an?"
        rf" )?(?:\w+ )?{_DEVICE}\b(?! (?:file|param\w* file|config\w*|name|description))",
        _HELD,
    ),
    _Misreading(
        rf"{_SETTING}|^bring .* within its limit",
        rf"^{_NO_SETTING}(?:.*\b{_MEASURED}\b.{{0,60}}\b{_BAD}(?!\w)"
        rf"|.*\b{_BAD}\b.{{0,60}}\b{_MEASURED}(?!\w))",
        SENSED,
    ),
    _Misreading(
        r"^correct the value that the text names",
        rf"^{_NO_SETTING}.*\b(?:nan|not a number|not finite|non finite)\b",
        _COMPUTED,
    ),
    _Misreading(
        rf"^{re.escape(COUNTS)}",
        r"\b(?:images?|disparity|depth|resolutions?)\b.*(?:\b\d{2,5} ?x ?\d{2,5}\b|\bsizes?\b)",
        _IMAGES,
    ),
    _Misreading(
        rf"^{re.escape(COUNTS)}|^check that (?:this|the) frame\b|^correct ",
        r"\b(?:frames?|packets?|telegrams?|payloads?|dlc|can message|bytes?)\b.{0,25}\b(?:lengths?"
        r"|sizes?|dlc)\b.{0,40}(?:!=|\d|\bbytes?\b|\bexpected\b)"
        r"|\b(?:invalid|wrong|incorrect|unexpected|bad) (?:\w+ ){0,3}(?:frame|packet|payload"
        r"|telegram|response|message|reply) (?:length|size)\b|\b(?:invalid|wrong|unexpected) dlc\b",
        _LENGTH,
    ),
    _Misreading(
        rf"^{re.escape(VERSIONS)}|^check that (?:this|the) frame\b",
        r"\b(?:format|channel count|channels|sampling (?:frequency|rate)|sample rate|encoding)"
        r" ?[=:] ?\S",
        _FORMAT,
    ),
    _Misreading(
        r"^(?:load or )?start ",
        r"\b(?:client|publisher|subscriber|subscription)s? (?:is |was |has )?(?:been )?not "
        r"(?:yet )?(?:been )?initiali[sz]ed\b",
        FIND_CAUSE,
    ),
    _Misreading(
        r"^(?:load or )?start (?!the\b.*(?:node|driver|server)).* first\b|^start or enable\b",
        r"\b(?:transform|projection|projector|origin|datum|pose|filter|tracker|map|model|costmap"
        r"|matrix|tree|graph|state|converter|estimat\w*|interpolator|solver)s? (?:is |was |has |are"
        r" )?(?:been )?not (?:yet )?(?:been )?(?:initiali[sz]ed|ready|set|created|available)\b",
        _MADE,
    ),
)


@cache  # at the first advice, as most processes give none
def _compiled() -> tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(kind.advice), re.compile(kind.words), kind.better) for kind in _MISREADINGS
    )


def reread(advice: str, said: str) -> str:
    """Return advice; where it took the words of a message for something else, what they say.

    Args:
        advice: what to do; empty is none, and stays so.
        said: what a node said, as plain words.
    """
    for wrong, words, better in _compiled() if advice else ():
        if wrong.search(advice) and words.search(said):
            return better
    return advice
