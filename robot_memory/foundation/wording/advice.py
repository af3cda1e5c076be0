"""The first step to repair a known class of fault: "check the lidar's cable and power".

English only. Wrong advice is worse than none: only words that state the cause have a row, or words
that leave one first step for every device and program. All other texts get no advice.

Specification: rules.md §1.14.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.wording.plain_words import plain_words
from robot_memory.foundation.wording.subject import Subject, message_of, subject_of

#: Parts at the end of a cable, and their names in the advice.
_PARTS = {
    "lidar": "lidar", "laser": "lidar", "laser scanner": "lidar", "scanner": "scanner",
    "camera": "camera", "imu": "IMU", "encoder": "encoder", "gps": "GPS receiver",
    "gnss": "GPS receiver", "radar": "radar", "sonar": "sonar", "motor": "motor",
    "servo": "servo", "gripper": "gripper", "arm": "arm", "joystick": "joystick",
    "gamepad": "gamepad", "magnetometer": "magnetometer", "barometer": "barometer",
    "thruster": "thruster", "bms": "BMS",
}  # fmt: skip
_NAMES = "|".join(sorted(_PARTS, key=len, reverse=True))
_PART = rf"(?P<part>{_NAMES})s?"
_LOST = (
    r"(?:disconnected|unplugged|offline|falls? silent|stopped reporting|not (?:responding|connected"
    r"|answering)|(?:does|did) not (?:respond|answer))"
)
_LINK = r"(?:connection|communication|contact|link)"
_LINK_LOST = (
    rf"(?:no (?:response|answer|reply)|(?:lost|losing|no) {_LINK}|{_LINK} (?:is |was |has been )?"
    r"lost)"
)
_SPEAKER_LOST = re.compile(rf"\b(?:{_LOST}|{_LINK_LOST}|poll\(\) timeout)(?!\w)")
_SPEAKER = re.compile(rf"\b{_PART}\b")
_PART_LOST = re.compile(
    rf"\b{_PART}(?: [\w#]{{1,8}})?:? (?:is |was |has been )?{_LOST}\b"
    rf"|\b{_LINK_LOST} (?:to|with|from) (?:the )?(?:\w{{1,20}} ){{0,2}}?(?P<far>{_NAMES})\b"
    r"(?! (?:drivers?|nodes?))"
)
#: The connection of a program, not of a part, was lost.
_OF_PROGRAM = re.compile(
    r"\b(?:services?|servers?|actions?|topics?|nodes?|clients?|subscri\w*|publish\w*|commands?|cmd"
    r"|goals?|plann\w*|managers?|controllers?|broadcaster|filters?|plugins?|param\w*|config\w*"
    r"|files?|data ?base|websocket|mqtt|http|cloud|bridge|queues?|interfaces?|simulat\w*"
    r"|transforms?|tf|frames?|maps?|trackers?|monitors?|detect\w*|api|sdk|stream\w*"
    r"|yet|waiting|until|if|unless)\b"
)
_SAYS_ITSELF = re.compile(
    r"\bplease\b|\b(?:check|make sure|ensure|verify|try|consider|replace|reduce|clean|restart"
    r"|reboot|reconnect) (?:the|your|that|if|whether|its?|to|again)\b"
)
_IS_WELL = re.compile(
    r"(?<!not )\b(?:normal|nominal|healthy|ok(?:ay)?|recovered|restored|resolved|cleared"
    r"|reconnect\w*|no (?:errors?|faults?|warnings?|problems?)|within (?:\w+ )?limits"
    r"|succe(?:ss\w*|ed\w*)|no longer|was (?:low|empty|hot))\b"
)
_LOW_BATTERY = re.compile(
    r"\bbatter(?:y|ies)\b.{0,40}\b(?:low|empty|critical(?:ly)?|depleted|discharged|below"
    r"|under ?voltage)\b|\b(?:low|empty|depleted|critical) batter(?:y|ies)\b|^low voltage\b"
)
_OTHER_BATTERY = re.compile(
    r"\b(?:encoder|clock|cmos|remote|beacon|absolute|topic|param\w*|threshold (?:is )?set|log|file"
    r"|rate|timer?|health|current)\b|\bbelow (?:the )?(?:max|upper)"
)
_BATTERY = r"(?:battery|batteries|batt|bat|bms|lipo)"
_IS_BATTERY = re.compile(rf"\b{_BATTERY}\d?\b|\bstate of charge\b|\bsoc\b")
_IS_LOW = re.compile(
    r"\b(?:low|empty|critical\w*|depleted|dying|discharged|drained|exhausted|below|under ?voltage"
    r"|recharge|recharging|please charge|needs? (?:to )?charg\w*|insufficient|not enough|weak|dead"
    r"|died|flat|runs? out|running out|less than \d+)\b"
    rf"|\b{_BATTERY}\d?(?: (?:level|charge|state|percentage|voltage|soc|is|at|only))+:? ?\d"
    rf"|\b{_BATTERY}\d?: ?\d|\b{_BATTERY}\d? \d[\d ]* ?(?:%|percent|v\b|volts?)"
)
#: Words of a fault other than a low charge.
_ANOTHER_FAULT = re.compile(
    r"\b(?:temperature|cold|hot|overheat\w*|cells?|imbalance\w*|balanc\w*|communicat\w*|comm"
    r"|time ?out|timed out|not (?:found|detected|connected|present|respond\w*)|disconnect\w*"
    r"|missing|telemetry|health|capacity|charger|over ?voltage|over ?current|over ?temp\w*"
    r"|short ?circuit|fuse|fan|insulation|isolation|sensor|rate|frequency|plugin)\b"
)


def says_battery_is_low(text: str) -> bool:
    """Whether the text of an entry says that a battery's charge is low."""
    words = plain_words(text)
    said = message_of(words)
    is_low = _IS_LOW.search(said) is not None and _ANOTHER_FAULT.search(said) is None
    return is_low and _IS_BATTERY.search(words) is not None


@dataclass(frozen=True, slots=True)
class _Fault:
    """A class of faults: the lower-case words that state it, and the first step.

    ``text`` is a further pattern for the unchanged message, such as for a path; the words of
    ``never`` exclude the class.
    """

    words: re.Pattern[str]
    advice: str
    text: re.Pattern[str] | None = None
    never: re.Pattern[str] | None = None

    def fits(self, said: str, text: str) -> bool:
        if self.words.search(said) is None or (self.never and self.never.search(said)):
            return False
        return self.text is None or self.text.search(text) is not None


def _fault(words: str, advice: str, *, text: str = "", never: str = "") -> _Fault:
    return _Fault(
        re.compile(words), advice, re.compile(text) if text else None,
        re.compile(never) if never else None,
    )  # fmt: skip


_DEVICE_FILE = r"/dev/(?!shm|null)\w"
_SOURCE = "install or build it, and source its workspace"
_FAULTS = (
    _fault(
        r"\bbrakes?(?: \w{1,20})? (?:is |has |was )?(?:faulty?|fail(?:ed|ure)|stuck|worn"
        r"|not (?:releas|engag|hold)\w*)\b",
        "do not drive the robot until its brake is mended and tested",
        never=r"\b(?:param\w*|config\w*|topics?|services?|files?|resistors?|choppers?|tests?"
        r"|commands?|map|pedal)\b",
    ),
    _fault(  # places, in this package's own words
        r"\b(?:slip|bumps?|ha[sd] to recover)\b[^(]{0,60}\bnear \(",
        "drive slowly there, or go round it",
        text=r" in `",
    ),
    # -- the operating system's own words
    _fault(
        r"\bno space left on device\b|\bdisk (?:is )?(?:almost |nearly )?full\b"
        r"|\blow disk space\b",
        "free disk space",
    ),
    _fault(
        r"\bcannot allocate memory\b|\bout of memory\b",
        "find out what uses the memory, and limit it",
        never=r"\b(?:cuda|gpu|bounds)\b",
    ),
    _fault(
        r"\bpermission denied\b",
        "give the user of this node access to the device",
        text=_DEVICE_FILE,
    ),
    _fault(
        r"\bno such (?:file or directory|device)\b",
        "check that the device is plugged in, and its name in the settings",
        text=_DEVICE_FILE,
    ),
    _fault(
        r"\bno such file or directory\b",
        "check that the file exists, and its path in the settings",
        text=r"[\w.-]/[\w.-]|['\"]",
    ),
    _fault(r"\bdevice or resource busy\b", "end the other program that uses the device"),
    _fault(
        r"\baddress already in use\b", "end the other program that uses this address and port"
    ),
    _fault(
        r"\bconnection refused\b",
        "check that the other side runs, and its address and port",
    ),
    _fault(
        r"\b(?:no route to host|network is unreachable|host unreachable)\b",
        "check the network: cable or radio link, addresses, and that the other side is on",
    ),
    _fault(
        r"\b(?:name or service not known|failure in name resolution|could not resolve host)\b",
        "check the host name, and the name service of the network",
    ),
    _fault(r"\btoo many open files\b", "find out what keeps so many files open"),
    _fault(r"\bread only file system\b", "check the disk: its file system is read-only"),
    # -- software and ROS
    _fault(r"\bno module named\b", f"the Python module is missing: {_SOURCE}"),
    _fault(
        r"\bcannot open shared object file\b|\berror while loading shared libraries\b",
        f"the library is missing: {_SOURCE}",
    ),
    _fault(r"\bpackage ['\"][\w ]{1,80}['\"] not found\b", f"the package is missing: {_SOURCE}"),
    _fault(
        r"\bextrapolation into the (?:future|past)\b|\bearlier than all (?:the )?data in (?:the )?"
        r"transform cache\b",
        "check that the transform comes in time, and that all computers have the same time",
    ),
    _fault(
        r"\b(?:target|source) frame does not exist\b|\bframe \S{1,80} does not exist\b",
        "check that a node publishes this frame, and its name",
    ),
    _fault(
        r"\bnot part of the same tree\b|\bunconnected trees\b",
        "publish the transform that connects both frames",
    ),
    _fault(r"\bincompatible qos\b", "give both sides compatible QoS"),
    _fault(
        r"\bloop missed its desired (?:update )?rate\b",
        "reduce the load of the computer, or the rate",
    ),
    # -- parts
    _fault(
        r"\busb ?2 [01] port\b|\b2 1 port\b.{0,60}\breduced performance\b",
        "use a USB 3 port and cable",
    ),
    _fault(r"\bbus ?off\b", "check the CAN bus: cables, termination and bit rate",
           text=r"(?i)\bcan"),
    _fault(
        r"\bcontamination (?:error|warning)\b"
        r"|\b(?:lens|window|optics?) (?:is |are )?(?:dirty|contaminated)\b",
        "clean the window of the sensor",
    ),
    _fault(
        r"\b(?:no (?:gps|gnss|3d|position) fix|(?:too few|no|not enough) satellites)\b",
        "check the antenna, and its view of the sky",
        never=r"\byet\b|\bwaiting\b",
    ),
    _fault(
        r"\bencoder(?: \w{1,8})?:? (?:has |reports )?(?:no (?:pulses|signal)|fails$|fault\b"
        r"|disconnected\b)|^no pulses\b",
        "check the encoder's cable and mounting",
        never=r"\b(?:video|image|audio|codec|layer|battery|default)\b",
    ),
    _fault(
        r"\bunder ?voltage\b|\b(?:supply|input) voltage (?:is )?(?:too )?low\b",
        "check the supply: its source, cables and load",
        never=r"\b(?:batter(?:y|ies)|cells?|threshold (?:is )?set|limit (?:is )?set|param\w*)\b",
    ),
    _fault(
        r"\bover ?heat(?:s|ed|ing)?\b|\bover ?temp(?:erature)?\b|\btemperature (?:is )?too high\b"
        r"|\b(?:motor|drive|driver|servo|cpu|gpu|board)\b.{0,30}\b(?:is )?too hot\b"
        r"|\bmotor \w{1,8} over \d{1,3}(?: \d)?[–-]?\d{0,3}(?: \d)? ?°c",
        "let it cool; check fan, air flow and load",
        never=r"\b(?:colou?r|topic|sensor|rate|param\w*|threshold|limit set|detect\w*|ambient"
        r"|water|room|freezer|fridge)\b",
    ),
)  # fmt: skip


@cached_if_short(512, longest=600)
def advice_for(text: str) -> str:
    """Return the first step for the fault in a detector's text; empty unless the class is clear."""
    words = plain_words(text)
    said = message_of(words)
    if _IS_WELL.search(said) or _SAYS_ITSELF.search(said):
        return ""
    if subject_of(text) in (Subject.TOOL, Subject.OPERATOR):
        return ""
    found = next((fault.advice for fault in _FAULTS if fault.fits(said, text)), "")
    if not found and says_battery_is_low(text):
        is_low = _LOW_BATTERY.search(said) and not _OTHER_BATTERY.search(words)
        found = "charge the battery" if is_low else ""
    return found or _of_silent_part(words, said)


def _of_silent_part(words: str, said: str) -> str:
    """Return what to check if a part, by its name or in the message, has lost its connection."""
    if _OF_PROGRAM.search(words):
        return ""
    found = _PART_LOST.search(said)
    part = (found["part"] or found["far"]) if found else ""
    speaker = words.removesuffix(said)
    if not part and speaker and _SPEAKER_LOST.search(said):
        named = _SPEAKER.search(speaker)
        part = named["part"] if named else ""
    return f"check the {_PARTS[part]}'s cable and power" if part else ""
