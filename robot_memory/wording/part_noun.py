"""The noun for the part that a text is about, so that advice says "the lidar's cable", not "its".

English. What the part said decides before the name of who speaks: a board tells of its motors.
"""

from __future__ import annotations

import re

from robot_memory.wording.known_nodes import part_of_product

_MODIFIER = (
    r"(?:wheel|joint|motor|servo|gripper|laser|inertial|pressure|force|torque|temperature|current"
    r"|voltage|cliff|relay|power|io|satellite|flight|finger|hall|range|depth|position|steering)"
)
_WITH_MODIFIER = (
    r"(?:encoders?|sensors?|motors?|controllers?|drivers?|boards?|modules?|scanners?|receivers?"
    r"|supply|units?)"
)
_ALONE = (
    r"(?:lidars?|lasers?(?! scan)|scanners?|cameras?|imu|gyro\w*|accelerometers?|gps|gnss|radars?"
    r"|sonars?|compass|magnetometer|barometer|(?<!video )(?<!image )(?<!h264 )(?<!jpeg )encoders?"
    r"|bumpers?|joysticks?|gamepads?|antennas?"
    r"|tachometers?|motors?|servos?|actuators?|drives?(?! on\b)|thrusters?|inverters?|amplifiers?"
    r"|grippers?|fingers?|wheels?|joints?(?! (?:states?|trajectory))|arm|winch|lift|pumps?|valves?"
    r"|batter(?:y|ies)|bms|chargers?|mcu|plc|fcu|autopilot|arduino|teensy|esp32|stm32|dynamixels?"
    r"|microcontroller|fans?|cpu|gpu|receiver|sensors?)"
)
#: A program; "motor driver" is a board.
_READS = re.compile(
    r"\b(inertial|pressure|force|torque|temperature|current|voltage|cliff|hall|range|depth"
    r"|position) drivers?\b"
)
_DRIVES = re.compile(r"\b(laser|gripper|finger) drivers?\b")
_GENERAL = r"(?:\w*boards?|slaves?|devices?)"
_SPECIAL = re.compile(rf"\b(?:{_MODIFIER} {_WITH_MODIFIER}|motors? m\d|m\d|{_ALONE})\b")
_OTHER = re.compile(rf"\b{_GENERAL}\b")
_CHANNEL = re.compile(r"m\d")
_CAPITALS = re.compile(r"\b(?:imu|gps|gnss|bms|mcu|plc|fcu|cpu|gpu|io|esp32|stm32|m\d)\b")
_BRANDS = re.compile(r"\b(?:arduino|dynamixels?|teensy)\b")
#: End in "s", and are one.
_SINGULAR = re.compile(r"(?:gps|gnss|bms|compass)$", re.IGNORECASE)


def with_noun(advice: str, words: str, said: str) -> str:
    """Return advice with the noun for its part: "let {it} cool" becomes "let the motor cool".

    Args:
        advice: with ``{it}`` and ``{its}`` where the noun belongs; without a noun they are "it" and
            "its", or the device that has a cable.
        words: the text of an entry as plain words.
        said: what the part said, of it.
    """
    if "{" not in advice:
        return advice
    noun = _noun(words, said)
    if not noun:
        is_wired = "{its} cable" in advice  # "its" would be nothing
        return advice.format(
            it="the device" if is_wired else "it", its="the device's" if is_wired else "its"
        )
    noun = noun if noun.startswith("motor M") else f"the {noun}"
    is_plural = noun.endswith("s") and _SINGULAR.search(noun) is None
    return advice.format(it=noun, its=f"{noun}'" if is_plural else f"{noun}'s")


def _noun(words: str, said: str) -> str:
    speaker = words.removesuffix(said)
    for pattern in (_SPECIAL, _OTHER):
        for text in (said, _without_driver(speaker)):
            found = pattern.search(text)
            if found is not None:
                return _spelt(found[0])
    return part_of_product(said) or part_of_product(speaker)


def _without_driver(speaker: str) -> str:
    """Return a name in which "inertial driver", a program, is "inertial sensor", what it drives."""
    return _DRIVES.sub(r"\1", _READS.sub(r"\1 sensor", speaker))


def _spelt(noun: str) -> str:
    named = f"motor {noun}" if _CHANNEL.fullmatch(noun) else noun
    return _BRANDS.sub(
        lambda brand: brand[0].capitalize(), _CAPITALS.sub(lambda name: name[0].upper(), named)
    )
