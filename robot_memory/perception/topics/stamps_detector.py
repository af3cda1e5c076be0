"""Header stamps: time that goes backwards, or stands still, while messages go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.topics.stamp_timeline import StampTimeline

_WORDS = {
    "backwards": "have header stamps that jump back in time",
    "stuck": "have a header stamp that stands still while they go on",
}
_OFTEN = Debounce(onset=0.0, end=600.0, quiet=600.0)  # s
_AT_ONCE = Debounce(onset=0.0, end=5.0, quiet=60.0)  # s


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
    #: Nothing but the stamp.
    FIELDS: ClassVar[frozenset[str]] = frozenset({"header.stamp"})

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._timeline = StampTimeline(
            self._options["back"], self._options["back_intervals"], int(self._options["times"])
        )
        self._is_stuck = False

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message, whatever its stamp."""
        its = getattr(getattr(content, "header", None), "stamp", None)
        if its is None:
            return ()
        is_back = self._timeline.observe(stamp, its.sec + its.nanosec * 1e-9)
        was_stuck, stuck_for = self._is_stuck, self._timeline.stuck_for(stamp)
        self._is_stuck = stuck_for >= self._options["stuck"]
        if not (is_back or was_stuck or self._is_stuck):
            return ()  # as nearly always
        return self._judge(stuck_for, is_back=is_back, was_stuck=was_stuck)

    def _judge(self, stuck_for: float, *, is_back: bool, was_stuck: bool) -> Iterator[Detection]:
        """Tell of a jump back, and of a stamp that stands still or moves again."""
        if is_back:
            back = self._timeline.back
            yield self._say("backwards", _OFTEN, magnitude=back, seconds=back)
        if self._is_stuck:
            yield self._say("stuck", _AT_ONCE, magnitude=stuck_for)
        elif was_stuck:
            yield self._say("stuck", _AT_ONCE, present=False)

    def _say(
        self,
        symptom: str,
        debounce: Debounce,
        *,
        present: bool = True,
        magnitude: float = 0.0,
        **readings: float,
    ) -> Detection:
        topic = self._context.topic
        return Detection(
            key=Key("stamps", topic, symptom),
            present=present,
            text=f"Messages on {topic} {_WORDS[symptom]}",
            confidence=self._context.settings.first_confidence(score=1.0),
            magnitude=magnitude,
            kind="time",
            readings=readings,
            debounce=debounce,
        )
