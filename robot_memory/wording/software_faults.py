"""What to do about faults of software and settings whose cause the text states.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`. The advice holds for
each node. Where only the class of a fault is sure, :mod:`.fault_classes` has the first step.
"""

from __future__ import annotations

from robot_memory.wording.fault_table import FaultKind, FaultTable
from robot_memory.wording.planning_kinds import KINDS_OF_PLANNING
from robot_memory.wording.remedies import SAME_TIME
from robot_memory.wording.software_words import ABSENT, ACCESS, FAILS, MOVING, PARTS, WRONG

#: Decides before the kinds of faults of parts: these words name a part and mean no fault of it.
BEFORE_PARTS = (
    FaultKind(
        rf"\b(?:fail\w* to|could ?n[o']t|can ?not|unable to) (?:stop|halt|brake|power off|disable)"
        rf" (?:the )?(?:\w+ )?{MOVING}\b|\b(?:fail\w*|could ?n[o']t|can ?not|unable)\b.{{0,30}}"
        r"\bsafe power ?off\b",
        "stop the robot by its emergency stop, then look for the cause",
    ),
    FaultKind(
        r"\bdifference\b.{0,30}\b(?:time ?stamps?|clocks?)\b"
        r"|\b(?:time ?stamps?|stamps?|clocks?)\b.{0,60}\b(?:old|older|past|future|backwards?"
        r"|jump\w*|differ\w*|(?:not|non) monotonic|out of order|drift\w*|offset|mismatch"
        r"|unsynchroni[sz]ed"
        r"|not synchroni[sz]ed|out of sync|ahead of"
        r"|earlier than)\b|\b(?:wrong|invalid) (?:\w+ )?time ?stamps?\b"
        r"|\bwrong (?:fcu|system|device) time\b|\btime (?:jump\w*|went backwards?)\b"
        r"|\bzero time ?stamps?\b|\bbackwards? in time\b"
        r"|\btime ?(?:sync|synchroni[sz]ation) (?:\w+ )?(?:fail\w*|lost|error|not)\b"
        r"|\bnot time ?synchroni[sz]ed\b",
        SAME_TIME,
    ),
    FaultKind(
        r"\bdeprecat\w+\b|\bwill be removed\b|\b(?:is|are) obsolete\b"
        r"|\b(?:has|have) been (?:renamed|replaced|superseded)\b|\bno longer (?:needed|used)\b",
        "nothing is broken; change it at the next software update",
    ),
    FaultKind(
        rf"\b{ACCESS}\b.{{0,40}}\b(?:{FAILS}|{ABSENT}|{WRONG}|expired|denied|refused)\b"
        rf"|\b(?:{FAILS}|{WRONG}|expired|no)\b.{{0,30}}\b{ACCESS}\b|\bunauthori[sz]ed\b",
        "renew the access data or the licence",
    ),
    FaultKind(
        r"\bmore than one (?:device|node|servo|slave|sensor|motor|module)\b"
        r"|\bduplicate\w* (?:\w+ )?(?:for|of) (?:node|device|can) id\b"
        r"|\b(?:duplicate\w*|conflicting|same) (?:\w+ )?(?:node id|can id|device id|servo id"
        r"|address\w*)\b|\b(?:address|can id|device id) (?:conflict|collision|already (?:used"
        r"|in use|taken))\b",
        "give each device an address of its own",
    ),
    FaultKind(
        r"\b(?:frequency|rate) (?:is )?too high\b",
        "compare the rate that the driver is set to with the one that is expected",
    ),
    FaultKind(
        r"\b(?:frequency|rate|fps) (?:is |was )?(?:too low|below|off)\b"
        r"|\binsufficient (?:data )?rate\b|\bno events recorded\b",
        "check that the device sends, its cable, and the load of the computer",
    ),
    FaultKind(
        r"\b(?:set\w*|change|wrong|invalid|unsupported|configure) (?:the )?(?:\w+ )?baud ?rate\b"
        r"|\bbaud ?rate\b.{0,30}\b(?:fail\w*|not|invalid|mismatch|wrong)\b",
        "set the same baud rate in the driver and in the device",
    ),
)

KINDS_OF_SOFTWARE = (
    FaultKind(
        rf"\b\d+ {PARTS} (?:found|detected)\b.{{0,15}}\bexpected\b|\bexpected \d+ {PARTS}\b",
        "check cable and power of those that are missing, and the number in the configuration",
    ),
    FaultKind(
        r"\b(?:coordinate |tf |parent |child )?frames?\b(?: (?!ids?\b|\d)\S+)? (?:is |was )?"
        r"(?:missing|unknown|does ?n[o']t exist|not (?:found|available|exist\w*))\b",
        "check that this frame is published, and its name in the configuration",
    ),
    FaultKind(
        r"\b(?:yaml|xml|json) (?:node|key|entry|section|element|tag)\b.{0,40}\b(?:null|undefined"
        r"|missing|empty|not (?:defined|found|set))\b",
        "add the section for what the text names to the configuration file, then restart the node",
    ),
    FaultKind(
        r"\b(?:has|have|was|were) not (?:been )?remapped\b",
        "remap the topic that the text names, in the launch file or on the command line",
    ),
    FaultKind(
        rf"\b{FAILS}\b.{{0,20}}\b(?:save|saving|store|storing|write|writing) (?:the )?(?:\w+ )?"
        r"(?:settings|config\w*|param\w*|calibration)\b",
        "check that the memory of the device, or the folder, can be written; then save again",
    ),
    FaultKind(
        rf"\bcalibration (?:data|files?)\b.{{0,40}}\b(?:{FAILS}|{ABSENT}|{WRONG})\b"
        rf"|\b(?:{FAILS}|no|{ABSENT})\b.{{0,40}}\bcalibration (?:data|files?)\b"
        r"|\bno calibration\b",
        "restore the calibration file, or calibrate again",
    ),
    FaultKind(
        rf"\bpthread (?:attr )?set ?(?:inherit ?)?sched\w*"
        rf"|\b{FAILS}\b.{{0,40}}\b(?:cpu affinity|scheduling (?:policy|priority)"
        r"|(?:threads?|process"
        r"|real ?time|fifo) (?:scheduling|priority)|lock (?:the )?memory)\b",
        "give the user of the program the rights for real time",
    ),
    FaultKind(
        r"\b(?:could ?n[o']t|can ?not|unable to|fail\w* to) (?:verify|confirm)\b",
        "see on the device whether it happened; if not, send the command again",
    ),
    FaultKind(
        r"\bincompatible qos\b|\bqos\b.{0,40}\b(?:incompatible|mismatch|not compatible)\b",
        "set the same reliability and durability at both ends of the topic",
    ),
    FaultKind(
        r"\bfirmware\b.{0,40}\b(?:older|minimum|at least|or above|too old|outdated)\b"
        r"|\bfirmware\b.{0,30}\b(?:does ?n[o']t|not) support\b",
        "update the firmware, or switch off what needs the newer one",
    ),
)
_FIRST = FaultTable(*BEFORE_PARTS)
_TABLE = FaultTable(*KINDS_OF_PLANNING, *KINDS_OF_SOFTWARE)


def advice_before_parts(said: str) -> str:
    """Return what to do about words that name a part and mean none; empty where none fits."""
    return _FIRST.advice(said)


def advice_of_software(said: str) -> str:
    """Return what to do about a fault of software, settings or a command; empty: none is known.

    ``{it}`` in it is the part that the text names.

    Args:
        said: what a node said, as plain words.
    """
    return _TABLE.advice(said)
