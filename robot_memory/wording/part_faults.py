"""What to do about a kind of fault of a kind of part: a lost link, an overload, a bad sensor.

Kinds of faults as in the failure types of diagnostic trouble codes (SAE J2012-DA, ISO 15031-6) and
ISO 13374: no signal, out of range, implausible, over-temperature, not calibrated … English, in the
form of :func:`.plain_words.plain_words`. Advice is so general that it is true for each part of its
kind. A message must name the part, unless the fault has a part in its own words; for faults that
no other thing than the part can have, the component that speaks is part enough.
"""

from __future__ import annotations

import re
from functools import cache

from robot_memory.wording.broken_parts import BROKEN_PARTS
from robot_memory.wording.link_faults import LINK_FAULTS
from robot_memory.wording.part_fault import EVERY_PART, PartFault
from robot_memory.wording.part_words import (
    ACTUATOR,
    ANY_PART,
    BOARD,
    CANNOT,
    LINK,
    SENSOR,
    PartKind,
    names_a,
    with_parts_marked,
)
from robot_memory.wording.remedies import (
    BATTERY_OUT,
    BRAKING,
    HELD_BACK,
    JAM,
    JOYSTICK_ON,
    LET_COOL,
    LEVEL_GROUND,
    SAFETY_CIRCUIT,
    SET_POSE,
    SUPPLY,
    VIBRATION,
    WITHIN_LIMITS,
)

_MOVES = (PartKind.ACTUATOR,)
_TOO_MUCH = (
    r"(?:limit (?:was |is )?(?:reached|exceeded|hit|active)|exceed\w*"
    r"|(?:is )?(?:too|very) (?:high|large|great)"
    r"|saturat\w*)"
)
#: A pattern with it is for words in which parts are marked.
_MARK = "@"

#: The first that fits decides: what is special stands before what is general.
_PART_FAULTS = (
    PartFault(
        r"\b(?:e ?stop|emergency stop|safety) (?:circuit|chain|relay|loop|wiring|channels?|input)s?"
        r"\b.{0,25}\b(?:faults?|errors?|fail\w*|broken|inconsistent|mismatch|interrupted|open"
        r"|differ)\b",
        SAFETY_CIRCUIT,
    ),
    PartFault(
        r"\b(?:fuse|breaker|e ?fuse|contactor|relay)s?(?: \w+){0,2} (?:is |was |has |are )?(?:blown"
        r"|tripped|welded|stuck|faulty)\b|\bblown fuse\b|\btripped breaker\b",
        "find the cause before you replace or close it again",
    ),
    PartFault(
        r"(?<!memory )(?<!data )\b(?:water )?leaks? (?:was |is |sensor )?(?:detected|triggered)\b"
        r"|\bwater (?:ingress|(?:was )?detected)\b",
        "bring the robot out of the wet, and check the seals",
    ),
    PartFault(
        r"\b(?:air|pneumatic|hydraulic|oil|vacuum|suction|tire|tyre) (?:\w+ )?pressure\b.{0,20}"
        r"\b(?:low|lost|below|drop\w*|not reached|fail\w*)\b"
        r"|\b(?:no|low|insufficient) (?:air|pneumatic|hydraulic|oil) (?:pressure|supply)\b",
        "check the supply of air or oil, the seals and the hoses",
    ),
    PartFault(
        r"\b(?:water|fuel|detergent|reservoir|clean|spray|paint)(?: water)? (?:tank |level"
        r" )?(?:is |too )*"
        r"(?:empty|low)\b",
        "fill the tank",
    ),
    PartFault(r"\b(?:dust ?bin|waste tank|dirty water tank|bin|bag) (?:is )?full\b", "empty it"),
    PartFault(r"\bfilters?(?: \w+)? (?:is )?(?:clogged|blocked|dirty)\b", "clean the filter"),
    PartFault(
        r"\b(?:cover|hatch|lid|drawer|guard|latch)(?: \w+)? (?:is |was )?(?:open|not (?:closed"
        r"|locked)|ajar|missing)\b",
        "close it",
    ),
    PartFault(
        rf"\b{ACTUATOR}\b.{{0,40}}\b(?:not|never|un|to|must) ?(?:be |been |yet )*"
        r"(?:homed|referenced|homing)\b"
        r"|\b(?:homing|referencing) (?:is )?(?:required|needed|not done|incomplete)\b"
        r"|\bneeds? (?:to be )?(?:homed|homing|referenc(?:ed|ing))\b",
        "home {it}",
    ),
    PartFault(
        r"\b(?:homing|referencing|home search)\b.{0,25}\b(?:fail\w*|error|timed? ?out|timeout"
        r"|unsuccessful)\b|\bfail\w* to (?:home|reference)\b",
        "clear the way of {it}, and check the home switch",
    ),
    PartFault(
        r"\boutside (?:its |the )?(?:soft|hard|joint|position) limits?\b",
        WITHIN_LIMITS,
        _MOVES,
    ),
    PartFault(
        r"\b(?:is|are|be|have|has) (?:\w+ )?damaged\b",
        "inspect {it} before the next use",
        EVERY_PART,
    ),
    PartFault(
        r"\b(?:limit|end) ?switch(?:es)?\b.{0,30}\b(?:hit|triggered|active|pressed|reached"
        r"|tripped)\b"
        r"|\b(?:hit|reached|touched) (?:a |the |its )?(?:\w+ )?(?:limit switch|end ?stop|hard"
        r" stop)\b"
        r"|\bend ?stop (?:hit|reached|triggered)\b",
        "move {it} back off the end switch",
    ),
    PartFault(
        r"\b(?:over ?temp\w*|temp(?:erature)? (?:is |was )?(?:too )?(?:high|hot|critical"
        r"|limit (?:reached|exceeded)|warning|alarm|fault|shut ?down)|over ?heat\w*|running hot"
        r"|thermal (?:fault|warning|limit|protection|trip\w*|throttl\w*|shut ?down|overload))\b"
        r"|\b(?:high|excess\w*|critical) (?:\w+ )?temp(?:erature)?\b"
        r"|^(?:(?:is|too|very|running) )*hot\b(?! (?:plug|swap|spot|key|word|start))",
        LET_COOL,
        EVERY_PART,
    ),
    PartFault(
        rf"\b{ACTUATOR}\b.{{0,40}}\b(?:stall(?:s|ed)?|jam(?:s|med)?|obstructed|overload(?:ed)?|over"
        rf" ?current"
        r"|i2t|locked rotor)\b(?!.{0,20}\b(?:threshold|disabled|protection enabled))"
        rf"|\b(?:stall|jam|overload|over ?current|i2t)(?: [\w@]+)? (?:detected |fault )?(?:on|in|at"
        rf"|of|for) (?:the )?(?:[\w@]+ ){{0,2}}{ACTUATOR}\b",
        JAM,
    ),
    PartFault(
        r"^(?:(?:internal|motor|drive|servo) )?(?:stall(?:ed)?|jam(?:med)?)\b"
        r"(?! (?:threshold|limit|current|detect(?:ion|or)))",
        JAM,
        _MOVES,
    ),
    PartFault(
        r"\b(?:torque|effort|pwm|force|load|current(?= limit)|motors? current|phase current"
        r"|winding current|nominal current|peak current)"
        rf"\b.{{0,12}}\b{_TOO_MUCH}|\btoo (?:high|much) (?:\w+ )?current\b",
        JAM,
        _MOVES,
    ),
    PartFault(
        r"\b(?:tracking|following|position|velocity|speed) (?:tracking )?(?:error"
        r"|deviation)\b.{0,12}"
        rf"\b(?:{_TOO_MUCH}|limit|fault|high|large|exceeds)",
        HELD_BACK,
        _MOVES,
    ),
    PartFault(
        r"\b(?:over ?current|short(?:ed| ?circuit))\b(?!.{0,20}\b(?:threshold|limit set|eval))",
        "look for a short circuit or too much load on {it}",
        (PartKind.POWER, PartKind.BOARD),
    ),
    PartFault(
        r"\b(?:under ?volt\w*|low voltage)\b(?!.{0,20}\bthreshold)"
        r"|\b(?:voltage|v ?bus|(?:supply|bus|main|rail|logic|dc|\d+ ?v) (?:power|rail|supply|line))"
        r" (?:\S+ )?(?:is |was )?(?:too |very )?(?:low|below|under|missing|not present"
        r"|unstable|fail\w*|lost"
        r"|dropped"
        r"|out of (?:range|bounds|tolerance))\b(?!.{0,20}\bthreshold)",
        SUPPLY,
        (PartKind.POWER, PartKind.ACTUATOR, PartKind.BOARD),
    ),
    PartFault(
        r"\bvoltage (?:is )?high\b|\bvoltage\b.{0,15}\b(?:too high|above|exceed\w*)\b"
        r"|\bover ?volt\w*\b",
        BRAKING,
        (PartKind.POWER, PartKind.ACTUATOR, PartKind.BOARD),
    ),
    PartFault(
        rf"\b(?:{ACTUATOR}|{BOARD}|{SENSOR}) (?:[\w@]+ ){{0,2}}?(?:power )?"
        r"(?:is |are |was |has |may be |gone )*(?:not (?:(?:em)?powered|energi[sz]ed)"
        r"|un ?powered|powered off|without power|power (?:is |was )?(?:off|lost))\b"
        rf"|\bfail\w* to enable (?:the )?(?:torque|power)\b"
        rf"|\bfail\w* to enable (?:the )?{ACTUATOR}\b"
        rf"|\bno power (?:to|at|on|for) (?:the )?{ANY_PART}\b|\bno {ACTUATOR} (?:power|voltage)\b"
        rf"|\b{CANNOT} (?:power|switch|turn) (?:on|up) (?:the )?(?:{ACTUATOR}|{SENSOR}|{BOARD}"
        rf"|robot|base)\b|\b(?:time ?out|timed out|waiting)\b.{{0,20}}\b{ACTUATOR} to power on\b",
        "check emergency stop, fuse and supply",
    ),
    PartFault(
        r"\b(?:batter(?:y|ies)|pack)(?: \d+| \w+)? (?:is |was )?(?:missing|not (?:present"
        r"|detected|connected"
        r"|installed|found)|removed|disconnected|absent)\b|\bno batter(?:y|ies) (?:detected"
        r"|present|found)\b",
        "check that the battery is in, and its connector",
    ),
    PartFault(
        r"\b(?:batter(?:y|ies)|pack|bms)(?: (?:nr |no |number )?\d+)? (?:is |was |reports "
        r"|internal |hardware |cell |protection )*\W?(?:fault|failure"
        r"|errors?|failed(?! to)|defect\w*|damaged|unhealthy|end of life|no good)\b|\b(?:bad"
        r"|faulty|defective|damaged) battery\b",
        BATTERY_OUT,
    ),
    PartFault(
        r"\b(?:sd ?card|disk|ssd|flash|eeprom|nvram|nvs)\b(?: \w+){0,2} (?:errors?|failed|failure"
        r"|fault"
        r"|corrupt\w*|missing|not (?:found|mounted|detected|present))\b"
        r"|\b(?:fail\w* to|could not|cannot|error) (?:read|writ)\w* (?:\w+ ){0,2}(?:eeprom|flash"
        r"|sd ?card|nvram)\b",
        "back up the stored data; replace the memory if the error comes again",
    ),
    PartFault(
        r"\bfirmware\b.{0,40}\b(?:mismatch|too old|older|outdated|out of date|incompatible|not"
        r" compatible"
        r"|update (?:required|needed)|needs? (?:an |to be )?updat\w*)\b"
        r"|\b(?:old|outdated|incompatible|wrong|un ?supported) firmware\b|\bupdate (?:\w+"
        r" )?firmware\b",
        "update the firmware of {it}",
    ),
    PartFault(
        r"\b(?:crc|checksum|check ?sum|parity|framing|lrc)\b(?: \w+){0,3} (?:errors?|mismatch\w*"
        r"|fail\w*"
        r"|incorrect|wrong|invalid|bad|(?:did|does|do) ?n[o']t match)\b|\b(?:bad|wrong|invalid"
        r"|incorrect) (?:[\w@]+ ){0,2}(?:crc|checksum|parity)\b"
        r"|\b(?:crc|checksum) (?:errors?|mismatch)\b"
        rf"|\b(?:bad|garbled|corrupt\w*|malformed) (?:{LINK} )?(?:data|packets?|frames?|bytes?)"
        rf" (?:was |were )?(?:received|on|from)\b",
        "check {its} cable, connectors and shielding",
        EVERY_PART,
    ),
    PartFault(
        r"\b(?:watchdog|brown ?out|power|unexpected|spontaneous) (?:reset|reboot|restart)\b"
        r"|\b(?:internal|device|board) reset (?:detected|likely)\b"
        r"|\b(?:was |has |been )?(?:unexpectedly|spontaneously) (?:reset|rebooted|restarted"
        r"|powered)\b",
        "check {its} supply and connectors",
        (PartKind.BOARD, PartKind.ACTUATOR, PartKind.SENSOR, PartKind.POWER),
    ),
    PartFault(
        r"\b(?:velocity|speed|motion|drive|control|joystick|joy|rc) (?:command|input|setpoint)s?"
        r" (?:\w+ )?"
        r"(?:time ?out|timed out|watchdog|too old|stale|lost)\b|\bcmd vel (?:\w+ )?(?:time ?out"
        r"|timed out|stale)\b"
        r"|\bcommand watchdog\b|\bno cmd vel\b|\bno (?:velocity |speed |motion "
        r"|drive )?commands? (?:was |were"
        r" )?received\b",
        "check what sends the commands, and the link to it",
    ),
    PartFault(
        r"\b(?:rc|radio|telemetry|data ?link|gcs|ground station|transmitter|remote(?: control)?)"
        r" (?:\w+ )?"
        r"(?:signal |link |connection |control )?(?:lost|loss|disconnected|weak|timed? ?out"
        r"|timeout|failsafe)\b"
        r"|\b(?:lost|no|losing) (?:rc|radio|transmitter|remote control) (?:signal|link|connection"
        r"|input|contact)?\b"
        r"|\bmanual control (?:signal )?lost\b",
        "check batteries and antennas of the remote control, and the distance",
    ),
    PartFault(
        r"\b(?:joystick|gamepad|game controller|wiimote)(?: \S+)? (?:is )?not open\b"
        r"|\b(?:could ?n[o']t|cannot|unable to|fail\w* to) (?:open|find) (?:a |the )?(?:joystick"
        r"|gamepad"
        r"|game controller|wiimote)\b",
        JOYSTICK_ON,
    ),
    PartFault(
        r"\b(?:gps|gnss)\b.{0,40}\b(?:low accuracy|covariance (?:is )?invalid"
        r"|health (?:is )?insufficient)\b"
        r"|\b(?:low|poor|bad) (?:quality )?(?:gps|gnss)\b(?! (?:message|msg|data|packet))"
        r"|\b(?:gps|gnss) (?:quality|accuracy"
        r"|signal) (?:is )?"
        r"(?:too )?(?:low|poor|bad|weak)\b",
        "wait under open sky; check the antenna",
    ),
    PartFault(
        r"\b(?:vibrations?|shaking)\b.{0,20}\b(?:high|excess\w*|too|exceed\w*|above|large)\b"
        r"|\b(?:high|excessive)"
        r" vibrations?\b|\b(?:accel\w*|imus?|gyro\w*)\b.{0,20}\b(?:clipping"
        r"|saturat\w*|range exceeded)\b",
        VIBRATION,
    ),
    PartFault(
        r"\b(?:not|de) ?locali[sz]ed\b|\blocali[sz]ation (?:is |was |has )?(?:lost|unreliable"
        r"|diverged|uncertain)\b"
        r"|\b(?:lost|losing) (?:its |the )?(?:locali[sz]ation|pose estimate|visual tracking)\b"
        r"|\b(?:visual )?tracking (?:was |is )?lost\b(?!.{0,15}\bobject)",
        SET_POSE,
    ),
    PartFault(
        r"\b(?:tilt\w*|inclination|roll or pitch|roll angle|pitch angle|slope)\b.{0,20}\b(?:too"
        r"|exceed\w*|steep|unsafe"
        r"|beyond|over|above)\b",
        LEVEL_GROUND,
    ),
    PartFault(
        r"\bcalibrat\w* (?:timed? ?out|took too long)\b|\btook too long to calibrate\b",
        "keep {it} still, and calibrate again",
        (PartKind.SENSOR,),
    ),
    PartFault(
        r"\bcalibration (?:has |was |is )?(?:failed|failure|invalid|bad|incomplete|lost"
        r"|corrupt\w*|missing)\b"
        r"|\b(?:could not|cannot|fail\w* to|unable to) calibrate\b",
        "calibrate {it} again",
        (PartKind.SENSOR, PartKind.ACTUATOR, PartKind.BOARD),
    ),
)

_NO_MACHINE = re.compile(
    r"^sensors error\b|\bbluetooth\b"  # the program "sensors"; a link without a cable
    r"|\bcolou?r temperature\b|\bnot activated\b|\bcalibration complete\b|\bmultiple devices\b"
)


@cache  # at the first search, as most processes give no advice
def _compiled() -> tuple[tuple[re.Pattern[str], PartFault], ...]:
    faults = (*_PART_FAULTS, *LINK_FAULTS, *BROKEN_PARTS)
    return tuple((re.compile(fault.pattern), fault) for fault in faults)


def advice_of_part(words: str, said: str) -> str:
    """Return what to do about a kind of fault of a kind of part; empty where none fits.

    Args:
        words: the text of an entry as plain words.
        said: what the part said, of it.
    """
    if _NO_MACHINE.search(said):
        return ""
    named, marked = with_parts_marked(words), with_parts_marked(said)
    for pattern, fault in _compiled():
        is_named = not fault.parts or any(names_a(kind, named) for kind in fault.parts)
        if is_named and pattern.search(marked if _MARK in fault.pattern else said):
            return fault.advice
    return ""
