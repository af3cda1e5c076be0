"""Robot Resource Names (RCAN §4.1; rules.md §3.6)."""

from __future__ import annotations

import re
import secrets

_RRN = re.compile(r"RRN(-[A-Z0-9]{2,8})?-[0-9]{8,16}", re.ASCII)
RRN_FORM = "RRN-, an optional manufacturer of 2 to 8 capitals or digits and -, 8 to 16 digits"


def is_rrn(text: str) -> bool:
    """Tell whether the whole of ``text`` is a Robot Resource Name."""
    return _RRN.fullmatch(text) is not None


def named_rrn(rrn: str, name: str, *, is_fleet: bool = False) -> str:
    """Return how people are told of a robot, or of the server of a fleet: ``Alex (RRN-…)``."""
    label = f"{name} ({rrn})" if name else rrn
    return f"the fleet {label}" if is_fleet else label


def local_rrn() -> str:
    """Make a name for a robot that has been registered nowhere (rules.md §3.6)."""
    return f"RRN-LOCAL-{secrets.randbelow(10**12):012d}"
