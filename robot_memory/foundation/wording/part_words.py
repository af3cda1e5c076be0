"""The English words for robot parts, as drivers write them, by kind of part."""

from __future__ import annotations

import re
from collections.abc import Iterable

from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.foundation.wording.known_nodes import ACTUATOR_NAMES, BOARD_NAMES, SENSOR_NAMES
from robot_memory.foundation.wording.plain_words import plain_words


class PartKind(TextEnum):
    """The kind of a part, as far as it decides what to do; the value is its mark in a text."""

    ACTUATOR = "a"
    SENSOR = "s"
    POWER = "p"
    LINK = "l"
    BOARD = "b"


def _called(names: Iterable[str]) -> str:
    """Return a pattern of product names as plain words, the longest first."""
    return "|".join(re.escape(plain_words(name)) for name in sorted(names, key=len, reverse=True))


_WORDS = {  # the first match decides: "motor module" before "motor"
    PartKind.BOARD: (
        r"(?:\w*boards?(?! game)|(?:gpio|i ?o|relay|sensor|motor|analog|digital|can) modules?|mcu"
        r"|micro ?controllers?|arduino|esp32|teensy|stm32|fcu|ecu|plc|fpga"
        r"|autopilot|devices?(?! name)|hardware(?! interface)|joysticks?|gamepads?|game"
        r" controllers?"
        rf"|wiimote|pendant|space ?nav\w*|{_called(BOARD_NAMES)})"
    ),
    PartKind.SENSOR: (
        r"(?:lidars?|lasers?(?! scan)|scanners?|cameras?(?! info)|imus?|gyro\w*|accelerometers?"
        r"|magnetometers?|compass|barometers?|altimeter|airspeed|gps|gnss|radars?|sonars?"
        r"|ultrasonic"
        r"|range ?finders?|(?<!video )(?<!image )(?<!h264 )(?<!jpeg )encoders?|tachometers?"
        r"|potentiometers?|force torque|load ?cells?"
        r"|strain ?gauges?|thermocouples?|thermistors?|tactile|receivers?|dvl|antennas?|optical"
        r" flow|bumpers?"
        r"|(?:hall|cliff|temperature|pressure|current|voltage|force|touch|depth|humidity|light"
        r"|proximity|tilt|position|wheel|range|torque|gas|flow|level) sensors?|sensors?"
        rf"|{_called(SENSOR_NAMES)})"
    ),
    PartKind.ACTUATOR: (
        r"(?:motors?(?: drivers?| controllers?)?|drives?(?! (?:type|mode|on\b|command))|wheels?"
        r"|axis|axes|joints?|servos?|actuators?|gripper|thrusters?|brush(?:es)?|spindle|conveyor"
        r"|rollers?|steering|amplifiers?|inverters?|steppers?|winch|lift(?:er)?|turret|fingers?"
        r"|hand|flippers?|muscles?|pan tilt|esc|pumps?|valves?|propellers?|rotors?"
        rf"|arm(?! (?:poses?|groups?|goals?|plans?|trajector\w*|command))"
        rf"|{_called(ACTUATOR_NAMES)})"
    ),
    PartKind.POWER: (
        r"(?:batter(?:y|ies)|bms|power (?:supply|board|module|distribution)|psu|dc ?dc|converters?"
        r"|regulators?|chargers?|breakers?|docking station)"
    ),
    PartKind.LINK: (
        r"(?:serial|uart|rs ?232|rs ?485|(?:lib)?usb|can ?(?:bus|open)|canopen"
        r"|can(?= (?:connect|read|write|data|frames?|packets?|messages?|errors?|init|link|tx|rx"
        r"|device|node|interface|socket|port|driver|controller|communication|time ?out|timed))"
        r"|ether ?cat|i2c|spi(?= )"
        r"|ethernet|modbus|com ?port|tty\w*|field ?bus|profinet|slaves?|tcp|udp|xbee|[pse]do)"
    ),
}
_PART = re.compile("|".join(rf"\b(?P<{kind}>{_WORDS[kind]}\d{{0,2}})\b" for kind in _WORDS))


def with_parts_marked(words: str) -> str:
    """Return plain words with each part's name marked with its kind."""
    return _PART.sub(lambda part: f"{part[0].replace(' ', '_')}@{part.lastgroup}", words)
