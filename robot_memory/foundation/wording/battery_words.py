"""Whether a message says that a battery is low; English, as drivers write it."""

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


def says_battery_is_low(text: str) -> bool:
    """Tell whether the text of an entry says that a battery has little charge left."""
    words = plain_words(text)
    said = message_of(words)
    is_low = _LOW.search(said) is not None and _ELSE.search(said) is None
    return is_low and _IS_BATTERY.search(words) is not None
