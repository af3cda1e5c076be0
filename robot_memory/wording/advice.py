"""What to do about a fault, where its kind is known: "check the lidar's cable and power".

English. Wrong advice is worse than none: there is none for what nobody here knows, for a text that
says by itself what to do, and for a text that says that all is well.

Specification: rules.md §1.14.
"""

from __future__ import annotations

import re

from robot_memory.short_cache import cached_if_short
from robot_memory.wording.advice_kinds import DEVICE, KINDS, LOST
from robot_memory.wording.battery_words import says_battery_is_low
from robot_memory.wording.error_code import CODED, code_advice, returned_advice, with_code
from robot_memory.wording.fault_class import FaultClass
from robot_memory.wording.fault_classes import advice_of_class, class_of_fault
from robot_memory.wording.fault_table import FaultTable
from robot_memory.wording.known_nodes import names_device
from robot_memory.wording.link_advice import SILENT, silent_advice
from robot_memory.wording.machine_kinds import KINDS_OF_MACHINES
from robot_memory.wording.missing_data import advice_of_data
from robot_memory.wording.part_faults import advice_of_part
from robot_memory.wording.part_noun import with_noun
from robot_memory.wording.plain_words import plain_words
from robot_memory.wording.program_errors import advice_of_program
from robot_memory.wording.request_states import advice_of_request, with_server
from robot_memory.wording.rest_first import at_rest
from robot_memory.wording.safety_faults import advice_of_safety
from robot_memory.wording.sentence_kinds import advice_of_sentence
from robot_memory.wording.setting_faults import advice_of_setting
from robot_memory.wording.software_faults import advice_before_parts, advice_of_software
from robot_memory.wording.stated_causes import advice_of_stated
from robot_memory.wording.stop_words import is_by_person, states_stop
from robot_memory.wording.subject import Subject, message_of, said_by_part, subject_of
from robot_memory.wording.system_errors import advice_of_system
from robot_memory.wording.transform_faults import advice_of_transform
from robot_memory.wording.unexplained_failures import (
    FIND_CAUSE,
    advice_of_unexplained,
    again,
    names_arm,
)

_SAYS_ITSELF = re.compile(
    r"\bplease\b(?! (?:shut ?down|retry|try again|restart|reboot)\b)|\bprefer\b"
    r"|(?<!not )(?<!cannot )(?<!unable to )(?<!failed to )"
    r"(?<!fails to )\b(?:check|make sure|ensure|verify|try to|consider|replace|reduce"
    r"|increase|clean|restart|reboot|reconnect|unplug) (?:the|your|that|if|whether|its?|it)\b"
    r"|\bmay be (?:off|unplugged|disconnected)\b"
    r"|\bis (?:the |your |an? )?\w+(?: \w+)? (?:turned|switched|powered|plugged|installed)\b"
    r"|\bremove (?:the )?\w+ (?:before|first)\b"
    r"|\bcall (?:the )?\S+(?: \w+)? first\b"
    r"|(?<=[.!,] )check (?:\w+ )?(?:fuses?|cables?|wiring|connections?|power|levels)\b"
)
#: The text says how an arm moves again; what to look at first, it leaves out.
_IF_SAFE = re.compile(r"\bif (?:it is )?safe\b")
_SAYS_ALL_IS_WELL = re.compile(
    r"(?<!not )(?<!no )\b(?:normal(?! (?:for|vectors?|maps?|directions?|estimat\w*|distrib\w*))"
    r"|nominal(?! (?:current|voltage|speed|torque|value"
    r"|range))|healthy|ok(?:ay)?|recovered|restored|resolved"
    r"|cleared|reconnected|connected again|(?:to|back|is|now|went|going) online"
    r"|no (?:errors?|faults?|warnings?|problems?)"
    r"|within (?:\w+ )?limits|succe(?:ss\w*|ed\w*))\b"
)
_NOT_ALL = re.compile(r"\bnot all\b|\bnot (?:\w+ ){0,2}success\w*")
#: Not about a machine: nothing that has a cable.
_SAYS_SOFTWARE = re.compile(
    r"\bsend(?:ing)? (?:the )?joint\b|\berror in (?:the )?message\b|\bpid\b"
    r"|\b(?:velocity|position|effort) controller\b"
    r"|\b(?:db|file) ?path\b"
    r"|\bstart (?:the )?device\b"
    r"|\b(?:command|state|effort|velocity|position|model|pose|joint) interfaces?\b"
    r"|\bfiles?\b(?! or directory)|\bparam(?:eter)?s?\b|\bconfig\w*|\bplugins?\b"
    r"|\b(?:yaml|xml|urdf|json|library)\b"
    r"|\bsubscri\w+|\bpublish(?:er|ing|ed)\b|\bservices?\b|\brequests?\b|\blifecycle\b"
    r"|\bcallbacks?\b"
    r"|\b(?:set|setting|invalid|given|max\w*|limiting|using|default)\b.{0,25}\btime ?outs?\b"
    r"|\b(?:needs?|has|have) to be set\b"
    r"|\b(?:mutex|threads?|traces?|pointers?|instances?|handlers?)\b"
    r"|\baction (?:server|client)\b|\bpars(?:e|er|ing)\b|\bdeprecat\w+|\b(?:un|not )supported\b"
    r"(?! (?:\w+ )?firmware)"
    r"|\bnot (?:set|implemented|specified|defined|given|declared)\b|\bmust be\b|\bshould be\b"
    r"|\b(?:cannot|can not) be\b|\bwould\b|\bset(?:ting)? (?:the )?time ?out\b"
    r"|\bwill be\b|\b(?:fall|falling|fell) ?back\b"
    r"|\bdefaults?\b|\bignor\w+|\bthresholds?\b.{0,20}\bset\b|\bretries left\b|\b(?:mission|item)\b"
    r"|\bgoal\b(?!(?: time)? tolerance)"
    r"|\b(?:navigator|costmap|mask|logger|queue|database|server|websocket"
    r"|mqtt|http|cloud)\b"
)
_IS_TRANSFORM = re.compile(r"\b(?:transforms?|tf)\b")
_DEVICE, _LOST = re.compile(rf"\b{DEVICE}\b"), re.compile(rf"\b{LOST}\b")
#: A node that works with a device, and is not its driver.
_NO_DRIVER = re.compile(
    r"\b(?:planner|(?<!motor )controllers?|broadcaster|server|manager|filter|plugin|publisher"
    r"|converter|transform\w*|monitor|calibration|\w*fusion|initiali[sz]er|detect\w*|track\w*|recogni\w*|segment\w*"
    r"|perception|autoware|view\w*|stitch\w*|locali[sz]ation|laserscan|pointcloud|client)\b"
)
_NOT_CONNECTED = re.compile(
    r"\b(?:could not|cannot|fail(?:s|ed) to|unable to|error)(?: when)? connect(?:ing)? to (?:the )?"
    rf"(?:robot|controller|{DEVICE})\b"
)
#: Who sends commands is late, or a place is not reached: the device is not silent.
_INPUT_LATE = re.compile(
    r"\b(?:trajectory|commands?|cmd vel|twist|goal|plan|input|setpoints?)\b.{0,15}\btimed? ?out\b"
    r"|\btimed? ?out (?:while )?(?:moving|reaching|homing|executing)\b"
    r"|\b(?:movement|motion|move|homing)\b.{0,20}\btimed? ?out\b"
    r"|\b(?:control|update) rate\b|\baction (?:has |was )?timed? ?out\b"
    r"|\b(?:way ?point|goal|target|pose)\b.{0,15}\bunreachable\b"
    r"|\bdid ?n[o']t (?:stop|start|finish|shut)\b"
    r"|\btime ?outs?\b.{0,20}\bwaiting for\b.{0,60}\b(?:results?|actions?|services?|goals?)\b"
)
_SMALL_BATTERY = re.compile(
    r"\b(?:encoder|clock|cmos|remote|beacon|absolute) battery\b"
    r".{0,20}\b(?:low|empty|dead|voltage)\b"
)
_OF_MACHINES = FaultTable(*KINDS_OF_MACHINES)
#: The function that speaks, whose words are none about a fault; of a parser they are.
_CALL = re.compile(r"\b(?:error in )?(?!\S*(?:pars|decod))\w+(?:::~?\w+)*\(\): ?", re.IGNORECASE)
#: What an autopilot says before what is the matter.
_PREFIX = re.compile(
    r"^(?:\[[^\]]{0,60}\]:? ?|\([^)]{0,60}\): ?)*(?:(?:fcu|prearm|pre arm|arm|preflight fail): ?)*"
)
_KINDS = FaultTable(*KINDS)
#: A stop that is over, or a fault of what stops the robot.
_IS_RELEASED = re.compile(
    r"\b(?:released?|reset|cleared|inactive|disengaged|unlatched|faults?|circuit|chain|relay"
    r"|wiring|loop|channels?|fail\w*|errors?|topics?|services?|param\w*|lost|time ?out|client"
    r"|endpoint|lease)\b"
)
_IS_ERROR = re.compile(r"\b(?:logs|reports) an error\b")
_WHAT_STOPPED = (
    "find what triggered it: button, scanner, bumper or safety circuit; release it when the place"
    " is clear"
)
_CHECK_ARM = "first check the emergency stop, the mode and the alarms of the arm"
#: The stop is the answer of a program to silence.
_IS_SILENCE = re.compile(r"\bno (?:\w+ )?(?:commands?|messages?|data|heart ?beats?)\b")
_WHAT_IS_SILENT = "check what should have sent it, and the link to it, before the stop is released"
_IS_IN_WAY = re.compile(r"\b(?:collisions?|obstacles?)\b")
_WHAT_IS_IN_WAY = "look for what is in its way, and clear the place before the stop is released"
_WHO_STOPPED = "find out who pressed it and why; release it when the place is clear"


@cached_if_short(512, longest=600)
def advice_for(text: str) -> str:
    """Return what to do about what a text of a detector says; empty where nothing is known."""
    text = _CALL.sub("", text)
    words = plain_words(text)
    said = _PREFIX.sub("", message_of(words))
    subject = subject_of(text)
    if subject is Subject.TOOL:
        return advice_of_system(said) or advice_of_stated(said)
    safety = "" if _is_well(said) else advice_of_safety(words, said)
    if safety:
        return safety
    if _IF_SAFE.search(said) and names_arm(words.removesuffix(said)):
        return _CHECK_ARM
    if _SAYS_ITSELF.search(said) or _is_well(said):
        return ""
    if said != words and states_stop(words, said) and not _IS_RELEASED.search(said):
        if _IS_SILENCE.search(said):
            return _WHAT_IS_SILENT
        if _IS_IN_WAY.search(said):
            return _WHAT_IS_IN_WAY
        return _WHO_STOPPED if is_by_person(words) else _WHAT_STOPPED
    if subject is Subject.OPERATOR:
        return ""
    sentence = _of_sentence(text, words, said) if said != words else advice_before_parts(said)
    found = sentence or _of_part(text, words, said) or _of_software(text, words, said)
    return at_rest(with_server(with_code(found, text), text), words)


def _worded(advice: str, words: str, said: str) -> str:
    """Return the advice of a table with the noun, the link or the code that the text names."""
    if advice == SILENT:
        return silent_advice(words, said)
    return code_advice(said) if advice == CODED else with_noun(advice, words, said)


def _of_sentence(text: str, words: str, said: str) -> str:
    """Return what to do about what a node says as a whole, whatever device stands in it."""
    found = (
        advice_of_stated(said)
        or advice_of_program(said)
        or advice_of_transform(text, said)
        or advice_of_system(said)
        or advice_of_setting(text, said)
        or advice_before_parts(said)
        or advice_of_data(said)
        or advice_of_request(text, said)
        or advice_of_sentence(said)
    )
    return _worded(found, words, said)


def _of_part(text: str, words: str, said: str) -> str:
    """Return what to do about a fault of a part, of the surroundings, or of the computer."""
    if _SAYS_SOFTWARE.search(said) and not _IS_TRANSFORM.search(said):
        return ""
    if _SMALL_BATTERY.search(words):
        return "replace that battery"
    if says_battery_is_low(text):
        return "charge the battery"
    named = said_by_part(words)
    found = (
        (_OF_MACHINES.advice(named) if said != words else "")
        or _KINDS.advice(said)
        or _KINDS.advice(named)
        or (SILENT if _is_lost(words, said) else "")
        or advice_of_part(words, said)
    )
    return _worded(found, words, said)


def _of_software(text: str, words: str, said: str) -> str:
    """Return what to do about a fault of no known part: its stated cause, its class, or its log."""
    if said == words:  # no driver said it
        return ""
    name = words.removesuffix(said)
    speaker = name if _is_driver(name) else ""
    found = advice_of_software(said) or _of_class(text, words, said, speaker)
    is_error = _IS_ERROR.search(words) is not None
    found = found or advice_of_unexplained(said, is_error=is_error, speaker=speaker)
    if found in ("", FIND_CAUSE):
        found = returned_advice(text) or found
    return with_noun(found, words, said)


def _of_class(text: str, words: str, said: str, speaker: str) -> str:
    """Return what to do about the class of a fault; a driver's device has a cable and a switch."""
    message = message_of(text)
    kind = class_of_fault(message)
    if speaker and kind is FaultClass.NO_CONNECTION:
        return silent_advice(words, said)
    if speaker and kind is FaultClass.NOT_STARTED:
        return again(said, speaker)
    return advice_of_class(kind, message) if kind is not None else ""


def _is_driver(speaker: str) -> bool:
    return _is_device(speaker) and _NO_DRIVER.search(speaker) is None


def _is_device(words: str) -> bool:
    return _DEVICE.search(words) is not None or names_device(words)


def _is_well(said: str) -> bool:
    return _SAYS_ALL_IS_WELL.search(said) is not None and _NOT_ALL.search(said) is None


def _is_lost(words: str, said: str) -> bool:
    """Tell whether a device does not answer."""
    if _NOT_CONNECTED.search(said):
        return True
    is_of_device = _LOST.search(said) is not None and _is_device(words)
    return is_of_device and _INPUT_LATE.search(said) is None
