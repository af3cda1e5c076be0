"""The subject of an entry, by its words: the robot, its surroundings, its configuration.

English, as drivers write it. The first matching pattern decides; without a match it is hardware.

Specification: rules.md §2.15 and §10.7.
"""

from __future__ import annotations

import re

from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.foundation.wording.plain_words import plain_words


class Subject(TextEnum):
    """The subject of an entry; the value is the tag of its entry."""

    ENERGY = "energy"
    CONFIGURATION = "configuration"
    TOOL = "tool"
    OPERATOR = "operator"
    SURROUNDINGS = "surroundings"
    HARDWARE = "hardware"


#: This package's words between the name of a part and its message.
_OWN_WORDS = re.compile(
    r"\b(?:logs an? (?:fatal error|error|warning)|reports an error|reports stale data|warns"
    r"|tells what an operator did|tells of a stop)\b"
)
#: With one of these a stop is no act of an operator: it failed, or had another cause.
_NOT_ON_PURPOSE = re.compile(
    r"\b(?:faults?|fail\w*|errors?|exceptions?|traceback|can't|broken|wiring|relay|circuit|lost"
    r"|time ?out|timed out|stuck"
    r"|not (?:respond\w*|ready|available|initiali\w+|connected|found|working)|disconnect\w*"
    r"|mismatch|inconsistent|cannot|could not|unable|invalid|denied|reject\w*|refus\w*|due to"
    r"|because|caused|unknown reason|over ?(?:current|temp\w*|heat\w*|voltage|load\w*)"
    r"|reason\b.{0,40}\b(?:not known|unknown)|under ?voltage|collision"
    r"|obstacle|crash\w*|critical|exceed\w*|threshold|limit|watchdog|low)\b"
)
#: A value that is no number is a fault; a guessed cause is not a finding.
_NO_VALUE = re.compile(
    r"\b(?:nans?|[-+]?inf|infinity|infinite|not a number|non ?finite|not finite)\b"
)
_OF_A_SETTING = re.compile(r"\bparam\w*|\boptions?\b|\bsettings?\b|\bat the last good start$")
_GUESSED = re.compile(
    r"\b(?:likely|probably|possibly|perhaps|maybe|(?:may|might|could) be)\b.{0,40}?"
    r"\b(?:due to|caused by|because|misconfigur\w*|(?:invalid|wrong|bad) config\w*).*",
    re.DOTALL,
)
_RULES = {
    Subject.ENERGY: (
        r"batter(?:y|ies).{0,60}\b(?:critical\w*|empty|depleted|dying|very low|too low"
        r"|shut\w* ?down)\b"
        r"|\b(?:critical\w*|depleted|empty|very low|dangerous\w*) (?:low )?(?:battery|charge)\b"
    ),
    Subject.CONFIGURATION: (
        r"\bdeprecat\w+|\bobsolete\b|\bparameters?\b.{0,80}\b(?:not (?:declared|set|found|valid)"
        r"|undeclared|unknown|invalid|missing|out of range|ignored)\b"
        r"|\b(?:unknown|invalid|undeclared|missing) (?:parameter|config\w*|option|setting)\b"
        r"|\bframe\b.{0,60}\bdoes not exist\b|\bunconnected trees\b|\bmisconfigur\w+"
        r"|\b(?:at|from) the last good start$"
        r"|\bincorrectly set\b|\bparameters?\b.{0,80}\bnot (?:specified|defined|given)\b"
        r"|\blength of\b.{0,60}\bmust match\b|\b(?:valid )?options are\b"
        r"|\b(?:needs?|missing|without) (?:\w+ )?(?:pid )?gains\b"
        r"|\bcheck (?:your |the )?config\w*|\binvalid (?:param\w*|config\w*)\b"
        r"|\bincompatible qos\b|\bno transform (?:from|between)\b|\bno such (?:plugin|parameter)\b"
    ),
    Subject.TOOL: (
        r"^(?:rosbag2?|rviz2?|rqt|ros2 ?cli|foxglove|lichtblick|rosbridge|rosapi|plot ?juggler"
        r"|webviz|web video server|groot2?|gazebo|gzserver|gzclient|gz sim|teleop twist keyboard"
        r"|robot memory)\b|\bros2cli daemon\b"
    ),
    Subject.OPERATOR: (
        r"\be ?stop\b|\bemergency ?(?:stop\w*|button|halt|off)\b|\bemergency (?:triggered|active"
        r"|activated|pressed|engaged)\b|\bkill ?switch\b|\bkilled by\b|\bdisarm\w*"
        r"|\bmode (?:has )?(?:changed|switched|set)\b"
        r"(?! to (?:voltage|current|torque|effort|velocity|speed|position|open|closed?)\b)"
        r"|\b(?:changed|switched|switching|set) (?:in)?to (?:\w+ )?mode\b"
        r"|\bmanual (?:mode|control|override|takeover)\b"
        r"|\b(?:joystick|rc|remote|teleop\w*) (?:override|takeover|control (?:active|taken))\b"
        r"|\b(?:cancel\w*|abort\w*|paused|stopped|disabled|requested|triggered|pressed)"
        r" by (?:the )?(?:user|operator|remote|joystick|gamepad|rc)\b"
        r"|\b(?:user|operator|pilot|supervisor) (?:requested|cancel\w*|abort\w*|pressed|stopp\w+"
        r"|paused)\b|\b(?:red|stop|mushroom|panic)\b.{0,20}\bbutton (?:is |was )?(?:pressed|pushed"
        r"|hit|active)\b|\b(?:wireless|remote|radio|manual) stop (?:pressed|requested|active)\b"
        r"|\b(?:joystick|gamepad|operator|user|pilot|remote|rc|teleop\w*|pendant|tablet)\b.{0,40}"
        r"\b(?:took|takes?|taken|taking) (?:over|control)\b"
        r"|\b(?:activated|selected|requested|paused|stopped|taken out of service|switched off)"
        r" by (?:the )?(?:pilot|supervisor|driver|pendant|technician|fleet manager)\b"
        r"|\b(?:enabling|dead ?man)\b.{0,30}\breleased\b|\bkey ?switch\b.{0,30}\boff\b"
    ),
    Subject.SURROUNDINGS: (
        r"\b(?:few|no|only|lost|losing) (?:\S+ )?satellites?\b|\bsatellites? (?:lost|visible)\b"
        r"|\b(?:hdop|pdop)\b|\bno (?:gps |gnss )?fix\b|\bjamming\b|\bspoofing\b"
        r"|\b(?:lost|losing|weak|poor|bad) (?:gps|gnss) (?:fix|signal)\b"
        r"|\b(?:gps|gnss) (?:fix|signal) (?:is |was )?(?:lost|weak|poor|bad|low)\b"
        r"|\b(?:wireless|wi ?fi|wlan\w*|rssi)\b.{0,40}\b(?:weak|low|poor|lost|signal)\b"
        r"|\b(?:weak|low|poor) (?:wireless|wi ?fi|rssi|signal)\b|\btoo (?:dark|bright)\b"
        r"|\bdarkness\b|\bglare\b|\bslippery\b|\bmagnetic (?:interference|disturbance|anomaly)\b"
    ),
}
#: A person stopped or drove the robot.
_TAKEN_OVER = re.compile(
    r"\be ?stop(?:ped)?\b|\bemergency ?(?:stop|button)\w*|\btake ?over\b|\btaken over\b"
    r"|\bmanual ?(?:override|control|mode)\b|\boperator ?(?:stop|override|intervention)\b"
)
# Plain words about an emergency stop: its names, a person as its cause, and its end.
_STOP = re.compile(
    r"\b(?:e ?stop(?:ped)?|emergency ?(?:stop(?:ped)?|button|halt|off)|kill ?switch|(?:red"
    r"|mushroom|panic) .{0,20}button|(?:wireless|remote|radio|manual|external) stop)\b"
)
_BY_PERSON = re.compile(
    r"\bbuttons?\b|\b(?:pressed|pushed|pulled)\b|\b(?:wireless|remote|radio|manual) stop\b"
    r"|\bby (?:an? |the )?(?:operator|user|person|pilot|supervisor)\b|\bkill ?switch\b"
)
_OVER = re.compile(r"\b(?:released?|reset|cleared|inactive|disengaged|unlatched)\b")
_COMPILED = tuple((subject, re.compile(pattern)) for subject, pattern in _RULES.items())


@cached_if_short(256, longest=600)
def subject_of(text: str) -> Subject:
    """Return the subject of an entry's text."""
    words = plain_words(text)
    is_on_purpose = _NOT_ON_PURPOSE.search(message_of(words)) is None
    for subject, pattern in _COMPILED:
        if subject is Subject.OPERATOR and not is_on_purpose:
            continue
        if pattern.search(_found(words) if subject is Subject.CONFIGURATION else words):
            return subject
    return Subject.HARDWARE


def _found(words: str) -> str:
    """Return the words that may be about the configuration: no guessed cause, no non-number."""
    is_fault = _NO_VALUE.search(words) and not _OF_A_SETTING.search(words)
    return "" if is_fault else _GUESSED.sub("", words)


def is_takeover(text: str) -> bool:
    """Whether a text is about a person who stopped or drove the robot."""
    return _TAKEN_OVER.search(plain_words(text)) is not None


def message_of(words: str) -> str:
    """Return the part's message in a text that begins with the part's name."""
    return _OWN_WORDS.split(words, maxsplit=1)[-1].lstrip(": ")


def verb_for(component: str, message: str, verb: str) -> str:
    """Return the verb for a part in a text: ``verb``, or one for a stop or an operator's act."""
    text = f"{component}: {message}"
    if subject_of(text) is not Subject.OPERATOR:
        return verb
    words = plain_words(text)
    is_by_person = _BY_PERSON.search(words) or _OVER.search(words)
    if _STOP.search(words) and not is_by_person:
        return "tells of a stop"  # a scanner, a bumper or a broken wire can trigger a stop, too
    return "tells what an operator did"
