"""Limits of what may begin: quotas of sources, and a budget for log messages (rules.md §2.13).

Thirty new things of one component, and three hundred of the whole robot, may begin at once, and
as many an hour; a third of them is kept for what lasts. The others are held back for a minute: a
real fault is seen again and again, and begins once it has lasted; what does not last is left out,
and an entry counts it. What began before may begin again.

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

#: The detector of keys that say so.
NOTICE = "quota"
_MOST_SOURCES = 512  # sources whose allowance is kept, those that were heard last


class Quota:
    """Lets so much pass for each source, and for all together, who are called ``everyone``."""

    def __init__(self, each: Allowance, together: Allowance, everyone: str) -> None:
        self._each = each
        self._all = TokenBucket(together, 0.0)
        self._everyone = everyone
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def refuses(self, source: str, stamp: float, *, lasting: bool = False) -> str:
        """Take one from the allowances; return who says too much, empty where it may pass.

        What has lasted for a while (``lasting``) may use what is kept back. ``stamp``: seconds.
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
    """Say that a source is being rate-limited: how much was left out so far, and what now."""
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
        self.knows = knows
        self._bucket = TokenBucket(Allowance(float(per_day), per_day / _DAY), 0.0)
        self._marks = array("L", [0]) * _MOST_SEEN
        self._since = array("d", [0.0]) * _MOST_SEEN
        self._counts: dict[str, int] = {}

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
        """Take what the entries that were made took, as if there had been no restart.

        ``stamp`` is ``now`` on the detectors' time axis, seconds.
        """
        times = sorted(stamp - (now - time).total_seconds() for time in made if time <= now)
        self._bucket = TokenBucket(self._bucket.allowance, times[0] if times else stamp)
        for time in times:
            self.take(time)


_EACH = Allowance(30.0, 30.0 / 3600.0, reserve=10.0, strain=600.0)  # of one component; strain in s
_TOGETHER = Allowance(300.0, 300.0 / 3600.0, reserve=100.0, strain=600.0)  # of all; strain in s
_EVERYONE = "The robot as a whole"
_LASTING = 10.0  # s, from which a fault may use the reserve of a bucket
_HELD_FOR = 60.0  # s without a detection, after which what is held back is dropped
_MOST_HELD = 1024  # occurrences that are held back
_MOST_AT_ONCE = 1024  # occurrences that are open, or may soon be, at once
_MOST_KNOWN = 2048  # keys that began before


class OccurrenceLimiter:
    """Lets occurrences begin, or holds them back."""

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
        """Tell whether an occurrence may begin, beside so many others."""
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
        """Return the sentence for what begins: the one of the first time, if it has the values."""
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
        """Apply the budget of log messages too; a message that comes only once makes no entry."""
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
        """Hold back what may not begin; return notices of what is left out for it."""
        if self._is_one_off:
            return [self._budget.counted(occurrence.detection.key.component, _text(occurrence))]
        self._held[occurrence.detection.key] = (occurrence, self._refused_by)
        return self._drop_first() if len(self._held) > _MOST_HELD else []

    def release(self, key: Key) -> Occurrence | None:
        """Return an occurrence that was held back and is detected again; stop holding it."""
        held = self._held.pop(key, None)
        return held[0] if held else None

    def withdraw(self, key: Key) -> list[Detection]:
        """Drop an occurrence that ended while it was held back; return a notice of it."""
        held = self._held.pop(key, None)
        return [self._notice(*held)] if held else []

    def expired(self, stamp: float) -> list[Detection]:
        """Leave out what was not seen again for long, and return notices."""
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
