"""Limits new occurrences of a source that keeps reporting new faults (rules.md §2.13).

Thirty new things of one component, and three hundred of the whole robot, may begin at once, and
as many an hour; a third of them is kept for what lasts. The others are held back for a minute: a
real fault is seen again and again, and begins once it has lasted; what does not last is left out,
and an entry counts it. What began before may begin again. Of log messages only so many make an
entry a day (:mod:`.log_entry_budget`).
"""

from __future__ import annotations

from collections import OrderedDict

from robot_memory.entries.ranking import LOG
from robot_memory.foundation.token_bucket import Allowance
from robot_memory.foundation.wording.varying_text import count_slots
from robot_memory.ledger import Key
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.occurrences.log_entry_budget import LogEntryBudget
from robot_memory.perception.occurrences.occurrence import Occurrence
from robot_memory.perception.occurrences.quota import NOTICE, Quota, too_much

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
