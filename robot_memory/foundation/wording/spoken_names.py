"""People's words for drivers' names: "/front/scan" is the front lidar (rules.md §1.12).

Keys, tags and evidence keep the names of topics and columns. Only a text that begins with such a
name is shown with words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

#: The detectors' words after the name of a topic or a signal.
_SAYS = re.compile(
    r"^(?P<on>Messages on |Battery on )?(?P<name>/[^:;]{1,200}?)"
    r"(?P<said> (?:falls? silent|slows? down|comes? in bursts|sees nothing|loses its fix"
    r"|is raised|is lost|is true|is false|stands? still|is too (?:high|low)|rose from|fell from"
    r"|counts|is noisier|leaps by|no longer follows|follows|comes every|is stamped"
    r"|is beyond|have (?:a )?header stamps?|runs low|loses voltage|tells a charge|is overheating"
    r"|lost a publisher|is dead|has |is too cold|let its|sends no telemetry)\b.*)$"
)
_WHILE = re.compile(r"\bwhile (/[^:;—]{1,200}?) is (?=above|below|-?\d)")  # in limits
_WIDE = list(map(chr, range(0x80, 0x2000)))  # all letters with two cases except rare ones
_UPPER = "A-Z" + "".join(filter(str.isupper, _WIDE))
_LOWER = "a-z" + "".join(filter(str.islower, _WIDE))
_SIGNS = r"\u0300-\u036f\u0900-\u0dff\u0e31-\u0e4e"  # marks that belong to the letter before
#: Units with letters of both cases, which are no CamelCase words.
_UNIT = r"(?:[mukh](?:[AVWN]|Pa|Ah|Wh|Hz)|[MG](?:Pa|Wh|Hz))"
_PART = re.compile(
    rf"(?<![^\W\d_]){_UNIT}(?![^\W\d_])|[{_UPPER}]+(?![{_LOWER}])\d*|[{_UPPER}]?[{_LOWER}]+\d*"
    rf"|(?:(?![{_UPPER}{_LOWER}])[^\W\d_]|[{_SIGNS}])+\d*|\d+"
)
_IS_UNIT = re.compile(_UNIT)
_NUMBERED = re.compile(r"(\D+?)(\d{1,2})")
_CALLED = {
    "scan": "lidar", "laser": "lidar", "laserscan": "lidar", "imu": "IMU", "gps": "GPS",
    "gnss": "GPS", "fix": "GPS", "navsat": "GPS", "odom": "odometry", "mag": "magnetometer",
    "temp": "temperature", "bat": "battery", "batt": "battery", "bms": "battery",
    "cam": "camera", "baro": "barometer", "ft": "force sensor", "wrench": "force sensor",
    "sonar": "sonar", "tof": "range finder", "vel": "velocity", "pos": "position",
    "cur": "current", "curr": "current", "volt": "voltage", "trq": "torque",
    "accel": "acceleration",
    "j": "joint", "jnt": "joint", "mot": "motor", "ax": "axis", "w": "wheel",
    "fl": "front left", "fr": "front right", "rl": "rear left", "rr": "rear right",
    "percentage": "charge", "pct": "percent", "cmd": "command", "lin": "linear", "ang": "angular",
}  # fmt: skip
#: Words of a name without information.
_EMPTY = frozenset(
    """
    data state states status msg msgs topic raw value values info dataset log record recording run
    table csv file export sensor sensors device driver node ros robot twist
    """.split()
)
_QUANTITIES = frozenset(
    """
    acceleration charge current effort force humidity level load position power pressure rate speed
    temperature torque velocity voltage
    """.split()
)
#: A namespace for flags: the fault of what its topics name.
_FAULTS = frozenset({"alarm", "error", "failure", "fault"})
#: Attributes of a fault, which follow its name: "error code".
_OF_FAULTS = frozenset(
    {"code", "codes", "count", "counter", "id", "level", "message", "rate", "text", "type"}
)
#: Words of a flag that state a fault or a condition, but name no thing.
_OWNED = (
    _FAULTS
    | _QUANTITIES
    | frozenset(
        """
        active alarms alive bad blocked connected connection critical detected disconnected errors
        exceeded failed failures faults flag flags general good healthy high internal invalid is
        limit limits lost low no not ok online out over overcurrent overheat overheated overheating
        overload overloaded overtemp overtemperature overvoltage raised ready stall stalled stuck
        time timed timeout timeouts triggered under undercurrent undervoltage unhealthy unknown
        valid warning warnings
        """.split()
    )
)
_OF_FLAGS = re.compile(r" is (?:raised|lost|true|false)\b")
#: The last word of a name, and a unit after a number or its place: "[bar]", "temp_C", "… bar".
_LAST = re.compile(r"(?:_|\s?[\[(]|\s)([^\s_\[\]()]{1,8})[\])]?$")
_MEASURED = re.compile(r"[\d…] (°?[^\W\d_][^\s,;()—]{0,7})")
_STAMPED = 4  # digits of a date or a serial number
_LONGEST_UNREADABLE = 2  # letters of an abbreviation that nobody could read


def spoken(text: str, name_of: Callable[[str], str] | None = None) -> str:
    """Return the text of an entry with people's words for the topic at its beginning.

    A limit also has a topic in its condition. ``name_of`` returns people's name for a topic; None:
    :func:`spoken_name`.
    """
    if "/" not in text:  # no topic, as in most texts
        return text
    name_of = name_of or spoken_name
    text = _WHILE.sub(lambda found: f"while {name_of(found[1]) or found[1]} is ", text)
    found = _SAYS.match(text)
    if found is None:
        return text
    named = _without_unit(found["name"], found["said"])
    name = name_of(named)
    if name and _OF_FLAGS.match(found["said"]) and set(name.lower().split()) <= _OWNED:
        # "timeout" alone lacks its subject; without columns the topic is already the full name
        topic, _, labels = named.partition(" ")
        name = f"{name} on {topic}" if labels else ""
    if not name:
        return text
    if found["on"] == "Messages on ":
        return f"Messages of the {name}{found['said']}"
    return f"{name[0].upper()}{name[1:]}{found['said']}"


def _without_unit(name: str, said: str) -> str:
    """Return a column's name without the unit at its end, if its numbers have that unit."""
    last = _LAST.search(name) if " " in name else None
    units = map(_letters, _MEASURED.findall(said))
    is_unit = last is not None and _letters(last[1]) in filter(None, units)
    return name[: last.start()] if last is not None and is_unit else name


def _letters(unit: str) -> str:
    return "".join(filter(str.isalpha, unit)).lower().removeprefix("deg")


def topic_in(text: str) -> str:
    """Return the topic, or its field, at the beginning of a text; empty if there is none."""
    found = _SAYS.match(text)
    return found["name"] if found else ""


def spoken_name(raw: str) -> str:
    """Return people's name for a topic or its field; empty if no word of it is readable."""
    parts = [words for part in _parts(raw) if (words := _words(part))]
    words = list(dict.fromkeys(word for part in parts for word in part))
    if not any(len(word) > _LONGEST_UNREADABLE or not word.isascii() for word in words):
        return ""
    if len(words) > 1 and (words[0] in _QUANTITIES or _are_faults(raw, parts)):
        words = [*words[1:], words[0]]  # "current joint 1", "failure engines"
    return " ".join(words)


def _are_faults(raw: str, parts: list[list[str]]) -> bool:
    """Whether the namespace of a topic says that its subject has a fault."""
    is_topic = raw.startswith("/") and " " not in raw
    if not is_topic or len(parts) != 2 or len(parts[0]) != 1:
        return False
    return parts[0][0] in _FAULTS and parts[1][-1] not in _OF_FAULTS


def _parts(raw: str) -> list[str]:
    """Return the meaningful parts of a name; for a topic with columns, the columns."""
    topic, _, labels = raw.partition(" ")
    parts = [part for part in re.split(r"[/\s.]+", labels) if part]
    if not parts or not _says_nothing(topic):
        parts = [*(part for part in topic.split("/") if part), *parts]
    return parts


def _says_nothing(topic: str) -> bool:
    """Whether a topic is only a list of joints, or a recording's file."""
    words = [word for part in topic.split("/") for word in _PART.findall(part)]
    return all(
        word.lower() in _EMPTY | {"joint", "joints", "diagnostics"} or word.isdigit()
        for word in words
    )


def _words(part: str) -> list[str]:
    words: list[str] = []
    for piece in _PART.findall(unicodedata.normalize("NFC", part)):
        if _IS_UNIT.fullmatch(piece):
            words.append(piece)
            continue
        numbered = _NUMBERED.fullmatch(piece)
        stem, number = (numbered[1], numbered[2]) if numbered else (piece, "")
        if stem.lower() in _EMPTY or sum(map(str.isdigit, stem)) >= _STAMPED:
            continue
        called = _CALLED.get(stem.lower(), stem.lower())
        is_letter = stem.lower() in ("j", "w") and not number
        words += [stem if is_letter else called, *([number] if number else [])]
    return words
