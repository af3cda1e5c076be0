"""Limits the occurrences that may begin: quotas of sources, and a log budget (rules.md §2.13).

Thirty new faults of one component, and three hundred of the whole robot, may begin at once, and as
many in an hour; a third is reserved for faults that last. The others are held back for a minute: a
real fault is seen repeatedly, and begins once it has lasted. A fault that does not last is left
out, and an entry counts it. A fault that began before may always begin again.

A noisy robot logs a thousand different texts a day that will never occur again. So a new warning
makes an entry while half of the day's budget is left, a new error while a quarter is left, a
repeated warning while any is left, and a repeated error always. All others are counted together, in
one entry for each node, whose evidence lists their texts.
"""

from __future__ import annotations

import hashlib
import math
import re
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from robot_memory.entries.ranking import LOG
from robot_memory.foundation.token_bucket import Allowance, TokenBucket
from robot_memory.foundation.wording.varying_text import count_slots
from robot_memory.ledger import Key, Severity
from robot_memory.perception.masking.masking import shown
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.occurrences.occurrence import Occurrence

#: The detector in the keys of notices.
NOTICE = "quota"
_MOST_SOURCES = 512  # sources whose allowance is kept, the latest ones


class Quota:
    """Limits each source, and all sources together; ``everyone`` is the name for all of them."""

    def __init__(self, each: Allowance, together: Allowance, everyone: str) -> None:
        self._each = each
        self._all = TokenBucket(together, 0.0)
        self._everyone = everyone
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def refuses(self, source: str, stamp: float, *, lasting: bool = False) -> str:
        """Take one from the allowances; return the source over its limit, empty if there is none.

        A fault that has lasted for a while (``lasting``) may use the reserve. ``stamp``: seconds.
        """
        bucket = self._bucket(source, stamp)
        if not bucket.has_room(stamp, lasting=lasting):
            return source
        if not self._all.has_room(stamp, lasting=lasting):
            return self._everyone
        bucket.take()
        self._all.take()
        return ""

    def _bucket(self, source: str, stamp: float) -> TokenBucket:
        bucket = self._buckets.get(source)
        if bucket is None:
            bucket = self._buckets[source] = TokenBucket(self._each, stamp)
            if len(self._buckets) > _MOST_SOURCES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(source)
        return bucket


def too_much(source: str, count: int = 0, left_out: str = "") -> Detection:
    """Return the notice that a source is rate-limited, with how much was left out so far."""
    return Detection(
        key=Key(NOTICE, source, "rate-limited"),
        present=True,
        text=f"{source} reports more different things than can be remembered: it is rate-limited, "
        "and the evidence lists what did not last",
        magnitude=float(count),
        kind="rate-limited",
        left_out=left_out,
        debounce=Debounce(onset=0.0, end=60.0, quiet=600.0, ends_silently=True),
    )


_DAY = 86400.0  # s
_AGAIN = 600.0  # s after its first time from which a message counts as repeated
_MOST_SEEN = 16_384  # slots for known messages
_MOST_NODES = 32  # nodes whose messages are counted separately
_SEEN = re.compile("([0-9a-f]{12})*")
_KIND = "one-off messages"


class LogEntryBudget:
    """Decides which log messages may make an entry.

    Known messages are stored as digests in a table of bounded size, kept across restarts.

    Args:
        per_day: entries per day; as many at once after a quiet day.
        knows: tells whether the memory has an entry for a key, even an archived one.
    """

    def __init__(self, per_day: int, knows: Callable[[Key], bool] = lambda key: False) -> None:
        self._per_day = per_day
        self.knows = knows
        self._bucket = TokenBucket(Allowance(float(per_day), per_day / _DAY), 0.0)
        self._marks = array("L", [0]) * _MOST_SEEN
        self._since = array("d", [0.0]) * _MOST_SEEN
        self._counts: dict[str, int] = {}

    def note_recurrence(self, key: Key, stamp: float) -> bool:
        """Note a message; tell whether it is known from before a restart, or since 10 min ago."""
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
        """Count a message that makes no entry of its own; return the notice that lists it."""
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
        """Return the known messages and the counts, as JSON data."""
        places = ((place, mark) for place, mark in enumerate(self._marks) if mark)
        seen = "".join(f"{place:04x}{mark:08x}" for place, mark in places)
        return {"seen": seen, "counts": self._counts}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with a result of :meth:`state` from before a restart.

        Raises:
            ValueError: it has another structure; nothing was restored.
        """
        seen, counts = state.get("seen"), state.get("counts")
        if not (isinstance(seen, str) and _SEEN.fullmatch(seen) and isinstance(counts, dict)):
            raise ValueError("what log messages came before is not readable")
        self._counts = {str(name): int(count) for name, count in counts.items()}
        for at in range(0, len(seen), 12):
            place = int(seen[at : at + 4], 16) % _MOST_SEEN
            self._marks[place], self._since[place] = int(seen[at + 4 : at + 12], 16), -math.inf

    def spend(self, made: Iterable[datetime], now: datetime, stamp: float) -> None:
        """Spend the budget on the entries that were made before a restart.

        ``stamp`` is ``now`` on the detectors' time axis, seconds.
        """
        times = sorted(stamp - (now - time).total_seconds() for time in made if time <= now)
        self._bucket = TokenBucket(self._bucket.allowance, times[0] if times else stamp)
        for time in times:
            self.take(time)


_EACH = Allowance(30.0, 30.0 / 3600.0, reserve=10.0, strain=600.0)  # for one component; strain in s
_TOGETHER = Allowance(300.0, 300.0 / 3600.0, reserve=100.0, strain=600.0)  # for all; strain in s
_EVERYONE = "The robot as a whole"
_LASTING = 10.0  # s after which a fault may use the reserve of a bucket
_HELD_FOR = 60.0  # s without a detection after which a held occurrence is dropped
_MOST_HELD = 1024  # occurrences that are held back
_MOST_AT_ONCE = 1024  # occurrences that are open or pending at once
_MOST_KNOWN = 2048  # keys of faults that began before


class OccurrenceLimiter:
    """Decides whether an occurrence may begin or is held back."""

    def __init__(self, budget: LogEntryBudget) -> None:
        self._budget = budget
        self._quota = Quota(_EACH, _TOGETHER, _EVERYONE)
        self._known: OrderedDict[Key, str] = OrderedDict()
        self._held: OrderedDict[Key, tuple[Occurrence, str]] = OrderedDict()
        self._refused_by = ""
        self._is_one_off = False
        self._left_out = 0

    def __len__(self) -> int:
        return len(self._held)

    def admits(self, occurrence: Occurrence, stamp: float, others: int) -> bool:
        """Tell whether an occurrence may begin beside ``others`` open and pending ones."""
        key = occurrence.detection.key
        if key.detector == NOTICE:
            return True
        self._is_one_off = False
        self._refused_by = self._refuses(occurrence, stamp)
        if not self._refused_by and others >= _MOST_AT_ONCE:
            self._refused_by = _EVERYONE
        if not self._refused_by:
            self._known.setdefault(key, "")
            self._known.move_to_end(key)
            if len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)
        return not self._refused_by

    def sentence(self, occurrence: Occurrence) -> str:
        """Return the sentence of an onset: that of the key's first onset, if the values fit."""
        key, now = occurrence.detection.key, occurrence.detection.text
        text = self._known.get(key) or now
        if count_slots(text) != count_slots(now):
            return now
        if key in self._known:
            self._known[key] = text
        return text

    def _refuses(self, occurrence: Occurrence, stamp: float) -> str:
        key = occurrence.detection.key
        if key in self._known:
            return ""
        lasting = occurrence.held >= _LASTING
        if key.detector == LOG:
            return self._refuses_message(occurrence, stamp, lasting=lasting)
        return self._quota.refuses(key.component, stamp, lasting=lasting)

    def _refuses_message(self, occurrence: Occurrence, stamp: float, *, lasting: bool) -> str:
        """Apply the log budget as well; a message that occurs only once makes no entry."""
        detection, budget = occurrence.detection, self._budget
        key = detection.key
        again = budget.note_recurrence(key, stamp)
        is_known = budget.knows(key)
        lasting = lasting or again or is_known
        refused_by = self._quota.refuses(key.component, stamp, lasting=lasting)
        if refused_by or is_known:
            return refused_by
        if budget.has_room(detection.severity, stamp, again=again):
            budget.take(stamp)
            return ""
        self._is_one_off = True
        return key.component

    def hold(self, occurrence: Occurrence) -> list[Detection]:
        """Hold back an occurrence; return notices of those left out in exchange."""
        if self._is_one_off:
            return [self._budget.counted(occurrence.detection.key.component, _text(occurrence))]
        self._held[occurrence.detection.key] = (occurrence, self._refused_by)
        return self._drop_first() if len(self._held) > _MOST_HELD else []

    def release(self, key: Key) -> Occurrence | None:
        """Return a held occurrence that is detected again; stop holding it."""
        held = self._held.pop(key, None)
        return held[0] if held else None

    def withdraw(self, key: Key) -> list[Detection]:
        """Drop a held occurrence that ended; return a notice of it."""
        held = self._held.pop(key, None)
        return [self._notice(*held)] if held else []

    def expired(self, stamp: float) -> list[Detection]:
        """Drop held occurrences that were not seen for long, and return notices of them."""
        notices: list[Detection] = []
        while self._held:
            occurrence, _ = next(iter(self._held.values()))
            if stamp - occurrence.last < _HELD_FOR:
                break
            notices += self._drop_first()
        return notices

    def _drop_first(self) -> list[Detection]:
        _, held = self._held.popitem(last=False)
        return [self._notice(*held)]

    def _notice(self, occurrence: Occurrence, who: str) -> Detection:
        self._left_out += 1
        return too_much(who, self._left_out, _text(occurrence))


def _text(occurrence: Occurrence) -> str:
    return " ".join(str(occurrence.varying_text).split())
