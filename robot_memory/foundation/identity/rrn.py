"""Robot Resource Names (RCAN §4.1; rules.md §3.6)."""

from __future__ import annotations

import re
import secrets

_RRN = re.compile(r"RRN(-[A-Z0-9]{2,8})?-[0-9]{8,16}", re.ASCII)
RRN_FORM = "RRN-, an optional manufacturer of 2 to 8 capitals or digits and -, 8 to 16 digits"


def is_rrn(text: str) -> bool:
    """Whether the whole text is a Robot Resource Name."""
    return _RRN.fullmatch(text) is not None


def named_rrn(rrn: str, name: str, *, is_fleet: bool = False) -> str:
    """Return the label of a robot, or of a fleet's server, for people: ``Alex (RRN-…)``."""
    label = f"{name} ({rrn})" if name else rrn
    return f"the fleet {label}" if is_fleet else label


def local_rrn() -> str:
    """Make a name for a robot that is not registered anywhere (rules.md §3.6)."""
    return f"RRN-LOCAL-{secrets.randbelow(10**12):012d}"
