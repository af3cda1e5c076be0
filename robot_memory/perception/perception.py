"""Messages to observations; see docs/explanation/perception.md, "From topic to entry"."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Kind, Observation, OperatingSample
from robot_memory.ledger.position import GOALS
from robot_memory.ledger.recent_rows import MOMENTARY
from robot_memory.perception.baselines import PriorMemory
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.fault_grouping.fault_chain import FaultChain
from robot_memory.perception.message_definition import DefinitionCatalogue
from robot_memory.perception.number_filter import MessageLosses
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.occurrences.freeze_frame import FreezeFrameRecorder
from robot_memory.perception.occurrences.occurrence import Occurrence
from robot_memory.perception.occurrences.occurrence_limiter import LogEntryBudget
from robot_memory.perception.occurrences.occurrence_machine import OccurrenceMachine
from robot_memory.perception.occurrences.occurrence_rows import (
    TopicNames,
    to_detection,
    to_observation,
    with_names,
)
from robot_memory.perception.occurrences.publication import Publication, misdated_by
from robot_memory.perception.operating_conditions import OperatingConditions
from robot_memory.perception.operating_record import TABLE, OperatingSampler, without_own
from robot_memory.perception.rule import Rule
from robot_memory.perception.scope import Scope
from robot_memory.perception.shared_models import SharedModels
from robot_memory.perception.surroundings.place_events import PlaceEvents
from robot_memory.perception.topic_bindings import Binding, TopicBindings

_LOG = logging.getLogger(__name__)
_Made = TypeVar("_Made")
_OfTopic = tuple[str, Detection]
_TICK = 0.2  # s between two calls of _pass_time, at least
_CLOCK_INTERVAL = 1.0  # s for which a reading of the clock holds


def log_error(what: str, error: Exception) -> None:
    """Log an error, with a traceback unless it is a RobotMemoryError."""
    is_expected = isinstance(error, RobotMemoryError)
    _LOG.error("%s: %s", what, error, exc_info=None if is_expected else error)


class Perception:
    """Runs the detectors on messages and emits observations.

    Not thread-safe. Its time axis is the clock's uptime, which never steps.

    Args:
        report: called with errors that :meth:`receive` does not raise: errors while time advances,
            and errors in the context of an onset (freeze frame, conditions), which is then stored
            without it.
        known: the memory and baselines from before this start; None: nothing.
        definition_of: returns the text of a message type's definition, with those of its nested
            types; empty if it is not known.
    Attributes:
        topics: the detectors that each topic is bound to.
        activity: for how long messages of this robot have been received.
        conditions: the operating conditions now, such as speed.
        readings: the numbers that detectors read.
        baselines: what is normal for this robot, by signal.
        losses: which parts of the messages were not used, by topic.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        settings: Settings,
        clock: Clock,
        observe: Callable[[Observation], None],
        *,
        scope: Scope | None = None,
        known: PriorMemory | None = None,
        report: Callable[[str, Exception], None] = log_error,
        definition_of: Callable[[str], str] = lambda message_type: "",
    ) -> None:
        self._known = known = known or PriorMemory()
        self._report = report
        self._settings = settings
        self._clock, self._is_wall = clock, clock.kind == "wall"
        self._observe = observe
        self._scope = scope or Scope()
        self._publication: Publication | None = None
        definitions = DefinitionCatalogue(definition_of)
        self._shared = shared = SharedModels(
            settings, known.baselines, self._scope.namespace, definitions
        )
        self.activity, self._events = shared.activity, PlaceEvents(shared.surroundings)
        self.readings, self.baselines = shared.readings, shared.baselines
        budget = LogEntryBudget(settings.log_entries_per_day, known.knows)
        budget.spend(known.made_of_logs(), clock.now().time, clock.now().uptime)
        self.baselines.keep("logged", "", budget)
        self._machine = OccurrenceMachine(self._emit, budget, self._is_known)
        self._causes = FaultChain(
            self._machine.last_detected, self._machine.is_absent, shared.status_names.names
        )
        self._ticked = self._latest = 0.0
        self._now = clock.now()
        self.conditions = OperatingConditions()
        self._operation = OperatingSampler(self.conditions.all, self.readings.now)
        self._frames = FreezeFrameRecorder(self.readings)
        self.topics = TopicBindings(
            rules, self._scope, self._context_of, definitions, self.conditions
        )
        self.losses = MessageLosses()
        self._topic_names = TopicNames()

    # -- which topics ----------------------------------------------------------------------

    def use_rules(self, rules: Sequence[Rule]) -> list[str]:
        """Apply new rules; detectors that do not change keep their state.

        Returns:
            The topics whose binding changed: they get new detectors, with the stored baselines.
        """
        changed = self.topics.use_rules(rules)
        for topic in changed:
            self.forget(topic)
        return changed

    def _context_of(self, topic: str) -> DetectorContext:
        return DetectorContext(
            topic, self._settings, self._scope, self._known.seen_until, self._shared
        )

    def forget(self, topic: str) -> None:
        """Drop the state of a topic without publishers; its open occurrences end by time-out."""
        self.topics.forget(topic)
        self.baselines.settle(topic)
        self.losses.forget(topic)
        self._shared.surroundings.motion.holds.forget(topic)

    def renew(self, component: str) -> None:
        """Reset the baselines of a component that was replaced (``~/repaired``)."""
        self.baselines.forget(component)
        self._shared.monitor.renew(component)
        for _, detector in self.topics.detectors():
            detector.renew(component)

    # -- messages --------------------------------------------------------------------------

    def receive(
        self,
        topic: str,
        message_type: str,
        content: Any,
        *,
        received_at: float | None = None,
        publication: Publication | None = None,
        is_read: bool = True,
    ) -> None:
        """Process a message; call it in the order of reception.

        Args:
            content: the message; None if :meth:`TopicBindings.reads_content` is false, or if not
                even the stamp is read.
            received_at: its reception time, seconds since boot; None: now. Ignored under simulated
                time, as the clock already shows that time.
            publication: when it was published; only for a latched topic.
            is_read: False if only its stamp is read (:meth:`Binding.rests`).

        Raises:
            Exception: a detector could not process it, because a field does not match its type. All
                other detectors have processed it.
        """
        stamp = self.stamp_of(received_at)
        binding = self.topics.of(topic, message_type)
        if binding.is_ours:
            self.activity.note_message(stamp)
        for listener in binding.listeners:
            listener.note_reception(stamp)
        if topic in self._machine.awaited:
            self._machine.hear(topic)
        if binding.counters:
            self._run(topic, binding.counters, None, stamp)
        if stamp - self._ticked >= _TICK:
            self._pass_time(stamp)
        if content is None or not binding.reads_content:
            return
        self._topic_names.note(topic, content)
        if binding.stamp_readers:
            self._run(topic, binding.stamp_readers, content, stamp)
        if is_read:
            self._read(topic, binding, content, stamp, publication)

    def stamp_of(self, received_at: float | None) -> float:
        """Return the time of a message on the detectors' time axis; see :meth:`receive`."""
        if not self._is_wall:
            return self._clock.now().uptime
        # The clock is read if its last reading is a second old.
        if received_at is None or abs(received_at - self._now.uptime) >= _CLOCK_INTERVAL:
            self._now = self._clock.now()
            uptime = self._now.uptime
            received_at = uptime if received_at is None else min(received_at, uptime)
        # Time must not run backwards: a message from before the last tick counts as now.
        self._latest = max(received_at, self._latest)
        return self._latest

    def _read(
        self, topic: str, binding: Binding, content: Any, stamp: float,
        publication: Publication | None,
    ) -> None:  # fmt: skip
        """Run the readers on a message; a message with a wrong time is counted and not read."""
        received_at = self._now.seconds + stamp - self._now.uptime
        ahead = misdated_by(content, received_at, publication)
        if self._is_wall and self._now.trusted:
            if ahead:
                self.losses.count_misdated(topic, ahead)
                return
            if publication is not None:
                publication = publication.with_header(content, received_at, stamp)
        self._publication = publication
        try:
            self._run_readers(topic, binding, content, stamp)
        finally:
            self._publication = None

    def _run_readers(self, topic: str, binding: Binding, content: Any, stamp: float) -> None:
        numbers = binding.numbers
        if numbers is not None:
            content = numbers.apply(content)
            if numbers.replaced and (error := self.losses.count_unusable(topic, numbers)):
                self._report(topic, error)
        self._run(topic, binding.readers, content, stamp)

    def add_detection(self, topic: str, detection: Detection) -> None:
        """Add a detection without a message: from the ROS graph, or from clocks."""
        self._route(topic, detection, self.stamp_of(None))

    def advance(self) -> None:
        """Advance the time without a message; called about once a second."""
        self._now = self._clock.now()
        self._latest = self._now.uptime
        if not 0.0 <= self._latest - self._ticked < _TICK:
            self._pass_time(self._latest)

    def finish(self) -> None:
        """Flush the detections that were held back, at the end of the messages."""
        self._pass_time(stamp := self._clock.now().uptime)
        for topic, detector in self.topics.detectors():
            self._try(topic, self._collect, topic, detector.finish, stamp)
        self._try("findings", lambda: self._route_all(self._shared.monitor.finish(), stamp))
        self._try("occurrences", self._machine.finish, stamp)
        self._store(self._causes.finish())

    def _pass_time(self, stamp: float) -> None:
        """Advance the time of all parts; an error in one is reported and stops no other."""
        self._ticked = stamp
        self._try("where things happened", self._events.advance, stamp)
        self._try("how the robot runs", self._operation.advance, stamp, self.activity.running)
        self._try("the last seconds", self._frames.note, stamp, self._conditions(stamp))
        for topic, detector in self.topics.waiters():
            self._try(topic, self._collect, topic, partial(detector.advance, stamp), stamp)
        now = self._clock.now()
        self._shared.monitor.epoch = now.seconds - now.uptime
        for learner in (self._shared.fault_grouping, self._shared.monitor):
            self._try("findings", lambda made=learner.advance: self._route_all(made(stamp), stamp))
        self._try("occurrences", self._machine.advance, stamp)
        self._store(self._causes.advance(stamp))
        version = self._known.last_version
        self._try("versions", lambda: self._store(self._shared.versions.rows(now, version)))

    def _try(self, what: str, action: Callable[..., _Made], *given: Any) -> _Made | None:
        try:
            return action(*given)
        except Exception as error:
            self._report(what, error)
            return None

    def _run(self, topic: str, detectors: Iterable[Detector], content: Any, stamp: float) -> None:
        errors: list[Exception] = []
        for detector in detectors:
            if stamp >= detector.due:
                try:
                    self._collect(topic, partial(detector.process, stamp, content), stamp)
                except Exception as error:
                    errors.append(error)
        if errors:
            raise errors[0]

    def _collect(self, topic: str, tell: Callable[[], Iterable[Detection]], stamp: float) -> None:
        if (made := tell()) != ():  # nearly always nothing
            self._route_all(((topic, detection) for detection in made), stamp)

    def _route_all(self, detections: Iterable[_OfTopic], stamp: float) -> None:
        errors: list[Exception] = []
        for topic, detection in detections:
            try:
                self._route(topic, detection, stamp)
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]

    def _route(self, topic: str, detection: Detection, stamp: float) -> None:
        at = stamp if detection.at is None else detection.at
        if detection.attempt is not None:
            self._observe(detection.attempt.as_row(self._clock.now().earlier(at), topic=topic))
        elif detection.is_event:
            instant = self._clock.now().earlier(at)
            row = self._events.to_row(detection, instant, topic, self._conditions(at))
            if row is not None:
                self._observe(row)
        else:
            self._machine.process(detection, at, topic, self._publication)

    # -- observations ----------------------------------------------------------------------

    def resume(self, open_rows: Iterable[Observation], alive_until: float | None) -> None:
        """Continue occurrences that were open when the node stopped, in the same boot.

        Args:
            open_rows: their onsets, followed by the newest rows that say that a moment occurred
                again, or that a fault was no longer reported.
            alive_until: uptime of the node's last heartbeat; the node may have run for another
                ``save_interval`` after it.
        """
        now = self._clock.now().uptime
        rows = [row for row in open_rows if row.key is not None]
        told = {row.key: row.instant.uptime for row in rows if row.kind is Kind.PRESENT}
        for row in rows:
            if row.kind is Kind.PRESENT:
                continue
            onset = row.instant.uptime
            watched = min(now, max(onset, alive_until or 0.0))
            is_moment = MOMENTARY in row.detail  # nobody reports that it continued
            last = told.get(row.key, onset if is_moment else watched)
            is_lost = row.key in told
            is_exact = is_moment or is_lost  # else the node may have watched for longer
            alive = last if is_exact else min(now, last + self._settings.save_interval)
            self._machine.resume(
                to_detection(row), row.topic, onset, last, alive, is_lost=is_lost
            )  # fmt: skip
            self._causes.resume(row)

    def take_samples(self) -> list[OperatingSample]:
        """Return samples of the operating conditions since the last call."""
        now = self._clock.now()
        return [
            OperatingSample(now.earlier(stamp), seconds, values)
            for stamp, seconds, values in self._operation.take()
        ]

    def take_exposure(self) -> dict[tuple[str, str], float]:
        """Return map cell passes, metres travelled, and ended goals, since the last call."""
        path, ended = self._shared.surroundings.path, self._shared.goals
        goals = {(GOALS, action): float(count) for action, count in ended.items()}
        ended.clear()
        return {**path.take_passes(), **path.take_distance(), **goals}

    def _conditions(self, stamp: float) -> Mapping[str, float]:
        """Return the conditions at a moment, without later ones."""
        known = self._try("operating conditions", self.conditions.now, stamp) or {}
        return known if stamp >= self._ticked else {**self._frames.conditions_at(stamp), **known}

    def _emit(self, kind: Kind, occurrence: Occurrence, stamp: float) -> None:
        """Emit an observation; if a freeze frame fails, the onset is emitted without it."""
        first, frame, before = occurrence.publication, None, None
        now = self._conditions(stamp)
        if kind is Kind.ONSET:
            text = occurrence.detection.text
            self._shared.onsets.note(occurrence.detection)
            if first is not None and first.is_old:
                now = {}  # its conditions are not known
            else:
                frame = self._try(f"the ten seconds before: {text}", self._frames.take, occurrence)
                before = self._try(f"the conditions before: {text}", self._before, occurrence)
        instant = self._clock.now().earlier(stamp)
        row = to_observation(kind, occurrence, instant, now, frame, before)
        self._store(self._causes.take(row, stamp))

    def _store(self, rows: Iterable[Observation]) -> None:
        for row in rows:
            self._observe(with_names(row, self._known.names, self._topic_names.called))

    def _is_known(self, occurrence: Occurrence) -> bool:
        """Tell whether the fault of a latched message is in the ledger from an earlier start."""
        first = occurrence.publication
        if first is None or not first.is_earlier:
            return False
        text = occurrence.detection.text
        row = self._try(f"stored before: {text}", self._known.last_row, occurrence.detection.key)
        return first.is_stored_in(row, self._clock.kind)

    def _before(self, occurrence: Occurrence) -> dict[str, float | str]:
        topic = occurrence.topic
        return without_own(
            self._operation.before(occurrence.onset), occurrence.detection, topic=topic,
            is_table=self.topics.type_of(topic) == TABLE,
            own_conditions=self.conditions.conditions_from(topic),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a topic; ``stamp``: receipt time, seconds since the epoch, UTC."""

    topic: str
    type: str
    stamp: float
    content: Any
