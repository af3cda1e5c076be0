"""Message to observation: routes messages to detectors and their words to the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from robot_memory.clock import Clock, Instant
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.perception.activity import Activity
from robot_memory.perception.conditions import VARIABLES, Conditions
from robot_memory.perception.detector import Detector, Setting
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.occurrences import Occurrence, OccurrenceMachine
from robot_memory.perception.rules import Rule
from robot_memory.perception.scope import Scope
from robot_memory.perception.sighting import Sighting, tags_of
from robot_memory.settings import Settings

_MAX_TEXT = 500
_TICK = 0.2
_MISDATED = 10.0


@dataclass(frozen=True)
class _Topic:
    """The detectors of a topic."""

    type: str
    detectors: tuple[Detector, ...]
    reads_content: bool


class Perception:
    """Watches topics and says what is worth observing.

    One caller at a time. Time is the clock's uptime, an axis that never steps.

    Args:
        rules: which detectors watch which topics.
        settings: first confidences.
        clock: the time of what is observed.
        observe: receives each observation.
        scope: which robot this is.
        seen_until: what was logged up to then was seen before a restart; seconds since the epoch.

    Attributes:
        conditions: under which conditions the robot runs.
        misdated: messages that were not observed, since their header is more than ten seconds
            from now, by topic (rules.md §4.1).
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        settings: Settings,
        clock: Clock,
        observe: Callable[[Observation], None],
        *,
        scope: Scope | None = None,
        seen_until: float = 0.0,
    ) -> None:
        self._rules = rules
        self._settings = settings
        self._clock = clock
        self._observe = observe
        self._scope = scope or Scope()
        self._topics: dict[str, _Topic] = {}
        self._machine = OccurrenceMachine(self._emit)
        self._topic_of: dict[Key, str] = {}
        self._seen_until = seen_until
        self._activity = Activity()
        self._ticked = 0.0
        self.conditions = Conditions()
        self.misdated: dict[str, int] = {}

    def wants(self, topic: str, message_type: str) -> bool:
        """Tell whether any rule, or the operating conditions, need this topic."""
        bound = any(rule.binds(topic, message_type) for rule in self._rules)
        return bound or message_type in VARIABLES

    def reads_content(self, topic: str, message_type: str) -> bool:
        """Tell whether messages of this topic must be decoded."""
        return self._topic(topic, message_type).reads_content

    def _topic(self, topic: str, message_type: str) -> _Topic:
        known = self._topics.get(topic)
        if known is None:
            known = self._topics[topic] = self._bind(topic, message_type)
        return known

    def _bind(self, topic: str, message_type: str) -> _Topic:
        setting = Setting(topic, self._settings, self._scope, self._activity, self._seen_until)
        detectors: list[Detector] = []
        for rule in self._rules:
            if rule.binds(topic, message_type):
                kind = DETECTORS[rule.detector]
                detectors.append(kind(setting, {**kind.OPTIONS, **rule.options}))
        reads = message_type in VARIABLES or any(item.READS_CONTENT for item in detectors)
        return _Topic(message_type, tuple(detectors), reads)

    def receive(self, topic: str, message_type: str, content: Any) -> None:
        """Take in a message, just received.

        Args:
            topic: its fully qualified topic.
            message_type: its ROS type.
            content: the message; None where :meth:`reads_content` is false.
        """
        now = self._clock.now()
        stamp = now.uptime
        known = self._topic(topic, message_type)
        self._activity.heard(stamp)
        if known.reads_content:
            if self._clock.kind == "wall" and now.trusted and _is_misdated(content, now):
                self.misdated[topic] = self.misdated.get(topic, 0) + 1
                return
            self.conditions.update(stamp, message_type, content)
        for detector in known.detectors:
            self._hear(topic, detector.update(stamp, content), stamp)
        if stamp - self._ticked >= _TICK:
            self._pass_time(stamp)

    def advance(self) -> None:
        """Let time pass without a message; call it about once a second."""
        self._pass_time(self._clock.now().uptime)

    def _pass_time(self, stamp: float) -> None:
        self._ticked = stamp
        self.conditions.advance(stamp)
        for topic, known in self._topics.items():
            for detector in known.detectors:
                self._hear(topic, detector.advance(stamp), stamp)
        self._machine.advance(stamp)

    def _hear(self, topic: str, sightings: Iterable[Sighting], stamp: float) -> None:
        for sighting in sightings:
            if sighting.present:
                self._topic_of[sighting.key] = topic
            self._machine.see(sighting, stamp)

    def resume(self, open_rows: Iterable[Observation], alive_until: float | None) -> None:
        """Go on with occurrences that were open when the node stopped, under the same boot.

        Args:
            open_rows: their onsets.
            alive_until: uptime at which the node was last known to run.
        """
        now = self._clock.now()
        for row in open_rows:
            if row.key is None:
                continue
            sighting = Sighting(
                row.key, present=True, text=row.summary, severity=row.severity,
                confidence=row.confidence, magnitude=float(row.detail.get("peak", 0.0)),
            )  # fmt: skip
            self._topic_of[row.key] = row.topic
            last = max(row.instant.uptime, alive_until or 0.0)
            self._machine.resume(sighting, row.instant.uptime, last)
        self._machine.advance(now.uptime)

    def _emit(self, kind: Kind, occurrence: Occurrence, stamp: float) -> None:
        sighting = occurrence.sighting
        key = sighting.key
        detail: dict[str, Any] = {**sighting.detail, "peak": occurrence.peak}
        if kind is not Kind.ONSET:
            detail["repeats"] = occurrence.repeats
            detail["lasted"] = round(stamp - occurrence.onset, 3)
        self._observe(
            Observation(
                kind=kind,
                instant=self._instant(stamp),
                summary=sighting.text[:_MAX_TEXT],
                key=key,
                detector=key.detector,
                topic=self._topic_of.get(key, ""),
                component=key.component,
                severity=sighting.severity,
                entry_type="hardware_observation",
                confidence=sighting.confidence,
                tags=tags_of(key.component, sighting.severity.value),
                context={**self.conditions.now(stamp), **sighting.readings},
                detail=detail,
            )
        )
        if kind is Kind.END:
            self._topic_of.pop(key, None)

    def _instant(self, stamp: float) -> Instant:
        now = self._clock.now()
        return replace(now, time=now.time - timedelta(seconds=now.uptime - stamp), uptime=stamp)


def _is_misdated(content: Any, now: Instant) -> bool:
    header = getattr(content, "header", content)
    stamp = getattr(header, "stamp", None)
    if stamp is None or not stamp.sec:
        return False  # many drivers leave it empty
    skew: float = abs(stamp.sec + stamp.nanosec * 1e-9 - now.time.timestamp())
    return skew > _MISDATED
