"""Which battery a message is about, and whether it says that it is low.

A pack is told as a voltage, a percentage, a warning and a line of a log, by drivers that do not
know of one another. English, as drivers write it.
"""

from __future__ import annotations

import re

from robot_memory.foundation.wording.plain_words import plain_words
from robot_memory.foundation.wording.subject import message_of

_BATTERY = r"(?:battery|batteries|batt|bat|bms|lipo)"
_IS_BATTERY = re.compile(rf"\b{_BATTERY}\d?\b|\bstate of charge\b|\bsoc\b")
_LOW = re.compile(
    r"\b(?:low|empty|critical\w*|depleted|dying|discharged|drained|exhausted|below|under ?voltage"
    r"|recharge|recharging|please charge|needs? (?:to )?charg\w*|insufficient|not enough|weak|dead"
    r"|died|flat|runs? out|running out|less than \d+)\b"
    rf"|\b{_BATTERY}\d?(?: (?:level|charge|state|percentage|voltage|soc|is|at|only))+:? ?\d"
    rf"|\b{_BATTERY}\d?: ?\d|\b{_BATTERY}\d? \d[\d ]* ?(?:%|percent|v\b|volts?)"
)
#: Another fault than a low charge.
_ELSE = re.compile(
    r"\b(?:temperature|cold|hot|overheat\w*|cells?|imbalance\w*|balanc\w*|communicat\w*|comm"
    r"|time ?out|timed out|not (?:found|detected|connected|present|respond\w*)|disconnect\w*"
    r"|missing|telemetry|health|capacity|charger|over ?voltage|over ?current|over ?temp\w*"
    r"|short ?circuit|fuse|fan|insulation|isolation|sensor|rate|frequency|plugin)\b"
)
_GAUGE = re.compile(r"\b(?:voltage|charge|percent\w*|soc|level|remaining)\b")
_ROLE = (
    r"(?:left|right|front|rear|back|top|bottom|upper|lower|main|aux|auxiliary|backup|spare|primary"
    r"|secondary|second|logic|drive|motor|traction|arm|tool|payload|gripper|internal|external"
    r"|pc|computer|laptop|remote|controller|joystick|gamepad|transmitter|rc|tablet|phone|clock"
    r"|cmos)"
)
_NUMBER = r"\d{1,2}(?![\d.,:]|\s?(?:%|percent|volts?\b|v\b|mv\b|a\b|ah\b|of\b|ms\b|s\b|°))"
_NAMED = re.compile(
    rf"\b({_ROLE}|[a-z]+[ _-]?\d{{1,3}})[ _-]+{_BATTERY}\b"  # "beacon 12 battery"
    rf"|\b{_BATTERY}[ _-]?(?:(?:no\.?|nr\.?|number|id|pack|module|unit|slot)[ _-]?)?[#(]?"
    rf"({_NUMBER}|{_ROLE})\b"
)
_TOPIC_WORDS = re.compile(rf"(?<![a-z\d])(?:{_ROLE}|\d{{1,2}}|[a-d])(?![a-z\d])")
_GLUED = re.compile(rf"({_BATTERY})(\d)")


def says_battery_is_low(text: str) -> bool:
    """Tell whether the text of an entry says that a battery has little charge left."""
    words = plain_words(text)
    said = message_of(words)
    is_low = _LOW.search(said) is not None and _ELSE.search(said) is None
    return is_low and _IS_BATTERY.search(words) is not None


def tells_charge(name: str) -> bool:
    """Tell whether a signal is the voltage or the charge of a battery."""
    words = plain_words(name)
    is_gauge = _GAUGE.search(words) is not None and _ELSE.search(words) is None
    return is_gauge and _IS_BATTERY.search(words) is not None


def pack_in_text(text: str) -> str:
    """Return which of several batteries a text is about: "2", "left"; empty where it is the one."""
    named = sorted({one or other for one, other in _NAMED.findall(text.lower())})
    return " ".join(named)


def pack_in_topic(topic: str) -> str:
    """Return which of several batteries a topic is about; empty where it is the one."""
    words = _GLUED.sub(r"\1 \2", topic.lower()).replace("_", " ").replace("/", " ")
    return " ".join(sorted(set(_TOPIC_WORDS.findall(words))))
