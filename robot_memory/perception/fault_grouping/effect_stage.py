"""The stage of a message between cause and effect: stop, part, drives, controller, task, goal.

Faults propagate: a stop disables the drives, so that a controller aborts, so that a plan fails and
the goal is aborted. The patterns match English, as drivers write it.

Specification: rules.md §10.6.
"""

from __future__ import annotations

import re
from enum import IntEnum

from robot_memory.foundation.wording.plain_words import plain_words
from robot_memory.foundation.wording.subject import Subject, message_of, subject_of


class EffectStage(IntEnum):
    """A message's place in the chain; a cause never has a greater number than its effect."""

    STOP = 0  # a person or a safety function stopped the robot
    ACT = 1  # another act of an operator: another mode, disarmed
    PART = 2  # any other fault
    POWER = 3  # drives, motors or their interface are off
    CONTROL = 4  # a controller or a trajectory ended early
    TASK = 5  # planning, navigation or a mission failed
    GOAL = 6  # an action server ended a goal without a reason


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
_CONTROLS = (  # a lost control signal is no effect: the operator's link is a separate part
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


_SAYS_NO_MORE = re.compile(rf"(?:{_ENDS_EARLY}|{_OFF})\b")
#: Texts that say only that a goal ended; a message with a reason is about that reason.
_GOAL_ENDED = re.compile(
    r"(?:.{1,80}\baction server\]? )?abort\w* (?:(?:the|current) )?(?:handle|goal)"
    r"|.{1,80} aborts its goal"
    r"|(?:(?:the|current) )?goal (?:(?:was|is|has been) )?(?:aborted|failed|cancell?ed|preempted)"
)
_PATTERNS = (
    (EffectStage.TASK, _together(_TASKS, _ENDS_EARLY)),
    (EffectStage.CONTROL, _together(_CONTROLS, _ENDS_EARLY)),
    (EffectStage.POWER, _together(_DRIVES, _OFF)),
)
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
    """Return the stage of an entry's text in the chain from a cause to its effects."""
    words = plain_words(text)
    if _STOPS.search(words):
        return EffectStage.STOP
    if subject_of(text) is Subject.OPERATOR:
        return EffectStage.ACT
    said = message_of(words)
    if _GOAL_ENDED.fullmatch(said):
        return EffectStage.GOAL
    if _SAYS_NO_MORE.match(said):
        said = words  # "arm_controller: Aborted": only the name says what
    found = (stage for stage, pattern in _PATTERNS if pattern.search(said))
    return next(found, EffectStage.PART)


def moves_the_robot(text: str) -> bool:
    """Tell whether a text is about a moving part of the robot, whose failure ends motions."""
    return _ACTUATION.search(plain_words(text)) is not None


def is_lost_link(text: str) -> bool:
    """Tell whether a text says that a part does not answer, so that it measures nothing."""
    return _NO_ANSWER.search(message_of(plain_words(text))) is not None


def fails_without_power(text: str) -> bool:
    """Tell whether a text is about a part that loses power together with the drives."""
    words = plain_words(text)
    return _ACTUATION.search(words) is not None and _DEAD.search(words) is not None
