"""The name of a signal, its unit, and whether freeze frames show it.

See docs/explanation/perception.md, "The ten seconds before an onset".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from robot_memory.foundation.text.units import unit_of
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.generic.readable_types import is_standard
from robot_memory.perception.masking.masking import one_line, status_name
from robot_memory.perception.operating_record import TABLE
from robot_memory.perception.status_messages.fault_words import snake_case

DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
_BRACKETS = re.compile(r"\[[^\]]{0,512}\]")


@dataclass(frozen=True)
class SignalName:
    """A signal's name.

    Attributes:
        component: the part of the robot: ``/joint_states elbow``, ``base: Motor``.
        quantity: the name of the number: ``effort``, ``Temperature``; empty if the part has only
            one.
    """

    component: str
    quantity: str

    @cached_property
    def text(self) -> str:
        """Component and quantity in one."""
        return f"{self.component} {self.quantity}".strip()

    @classmethod
    def of(
        cls, topic: str, message_type: str, path: FieldPath, labels: Sequence[str]
    ) -> SignalName:
        """Name the number at a path.

        Args:
            labels: the names of the elements that contain the number.
        """
        elements = [one_line(label) for label in labels]
        quantity = _BRACKETS.sub("", path.text.strip("|"))
        if message_type == DIAGNOSTICS and elements:
            status, *rest = elements
            return cls(status_name(status), rest[-1] if rest else path.leaf)
        if not path.leaf and elements:  # every field: its name is the last label
            *elements, last = elements
            quantity = f"{quantity.rstrip('.*')}.{last}".lstrip(".")
        component = " ".join([topic, *elements])
        return cls(component, "" if quantity == "data" else quantity)


_IN_BRACKETS = re.compile(r"[(\[]\s*([^()\[\]\s]{1,8})\s*[)\]]\s*$")
_REMARK = re.compile(r"\[([^\]\s]{1,8})\]")
_LAST = re.compile(r"(?:^|_)([a-z]{1,8}|m_s2?|rad_s|l_min)$")
#: Units at the end of a name, after a "_", as they are shown.
_ENDINGS = {
    "c": "°C", "degc": "°C", "celsius": "°C", "degf": "°F", "v": "V", "volt": "V", "volts": "V",
    "mv": "mV", "a": "A", "amp": "A", "amps": "A", "ma": "mA", "w": "W", "watts": "W", "kw": "kW",
    "wh": "Wh", "ah": "Ah", "pa": "Pa", "hpa": "hPa", "kpa": "kPa", "mbar": "mbar", "bar": "bar",
    "psi": "psi", "rpm": "rpm", "hz": "Hz", "khz": "kHz", "s": "s", "sec": "s", "seconds": "s",
    "ms": "ms", "us": "µs", "ns": "ns", "m": "m", "cm": "cm", "mm": "mm", "km": "km", "mps": "m/s",
    "kmh": "km/h", "deg": "°", "rad": "rad", "mrad": "mrad", "n": "N", "nm": "N·m", "kg": "kg",
    "g": "g", "pct": "%", "percent": "%", "l": "l", "ml": "ml", "lpm": "l/min", "dbm": "dBm",
    "db": "dB", "lux": "lx", "ohm": "Ω", "mb": "MB", "gb": "GB", "m_s": "m/s", "m_s2": "m/s²",
    "rad_s": "rad/s", "l_min": "l/min",
}  # fmt: skip
_DEFINED = {"degC": "°C", "C": "°C", "m/s/s": "m/s²", "rad/s/s": "rad/s²", "Nm": "N·m"}
#: Fields of the types of ROS itself; REP 103.
_STANDARD = (
    (re.compile(r"(^|\.)temperature$"), "°C"), (re.compile(r"^voltage$|^cell_voltage$"), "V"),
    (re.compile(r"^current$"), "A"), (re.compile(r"^range$|(^|\.)position\.[xyz]$"), "m"),
    (re.compile(r"magnetic_field\.[xyz]$"), "T"), (re.compile(r"^illuminance$"), "lx"),
    (re.compile(r"(^|\.)force\.[xyz]$"), "N"), (re.compile(r"(^|\.)torque\.[xyz]$"), "N·m"),
    (re.compile(r"^(latitude|longitude)$"), "°"), (re.compile(r"^altitude$"), "m"),
)  # fmt: skip
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
#: Names of set values, calculated values and statistics.
_OTHER = re.compile(
    r"(^|_)(max|min|limit|limits|threshold|cutoff|nominal|rated|full|empty|set|setpoint|target"
    r"|desired|command|commanded|cmd|reference|ref|goal|scale|offset|bias|variance|var|covariance"
    r"|std|stddev|accuracy|resolution|error|prediction|predicted|consumed|count|index|id|version"
    r"|valid|enabled|source|integral|seq|sequence|estimate|estimated|status|state|mode|flags?|timestamp)(_|$)"
)
#: Shown fields of the types of ROS itself.
_SHOWN = re.compile(
    r"^(linear_acceleration|angular_velocity|magnetic_field|wrench\.(force|torque))\.[xyz]$"
    r"|^(effort|velocity|position|temperature|fluid_pressure|relative_humidity|range|illuminance"
    r"|latitude|data)$"
)


def unit_of_signal(quantity: str, *, is_standard: bool, remark: str = "") -> str:
    """Return the unit of a signal; empty if it is not known.

    Args:
        quantity: the field, the key or the column.
        is_standard: whether it is a field of a type of ROS itself, with standard units.
        remark: the comment after the field in its message definition.
    """
    bracket = _IN_BRACKETS.search(quantity) or _REMARK.search(remark)
    if bracket is not None:
        return _DEFINED.get(bracket[1], bracket[1])
    if is_standard:
        found = next((unit for field, unit in _STANDARD if field.search(quantity)), "")
        return found or (unit_of(quantity) if "." in quantity or "_" in quantity else "")
    last = _LAST.search(snake_case(quantity.rpartition(".")[2]))
    return _ENDINGS.get(last[1], "") if last is not None else ""


def is_shown(message_type: str, quantity: str, remark: str = "") -> bool:
    """Tell whether a number shows the state of a part; arguments as for :func:`unit_of_signal`."""
    if message_type in (DIAGNOSTICS, TABLE):
        return True
    if is_standard(message_type):
        return _SHOWN.search(quantity) is not None
    told = snake_case(quantity)
    if _OTHER.search(told):
        return False
    return _NAME.search(told) is not None or _UNIT.search(remark) is not None
