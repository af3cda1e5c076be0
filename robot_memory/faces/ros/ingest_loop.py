"""The ingest thread: takes messages, feeds perception, follows the rules file."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace
from functools import partial
from pathlib import Path

from robot_memory.faces.ros.bounded_queue import ActionQueue
from robot_memory.faces.ros.diagnostic_statuses import HealthStatus, IngestHealth, IngestStatus
from robot_memory.faces.ros.graph_watches import GraphWatches
from robot_memory.faces.ros.health_issues import INGEST, HealthIssues
from robot_memory.faces.ros.ingest_context import IngestContext
from robot_memory.faces.ros.message_recording import MessageRecording
from robot_memory.faces.ros.namespace_claims import NamespaceClaims
from robot_memory.faces.ros.session_recorder import SessionRecorder
from robot_memory.faces.ros.source_warnings import SourceNotices
from robot_memory.faces.ros.spinning import ThreadStep
from robot_memory.faces.ros.subscription_executor import SubscriptionExecutor
from robot_memory.faces.ros.topic_subscriptions import TopicSubscriptions
from robot_memory.foundation.disk.files import signature_of
from robot_memory.foundation.errors import InvalidInput, InvalidRules
from robot_memory.foundation.node_watch import Hearing
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.text.part_names import PartNames, load_names
from robot_memory.foundation.time.clock import read_uptime
from robot_memory.ledger import Ledger, Observation
from robot_memory.long_term.episodes import (
    EpisodeHandover,
    EpisodeKeeper,
    EpisodeLimits,
    EpisodeWatches,
)
from robot_memory.long_term.episodes.rule_book import RuleBook, load_rule_book
from robot_memory.memory import RobotMemory
from robot_memory.perception.baselines import PriorMemory
from robot_memory.perception.message_definition import installed_definition
from robot_memory.perception.perception import Perception
from robot_memory.perception.scope import Scope

_STORE_INTERVAL = 3600.0  # s; baselines are some hundred kilobytes and change slowly
_FIRST_STORE = 60.0  # s after the start; by then the localiser's latched map has arrived
_LOOK_INTERVAL = 5.0  # s


class RulesWatch:
    """Reads the rules, and reads them again when their file changes; invalid rules are ignored.

    Raises:
        InvalidRules: lists all mistakes in the first reading, each with file and line.
    """

    def __init__(self, path: Path, issues: HealthIssues) -> None:
        self.path = path
        self._issues = issues
        self._seen = signature_of(path)
        self.book: RuleBook = load_rule_book(path)

    def has_changed(self) -> bool:
        """Read the file if it changed since the last reading; return whether the rules are new."""
        signature = signature_of(self.path)
        if signature in (self._seen, None):  # None: an editor is replacing the file
            return False
        self._seen = signature
        try:
            self.book = load_rule_book(self.path)
        except InvalidRules as error:
            self._issues.update("rules", error, status=INGEST)
            return False
        self._issues.clear("rules", status=INGEST)
        return True


class BaselineKeeper:
    """Stores baselines a minute after the start and then each hour, and finds repairs.

    Repairs are rows of the ledger.
    """

    def __init__(self, perception: Perception, ledger: Ledger, queue: ActionQueue) -> None:
        self._perception, self._ledger, self._queue = perception, ledger, queue
        self._seen = self._looked = ledger.baselines_up_to()
        self._repairs: deque[tuple[int, str]] = deque()
        self._look_due = 0.0
        self._store_due = time.monotonic() + _FIRST_STORE

    def advance(self) -> None:
        """Do the due work; called by the thread that feeds perception."""
        now = time.monotonic()
        if now >= self._look_due:
            self._look_due = now + _LOOK_INTERVAL
            self._queue.put(self._find_repairs)
        while self._repairs:
            self._seen, component = self._repairs.popleft()
            self._perception.renew(component)
        if now >= self._store_due:
            self._store_due = now + _STORE_INTERVAL
            self.store()

    def store(self) -> None:
        """Hand over the current baselines."""
        states, seen = self._perception.baselines.states(), self._seen
        self._queue.put(lambda: self._ledger.keep_baselines(states, seen))

    def _find_repairs(self) -> None:
        found, self._looked = self._ledger.repairs(after=self._looked)
        self._repairs.extend(found)


class IngestLoop:
    """Feeds perception with what the robot publishes. Only its thread enters perception.

    Args:
        seen_until: when a node last ran here, seconds since the epoch.
        recording: keeps messages for the black box; None if the black box is off.
    """

    def __init__(
        self,
        context: IngestContext,
        memory: RobotMemory,
        rules: RulesWatch,
        seen_until: float,
        queue: ActionQueue,
        session: SessionRecorder,
        recording: MessageRecording | None = None,
    ) -> None:
        self._context, self._memory, self._issues = context, memory, context.issues
        self._rules, self._queue, self._session = rules, queue, session
        self.step = ThreadStep("ingest")
        self._executor = SubscriptionExecutor(context.ingest_node, begin=self.step.begin)
        self.scope = _scope(context, memory.settings)
        book = context.graph_namespace.resolve_book(rules.book)
        self._episodes = self._watch_episodes(book)
        self.perception = self._resumed_perception(book, seen_until)
        self._baselines = BaselineKeeper(self.perception, memory.ledger, queue)
        if recording is not None:
            recording.scope = self.scope
        watches = GraphWatches(context, self.perception, self.scope, memory.settings, seen_until)
        self._asking = watches.asking
        self.subscriptions = TopicSubscriptions(
            context, self.perception, self._episodes, recording, watches.listeners, watches.clocks
        )
        self._notices = SourceNotices(self.scope, self.perception.losses.skews, context.log.warning)
        self._health = IngestHealth(self.scope)
        self._claims = NamespaceClaims(
            self.scope, lambda: [entry for _, entry in memory.entries()], context.log
        )
        self._turned = time.monotonic()
        self._began = read_uptime()
        # Perception's time may be simulated, and it stands still while no messages arrive.
        self._last_activity = self.perception.activity.last
        self._heard_at: float | None = None  # uptime
        self._moments_due = 0.0

    def _resumed_perception(self, book: RuleBook, seen_until: float) -> Perception:
        """Return perception that continues the occurrences open when the last node stopped."""
        memory, ledger = self._memory, self._memory.ledger
        perception = Perception(
            book.rules, memory.settings, memory.clock, self._observe, scope=self.scope,
            report=self._issues.note_ingest, definition_of=installed_definition,
            known=PriorMemory(
                memory.knows, partial(memory.entries, include_resolved=True),
                partial(ledger.newest_about, until=memory.seq),
                partial(ledger.newest_version, until=memory.seq), ledger.baselines(), seen_until,
                _names(self._context, memory),
            ),
        )  # fmt: skip
        boot = memory.clock.now().boot
        perception.resume(ledger.open_occurrences(boot), ledger.alive_until(boot))
        return perception

    def _watch_episodes(self, book: RuleBook) -> EpisodeWatches:
        memory, settings = self._memory, self._memory.settings
        keeper = EpisodeKeeper(
            memory.long_term.levels, memory.rrn,
            EpisodeLimits(settings.episodes_megabytes, settings.episodes_hours_a_day),
            about=lambda: {"session_id": self._session.session_id},
        )  # fmt: skip
        report = partial(self._issues.update, "episodes", status=INGEST)
        handover = EpisodeHandover(keeper, self._queue.put, report)
        return EpisodeWatches(book.episodes, handover, memory.clock, self.scope)

    def spin_once(self, timeout: float) -> None:
        """Wait for at most ``timeout`` seconds, and take in the messages that arrived."""
        self._executor.spin_once(timeout)

    def tick(self) -> None:
        """Take in the messages that arrived and advance time; call it about once a second."""
        self._turned = time.monotonic()
        try:
            self._executor.dispatch()
        finally:
            self.step.begin()
            self._note_activity()
            self.subscriptions.advance()
        for watch in self._asking:
            watch.hand_over()
        self._notices.check(time.monotonic())
        self._claims.check()
        self._follow_rules()
        if time.monotonic() >= self._moments_due:
            self._moments_due = time.monotonic() + self._memory.settings.save_interval
            self._hand_over_moments()
        self._baselines.advance()

    def _note_activity(self) -> None:
        last = self.perception.activity.last
        if last != self._last_activity:
            self._last_activity, self._heard_at = last, read_uptime()

    def ask(self) -> None:
        """Send the requests to nodes that only the main thread may send."""
        for watch in self._asking:
            watch.ask()

    def _follow_rules(self) -> None:
        if self._rules.has_changed():
            self.subscriptions.use_rules(
                self._context.graph_namespace.resolve_book(self._rules.book)
            )
            words = f"other rules are in use: {self._rules.path}"
            self._context.log.info(words)
            self._session.add_statement("robot", words.capitalize())

    def _observe(self, observation: Observation) -> None:
        what = f"{observation.kind.value} of {observation.component or observation.topic}"
        self._context.log.debug(f"observed: {what}: {observation.summary}")
        self._memory.observe(observation)
        self._episodes.occurred(observation)

    def _hand_over_moments(self) -> None:
        if self._memory.clock.is_running:
            amounts, moments = self.perception.take_exposure(), self.perception.take_samples()
            self._queue.put(lambda: self._memory.add_exposure(amounts, moments))

    def finish(self) -> None:
        """Report the findings still held back, once the thread has ended."""
        if self._memory.clock.is_running:
            self._issues.attempt("finish", self.perception.finish)
            self._issues.attempt("finish", self._episodes.finish)
        self._hand_over_moments()
        self._baselines.store()

    @property
    def is_heard(self) -> bool:
        """Whether messages of the robot arrive. Any thread may ask."""
        return self._hearing().hears(read_uptime())

    def hearing(self) -> Hearing:
        """Return what is heard of the robot and, if nothing, what is ignored. For any thread."""
        if self.is_heard:
            return self._hearing()
        return replace(self._hearing(), outside=self.subscriptions.count_outside())

    def _hearing(self) -> Hearing:
        patience = self.perception.activity.patience
        return Hearing(
            self._began, self._heard_at, patience, namespace=self.scope.namespace,
            unread=self.subscriptions.unread,
        )  # fmt: skip

    def health(self) -> HealthStatus:
        """Return the status of ingest. Any thread may ask."""
        subscriptions = self.subscriptions
        lost, loss = self._memory.loss
        counts = {what: subscriptions.counts(what) for what in ("received", "unreadable", "failed")}
        status = IngestStatus(
            counts={
                **counts,
                "misdated": dict(self.perception.losses.misdated),
                "unusable numbers": dict(self.perception.losses.unusable),
            },
            problems=[
                *subscriptions.problems.values(),
                *self._issues.current(INGEST),
                *self._claims.problems(),
            ],
            turned=self._turned,
            hearing=self.hearing(),
            lost=lost,
            loss=loss,
            others=sorted(self._context.graph_namespace.others),
        )
        return self._health.status(status)


def _names(context: IngestContext, memory: RobotMemory) -> PartNames:
    """Return people's names for parts; an unusable file is reported and yields no names."""
    try:
        return load_names(memory.home.names)
    except InvalidInput as error:
        context.log.error(f"{error}\nCorrect the file, then start the node again.")
        return PartNames({})


def _scope(context: IngestContext, settings: Settings) -> Scope:
    ids = (item.strip() for item in settings.hardware_ids.split(","))
    return Scope(
        namespace=context.graph_namespace.namespace,
        hardware_ids=frozenset(filter(None, ids)),
        others=context.graph_namespace.others,  # grows while they are discovered
        own_names=(context.node.get_name(), context.ingest_node.get_name()),
        sees_graph=settings.graph_enabled,
    )
