"""What to do about a fault, where its kind is known: "check its cable, power and address".

English. The first kind that fits decides, so what is special stands before what is general. A text
that says by itself what to do needs no advice, and no advice is given for what nobody here knows.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from robot_memory.short_cache import cached_if_short
from robot_memory.wording.battery_words import says_battery_is_low
from robot_memory.wording.plain_words import plain_words
from robot_memory.wording.subject import Subject, message_of, subject_of

_SAYS_ITSELF = re.compile(
    r"\bplease\b|\bprefer\b|\b(?:check|make sure|ensure|verify|try to|consider|replace|reduce"
    r"|increase|clean|restart|reboot|reconnect|unplug) (?:the|your|that|if|whether|its?|it)\b"
)
_SEES = r"(?:lidar|laser|scanner|camera|lens|window|sensor|optic\w*)"
_HIGH = r"(?:high|hot|over|exceed\w*|critical|above|too|limit|shut ?down|warning|throttl\w*)"
_LOST = (
    r"(?:time ?outs?|timed out|not respond\w*|no (?:response|answer|data|packets?|frames?|scans?"
    r"|status packet|messages?|events recorded|feedback (?:from|received)|heartbeats?|reply|signal"
    r"|pulses)|(?:lost|losing) (?:the )?(?:connection|communication|contact|link)"
    r"|connection (?:\w+ )?lost|communication (?:\w+ )?(?:lost|failed|failure|error|fault|timeout)"
    r"|not answering|unreachable|(?:fail\w* to|error) (?:communicat|connect)\w*|disconnect\w*"
    r"|no link|link (?:is )?down|stale data|falls? silent|stopped reporting|silent together"
    r"|frequency too low|not (?:been )?(?:received|updated)|unable to read"
    r"|could not (?:read|connect)|read (?:cycle|error|failed)|fail\w* to read|dropped out|offline"
    r"|absent|no route)"
)
_ENCODER = "check the encoder's cable and mounting"


class _Kind(NamedTuple):
    """A kind of fault: its words, and what to do; "its" is the part that the text names."""

    pattern: str
    advice: str


_KINDS = (
    _Kind(r"\b(?:slip|bumps?|slow|recover\w*)\b.*\bnear \(", "drive slowly there, or go round it"),
    _Kind(
        r"\b(?:gps|gnss|fix|light|signal|wireless|locali[sz]ation)\b.*\bnear \(",
        "do not rely on it there",
    ),
    _Kind(
        r"\bprotective ?stop\w*|\bsafeguard\b|\breflex\b",
        "look for a collision, check payload and speed, then release the stop",
    ),
    _Kind(r"\bantennas?\b", "check the antenna, its cable and its view of the sky"),
    _Kind(
        r"\breverse interface\b|\bexternal control\b|\bprogram (?:is )?(?:not running|stopped)\b",
        "start the arm's control program again",
    ),
    _Kind(
        r"\bbumper\b|\bcollision\b|(?<!not )\bcontact \(",
        "look for what it touches",
    ),
    _Kind(r"\bcliff\b|\bwheel drop\w*", "check the floor, and the sensors under the robot"),
    _Kind(
        rf"\bcontaminat\w*|\bdirt\w*|\b{_SEES} (?:is )?(?:blocked|covered|dirty)|\bsees nothing\b"
        r"|\b(?:blocked|blind)\b.{0,20}\bsector|\bsector\b.{0,20}\b(?:blocked|blind)",
        "clean its window and look for what covers it",
    ),
    _Kind(r"\bfan\b", "clean or replace the fan"),
    _Kind(
        rf"\bover ?(?:temp\w*|heat\w*)|\bthermal\b|\btemperatures?\b.{{0,60}}\b{_HIGH}\b"
        r"|\btoo hot\b"
        rf"|\b{_HIGH}\b.{{0,20}}\btemperature",
        "let it cool; check fan, air flow and load",
    ),
    _Kind(
        r"\bcells?\b.{0,40}\b(?:difference|imbalance|volt\w*|diverg\w*)|\bimbalance",
        "balance or replace the pack",
    ),
    _Kind(r"\bcharg(?:er|ing)\b", "check the charger and its contacts"),
    _Kind(
        r"\bunder ?volt\w*|\bno power\b|\blow voltage\b|\bvoltage (?:is |too )*low\b|\bbrown ?out\b"
        r"|\bloses voltage\b|\bsupply voltage\b",
        "check the supply, its fuse and connectors",
    ),
    _Kind(r"\bover ?volt\w*", "check the supply, and what brakes back into it"),
    _Kind(
        r"\bencoders?\b|\bhall sensor|\bresolver|\bspin ?out|\bfollowing error",
        _ENCODER,
    ),
    _Kind(
        r"\bover ?(?:current|load\w*)|\bcurrent\b.{0,40}\b(?:high|above|fault|exceed\w*|limit)\b"
        r"|\bstall\w*|\btorque (?:limit|saturat\w*)|\bmotor blocked|\bjamm?ed\b|\bshort circuit\b"
        r"|\bdriver fault\b|\bblocked\b|\bstuck\b",
        "look for a jam or a short circuit, and reduce its load",
    ),
    _Kind(r"\bbrakes?\b", "check the brake and its supply"),
    _Kind(
        r"\bbus ?off\b|\btx error|\bcan bus\b|\bsync manager|\bworking counter|\bemcy\b"
        r"|\bslave \d+\b|\bether ?cat\b",
        "check the bus: cables, termination, power of each node",
    ),
    _Kind(
        r"\bpermission denied\b|\baccess denied\b|\beacces\b", "give the user access to the device"
    ),
    _Kind(r"\b2\.? ?[01] port\b|\busb 2\b|\bnot (?:a )?usb ?3\b", "use a USB 3 port and cable"),
    _Kind(r"\b(?:rtk|rtcm|ntrip|corrections?)\b", "check the link to the correction service"),
    _Kind(
        r"\bno (?:\w+ )?fix\b|\bsatellites?\b|\bgnss\b|\bloses its fix\b",
        "check the antenna; wait under open sky",
    ),
    _Kind(
        r"\bcompass\b|\bmagnetometers?\b|\bmagnetic\b",
        "keep it away from metal and currents, then calibrate it",
    ),
    _Kind(
        r"\b(?:not|un) ?calibrated\b|\bcalibrat\w+\b.{0,30}\b(?:fail\w*|invalid|needed|required)",
        "calibrate it",
    ),
    _Kind(r"\bheight estimate|\bbaro\w*", "check the barometer and its opening"),
    _Kind(
        r"\bekf\b|\bestimator\b|\binnovation\b|\bvariance\b",
        "check the sensors of the estimate: compass, GPS, inertial sensor",
    ),
    _Kind(
        r"\bptp\b|\bntp\b|\btime ?sync\w*|\bclock\b|\bstamps?\b|\btimestamps?\b|\bjump back\b"
        r"|\bextrapolation\b",
        "check that all computers and sensors have the same time",
    ),
    _Kind(r"\btransforms?\b|\btf\b", "check that localisation runs and the frames are published"),
    _Kind(r"\bdisk\b|\bhdd\b|\bno space\b", "free disk space"),
    _Kind(r"\bout of memory\b|\bmemory usage\b|\bram\b", "find and restart what uses the memory"),
    _Kind(
        r"\boverruns?\b|\bmissed\b.{0,40}\b(?:rate|cycles?)\b|\bupdate rate\b"
        r"|\bcpu (?:load|usage)\b"
        r"|\bloop rate\b|\breal ?time\b",
        "reduce the load of the computer",
    ),
    _Kind(
        r"\boverflow\w*|\b(?:frames?|packets?|buffers?)\b.{0,40}\b(?:incomplete\w*|missing|dropp\w*"
        r"|corrupt\w*)|\bincomplete\w*|\bcorrupt\w* (?:frame|packet)|\bslows? down\b|\bin bursts\b",
        "check its cable, and the load of the network or USB",
    ),
    _Kind(
        r"\b(?:slip\w*|grip lost|part (?:was )?lost)\b.{0,30}\b(?:part|object|finger|grip)"
        r"|\bgrip\w*"
        r" (?:force )?lost\b",
        "check fingers, force and part",
    ),
    _Kind(r"\bvacuum\b|\bsuction\b|\bleak\w*", "check seals and hoses"),
    _Kind(
        r"\bmotor (?:failure|failed)\b|\besc\b|\bthrusters?\b|\bpropellers?\b",
        "check motor, cables and propeller before the next start",
    ),
    _Kind(
        r"\bjoint\b.{0,30}\blimits?\b|\bangle exceed\w*|\bout of range\b",
        "move it back within its limits",
    ),
    _Kind(r"\bslip\w*\b|\bmake progress\b", "look for an obstacle, and for wheels that slip"),
    _Kind(
        r"\bno (?:valid )?(?:path|plan)\b"
        r"|\bfail\w* to (?:create|find|compute) (?:a )?(?:plan|path)",
        "clear the way, or correct the map",
    ),
    _Kind(
        r"\bcontrol failed\b|\btolerance violat\w*|\bpath tolerance\b|\bgoal tolerance\b",
        "look for what stops the arm; plan more slowly",
    ),
    _Kind(r"\bfriction\b", "lubricate or inspect the bearing"),
    _Kind(
        r"\bstart failure\b|\bstream\b.{0,20}\bfail\w*|\breboot\w*|\bcrash\w*|\bhardware error\b"
        r"|\bgrab\b.{0,20}\bfail\w*",
        "reset it; check its cable and port",
    ),
    _Kind(
        r"\b(?:no such device|not (?:found|attached|detected|present)|could not open"
        r"|cannot open|fail\w* to open|detached)\b",
        "check its cable and power, and plug it in again",
    ),
    _Kind(r"\bjoystick\b|\bgamepad\b", "check its battery and its receiver"),
    _Kind(rf"\b{_LOST}\b|\bpoll\b", "check its cable, power and address"),
    _Kind(r"\bstands? still\b", "check the sensor and its driver: it repeats one reading"),
    _Kind(r"\bexactly zero\b", "check the sensor: nothing measures exactly zero"),
    _Kind(
        r"\bfault\b.{0,30}\bfall\b|\bfell\b|\btip\w* over\b", "set the robot upright and inspect it"
    ),
)
_IS_ENCODER, _IS_LOST = re.compile(r"\bencoders?\b"), re.compile(rf"\b{_LOST}\b")
_SMALL_BATTERY = re.compile(r"\b(?:encoder|clock|cmos|remote|beacon|absolute) batter")
_ADVICE = tuple((re.compile(pattern), advice) for pattern, advice in _KINDS)
_NONE = frozenset({Subject.OPERATOR, Subject.TOOL})


@cached_if_short(512, longest=600)
def advice_for(text: str) -> str:
    """Return what to do about what a text of a detector says; empty where nothing is known."""
    words = plain_words(text)
    if subject_of(text) in _NONE or _SAYS_ITSELF.search(words):
        return ""
    if _SMALL_BATTERY.search(words):
        return "replace that battery"
    if says_battery_is_low(text):
        return "charge it"
    said = message_of(words)
    if _IS_ENCODER.search(words) and _IS_LOST.search(said):
        return _ENCODER
    for scope in dict.fromkeys((said, words)):
        for pattern, advice in _ADVICE:
            if pattern.search(scope):
                return advice
    return ""
