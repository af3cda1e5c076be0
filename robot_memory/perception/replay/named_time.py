"""When a recording began, by the names of its file and folders."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from pathlib import Path

_MOMENT = re.compile(
    r"(?<!\d)(20\d\d)-?(\d{1,2})-?(\d{1,2})[/_T -](\d{1,2})[_:-]?(\d{2})[_:-]?(\d{2})(?!\d)"
)
_NAMED = 3
"""How many names at a path's end may tell the time: those of the file and of its folders."""


def moment_of(path: Path) -> datetime | None:
    """The date and time that the end of a path tells, taken as UTC; None where it tells none."""
    return moment_in("/".join(path.absolute().parts[-_NAMED:]))


def moment_in(name: str) -> datetime | None:
    """The date and time in a name, taken as UTC; None where it has none."""
    for match in _MOMENT.finditer(name):
        try:
            year, month, day, hour, minute, second = map(int, match.groups())
            return datetime(year, month, day, hour, minute, second, tzinfo=timezone.utc)
        except ValueError:  # digits that are no date
            continue
    return None
