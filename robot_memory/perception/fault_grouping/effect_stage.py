"""How far down from its cause a message is: a stop, a bus, a part, drives, a controller, a task.

Robots fail downward: who stops a robot disables its drives, so that a controller aborts, so that a
plan fails; a bus takes its parts along, and a sensor those that wait for its data. English, as
drivers write it.

Specification: rules.md §10.6.
"""

from __future__ import annotations

import re
from enum import IntEnum

from robot_memory.wording.plain_words import plain_words
from robot_memory.wording.subject import Subject, message_of, subject_of


class EffectStage(IntEnum):
    """Where in the chain a message stands; an effect has a greater number than its cause."""

    STOP = 0  # somebody or a safety function stopped the robot
    ACT = 1  # what else an operator did: another mode, disarmed
    SUPPLY = 2  # a bus or a supply failed, on which several parts depend
    PART = 3  # anything else that is the matter
    INPUT = 4  # who reads a sensor gets nothing
    POWER = 5  # drives, motors or their interface are off
    CONTROL = 6  # a controller, a trajectory or a goal ended early
    TASK = 7  # planning, navigation or a mission failed


_STOPS = re.compile(
    r"\b(?:protective|safety|safeguard|security) ?(?:stop\w*|mode|violation)\b|\bsafeguard\b"
    r"|\be ?stop\b|\bemergency ?(?:stop\w*|halt|off|button)\b|\blight curtain\b"
    r"|\bemergency (?:triggered|active|activated|pressed|engaged)\b|\bkill ?switch\b|\bkilled by\b"
    r"|\b(?:bumper|cliff|collision)\b.{0,30}\b(?:pressed|hit|trigger\w*|detected|contact)\b"
    r"|\b(?:red|stop|mushroom|panic)\b.{0,20}\bbutton\b|\b(?:wireless|remote|radio) stop\b"
    r"|\b(?:light|laser|safety|guard|protective|fence)s? (?:barriers?|grid|beam|gate|doors?|mat"
    r"|edge|field|zone)\b.{0,40}\b(?:interrupt\w*|open\w*|violat\w*|infring\w*|broken|entered"
    r"|trigger\w*|actuated|tripped)\b|\b(?:pull|rope|trip) ?(?:cord|wire|switch)\b"
    r"|\b(?:enabling|dead ?man)\b.{0,30}\breleased\b|\bkey ?switch\b.{0,30}\boff\b"
)
_SUPPLY = re.compile(
    r"\bbus ?off\b|\b(?:can|field|ether ?cat|canopen|modbus|rs ?485|profinet) ?(?:bus)? ?\w{0,5} "
    r"(?:is )?(?:down|lost|failed|dead)\b|\bunder ?voltage\b|\bpower (?:supply|board|rail)\b"
    r".{0,40}\b(?:lost|off|fail\w*|tripped)\b"
)
_INPUT = re.compile(
    r"\bobservation buffer\b|\bcostmap\b.{0,40}\b(?:not current|stale|timed? ?out)\b"
    r"|\bno laser scan received\b|\bwaiting for (?:\w+ )?(?:scans?|laser|imu|odom\w*|image\w*)\b"
    r"|\bsensor data (?:is )?(?:stale|old|missing)\b|\bno \w+ pose updates\b"
)
#: What reads sensors, in a message about a task that failed for want of them.
_READS = re.compile(
    r"\b(?:costmap|scans?|laser|lidar|observation|sensor|imu|camera|image|odometry|locali[sz]\w*"
    r"|pose)\b"
)
_SENSES = re.compile(
    r"\b(?:scans?|lidar|laser|camera|imu|gps|gnss|radar|sonar|images?|point ?cloud|depth|sensor"
    r"|inertial|velodyne|ouster|sick|hokuyo|realsense)\b"
)
_ENDS_EARLY = (
    r"(?:abort\w*|cancel\w*|preempt\w*|reject\w*|ignor\w*|fail\w*|violat\w*|stopped|interrupt\w*"
    r"|denied|refus\w*|time ?out|timed out|lost|dropp\w*|not (?:allowed|accept\w*|possible)"
    r"|unable|cannot|could not|can ?not|exceed\w*|halted|terminat\w*|unsuccessful|suspend\w*"
    r"|paused|on hold|inhibited|taking too long|took too long)"
)
_OFF = (
    r"(?:disabl\w*|off|de ?energi[sz]ed|inactive|deactivat\w*|unpowered|halted|engaged|inhibited"
    r"|not (?:enabled|powered|ready|active|operational|armed|running)|cut|disengaged|idle)"
)
_DRIVES = (
    r"(?:drives?|driver state|inverters?"
    r"|motors?|amplifiers?|servos?|torque|actuators?|axes|axis|joints?|wheels?"
    r"|motor power|drive power|power stage|thrusters?|brakes?|hardware|hardware interface"
    r"|bus voltage|(?:robot|drive|axis|motor)s? (?:mode|state))"
)
_CONTROLS = (  # a lost control signal is no effect: the operator's link is a part of its own
    r"(?:(?<!motor )(?<!drive )(?<!wheel )(?<!axis )controllers?"
    r"|control(?! (?:signal|link|station))|trajectory|trajectories|goal"
    r"|action|commands?|cmd vel|motion|movement|path|tolerance|execution|offboard|setpoints?"
    r"|velocity|progress|speed scaling"
    r"|reverse interface|twist)"
)
_TASKS = (
    r"(?:plan\w*|navigat\w*|mission\w*|tasks?|behaviou?rs?|tree|recover\w*|dock\w*|undock\w*"
    r"|pick\w*"
    r"|grasp\w*|waypoints?|routes?|jobs?|cycle|sequence|patrol\w*|program|protocol|stage|step"
    r"|autonomy|orders?|survey)"
)


def _together(subject: str, verb: str) -> re.Pattern[str]:
    return re.compile(rf"\b{subject}\b.{{0,60}}\b{verb}\b|\b{verb}\b.{{0,40}}\b{subject}\b")


_TASK = _together(_TASKS, _ENDS_EARLY)
_PATTERNS = (
    (EffectStage.TASK, _TASK),
    (EffectStage.CONTROL, _together(_CONTROLS, _ENDS_EARLY)),
    (EffectStage.POWER, _together(_DRIVES, _OFF)),
)
_SAYS_NO_MORE = re.compile(rf"(?:{_ENDS_EARLY}|{_OFF})\b")
_ACTUATION = re.compile(
    r"\b(?:motors?|drives?|joints?|servos?|encoders?|actuators?|axis|axes|wheels?|amplifiers?"
    r"|power|battery|ether ?cat|can ?bus|brakes?|grippers?|arm|esc|thrusters?"
    r"|steering|odrive|inverter|slaves?)\d*\b|\bhydraulic"
)
_DEAD = re.compile(
    r"\b(?:under ?voltage|no power|time ?out|timed out|not respond\w*|no (?:response|data|feedback)"
    r"|no telemetry|offline|lost|stale|disconnect\w*|falls? silent|no (?:scans?|images?|packets?"
    r"|frames?|messages?) received)\b"
)
_NO_ANSWER = re.compile(
    r"\btimed? ?out\b|\bnot respond\w*|\bno (?:response|answer|reply|connection|communication)\b"
    r"|\b(?:connection|communication|link|port) (?:\w+ )?(?:lost|failed|closed|error)\b"
    r"|\blost (?:the )?(?:connection|communication|link)\b|\bdisconnect\w*|\boffline\b"
    r"|\bno telemetry\b"
)


def stage_of(text: str) -> EffectStage:
    """Return where in the chain from a cause to its effects the text of an entry stands."""
    words = plain_words(text)
    if _STOPS.search(words):
        return EffectStage.STOP
    if subject_of(text) is Subject.OPERATOR:
        return EffectStage.ACT
    said = message_of(words)
    if _INPUT.search(said):
        return EffectStage.TASK if _TASK.search(said) else EffectStage.INPUT
    if _SAYS_NO_MORE.match(said):
        said = words  # "arm_controller: Aborted": its own name says what
    found = (stage for stage, pattern in _PATTERNS if pattern.search(said))
    stage = next(found, EffectStage.PART)
    is_supply = stage is EffectStage.PART and _SUPPLY.search(words) is not None
    return EffectStage.SUPPLY if is_supply else stage


def moves_the_robot(text: str) -> bool:
    """Tell whether a text is about what moves the robot, so that its failure ends motions."""
    return _ACTUATION.search(plain_words(text)) is not None


def ends_data(text: str) -> bool:
    """Tell whether a text is about a sensor that gives no data."""
    words = plain_words(text)
    return _SENSES.search(words) is not None and _DEAD.search(words) is not None


def wants_data(text: str) -> bool:
    """Tell whether a text is about something that failed for want of a sensor's data."""
    return _READS.search(message_of(plain_words(text))) is not None


def is_lost_link(text: str) -> bool:
    """Tell whether a text says that a part does not answer: nothing that it tells is measured."""
    return _NO_ANSWER.search(message_of(plain_words(text))) is not None


def fails_without_power(text: str) -> bool:
    """Tell whether a text is about a part that is cut off with the drives."""
    words = plain_words(text)
    return _ACTUATION.search(words) is not None and _DEAD.search(words) is not None
