"""Which numbers a freeze frame may show, and under which onsets are compared.

See docs/explanation/perception.md, "The ten seconds before an onset".
"""

from __future__ import annotations

import re

from robot_memory.perception.conditions.own_signals import TABLE
from robot_memory.perception.generic.readable_types import is_standard
from robot_memory.perception.generic.signal_name import DIAGNOSTICS
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


#: Fields of the types of ROS itself.
_STANDARD = re.compile(
    r"^(linear_acceleration|angular_velocity|magnetic_field|wrench\.(force|torque))\.[xyz]$"
    r"|^(effort|velocity|position|temperature|fluid_pressure|relative_humidity|range|illuminance"
    r"|latitude|data)$"
)


def is_shown(message_type: str, quantity: str, remark: str = "") -> bool:
    """Tell whether a number says how a part is.

    Args:
        message_type: of its message.
        quantity: the field, the key or the column.
        remark: what the definition of the message says behind the field.
    """
    if message_type in (DIAGNOSTICS, TABLE):
        return True
    if is_standard(message_type):
        return _STANDARD.search(quantity) is not None
    told = snake_case(quantity)
    if _OTHER.search(told):
        return False
    return _NAME.search(told) is not None or _UNIT.search(remark) is not None
