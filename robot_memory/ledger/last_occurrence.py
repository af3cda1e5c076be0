"""What the newest rows of an entry say of its last occurrence: whether it goes on, or how it ended.

Specification: rules.md §1.15.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from robot_memory.ledger.day_row import FOLDED
from robot_memory.ledger.observation import Kind, stamp_from_text

#: In the detail of a row: it was seen in moments, as a logged line is; nobody says when it is over.
MOMENTARY = "momentary"
#: Reads the newest rows of an entry for :func:`last_of`.
NEWEST_SQL = """
SELECT ts, kind, key, boot_id, detail_json FROM observations
WHERE entry_id = ? AND kind IN ('onset', 'end') AND key IS NOT NULL ORDER BY id DESC LIMIT 20
"""


@dataclass(frozen=True)
class LastOccurrence:
    """The last occurrence of what an entry is about.

    Attributes:
        time: of one that goes on its onset, of several the first; else of the newest row. UTC.
        boot: in which boot that was.
        goes_on: whether no row of that boot says that it ended; never of what is seen in moments.
        seconds: how long it lasted; None while it goes on, or where no row says so.
    """

    time: datetime
    boot: str
    goes_on: bool
    seconds: float | None = None


def last_of(found: Iterable[tuple[str, str, str, str, str]]) -> LastOccurrence | None:
    """Return the last occurrence of an entry; None where no detector saw one.

    An entry may be about several keys: it goes on while one of them does.
    """
    newest: dict[str, tuple[datetime, str, str, dict[str, object]]] = {}
    for ts, kind, key, boot, text in found:
        newest.setdefault(key, (stamp_from_text(ts), kind, boot, json.loads(text)))
    if not newest:
        return None
    rows = list(newest.values())
    boot = rows[0][2]
    open_since = [time for time, kind, of, detail in rows
                  if kind == Kind.ONSET.value and of == boot
                  and FOLDED not in detail and MOMENTARY not in detail]  # fmt: skip
    if open_since:
        return LastOccurrence(min(open_since), boot, goes_on=True)
    time, kind, _, detail = rows[0]
    is_end = kind == Kind.END.value and MOMENTARY not in detail
    lasted = detail.get("lasted") if is_end else None
    seconds = float(lasted) if isinstance(lasted, (int, float)) else None
    return LastOccurrence(time, boot, goes_on=False, seconds=seconds)
