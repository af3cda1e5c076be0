"""The units of numbers in evidence, by the numbers' names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NONE = "1"  # SI: the unit one, such as for a share
_UNITS = {
    "speed": "m/s", "commanded": "m/s", "turn_rate": "rad/s", "turn": "rad/s",
    "turn_claimed": "rad/s", "distance": "m", "distance_claimed": "m", "x": "m", "y": "m",
    "battery": "%", "load": "A", "voltage": "V", "current": "A", "charge": _NONE,
    "temperature": "°C", "pressure": "Pa", "humidity": _NONE, "illuminance": "lx",
    "usual_illuminance": "lx", "jolt": "m/s²", "usual_jolt": "m/s²", "shock": "m/s²", "sigma": "m",
    "usual_sigma": "m", "share": _NONE, "usual_share": _NONE, "rate": "Hz", "usual": "Hz",
    "seconds": "s", "lasted": "s", "repeats": _NONE, "way": "m",
    "hours": "h", "expected": _NONE, "onsets": _NONE, "within": _NONE, "ratio": _NONE,
    "low": _NONE, "high": _NONE, "p": _NONE,
}  # fmt: skip
#: Fields with the same unit in all ROS messages.
_FIELDS = (
    (re.compile(r"\blinear_acceleration\.[xyz]$"), "m/s²"),
    (re.compile(r"\bangular_velocity\.[xyz]$"), "rad/s"),
    (re.compile(r"\btwist\.linear\.[xyz]$"), "m/s"),
    (re.compile(r"\btwist\.angular\.[xyz]$"), "rad/s"),
    (re.compile(r"\bfluid_pressure$"), "Pa"),
    (re.compile(r"\brelative_humidity$"), _NONE),
)
_BY_SIGNAL = ("frame", "before")
_PLACES = ("at", "place")
_STRENGTHS = ("strength", "usual_strength")


def unit_of(name: str) -> str:
    """Return the unit of a number; empty if it is the unit of the topic's own field."""
    known = _UNITS.get(name)
    if known is not None:
        return known
    return next((unit for field, unit in _FIELDS if field.search(name)), "")


def units_of(detail: Mapping[str, Any]) -> dict[str, str]:
    """Return the units of the numbers in a row's detail and context, by name, if known.

    Numbers of a position are named with their parent: ``at.x``.
    """
    units: dict[str, str] = {}
    for name, value in detail.items():
        if name in _BY_SIGNAL and isinstance(value, Mapping):
            units |= {signal: unit_of(signal) for signal in value if unit_of(signal)}
        elif name in _PLACES and isinstance(value, Mapping):
            of_point = "deg" if value.get("frame") == "wgs84" else "m"
            known = {"x": of_point, "y": of_point, "sigma": "m", "radius": "m"}
            units |= {f"{name}.{part}": unit for part, unit in known.items() if part in value}
        elif isinstance(value, bool) or not isinstance(value, (int, float)):
            continue
        elif name in _STRENGTHS:
            units[name] = "dBm" if value < 0 else "%"
        elif name == "limit" and unit_of(str(detail.get("variable", ""))):
            units[name] = unit_of(str(detail["variable"]))
        elif unit_of(name):
            units[name] = unit_of(name)
    return units
