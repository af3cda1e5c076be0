"""Message to observation: routes messages to detectors and their words to the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from robot_memory.clock import Clock, Instant
from robot_memory.ledger import Kind, Observation
from robot_memory.perception.activity import Activity
from robot_memory.perception.binding import Binding, bind, chosen_rules, tells_conditions
from robot_memory.perception.conditions import Conditions
from robot_memory.perception.detector import Setting
from robot_memory.perception.occurrence import Occurrence
from robot_memory.perception.occurrences import OccurrenceMachine
from robot_memory.perception.report import report, resumed
from robot_memory.perception.rules import Rule
from robot_memory.perception.scope import Scope
from robot_memory.perception.sighting import Sighting
from robot_memory.settings import Settings

_TICK = 0.2
_MISDATED = 10.0


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
        self._seen_until = seen_until
        self._bindings: dict[str, Binding] = {}
        self._machine = OccurrenceMachine(self._emit)
        self._activity = Activity()
        self._ticked = 0.0
        self.conditions = Conditions()
        self.misdated: dict[str, int] = {}

    # -- which topics ----------------------------------------------------------------------

    def wants(self, topic: str, message_type: str) -> bool:
        """Tell whether any rule, or the operating conditions, need this topic."""
        return tells_conditions(self._scope, topic, message_type) or bool(
            chosen_rules(self._rules, self._scope, topic, message_type)
        )

    def reads_content(self, topic: str, message_type: str) -> bool:
        """Tell whether messages of this topic must be decoded."""
        return self._binding(topic, message_type).reads_content

    def _binding(self, topic: str, message_type: str) -> Binding:
        binding = self._bindings.get(topic)
        if binding is None:
            setting = Setting(topic, self._settings, self._scope, self._activity, self._seen_until)
            binding = self._bindings[topic] = bind(self._rules, setting, message_type)
        return binding

    def forget(self, topic: str) -> None:
        """Let go of a topic that nobody publishes any more; what it told of ends in time."""
        self._bindings.pop(topic, None)
        self.misdated.pop(topic, None)

    # -- what comes in ---------------------------------------------------------------------

    def receive(self, topic: str, message_type: str, content: Any) -> None:
        """Take in a message, just received.

        Args:
            topic: its fully qualified topic.
            message_type: its ROS type.
            content: the message; None where :meth:`reads_content` is false.

        Raises:
            Exception: whatever a message leads to that is not what its type says. It was counted
                by the detectors that only count, and nothing else is harmed.
        """
        now = self._clock.now()
        binding = self._binding(topic, message_type)
        if binding.is_ours:
            self._activity.heard(now.uptime)
        for detector in binding.counters:
            self._hear(topic, detector.update(now.uptime, None), now.uptime)
        if now.uptime - self._ticked >= _TICK:
            self._pass_time(now.uptime)
        if binding.reads_content:
            self._read(topic, message_type, binding, content, now)

    def _read(
        self, topic: str, message_type: str, binding: Binding, content: Any, now: Instant
    ) -> None:
        if self._clock.kind == "wall" and now.trusted and _is_misdated(content, now):
            self.misdated[topic] = self.misdated.get(topic, 0) + 1
            return
        if binding.tells_conditions:
            self.conditions.update(now.uptime, topic, message_type, content)
        for detector in binding.readers:
            self._hear(topic, detector.update(now.uptime, content), now.uptime)

    def advance(self) -> None:
        """Let time pass without a message; call it about once a second."""
        self._pass_time(self._clock.now().uptime)

    def finish(self) -> None:
        """Say what was held back: no more messages come."""
        stamp = self._clock.now().uptime
        self._pass_time(stamp)
        for topic, binding in self._bindings.items():
            for detector in binding.detectors:
                self._hear(topic, detector.finish(), stamp)

    def _pass_time(self, stamp: float) -> None:
        self._ticked = stamp
        self.conditions.advance(stamp, self._activity.running)
        for topic, binding in self._bindings.items():
            for detector in binding.detectors:
                self._hear(topic, detector.advance(stamp), stamp)
        self._machine.advance(stamp)

    def _hear(self, topic: str, sightings: Iterable[Sighting], stamp: float) -> None:
        for sighting in sightings:
            at = stamp if sighting.at is None else sighting.at
            self._machine.see(sighting, at, topic)

    # -- what goes out ---------------------------------------------------------------------

    def resume(self, open_rows: Iterable[Observation], alive_until: float | None) -> None:
        """Go on with occurrences that were open when the node stopped, under the same boot.

        Args:
            open_rows: their onsets.
            alive_until: uptime at which the node was last known to run. It notes that once in
                ``save_interval``, so it may have run for as long after that.
        """
        now = self._clock.now().uptime
        for row in open_rows:
            if row.key is not None:
                alive = max(row.instant.uptime, alive_until or 0.0) + self._settings.save_interval
                last = min(now, alive)
                self._machine.resume(resumed(row), row.topic, row.instant.uptime, last)

    def _emit(self, kind: Kind, occurrence: Occurrence, stamp: float) -> None:
        now = self._clock.now()
        time = now.time - timedelta(seconds=now.uptime - stamp)
        instant = replace(now, time=time, uptime=stamp)
        self._observe(report(kind, occurrence, instant, self.conditions.now(stamp)))


def _is_misdated(content: Any, now: Instant) -> bool:
    header = getattr(content, "header", content)
    stamp = getattr(header, "stamp", None)
    if stamp is None or not stamp.sec:
        return False  # many drivers leave it empty
    skew: float = abs(stamp.sec + stamp.nanosec * 1e-9 - now.time.timestamp())
    return skew > _MISDATED
