"""The date of a log that has no GPS: its path or its text names when logging began.

PX4 calls a log `log/2022-07-13/09_10_11.ulg`, and says so in it; ground stations call what they
download `log_12_2022-7-13-09-10-11.ulg`. The times are UTC, or ahead of it by `time_ref_utc`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from pathlib import Path

MOMENT = re.compile(
    r"(?<!\d)(20\d\d)-?(\d{1,2})-?(\d{1,2})[/_T -](\d{1,2})[_:-]?(\d{2})[_:-]?(\d{2})(?!\d)"
)
NAMED = 3
"""How many names at a path's end may tell the time: those of the file and of its folders."""

FILE = re.compile(r"Opened full log file: (\S+)")


def begun(path: Path, said: Iterable[str], ahead: timedelta) -> datetime | None:
    """When logging began, UTC; None where neither the path nor the text tells.

    Args:
        said: the text in it.
        ahead: by how much the times in names are ahead of UTC.
    """
    told = [match[1] for text in said if (match := FILE.search(text))]
    for name in ["/".join(path.absolute().parts[-NAMED:]), *told]:
        moment = _moment(name)
        if moment is not None:
            return moment - ahead
    return None


def _moment(name: str) -> datetime | None:
    for match in MOMENT.finditer(name):
        try:
            year, month, day, hour, minute, second = map(int, match.groups())
            return datetime(year, month, day, hour, minute, second, tzinfo=timezone.utc)
        except ValueError:  # digits that are no date
            continue
    return None
