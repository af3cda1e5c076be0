"""What a reading with its unit is worth, so that "999 ms" is less than "1.2 s"."""

from __future__ import annotations

import re

_READING = re.compile(r"([-+−]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?)\s?(\D{1,40})")
_SCALES = {
    "s": {"h": 3600.0, "min": 60.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9},
    "m": {"km": 1e3, "cm": 1e-2, "mm": 1e-3},
    "V": {"kV": 1e3, "mV": 1e-3},
    "A": {"kA": 1e3, "mA": 1e-3},
    "W": {"kW": 1e3, "mW": 1e-3},
    "Hz": {"kHz": 1e3, "MHz": 1e6, "GHz": 1e9},
    "B": {"kB": 1e3, "KB": 1e3, "KiB": 1024.0, "MB": 1e6, "MiB": 1024.0**2, "GB": 1e9,
          "GiB": 1024.0**3},
    "Pa": {"hPa": 1e2, "kPa": 1e3, "MPa": 1e6, "mbar": 1e2, "bar": 1e5},
}  # fmt: skip
_BASE = {form: (base, scale) for base, forms in _SCALES.items() for form, scale in forms.items()}
_SPELLINGS = {
    "sec": "s", "second": "s", "msec": "ms", "millisecond": "ms", "usec": "us", "minute": "min",
    "hour": "h", "hr": "h", "volt": "V", "amp": "A", "meter": "m", "metre": "m", "byte": "B",
}  # fmt: skip


def in_base_unit(reading: str) -> tuple[float, str] | None:
    """Return a reading in the base unit of its quantity, and that unit; None: it is no reading.

    What is counted is its own unit, in the singular: "12 messages".
    """
    match = _READING.fullmatch(reading)
    if match is None:
        return None
    value, unit = float(match[1].replace("−", "-")), match[2].strip()
    unit = _singular(unit)
    base, scale = _BASE.get(_SPELLINGS.get(unit, unit), (_SPELLINGS.get(unit, unit), 1.0))
    return value * scale, base


def is_same_noun(one: str, other: str) -> bool:
    """Tell whether two readings are of one thing, counted once and several times."""
    first, second = _READING.fullmatch(one), _READING.fullmatch(other)
    return bool(first and second and _singular(first[2].strip()) == _singular(second[2].strip()))


def _singular(unit: str) -> str:
    if len(unit) < 4:
        return unit
    return unit.removesuffix("(s)").removesuffix("s")
