"""What to check on a part that does not answer, by the link that its text names (rules.md §1.14).

A serial port has no address, EtherCAT no termination, and a part whose list of errors cannot
be read has a cable. Where a text names no link, the advice is what holds for each: cable and power.
"""

from __future__ import annotations

import re

from robot_memory.wording.fault_table import CANNOT, FaultKind, FaultTable
from robot_memory.wording.part_noun import with_noun
from robot_memory.wording.remedies import (
    CAN_BUS,
    JOYSTICK_ON,
)

#: Stands in the tables of faults for the advice that the link decides.
SILENT = "check what the link needs"
ENCODER = "check the encoder's cable and mounting"

#: The part answered: its list of errors, its memory or its start is what fails.
_ANSWERED = re.compile(
    rf"\b{CANNOT} (?:read|get) (?:\w+ ){{0,4}}?(?:errors?|faults?|eeprom|firmware|product code)\b"
    rf"|\b{CANNOT} (?:initiali[sz]e|initiali[sz]ing|set ?up|configure)\b"
    r"|\binit(?:iali[sz]ation)? (?:of .{1,30} )?(?:failed|failure|error)\b|\bnot initiali[sz]ed\b"
    r"|\b(?:failed to|could not|did not) (?:start|boot)\b|\bset ?up of .{1,30} failed\b"
)
#: A sensor that a bus or a board tells of has a cable of its own.
_IS_SENSOR = re.compile(r"\b(?:sensors?|cameras?|lidars?|imus?|gps)\b")
_IS_ENCODER = re.compile(r"(?<!video )(?<!image )(?<!h264 )\bencoders?\b")


#: How a part is connected: the words for it, and what to check.
_LINKS = FaultTable(
    FaultKind(
        r"^(?!.*\b(?:gripper|motors?|arm|base)\b).*\b(?:joystick|gamepad|wiimote)\b",
        JOYSTICK_ON,
    ),
    FaultKind(
        r"\b(?:no|any|all) slaves\b",
        "check the network cable to the first slave, and the power of the slaves",
    ),
    FaultKind(
        r"\b(?:ether ?cat|slaves?|working counter)\b",
        "check the cable up to the slave that is missing, and the power of that slave",
    ),
    FaultKind(
        r"\b(?:socket ?can|can ?(?:bus|open)|v?can\d|[sp]do|emcy"
        r"|can (?:device|node|interface|socket|frame|message|link|adapter|driver|connection"
        r"|communication|controller|id|read|write|send|receive|init\w*|tx|rx))\b",
        CAN_BUS,
    ),
    FaultKind(
        r"\b(?:serial(?! number)|uart|rs ?232|rs ?485|com ?ports?|tty\w*|modbus rtu"
        r"|baud ?rate)\b|\bport (?:is )?(?:not open|closed|unavailable)\b"
        rf"|\b{CANNOT} open(?:ing)? (?:the )?port\b",
        "check serial cable, power and port name, and that no other program has the port open",
    ),
    FaultKind(
        r"\b(?:ethernet|eth\d|en[ops]\w*\d\w*|tcp|udp|sockets?|network|rtde|no route"
        r"|host(?:name)?|ip(?: address)?|interface (?:is )?down|reverse interface)\b"
        r"|\b\d{1,3} \d{1,3} \d{1,3} \d{1,3}\b",
        "check the network cable, its link light, and the IP address",
    ),
    FaultKind(
        r"\b(?:lib)?usb\b",
        "plug the USB cable in again; then check cable, port and power of the hub",
    ),
    FaultKind(
        r"\b(?:lift|elevator|door)s?(?: \w+)? (?:adapter|client|supervisor|manager|server)\b",
        "check that the controller of the lift or door is on, and the network to it",
    ),
    FaultKind(r"\b(?:i2c|spi|smbus)\b", "check the wiring and the supply of the bus"),
)
_STARTS = "switch {it} off and on while nothing moves; then check cable and power"


def silent_advice(words: str, said: str) -> str:
    """Return what to check on a part that does not answer.

    Args:
        words: the text of an entry as plain words.
        said: what the part said, of it.
    """
    if _ANSWERED.search(said):
        return with_noun(_STARTS, words, said)
    found = _LINKS.advice(said) or (ENCODER if _IS_ENCODER.search(words) else "")
    if not found and _IS_SENSOR.search(said) is None:
        found = _LINKS.advice(words)
    return with_noun(found or "check {its} cable and power", words, said)
