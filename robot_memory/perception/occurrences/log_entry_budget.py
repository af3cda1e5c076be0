"""How many entries log messages may make a day, and what becomes of the others (rules.md §2.13).

A noisy robot logs a thousand different texts a day that nobody will ever see again. So a new
warning makes an entry while half of the day's budget is left, a new error while a quarter is left,
a repeated warning while any is left, and a repeated error always. All others are counted together,
in one entry for each node, whose evidence lists their texts.
"""

from __future__ import annotations

import hashlib
import math
import re
from array import array
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from robot_memory.foundation.token_bucket import Allowance, TokenBucket
from robot_memory.ledger import Key, Severity
from robot_memory.perception.masking.component_names import shown
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.occurrences.quota import NOTICE

_DAY = 86400.0  # s
_AGAIN = 600.0  # s from the first time on until a message has come again
_MOST_SEEN = 16_384  # places for messages that came
_MOST_NODES = 32  # nodes of which messages are counted apart
_SEEN = re.compile("([0-9a-f]{12})*")
_KIND = "one-off messages"


class LogEntryBudget:
    """Decides which log messages may make an entry.

    What came before is known by digests in a table of bounded size, kept across restarts.

    Args:
        per_day: so many entries a day; as many at once after a quiet day.
        knows: tells whether the memory has an entry for a key, be it an archived one.
    """

    def __init__(self, per_day: int, knows: Callable[[Key], bool] = lambda key: False) -> None:
        self._per_day = per_day
        self._knows = knows
        self._bucket = TokenBucket(Allowance(float(per_day), per_day / _DAY), 0.0)
        self._marks = array("L", [0]) * _MOST_SEEN
        self._since = array("d", [0.0]) * _MOST_SEEN
        self._counts: dict[str, int] = {}

    def knows(self, key: Key) -> bool:
        """Tell whether the memory has an entry for a key."""
        return self._knows(key)

    def note_recurrence(self, key: Key, stamp: float) -> bool:
        """Note that a message came; tell whether it came before, or has been coming for long."""
        digest = hashlib.blake2b(key.to_text().encode(errors="replace"), digest_size=8).digest()
        place = int.from_bytes(digest[:4], "big") % _MOST_SEEN
        mark = int.from_bytes(digest[4:], "big") or 1
        if self._marks[place] != mark:
            self._marks[place], self._since[place] = mark, stamp
        return stamp - self._since[place] >= _AGAIN

    def has_room(self, severity: Severity, stamp: float, *, again: bool) -> bool:
        """Tell whether a message may make an entry."""
        is_error = severity is Severity.ERROR
        if again and is_error:
            return True
        kept_back = 0.0 if again else self._per_day * (0.25 if is_error else 0.5)
        return self._bucket.left(stamp) >= 1.0 + kept_back

    def take(self, stamp: float) -> None:
        """Note that a message makes an entry."""
        if self._bucket.left(stamp) > -self._per_day:
            self._bucket.take()

    def counted(self, node: str, text: str) -> Detection:
        """Count a message that makes no entry of its own; return what tells of it."""
        name = self._name(node)
        self._counts[name] = self._counts.get(name, 0) + 1
        return Detection(
            key=Key(NOTICE, name, _KIND),
            present=True,
            text=f"{shown(name)} logs more new messages than may make entries: the evidence lists "
            "them",
            magnitude=float(self._counts[name]),
            kind=_KIND,
            left_out=text,
            debounce=Debounce(onset=0.0, end=_DAY / 24, quiet=_DAY / 6, momentary=True),
        )

    def _name(self, node: str) -> str:
        is_known = node in self._counts or len(self._counts) < _MOST_NODES
        return node if is_known else "The robot as a whole"

    # -- across restarts -------------------------------------------------------------------

    def state(self) -> Mapping[str, Any]:
        """Return what came before and what was counted, as JSON data."""
        places = ((place, mark) for place, mark in enumerate(self._marks) if mark)
        seen = "".join(f"{place:04x}{mark:08x}" for place, mark in places)
        return {"seen": seen, "counts": self._counts}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on with what :meth:`state` returned before a restart.

        Raises:
            ValueError: it is of another kind; nothing was taken over.
        """
        seen, counts = state.get("seen"), state.get("counts")
        if not (isinstance(seen, str) and _SEEN.fullmatch(seen) and isinstance(counts, dict)):
            raise ValueError("what log messages came before is not readable")
        self._counts = {str(name): int(count) for name, count in counts.items()}
        for at in range(0, len(seen), 12):
            place = int(seen[at : at + 4], 16) % _MOST_SEEN
            self._marks[place], self._since[place] = int(seen[at + 4 : at + 12], 16), -math.inf

    def spend(self, made: Iterable[datetime], now: datetime, stamp: float) -> None:
        """Take what the entries of the last days took, as if there had been no restart.

        Args:
            made: when log messages made entries.
            now, stamp: the present time, and the same on the detectors' time axis.
        """
        times = sorted(stamp - (now - time).total_seconds() for time in made if time <= now)
        self._bucket = TokenBucket(self._bucket.allowance, times[0] if times else stamp)
        for time in times:
            self.take(time)
