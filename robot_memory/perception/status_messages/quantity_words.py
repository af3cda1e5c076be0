"""Which numbers of a message are temperatures, voltages, currents and the like.

See docs/reference/detectors.md, "quantity".
"""

from __future__ import annotations

import re

from robot_memory.perception.status_messages.fault_words import snake_case

_NAME = re.compile(
    r"(^|_)(temp|temps|temperatures?|deg_?c|celsius|volts?|voltages?|vbus|vibration|pressures?)(_|$|\d)"
    r"|[a-z\d]_(v|mv|amps?|ma|rpm)$|(^|_)rpm(_|$)"
    r"|(^|_)currents?($|_(a|ma|amps?|measured|draw|left|right|front|rear|q|d|phase\w{0,80}"
    r"|battery\w{0,80})$)"
    r"|(^|_)current_(a|ma)_\w{1,80}$|(^|_)iq_measured$"
)
_UNIT = re.compile(
    r"\[(V|mV|A|mA|degC|°C|C|K|Pa|hPa|bar|m/s/s)\]"
    r"|\b(degrees? celsius|celsius|deg\.? ?c|volts?|amps|amperes|milliamps|pascals?)\b",
    re.IGNORECASE,
)
#: What is set, calculated or statistics.
_OTHER = re.compile(
    r"(^|_)(max|min|limit|limits|threshold|cutoff|nominal|rated|full|empty|set|setpoint|target"
    r"|desired|command|commanded|cmd|reference|ref|goal|scale|offset|bias|variance|var|covariance"
    r"|std|stddev|accuracy|resolution|error|prediction|predicted|consumed|count|index|id|version"
    r"|valid|enabled|source|integral|seq|sequence|estimate|estimated|status|state|mode|flags?|timestamp)(_|$)"
)


def is_quantity(name: str, remark: str = "") -> bool:
    """Tell whether a number is a physical quantity of a part, by its name or the remark on it.

    Args:
        name: of the field.
        remark: what its definition says behind it.
    """
    told = snake_case(name)
    if _OTHER.search(told):
        return False
    return _NAME.search(told) is not None or _UNIT.search(remark) is not None
