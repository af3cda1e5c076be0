"""The node: a face over one RobotMemory."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from rclpy.parameter import Parameter

from robot_memory.clock import Clock, SystemClock
from robot_memory.entries.entry_event import EntryEvent
from robot_memory.errors import NewerSchema
from robot_memory.federation.peer_event import PeerEvent
from robot_memory.home import find_home
from robot_memory.identity import is_rrn
from robot_memory.ledger import Observation
from robot_memory.memory import RobotMemory
from robot_memory.perception import KnownEntries, Perception, Scope
from robot_memory.ros import parameters
from robot_memory.ros.action_queue import ActionQueue
from robot_memory.ros.analysis_worker import AnalysisWorker
from robot_memory.ros.assist_services import AssistServices
from robot_memory.ros.baseline_keeper import BaselineKeeper
from robot_memory.ros.disk_check import DiskCheck
from robot_memory.ros.episode_link import watch_episodes
from robot_memory.ros.graph_namespace import GraphNamespace
from robot_memory.ros.health import (
    HealthStatus,
    IngestHealth,
    IngestStatus,
    memory_health,
    time_health,
)
from robot_memory.ros.health_issues import HealthIssues
from robot_memory.ros.ingest import Ingest
from robot_memory.ros.internal_node import internal_node
from robot_memory.ros.long_term_services import LongTermServices
from robot_memory.ros.night_watch import NightWatch
from robot_memory.ros.node_log import LibraryLog, NodeLog
from robot_memory.ros.node_presence import NodePresence
from robot_memory.ros.peers.federation import Federation
from robot_memory.ros.peers.sync_service import SyncService
from robot_memory.ros.publishers import Publishers
from robot_memory.ros.rules_watch import RulesWatch
from robot_memory.ros.services import Services
from robot_memory.ros.session_recorder import SessionRecorder
from robot_memory.ros.sim_clock import SimulatedClock
from robot_memory.ros.slow_node import SlowNode
from robot_memory.ros.source_notices import SourceNotices
from robot_memory.ros.source_service import SourceService
from robot_memory.ros.spinning import Stop, spin, take_turns
from robot_memory.ros.subscription_executor import SubscriptionExecutor
from robot_memory.settings import Settings, default_rules_file, read_settings

_TICK = 0.5
_HEALTH_INTERVAL = 1.0
_TELL_INTERVAL = 10.0


class MemoryNode:
    """Keeps a robot's memory while the robot runs.

    Two internal nodes with a thread each: one hears, one serves, so that a slow service never
    stops ingest (rules.md §5.3). What was heard is handed over in a third thread, so that a slow
    disk does not either.

    Not a lifecycle node: memory must be there before and while bring-up fails (rules.md §5.7).

    Raises:
        InvalidSettings, InvalidRules, HomeRefused, OSError, sqlite3.Error: it cannot start; the
            message says why.
    """

    def __init__(self) -> None:
        self.node = parameters.create_node("robot_memory")
        log = NodeLog(self.node.get_logger())
        self._library_log = LibraryLog(log)
        self._library_log.attach()
        self._issues = HealthIssues(log.error, log.info)
        self._hearing_issues = HealthIssues(log.warning, log.info)
        settings = parameters.declare_settings(self.node)
        rules_file = Path(settings.rules_file or default_rules_file())
        self._rules_watch = RulesWatch(rules_file, self._hearing_issues)
        book = self._rules_watch.load()
        self._presence = NodePresence(find_home(settings).folder)
        self._ingest_node = internal_node(self.node, "ingest")
        self._executor = SubscriptionExecutor(self._ingest_node)
        self._graph_namespace = GraphNamespace(self.node)
        clock = self._choose_clock()
        self._events: deque[EntryEvent] = deque(maxlen=1000)
        self._listeners: list[Callable[[EntryEvent], None]] = [self._events.append]
        self.memory = RobotMemory.open(settings=settings, clock=clock, on_event=self._happened)
        self._make_file()
        self._disk_check = DiskCheck(self.memory.home.folder)
        self._queue = ActionQueue(self._issues.note)
        self._run_log = SessionRecorder(
            self.memory, self._queue.put, self._is_time_known, self._tell_of_session,
            state={"rules_file": str(rules_file), "node": self.node.get_fully_qualified_name()},
        )  # fmt: skip
        log.info(f"{self.memory.rrn} remembers in {self.memory.home.memory_file}")
        self._listeners.append(self._run_log.hear)
        self._publishers = Publishers(self.node, self.memory, self._events)
        report = self._issues.note
        self._federation = Federation(self.node, self.memory, self._tell_of_peer, report)
        self._services = Services(
            self.node, self.memory, self._is_time_known, report, self._federation.note_echo,
            on_refusal=self._run_log.deny,
            on_repair=lambda component: self._run_log.say("person", f"Repaired: {component}"),
        )  # fmt: skip
        self._slow = SlowNode(self.node, report)
        SyncService(self.node, self._slow.node, self.memory, self._federation, report)
        LongTermServices(self._slow, self.memory, self._is_time_known)
        AssistServices(self._slow, self.memory, partial(report, stays=True))
        book, scope = self._graph_namespace.resolve_book(book), self._scope(settings)
        self._episodes = watch_episodes(
            book.episodes, self.memory, scope, self._queue, self._run_log, self._hearing_issues
        )
        self._perception = Perception(
            book.rules, settings, clock, self._observe, scope=scope,
            seen_until=self._presence.last_seen, baselines=self.memory.ledger.baselines(),
            report=self._hearing_issues.note,
            known=KnownEntries(
                self.memory.knows, partial(self.memory.entries, include_resolved=True),
                last_row=partial(self.memory.ledger.newest_about, until=self.memory.seq),
            ),
        )  # fmt: skip
        self._baselines = BaselineKeeper(self._perception, self.memory.ledger, self._queue)
        self._started = clock.now().uptime
        self._resume()
        self._ingest = Ingest(
            self._ingest_node, self.node, self._graph_namespace, self._perception,
            self._is_time_known, self._hearing_issues, self._episodes,
        )  # fmt: skip
        SourceService(self._slow, self._ingest, self._perception, scope)
        self._notices = SourceNotices(scope, self._perception.skews, log.warning)
        self._analyst = AnalysisWorker(self._analyse)
        self._night = NightWatch(
            self.memory, self._is_time_known,
            report=lambda what, error: self._issues.note(f"night, {what}", error, stays=True),
            clear=lambda what: self._issues.clear(f"night, {what}"),
        )  # fmt: skip
        self._hearing_health = IngestHealth(scope)
        self._ingest_turned = time.monotonic()
        self._health_due = self._tell_due = self._moments_due = 0.0
        self.node.add_pre_set_parameters_callback(parameters.widen)
        self.node.add_on_set_parameters_callback(lambda given: parameters.check(self.node, given))
        self.node.add_post_set_parameters_callback(self._apply)

    def _choose_clock(self) -> Clock:
        if self.node.get_parameter("use_sim_time").value:
            return SimulatedClock(self._ingest_node, self._graph_namespace.resolve("/clock"))
        return SystemClock()

    def _is_time_known(self) -> bool:
        clock = self.memory.clock
        return not isinstance(clock, SimulatedClock) or clock.is_running

    def _make_file(self) -> None:
        """Save once, so that what cannot be written is known at start."""
        try:
            self.memory.save(force=not self.memory.home.memory_file.exists())
        except NewerSchema as error:
            self._issues.note("save", error, stays=True)  # it is read, and the ledger goes on

    def _scope(self, settings: Settings) -> Scope:
        ids = (item.strip() for item in settings.hardware_ids.split(","))
        return Scope(
            namespace=self._graph_namespace.namespace,
            hardware_ids=frozenset(filter(None, ids)),
            others=self._graph_namespace.others,  # grows while they are discovered
            own_names=(self.node.get_name(), self._ingest_node.get_name()),
        )

    def _resume(self) -> None:
        """Go on with what was the matter when the last node of this boot stopped."""
        now = self.memory.clock.now()
        ledger = self.memory.ledger
        self._perception.resume(ledger.open_occurrences(now.boot), ledger.alive_until(now.boot))

    def _apply(self, given: Sequence[Parameter]) -> None:
        """Apply parameters after they were set."""
        self.memory.configure(read_settings(parameters.read_values(self.node), "the parameters"))

    # -- running ---------------------------------------------------------------------------

    def run(self, stop: Stop) -> None:
        """Hear and serve until ``stop`` is requested."""
        ingest = threading.Thread(
            target=take_turns, args=(self._executor.turn, self._tick_ingest),
            name="ingest", kwargs={
                "name": "ingest", "every": _TICK, "stop": stop, "report": self._issues.note
            },
        )  # fmt: skip
        ingest.start()
        self._federation.start(stop)
        self._slow.start(stop)
        spin(self.node, self._tick, every=_TICK, stop=stop, report=self._issues.note)
        ingest.join()

    def _happened(self, event: EntryEvent) -> None:
        for listener in self._listeners:
            listener(event)

    def _tell_of_session(self, error: Exception | None) -> None:
        if error is None:
            self._issues.clear("session")
        else:
            self._issues.note("session", error, stays=True)

    def _tell_of_peer(self, news: PeerEvent) -> None:
        now = self.memory.clock.now().time
        rrn = news.rrn if is_rrn(news.rrn) else ""  # who is refused may not even have a name
        self._events.append(
            EntryEvent(news.kind, None, news.detail, now, news.actor, rrn=rrn, reason=news.reason)
        )
        if news.kind == "peer_rejected":
            self.node.get_logger().warning(f"refused, of {news.rrn}: {news.detail}")

    def _tick_ingest(self) -> None:
        self._ingest_turned = time.monotonic()
        try:
            self._executor.look()
        finally:
            self._ingest.advance()
        self._notices.look(time.monotonic())
        book = self._rules_watch.changed()
        if book is not None:
            self._ingest.use_rules(self._graph_namespace.resolve_book(book))
            words = f"other rules are in use: {self._rules_watch.path}"
            self.node.get_logger().info(words)
            self._run_log.say("robot", words.capitalize())
        if time.monotonic() >= self._moments_due:
            self._moments_due = time.monotonic() + self.memory.settings.save_interval
            self._hand_over_moments()
        self._baselines.advance()

    def _observe(self, observation: Observation) -> None:
        self._queue.put(lambda: self._store(observation))
        self._episodes.occurred(observation)

    def _store(self, observation: Observation) -> None:
        self.memory.observe(observation)
        self._presence.tell()

    def _hand_over_moments(self) -> None:
        if not self._is_time_known():
            return
        passes, moments = self._perception.take_passes(), self._perception.take_moments()
        self._queue.put(lambda: self.memory.add_exposure(passes, moments))

    def _tick(self) -> None:
        """Save and publish what is due."""
        self._attempt("save", self.memory.tick)
        self._attempt("publish", self._publishers.publish_changes)
        self._run_log.tick()
        self._analyst.tick()
        self._night.tick()
        self._look_at_disk()
        now = time.monotonic()
        if now >= self._tell_due:
            self._tell_due = now + _TELL_INTERVAL
            self._presence.tell()
        if now >= self._health_due:
            self._health_due = max(now, self._health_due + _HEALTH_INTERVAL)
            self._publishers.publish_health(self._health())

    def _look_at_disk(self) -> None:
        """End what the disk caused once it takes data; what still fails begins anew."""
        groups = (self._issues, self._hearing_issues)
        is_failing = self._queue.loss or any(group.has_disk_faults for group in groups)
        if is_failing and self._disk_check.succeeds():
            self._queue.loss = ""
            for group in groups:
                group.clear_disk_faults()

    def _analyse(self) -> None:
        if self._is_time_known():
            self._attempt("analyse", self.memory.analyse)

    def _attempt(self, what: str, action: Callable[[], object]) -> bool:
        """Do what the disk or the file may refuse; the node goes on, and says so."""
        try:
            action()
        except Exception as error:
            self._issues.note(what, error, stays=True)
            return False
        self._issues.clear(what)
        return True

    def _health(self) -> list[HealthStatus]:
        ingest = self._ingest
        counts = {what: ingest.counts(what) for what in ("received", "unreadable", "failed")}
        hearing = IngestStatus(
            counts={
                **counts,
                "misdated": dict(self._perception.misdated),
                "unusable numbers": dict(self._perception.unusable),
            },
            complaints=[*ingest.complaints.values(), *self._hearing_issues.current()],
            turned=self._ingest_turned,
            lost=self._queue.lost,
            loss=self._queue.loss,
            others=sorted(self._graph_namespace.others),
        )
        now = self.memory.clock.now()
        health = [
            memory_health(self.memory, self._issues.current()),
            time_health(now, self.memory.clock.kind, since=self._started),
            self._hearing_health.tell(hearing),
            self._federation.health(),
        ]
        return [item for item in health if item is not None]

    def close(self) -> bool:
        """Store and save everything and let go; return whether that worked."""
        if self._is_time_known():
            self._attempt("finish", self._perception.finish)
            self._attempt("finish", self._episodes.finish)
        self._hand_over_moments()
        self._baselines.store()
        self._queue.close()
        self._analyst.close()
        self._slow.close()
        self._night.close()
        self._federation.close()
        is_saved = self._attempt("save", self.memory.close)
        self._run_log.close()
        self._attempt("publish", self._publishers.publish_events)
        self._presence.end()
        self._library_log.detach()
        self._ingest_node.destroy_node()
        self.node.destroy_node()
        return is_saved
