"""Faults of a part as a whole, where nothing else is known: it has failed, or says "error"."""

from __future__ import annotations

from robot_memory.wording.error_code import CODED
from robot_memory.wording.part_fault import EVERY_PART, PartFault
from robot_memory.wording.part_words import (
    ACTUATOR,
    ANY_PART,
    BOARD,
    CANNOT,
    NO_PART,
    SENSOR,
    PartKind,
)
from robot_memory.wording.remedies import (
    PLUG_AGAIN,
)

_MOVES = (PartKind.ACTUATOR,)
#: Between a part and "failed": not the part failed, but a talk with it or what a program wanted.
_NOT_ITSELF = (
    r"(?:comm|connect|reconn|serial|read|writ|bus|heart|can\b|init|respon|protocol|sett|save|config"
    r"|param|goal|action|service|request|process|pars|import|mov|motion|execut|plan)"
)

#: A part fails as a whole: where nothing else of it is known.
BROKEN_PARTS = (
    PartFault(
        r"\b(?:error|fault|alarm)(?: code| number| id)[: (=]+(?:0x)?[\da-f]*\d",
        CODED,
        EVERY_PART,
    ),
    PartFault(
        r"\bcameras?(?: \d+)? (?:has |is |in |reports |an? )*(?:encountered an? )?"
        r"(?:errors?(?! (?:in|while|when|during)\b)|fault|failure|failed(?! to))\b",
        PLUG_AGAIN,
    ),
    PartFault(
        r"\bm\d(?: motor)? (?:driver|drv|bridge) (?:fault|error|failure)\b"
        r"|\b(?:motor driver|h ?bridge|drv8\w*) (?:fault|alarm)\b(?!.*\d)",
        "check {it} and the wiring for a short circuit; try again with the motor unplugged",
    ),
    PartFault(
        r"\binterference (?:is |was )?detected\b",
        "look for what blocks {it}, and take it away",
        _MOVES,
    ),
    PartFault(
        rf"\b{CANNOT} (?:reboot|restart|reset) (?:the )?(?:[\w@]+ )?{ANY_PART}{NO_PART}",
        "switch {it} off and on",
    ),
    PartFault(
        rf"^(?:the )?(?:[\w@]+ )?{ACTUATOR}(?: \S+)? (?:is |are |was )?disabled\W*$",
        "check the emergency stop, then enable {it}",
    ),
    PartFault(
        rf"\b{SENSOR}(?: [a-z]?\d+)?{NO_PART}(?: (?!{_NOT_ITSELF})[\w@]+){{0,2}}? "
        r"(?:is |was |are |has |have |reports? )*(?:faults?\b|faulty|fail(?:ed|ure)\b(?! to)"
        r"|defect\w*"
        r"|overloaded|encountered an error|broken|malfunction\w*|unhealthy|not healthy|implausible"
        r"|inconsistent|unreliable|stuck|frozen|noisy"
        r"|saturat\w*"
        r"|out of range|errors?\b(?! (?:in|while|when|during|code is 0)))"
        rf"|\b(?:invalid|implausible|bad|corrupt\w*|nan|unreliable|out of range|no valid"
        rf"|erroneous) (?:[\w@]+ )?(?:data|readings?|values?|measurements?|samples?)"
        rf"(?: [\w@]+){{0,3}} (?:from|of|on|in) (?:the )?(?:[\w@]+ )?{SENSOR}\b"
        rf"|\b(?:invalid|implausible|bad|corrupt\w*|no valid) {SENSOR} (?:data|readings?"
        rf"|measurements?|samples?)\b(?! type)"
        rf"|\b(?:faulty|broken|defective|failed|unhealthy) (?:[\w@]+ )?{SENSOR}\b"
        rf"|\b(?:failure|fault|error) (?:of|in|on|at) (?:the )?(?:[\w@]+ )?{SENSOR}{NO_PART}\b"
        rf"|\b{SENSOR} self ?test\b.{{0,15}}\bfail\w*",
        "check {its} cable and mounting",
    ),
    PartFault(
        rf"\b{ACTUATOR}(?: [a-z]?\d+)?{NO_PART}(?: (?!{_NOT_ITSELF})\w+){{0,2}}? "
        r"(?:is |was |are |has |in |an |a |internal |reports? )*(?:fault(?:s"
        rf"|ed|y)?\b|alarms?\b|fail(?:ed|ure)\b(?! to)"
        r"|tripped\b|error (?:state|mode|flag|code|status)|errors?\b(?! (?:in|while|when|during"
        r"|code is 0|opening|reading)))"
        rf"|\b(?:faults?|failure|alarm|error)(?: (?:bit|flag|state|code))? (?:on|in|of|at"
        rf"|from) (?:the )?(?:\w+ ){{0,2}}{ACTUATOR}{NO_PART}\b(?!\()"
        rf"|\b(?:hardware|amplifier|driver|drv) (?:fault|alarm)\b"
        r"|\bdrivers? (?:is |are )?in (?:an? )?(?:error|fault)(?: state| mode)?\b"
        rf"|\b{BOARD}{NO_PART}(?: \d+)? (?:internal |hardware )?"
        r"(?:fault|failure|failed(?! to)|errors?)\b",
        CODED,
    ),
    PartFault(
        r"\b(?:could ?n[o']t|cannot|fail\w* to|unable to) (?:clear|reset) (?:the )?(?:faults?"
        r"|errors?)\b"
        r"|\bfaults? were (?:not )?cleared\b|\bfaulted\b|\bfault code\b"
        r"|^(?:in )?(?:fault|error|alarm)(?: (?:reaction|state|mode|condition))? (?:is )?(?:active"
        r"|present|detected)\b",
        CODED,
        _MOVES,
    ),
    PartFault(
        r"^(?:(?:driver|device|sensor|status|has|is|in|an?|the|general|internal|unknown"
        r"|fatal|hardware) )*"
        r"(?:errors?|faults?|faulty|failed|failure|not ok)(?: (?:state|occurred|detected|active))?"
        r"\W*$",
        "check {its} cable and power, then the log lines before this one; restart the driver while"
        " the robot stands still",
        EVERY_PART,
    ),
)
