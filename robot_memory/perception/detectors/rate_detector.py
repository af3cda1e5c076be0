"""A topic that falls silent (rules.md §10.1). Its usual interval is learned.

See docs/reference/detectors.md, "rate".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.fault_grouping.fault_grouping import LATE, SilentSource
from robot_memory.perception.occurrences.detection import SILENT, Debounce, Detection

_DEBOUNCE = Debounce(onset=0.0, end=5.0, quiet=60.0)  # s


class RateDetector(Detector):
    """Reports a periodic topic that falls silent.

    The interval is learned from the topic. A topic without a steady rate (events) is not judged. A
    topic is silent only while other topics are not: a robot that is stopped has no silent topics.
    Types that are not those of sensors may come for a task only: such a topic is judged if it came
    when the robot did or for five minutes without a break, and while the robot stands only if it
    also came while the robot stood.
    A topic that slows down or has gaps is reported by `normal`.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "silent": DetectorOption(5.0, "s without a message, at least", low=1.0),
        "silent_intervals": DetectorOption(10.0, "times its usual interval, at least", low=2.0),
        "learn": DetectorOption(20.0, "messages, and seconds, before its rate is known", low=2.0),
    }
    READS_CONTENT: ClassVar[bool] = False
    JUDGES_SENSORS: ClassVar[bool] = True
    JOINS_OTHERS: ClassVar[bool] = True

    def _set_up(self) -> None:
        self._activity = self._context.shared.activity
        self._continuity = Continuity(self._context)
        steady = _STEADY if self._continuity.is_sensor else _STEADY_OTHERS
        self._usual = MessageInterval(self._options["learn"], steady)
        self._last: float | None = None
        self._received_at = 0.0

    @property
    def _silence(self) -> float:
        """For how long messages may be missing; longer while the topic is new."""
        usual = self._usual
        intervals = self._options["silent_intervals"] * usual.seconds
        return max(self._options["silent"], intervals, usual.missing)

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Count a message."""
        last, received_at, usual = self._last, self._received_at, self._usual
        self._last, self._received_at = stamp, self._activity.running
        if last is None:
            self._continuity.began(stamp, self._received_at, away=0.0)
            return ()
        missed = self._received_at - received_at
        was_silent = (
            missed > self._options["silent"] and usual.is_periodic and missed > self._silence
        )
        if was_silent:
            self._continuity.began(stamp, self._received_at, away=missed)
        is_pause = missed < 0.9 * (stamp - last)  # of the whole robot
        if not is_pause and not (was_silent and usual.is_known):
            usual.learn(stamp - last)
        return ()

    def advance(self, stamp: float) -> Iterable[Detection]:
        """Judge the time since the last message; topics that fail together are grouped."""
        if self._last is None:
            return ()
        missed, usual = self._activity.running - self._received_at, self._usual
        self._continuity.advance(stamp, self._last, self._received_at)
        missed = min(missed, self._continuity.expected_for(stamp))
        is_late = missed > LATE or missed > self._options["silent"]  # otherwise it cannot be silent
        if is_late and missed > min(LATE, self._silence) and usual.is_periodic:
            topic, is_sure = self._context.topic, missed > self._silence
            self._context.shared.fault_grouping.report(
                SilentSource(topic, topic, self._silent(missed), missed, usual.seconds, is_sure)
            )
        return ()

    def _silent(self, seconds: float) -> Detection:
        topic = self._context.topic
        return self._fault(
            Key("rate", topic, "silent"),
            f"{topic} falls silent while the robot runs",
            magnitude=seconds,
            kind=SILENT,
            debounce=_DEBOUNCE,
        )


_SENSORS = (
    "sensor_msgs/",
    "nav_msgs/msg/Odometry",
    "geometry_msgs/msg/TwistWithCovarianceStamped",
    "geometry_msgs/msg/WrenchStamped",
)  # prefixes of types that are published continuously
_WITH_THE_ROBOT = 30.0  # s after its first message, within which all continuous topics begin
_PROVEN = 300.0  # s without a break after which another topic is continuous, too …
_PROVEN_AGAIN = 4.0  # … multiplied by this each time that it came for a task only
_STANDS = 5.0  # s without motion after which a robot stands


class Continuity:
    """Whether a topic is published continuously, not only for a task or while the robot moves.

    Attributes:
        is_sensor: whether its type is one of those that are published continuously.
    """

    def __init__(self, context: DetectorContext) -> None:
        self._motion = context.shared.surroundings.motion
        self.is_sensor = self._comes_standing = context.type.startswith(_SENSORS)
        self._is_steady, self._proven = self.is_sensor, _PROVEN
        self._since = self._moved = 0.0
        self._stood = -math.inf

    def began(self, stamp: float, running: float, *, away: float) -> None:
        """Note the first message, or the first one after a silence.

        A topic that was silent for longer than it was active before is published for tasks only,
        until proven otherwise.

        Args:
            running: for how long the robot was heard up to now, s.
            away: for how much of that time the topic was silent just before, s.
        """
        if away > running - away - self._since:
            self._is_steady = self.is_sensor
            self._proven *= _PROVEN_AGAIN
        self._since, self._moved = running, stamp
        self._is_steady |= running <= _WITH_THE_ROBOT

    def advance(self, stamp: float, last: float, running: float) -> None:
        """Advance the time; ``last``, ``running``: stamp and running time of the last message."""
        if not self._is_steady:
            self._is_steady = running - self._since >= self._proven
        if self._comes_standing:
            return
        if self._motion.moves(stamp):
            self._moved = stamp
        else:
            self._stood = stamp
        if last - self._moved >= _STANDS:
            self._comes_standing, self._stood = True, -math.inf

    def expected_for(self, stamp: float) -> float:
        """Return for how many seconds messages were expected continuously."""
        return stamp - self._stood if self._is_steady else 0.0


_MEMORY = 1800.0  # time constant of the usual interval, s: a slow spell is not soon normal
_STEADY = 0.5  # mean deviation of intervals as a share of the interval; it is 0.74 for random ones
_STEADY_OTHERS = 0.15  # for other types than sensors: a pose may come every 25 cm
_LONGEST = 2.0  # usual intervals: a longer gap counts as this, once the usual one is known


class MessageInterval:
    """The usual interval between two messages, and whether the topic is periodic at all.

    Args:
        learn: messages, and seconds, before it is known: the first messages may be a backlog.
        steady: the largest mean deviation of the intervals, as a share of the interval.

    Attributes:
        seconds: the usual interval.
        is_known: whether enough messages were seen.
        is_periodic: whether messages have come at a steady rate so far, not as events or in a
            burst.
    """

    def __init__(self, learn: float, steady: float = _STEADY) -> None:
        self._learn, self._steady = learn, steady
        self._count = 0
        self._known_for = 0.0
        self._deviation = 0.0
        self.seconds = 0.0
        self.is_known = self.is_periodic = False

    def learn(self, gap: float) -> None:
        """Take in the time between two messages, seconds."""
        seconds = self.seconds
        if self.is_known and gap > _LONGEST * seconds:
            gap = _LONGEST * seconds
        self._count = count = self._count + 1
        self._known_for += gap
        share = max(1.0 / count, -math.expm1(-gap / _MEMORY))
        self.seconds = seconds = seconds + share * (gap - seconds)
        self._deviation += share * (abs(gap - seconds) - self._deviation)
        if count >= self._learn:
            self.is_known = self.is_known or self._learn <= self._known_for
            # A few random intervals often look steady, so the limit is stricter for few messages.
            most = self._steady * (1.0 - 2.0 / math.sqrt(count)) * seconds
            self.is_periodic = seconds > 0.0 and self._deviation <= most

    @property
    def missing(self) -> float:
        """The seconds of observation that are still missing."""
        return self._learn - self._known_for
