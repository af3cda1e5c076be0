"""Header stamps: time that goes backwards, or stands still, while messages continue."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection

_A_DATE = 1e9  # s since the epoch: September 2001
_GAP, _GAP_INTERVALS = 1.0, 5.0  # s, and intervals, without a message: the sender was away
_CONFIRM, _CONFIRM_FOR = 3, 2.0  # stamps, and s, after a jump back that must confirm it
_SOON = 3600.0  # s within which jumps count together
_RETURN = 120.0  # s within which a clock that jumped back may jump forward again
_REMEMBERED = 100  # intervals in the mean that is the usual interval
_LEARNED = 50  # stamps that moved, before a stamp that does not is odd
_MOVING = 0.9  # least share of moving stamps before it
_STUCK = 10  # messages with one stamp
_WORDS = {
    "backwards": "have header stamps that jump back in time",
    "stuck": "have a header stamp that stands still while they go on",
}
_OFTEN = Debounce(onset=0.0, end=600.0, quiet=600.0, ends_silently=True)  # s
_AT_ONCE = Debounce(onset=0.0, end=5.0, quiet=60.0)  # s


@dataclass
class _Jump:
    """A possible jump back: its time, its size, and the clock's offset before it."""

    at: float
    back: float
    offset: float
    followers: int = 0


class StampTimeline:
    """Follows stamps, and finds jumps back and stamps that stand still.

    A jump goes back by at least ``least`` seconds, and by ``intervals`` usual intervals. After
    ``times`` jumps it is reported; ``back`` is the last jump, in seconds.
    """

    def __init__(self, least: float, intervals: float, times: int) -> None:
        self._least, self._intervals = least, intervals
        self._jumps: deque[float] = deque(maxlen=times)
        self._last, self._received = 0.0, -math.inf
        self._interval = 0.0
        self._count = self._moved = self._same = 0
        self._moved_at = 0.0
        self._jump: _Jump | None = None
        self._confirmed: _Jump | None = None
        self.back = 0.0

    def observe(self, received: float, stamp: float) -> bool:
        """Take in a stamp; tell whether jumps back must be reported now.

        ``received`` is in seconds on an axis that never steps, ``stamp`` in seconds since the
        epoch.
        """
        if stamp < _A_DATE:
            return False
        gap, offset = received - self._received, self._last - self._received
        step = stamp - self._last
        self._received, self._last = received, stamp
        if step != 0.0:
            self._moved += 1
            self._same, self._moved_at = 0, received
        else:
            self._same += 1
        usual = self._learn_interval(gap)
        if gap > max(_GAP, _GAP_INTERVALS * usual):
            self._jump = None
            return False
        if self._confirmed is not None and self._has_returned(self._confirmed, stamp - received):
            return self._count_jump(received)
        if step < -max(self._least, self._intervals * self._interval):
            self._jump = _Jump(received, -step, offset)
            return False
        return self._jump is not None and self._has_jumped(self._jump, stamp - received)

    def _learn_interval(self, gap: float) -> float:
        """Take in the time between two messages; return the usual time before it."""
        usual, count = self._interval, self._count
        self._count += 1
        if count:
            if usual and gap > _GAP_INTERVALS * usual:
                gap = _GAP_INTERVALS * usual
            self._interval += (gap - usual) / (count if count < _REMEMBERED else _REMEMBERED)
        return usual

    def stuck_for(self, received: float) -> float:
        """Return for how long one stamp has been repeated, if stamps used to move."""
        if self._same < _STUCK or self._moved < _LEARNED:
            return 0.0
        is_odd = self._moved >= _MOVING * (self._count - self._same)
        return received - self._moved_at if is_odd else 0.0

    def _has_jumped(self, jump: _Jump, offset: float) -> bool:
        """Follow a jump until it is refuted or confirmed; tell whether it is one too many."""
        jump.followers += 1
        if offset >= jump.offset - 0.5 * jump.back:  # one of several publishers, or a late one
            self._jump = None
            return False
        if jump.followers < _CONFIRM or self._received - jump.at < _CONFIRM_FOR:
            return False
        self._jump, self._confirmed = None, jump
        self.back = jump.back
        return self._count_jump(jump.at)

    def _has_returned(self, jump: _Jump, offset: float) -> bool:
        """Tell whether the clock jumped forward again: two clocks alternate, nobody set one."""
        if offset < jump.offset - 0.5 * jump.back:
            return False
        self._confirmed = None
        return self._received - jump.at <= _RETURN

    def _count_jump(self, at: float) -> bool:
        self._jumps.append(at)
        is_often = len(self._jumps) == self._jumps.maxlen
        return is_often and at - self._jumps[0] <= _SOON


class StampsDetector(Detector):
    """Reports header stamps that jump back repeatedly, or that stand still.

    A single jump is a restart, or a clock that was set. Stamps that are no date (empty headers,
    simulated time, seconds since a device was switched on) are not judged. Stamps that go back for
    one message and return are not judged either, because several publishers cause them.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "stuck": DetectorOption(5.0, "s for which a stamp must stand still", low=1.0),
        "back": DetectorOption(0.05, "s back, at least"),
        "back_intervals": DetectorOption(2.0, "times its usual interval, at least", low=1.0),
        "times": DetectorOption(
            3.0, "jumps back within an hour from which they are reported", low=1.0, high=100.0
        ),
    }
    READS_STAMPS: ClassVar[bool] = True
    JUDGES_SENSORS: ClassVar[bool] = True
    FIELDS: ClassVar[frozenset[str]] = frozenset({"header.stamp"})

    def _set_up(self) -> None:
        self._timeline = StampTimeline(
            self._options["back"], self._options["back_intervals"], int(self._options["times"])
        )
        self._is_stuck = False

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message with any stamp."""
        its = getattr(getattr(content, "header", None), "stamp", None)
        if its is None:
            return ()
        is_back = self._timeline.observe(stamp, its.sec + its.nanosec * 1e-9)
        was_stuck, stuck_for = self._is_stuck, self._timeline.stuck_for(stamp)
        self._is_stuck = stuck_for >= self._options["stuck"]
        if not (is_back or was_stuck or self._is_stuck):
            return ()  # nearly always
        return self._judge(stuck_for, is_back=is_back, was_stuck=was_stuck)

    def _judge(self, stuck_for: float, *, is_back: bool, was_stuck: bool) -> Iterator[Detection]:
        if is_back:
            back = self._timeline.back
            yield self._say(
                "backwards", debounce=_OFTEN, magnitude=back, readings={"seconds": back}
            )
        if self._is_stuck:
            yield self._say("stuck", debounce=_AT_ONCE, magnitude=stuck_for)
        elif was_stuck:
            yield self._say("stuck", debounce=_AT_ONCE, magnitude=0.0, present=False)

    def _say(self, symptom: str, **more: Any) -> Detection:
        topic = self._context.topic
        text = f"Messages on {topic} {_WORDS[symptom]}"
        return self._fault(Key("stamps", topic, symptom), text, kind="time", **more)
