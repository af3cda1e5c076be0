"""Debounces the detections of all detectors into occurrences (rules.md §2.1, §2.8 and §2.10).

An occurrence begins when a fault has held for a while, and ends when it has been absent for a
while, so that a status that flaps ten times a minute is one occurrence with repeats, not ten. The
``Debounce`` of each detection sets these times.

See docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from robot_memory.foundation.token_bucket import Allowance
from robot_memory.ledger import Key, Kind
from robot_memory.perception.occurrences.detection import MEMBERS, SILENT, Detection
from robot_memory.perception.occurrences.occurrence import SOON, Occurrence
from robot_memory.perception.occurrences.occurrence_limiter import (
    LogEntryBudget,
    OccurrenceLimiter,
    Quota,
)
from robot_memory.perception.occurrences.publication import Publication

_PRESENT_INTERVAL = 3600.0  # s between two rows that say that an occurrence continues
_TEXTS_INTERVAL = 600.0  # s, if texts wait that exist only in the memory of the process
_FIRST_INTERVAL = 10.0  # s after which news get a row; the time doubles with each row
_AWAITED = 86400.0  # s for which a silence from before a start waits for its topics
_REMEMBERED = 600.0  # s after its end within which a fault counts as returned
_SOON = 60.0  # s within which it returns soon
_LATER = 0.125  # points for a later return
#: Moments that return soon but still count as occurrences of their own, for one key and for all.
#: Moments that come more often belong to one occurrence, until none came for a minute.
_EACH = Allowance(5.0, 3.0 / 60.0, strain=60.0)
_TOGETHER = Allowance(300.0, 6.0 / 60.0)
_LONGEST_GAP = 100.0  # s between two moments of one occurrence, more than any throttled message has
_MOST_KEYS = 2048  # keys of ended occurrences

#: Receives a kind (onset, present, end), the occurrence and when it happened.
Emit = Callable[[Kind, Occurrence, float], None]


class FlapDamping:
    """Remembers occurrences that ended in the last ten minutes, and how often they had returned.

    Each return within ten minutes earns points, and points lengthen the absence after which an
    occurrence is over: at the first return, flapping looks like two faults. A return after more
    than a minute earns few points, because the condition of a fault is learned from its separate
    occurrences.
    """

    def __init__(self) -> None:
        self._ended: OrderedDict[Key, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._ended)

    def returned(self, key: Key, stamp: float) -> float:
        """Return the points of a fault that is present (again)."""
        ended, points = self._ended.get(key, (-math.inf, 0.0))
        if stamp - ended > _REMEMBERED:
            return 0.0
        return points + (SOON if stamp - ended <= _SOON else _LATER)

    def last_end(self, key: Key) -> float:
        """Return when a fault last ended; minus infinity if that was long ago or never."""
        return self._ended.get(key, (-math.inf, 0.0))[0]

    def ended(self, key: Key, stamp: float, points: float) -> None:
        """Note that an occurrence is over."""
        self._ended.pop(key, None)
        self._ended[key] = (stamp, points)
        if len(self._ended) > _MOST_KEYS:
            self._ended.popitem(last=False)

    def forget(self, stamp: float) -> None:
        """Drop occurrences that ended long ago."""
        while self._ended and stamp - next(iter(self._ended.values()))[0] > _REMEMBERED:
            self._ended.popitem(last=False)


class OccurrenceMachine:
    """Turns detections into onsets and ends; :mod:`.occurrence_limiter` bounds its memory.

    ``is_known`` tells whether an occurrence was stored by an earlier start of the node; only a
    latched topic can deliver it again.
    """

    def __init__(
        self,
        emit: Emit,
        budget: LogEntryBudget,
        is_known: Callable[[Occurrence], bool] = lambda occurrence: False,
    ) -> None:
        self._emit = emit
        self._is_known = is_known
        self._open: dict[Key, Occurrence] = {}
        self._pending: dict[Key, Occurrence] = {}
        self._limiter = OccurrenceLimiter(budget)
        self._damping = FlapDamping()
        self._moments = Quota(_EACH, _TOGETHER, everyone="moments")
        self._resumed: set[tuple[str, str]] = set()  # detectors and components to report anew
        #: Topics of silences that began before the node started; :meth:`hear` removes them.
        self.awaited: set[str] = set()

    def __len__(self) -> int:
        ours = len(self._open) + len(self._pending)
        return ours + len(self._limiter) + len(self._damping)

    def resume(
        self, detection: Detection, topic: str, onset: float, last: float, alive: float, *,
        is_lost: bool = False,
    ) -> None:  # fmt: skip
        """Continue an occurrence that was open when the node stopped (rules.md §2.1).

        Args:
            onset, last: when it began, and when it was last known to be present; seconds since
                boot.
            alive: until when the node may have watched; if it is detected soon afterwards, it
                continues.
            is_lost: whether a row already says that the fault is no longer reported.
        """
        occurrence = self._open[detection.key] = Occurrence(
            detection, topic, onset, last, detection.magnitude, is_open=True, recorded=last,
            told=detection.spreads,
        )  # fmt: skip
        self._resumed.add((detection.key.detector, detection.key.component))
        if not detection.debounce.momentary:
            occurrence.is_seen = False if is_lost else None
            self._lose_sight(occurrence)
        if detection.kind == SILENT:
            occurrence.unheard = {name for name in _sources(detection) if name.startswith("/")}
            self.awaited |= occurrence.unheard
        else:
            occurrence.last = alive

    def hear(self, topic: str) -> None:
        """Note that a topic is received; a silence is over once all its topics are.

        A detector that started anew has not seen the silence, and does not report its end.
        """
        self.awaited.discard(topic)
        for occurrence in list(self._open.values()):
            if topic in occurrence.unheard:
                occurrence.unheard.discard(topic)
                if not occurrence.unheard and occurrence.is_seen is False:
                    occurrence.is_seen = None
                    self._end(occurrence, occurrence.last)

    def _lose_sight_of(self, silent: Detection) -> None:
        """Mark the faults whose source is silent as no longer reported."""
        names = _sources(silent)
        for one in self._open.values():
            detection = one.detection
            is_told_by_it = one.topic in names or detection.key.component in names
            if is_told_by_it and detection.kind != SILENT and not detection.debounce.momentary:
                self._lose_sight(one)

    def _lose_sight(self, occurrence: Occurrence) -> None:
        if occurrence.is_seen is not False:  # otherwise a row says so already
            occurrence.is_seen = False
            self._emit_row(Kind.PRESENT, occurrence, occurrence.last)

    def last_detected(self, key: Key) -> float | None:
        """Return when an open fault was last detected, seconds since boot; None if not open."""
        occurrence = self._open.get(key)
        return None if occurrence is None else occurrence.last

    def is_absent(self, key: Key) -> bool:
        """Tell whether an open fault is absent now, so that it may end."""
        occurrence = self._open.get(key)
        return occurrence is not None and occurrence.absent_since is not None

    def process(
        self,
        detection: Detection,
        stamp: float,
        topic: str = "",
        publication: Publication | None = None,
    ) -> None:
        """Process one detection; ``stamp``: seconds on the detectors' time axis.

        ``publication`` is that of its message, if the topic is latched.
        """
        if detection.is_first_report:
            self._end_resumed(detection, stamp)
            return
        if detection.present and detection.debounce.momentary:
            detection = self._crowded(detection, stamp)
        occurrence = self._up_to_now(detection, stamp)
        is_earlier = publication is not None and publication.is_earlier
        if occurrence is not None and occurrence.is_known and not is_earlier:
            del self._open[detection.key]  # an earlier start stored it, but this message is new
            occurrence = None
        if occurrence is None:
            if detection.present:
                self._begin(detection, stamp, topic, publication)
            else:
                self._leave_out(self._limiter.withdraw(detection.key), stamp)
            return
        occurrence.note_condition(detection)
        if detection.present:
            self._continue(occurrence, detection, stamp, publication)
        else:
            occurrence.mark_absent(detection, stamp)

    def _crowded(self, moment: Detection, stamp: float) -> Detection:
        """Return a moment; after too many of late, with a debounce that joins it to the last."""
        key, debounce = moment.key, moment.debounce
        before = self._open.get(key)
        gap = stamp - (self._damping.last_end(key) if before is None else before.last)
        if not debounce.end <= gap <= _REMEMBERED:
            return moment
        if not self._moments.refuses(key.to_text(), stamp):
            return moment
        together = replace(debounce, end=_EACH.strain, quiet=_EACH.strain)
        return replace(moment, debounce=together)

    def _end_resumed(self, report: Detection, stamp: float) -> None:
        """End a part's faults from before a restart, unless they are soon reported again.

        Several devices may share one name, and a healthy one may report first.
        """
        part = report.key.detector, report.key.component
        if part not in self._resumed:
            return
        self._resumed.remove(part)
        for key, occurrence in list(self._open.items()):
            if (key.detector, key.component) == part and occurrence.is_seen is False:
                occurrence.absent_since, occurrence.last = stamp, occurrence.recorded

    def advance(self, stamp: float) -> None:
        """Advance the time: emit ends and onsets that need no further detection."""
        for occurrence in [*self._pending.values(), *self._open.values()]:
            self._pass_time(occurrence, stamp)
        self._leave_out(self._limiter.expired(stamp), stamp)
        self._damping.forget(stamp)

    def finish(self, stamp: float) -> None:
        """Emit what no row contains yet: texts left out, how long faults lasted, and new values.

        Moments that waited until they could be sorted have come by now, so an occurrence of moments
        is over if none came lately.
        """
        self._leave_out(self._limiter.expired(math.inf), stamp)
        for occurrence in list(self._open.values()):
            is_moments = occurrence.detection.debounce.momentary
            if is_moments and stamp - occurrence.last >= _LONGEST_GAP:
                self._end(occurrence, occurrence.last)
                continue
            went_on = occurrence.is_seen is not False and occurrence.last > occurrence.recorded
            if went_on or occurrence.has_untold_values or occurrence.left_out.is_waiting:
                occurrence.recorded = occurrence.last
                self._emit_row(Kind.PRESENT, occurrence, occurrence.last)

    def _up_to_now(self, detection: Detection, stamp: float) -> Occurrence | None:
        """Return the occurrence of a detection, after advancing its time."""
        key = detection.key
        before = self._open.get(key) or self._pending.get(key)
        if before is None:
            return None
        self._pass_time(before, stamp)
        if key in self._open and before.is_another(detection, stamp):
            self._end(before, before.last)
        return self._open.get(key) or self._pending.get(key)

    def _begin(
        self, detection: Detection, stamp: float, topic: str, publication: Publication | None = None
    ) -> None:
        occurrence = self._limiter.release(detection.key)
        if occurrence is None:
            momentary = detection.debounce.momentary
            points = 0.0 if momentary else self._damping.returned(detection.key, stamp)
            occurrence = Occurrence(detection, topic, stamp, stamp, detection.magnitude)
            occurrence.points, occurrence.publication = points, publication
            occurrence.repeats = -1 if momentary else 0  # the first moment is no repeat
        occurrence.mark_present(detection, stamp, publication)
        if self._limiter.admits(occurrence, stamp, len(self._open) + len(self._pending)):
            self._pending[detection.key] = occurrence
            self._maybe_open(occurrence, stamp)
        else:
            self._leave_out(self._limiter.hold(occurrence), stamp)

    def _continue(
        self,
        occurrence: Occurrence,
        detection: Detection,
        stamp: float,
        publication: Publication | None,
    ) -> None:
        is_worse = occurrence.mark_present(detection, stamp, publication)
        if not occurrence.is_open:
            self._maybe_open(occurrence, stamp)
        elif (
            is_worse
            or occurrence.is_seen is False
            or occurrence.left_out.is_due
            or _has_news(occurrence, stamp)
        ):
            occurrence.is_seen = True if occurrence.is_seen is False else None
            occurrence.recorded = stamp
            self._emit_row(Kind.PRESENT, occurrence, stamp)
            occurrence.is_seen = None

    def _pass_time(self, occurrence: Occurrence, stamp: float) -> None:
        if not occurrence.is_open:
            self._maybe_open(occurrence, stamp)
        if occurrence.is_open:
            self._maybe_end(occurrence, stamp)

    def _maybe_open(self, occurrence: Occurrence, stamp: float) -> None:
        """Open an occurrence that lasted long enough; drop one that ended earlier."""
        debounce, absent = occurrence.detection.debounce, occurrence.absent_since
        key = occurrence.detection.key
        if occurrence.held_until(stamp) >= debounce.onset:
            del self._pending[key]
            self._open[key] = occurrence
            occurrence.is_open = True
            occurrence.recorded = occurrence.onset
            text = self._limiter.sentence(occurrence)
            occurrence.detection = replace(occurrence.detection, text=text)
            occurrence.is_known = self._is_known(occurrence)
            self._emit_row(Kind.ONSET, occurrence, occurrence.began)
            if occurrence.detection.kind == SILENT:
                self._lose_sight_of(occurrence.detection)
        elif absent is not None and stamp - absent >= debounce.end:
            del self._pending[key]

    def _leave_out(self, notices: list[Detection], stamp: float) -> None:
        for notice in notices:
            self.process(notice, stamp)

    def _maybe_end(self, occurrence: Occurrence, stamp: float) -> None:
        absent = occurrence.absent_since
        if absent is not None:
            if stamp - absent >= occurrence.hold:
                end = occurrence.last if occurrence.is_seen is False else absent
                occurrence.is_seen = None
                self._end(occurrence, end)
        elif occurrence.unheard and stamp - occurrence.last < _AWAITED:
            return
        elif stamp - occurrence.last >= occurrence.quiet:
            debounce = occurrence.detection.debounce
            if not (debounce.momentary or debounce.ends_silently):
                occurrence.is_seen = False
            self._end(occurrence, occurrence.last)
        elif occurrence.is_seen is None and stamp - occurrence.recorded >= _interval(occurrence):
            occurrence.recorded = stamp
            self._emit_row(Kind.PRESENT, occurrence, stamp)

    def _end(self, occurrence: Occurrence, stamp: float) -> None:
        key = occurrence.detection.key
        del self._open[key]
        self._damping.ended(key, stamp, occurrence.points)
        self._emit_row(Kind.END, occurrence, stamp)

    def _emit_row(self, kind: Kind, occurrence: Occurrence, stamp: float) -> None:
        if not occurrence.is_known:
            self._emit(kind, occurrence, stamp)
            occurrence.told = occurrence.spreads


def _sources(silent: Detection) -> list[str]:
    members = silent.detail.get(MEMBERS)
    return members if isinstance(members, list) else [silent.key.component]


def _has_news(occurrence: Occurrence, stamp: float) -> bool:
    """Tell whether a row is due because of new moments or new values.

    It is due when the occurrence has lasted twice as long as at its last row, at least 10 s.
    """
    if not (occurrence.has_untold_values or occurrence.detection.debounce.momentary):
        return False
    told = occurrence.recorded - occurrence.onset
    return stamp - occurrence.onset >= max(_FIRST_INTERVAL, 2.0 * told)


def _interval(occurrence: Occurrence) -> float:
    """Return the time from its last row to the next one of a continuing occurrence, s."""
    return _TEXTS_INTERVAL if occurrence.left_out.is_waiting else _PRESENT_INTERVAL
