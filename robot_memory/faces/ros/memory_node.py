"""The ROS 2 node: one RobotMemory, its subscriptions, services, publishers and threads.

Specification: rules.md §5.3 and §5.7.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from rclpy.parameter import Parameter

from robot_memory.entries.entry_event import EntryEvent
from robot_memory.faces.ros import parameters
from robot_memory.faces.ros.background_task import AlarmWatch, BackgroundTask, NightWatch
from robot_memory.faces.ros.bounded_queue import ActionQueue, BoundedQueue
from robot_memory.faces.ros.diagnostic_statuses import (
    FileDefects,
    HealthStatus,
    memory_health,
    time_health,
)
from robot_memory.faces.ros.filter_mask_publisher import FilterMaskPublisher
from robot_memory.faces.ros.health_issues import DiskCheck, HealthIssues, HealthLog
from robot_memory.faces.ros.held_topic import SpeedLimiter
from robot_memory.faces.ros.ingest_context import IngestContext
from robot_memory.faces.ros.ingest_loop import IngestLoop, RulesWatch
from robot_memory.faces.ros.limit_publisher import LimitPublisher
from robot_memory.faces.ros.message_recording import MessageRecording, RecordService
from robot_memory.faces.ros.namespace_claims import GraphNamespace
from robot_memory.faces.ros.node_log import LibraryLog, NodeLog, log_event
from robot_memory.faces.ros.operation_services import OperationServices, ReadingServices
from robot_memory.faces.ros.peers.federation import Federation, SyncService
from robot_memory.faces.ros.publishers import Publishers
from robot_memory.faces.ros.qos import unused_overrides
from robot_memory.faces.ros.running_nodes import NameWatch
from robot_memory.faces.ros.service_server import ServiceServer
from robot_memory.faces.ros.session_recorder import SessionRecorder
from robot_memory.faces.ros.sim_clock import SimulatedClock
from robot_memory.faces.ros.single_node_lock import SingleNodeLock, name_in_domain
from robot_memory.faces.ros.slow_services import (
    AssistServices,
    LongTermServices,
    ReliabilityService,
    SourceService,
)
from robot_memory.faces.ros.source_warnings import few
from robot_memory.faces.ros.spinning import Stop, ThreadStep, internal_node, spin, spin_loop
from robot_memory.faces.ros.subscription_executor import REST
from robot_memory.faces.ros.thread_watch import LongStep, ThreadWatch
from robot_memory.faces.write_allowance import WriteAllowance
from robot_memory.foundation.errors import HomeRefused, InvalidSettings, NewerSchema
from robot_memory.foundation.home import find_home
from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.settings import Settings, default_rules_file, read_settings
from robot_memory.foundation.time.clock import Clock, SystemClock
from robot_memory.long_term.limit_search import evidence_analysis
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.update_verdict import PeerEvent, UpdateOutcome

_TICK = 0.5  # s
_LOCK_INTERVAL = 10.0  # s
_HEALTH_INTERVAL = 1.0  # s
_MOST_EVENTS = 1000  # events waiting to be published


class MemoryNode:
    """Keeps a robot's memory while the robot runs.

    Its threads: ``ingest`` takes the subscriptions' messages; the memory's ``ledger-writer`` stores
    and publishes observations; ``files`` writes sessions and episodes; ``slow`` serves requests
    that take seconds; ``peers`` exchanges updates with other robots; the main thread saves and
    serves the rest. A slow service or disk never stops ingest (rules.md §5.3).

    Not a lifecycle node: memory must be there before and while bring-up fails (rules.md §5.7).

    Raises:
        InvalidSettings, InvalidRules, HomeRefused, OSError, sqlite3.Error: the node cannot start;
            the message says why.
    """

    def __init__(self) -> None:
        # Parameters, rules, log and diagnostics.
        self.node = node = parameters.create_node("robot_memory")
        self._log = log = NodeLog(node.get_logger())
        self._library_log = LibraryLog(log)
        self._library_log.attach()
        self._issues = issues = HealthIssues(log)
        threading.excepthook = issues.note_thread_end
        settings = parameters.declare_settings(node)
        self._ignored = parameters.ignored_words(node)
        if self._ignored:
            log.warning(self._ignored)
        rules = RulesWatch(Path(settings.rules_file or default_rules_file()), issues)

        # The memory and its clock.
        home = find_home(settings)
        name = name_in_domain(node.get_fully_qualified_name(), node.context.get_domain_id())
        self._node_lock = SingleNodeLock(home.folder, name, home.memory_file)
        self._ingest_node = internal_node(node, "ingest")
        graph_namespace = GraphNamespace(node)
        clock = self._make_clock(graph_namespace)
        self._events = BoundedQueue[EntryEvent](_MOST_EVENTS)
        self._listeners: list[Callable[[EntryEvent], None]] = [self._events.append]
        self.memory = memory = self._open_memory(settings, clock)
        self._started = clock.now().uptime
        log.info(f"{memory.rrn} remembers in {memory.home.memory_file}")

        # Recording and observation, each with its thread.
        self._disk_check = DiskCheck(memory.home.folder)
        self._file_defects = FileDefects(memory.home.memory_file, log)
        self._queue = ActionQueue(issues.note)
        self._session = self._record_session(rules.path)
        context = IngestContext(node, self._ingest_node, graph_namespace, clock, log, issues)
        self._recording = self._record_messages(context)
        self._ingest = IngestLoop(
            context, memory, rules, self._node_lock.last_seen, self._queue, self._session,
            self._recording,
        )  # fmt: skip

        # Output: publishers, other robots, services.
        self._publishers = Publishers(node, memory, self._events, partial(log_event, log))
        limiter, self._filter_masks = self._make_nav2_adapters()
        self._limit_publisher = LimitPublisher(node, memory, limiter)
        memory.when_stored(self._on_stored)
        self._federation = Federation(node, memory, self._on_peer_event, issues.note)
        self._slow_node = internal_node(node, "slow")
        self._add_services()

        # Background tasks and parameter callbacks.
        self._analysis = BackgroundTask(
            "analysis", partial(issues.attempt, "analyse", memory.analyse),
            evidence_analysis.INTERVAL,
        )  # fmt: skip
        self._alarm_watch = AlarmWatch(memory, issues)
        self._health_log = HealthLog(log)
        self._night = NightWatch(memory, issues)
        self._name_watch = NameWatch(node, issues, self._node_lock.last_seen)
        self._health_due = self._lock_due = 0.0
        self._told = False, ""
        self._threads: list[threading.Thread] = []
        self._is_ingest_over = True
        self._step = ThreadStep("main")
        self._watch = ThreadWatch(
            [self._ingest.step], self._step, issues.note_ingest,
            lambda: self._publishers.publish_health([self._ingest.health()]), log.error,
        )  # fmt: skip
        self._add_parameter_callbacks()
        unused = unused_overrides(node)
        if unused:
            log.warning(
                f"qos_overrides of publishers of {few(unused)} do nothing: this node publishes no "
                "such topic; give full names, as `ros2 topic list` has them"
            )

    def _make_clock(self, graph_namespace: GraphNamespace) -> Clock:
        if not self.node.get_parameter("use_sim_time").value:
            return SystemClock()
        return SimulatedClock(self._ingest_node, graph_namespace.resolve("/clock"), self.node)

    def _open_memory(self, settings: Settings, clock: Clock) -> RobotMemory:
        """Open the memory and save it once, so that an unwritable file prevents the start."""
        memory = RobotMemory.open(settings=settings, clock=clock, on_event=self._on_event)
        try:
            memory.save(force=not memory.home.memory_file.exists())
        except NewerSchema as error:
            self._issues.update("save", error)  # the file stays as it is; rows are still stored
        return memory

    def _record_session(self, rules_file: Path) -> SessionRecorder:
        session = SessionRecorder(
            self.memory, self._queue.put, partial(self._issues.update, "session"),
            state={
                "rules_file": str(rules_file), "node": self.node.get_fully_qualified_name(),
            },
        )  # fmt: skip
        self._listeners.append(session.add_event)
        return session

    def _record_messages(self, context: IngestContext) -> MessageRecording | None:
        if not self.memory.settings.black_box_enabled:
            return None
        recording = MessageRecording(context, self.memory)
        self._listeners.append(recording.add_event)
        return recording

    def _add_services(self) -> None:
        """Add the services: slow ones on a node with its own thread, the others on this node."""
        memory, session, note = self.memory, self._session, self._issues.note
        writes = WriteAllowance("requests to write over ROS")
        quick = ServiceServer(self.node, self.node, note, writes)
        ReadingServices(quick, memory)
        OperationServices(
            quick, memory, self._federation.note_echo,
            on_refusal=session.add_denial,
            on_repair=session.add_repair,
        )  # fmt: skip
        RecordService(quick, memory, self._recording)
        slow = ServiceServer(self._slow_node, self.node, note, writes)
        SyncService(slow, memory, self._federation)
        LongTermServices(slow, memory)
        ReliabilityService(slow, memory)
        AssistServices(slow, memory, self._issues)
        SourceService(slow, self._ingest)

    def _add_parameter_callbacks(self) -> None:
        self.node.add_pre_set_parameters_callback(parameters.widen)
        self.node.add_on_set_parameters_callback(partial(parameters.check, self.node))
        self.node.add_post_set_parameters_callback(self._apply)

    def _make_nav2_adapters(self) -> tuple[SpeedLimiter | None, FilterMaskPublisher | None]:
        """Return the adapters that enforce limits in Nav2; if they are missing, an issue is set."""
        settings = self.memory.settings
        if not settings.limits_apply:
            return None, None
        try:
            limiter = SpeedLimiter(self.node, settings.limits_speed_topic)
            return limiter, FilterMaskPublisher(self.node, self.memory, self._issues.note)
        except InvalidSettings as error:
            self._issues.update("limits", error)
            return None, None

    def _apply(self, given: Sequence[Parameter]) -> None:
        old = self.memory.settings
        new = read_settings(parameters.read_values(self.node), "the parameters")
        self.memory.configure(new)
        for line in parameters.changes(old, new):
            self.node.get_logger().info(line)

    # -- running ---------------------------------------------------------------------------

    def run(self, stop: Stop) -> None:
        """Spin all threads until ``stop`` is requested."""
        how = {"stop": stop, "report": self._issues.note}
        ingest = threading.Thread(
            target=spin_loop, args=(self._ingest.spin_once, self._ingest.tick), name="ingest",
            kwargs={"step": self._ingest.step, "every": REST, **how}, daemon=True,
        )  # fmt: skip
        self._threads = [
            threading.Thread(
                target=spin, args=(self._slow_node, lambda: None), name="slow",
                kwargs={"step": ThreadStep("slow"), "every": 1.0, **how},
            ),
            threading.Thread(target=self._federation.run, args=(stop,), name="peers"),
        ]  # fmt: skip
        for thread in (ingest, *self._threads):
            thread.start()
        self._watch.start(stop)
        spin(
            self.node, self._tick, step=self._step, every=_TICK, stop=stop,
            report=self._issues.note,
        )  # fmt: skip
        while ingest.is_alive() and not self._watch.is_stuck(self._ingest.step):
            ingest.join(_TICK)
        self._is_ingest_over = not ingest.is_alive()

    def _tick(self) -> None:
        self._issues.attempt("save", self.memory.tick)
        self._file_defects.update(self.memory.defects)
        self._issues.attempt("publish", self._publishers.publish_changes)
        self._issues.attempt("limits of speed", self._limit_publisher.tick)
        if self._filter_masks is not None:
            self._issues.attempt("limits at places", self._filter_masks.tick)
        self._session.tick()
        self._issues.attempt("questions to nodes", self._ingest.ask)
        if self.memory.clock.is_running:
            self._analysis.tick()
            self._alarm_watch.tick()
        self._night.tick()
        self._name_watch.tick()
        if self._issues.has_disk_faults and self._disk_check.succeeds():
            self._issues.clear_disk_faults()  # a fault that persists is noted again
        now = time.monotonic()
        if now >= self._health_due:
            self._health_due = max(now, self._health_due + _HEALTH_INTERVAL)
            self._tell_what_is_heard(now)
            self._publishers.publish_health(self._health())

    def _tell_what_is_heard(self, now: float) -> None:
        """Tell this machine's other processes what is heard: periodically and on a change."""
        moved = self._node_lock.moved_words()
        self._issues.update("home", HomeRefused(moved) if moved else None)
        tells = self._ingest.is_heard, moved or self.memory.unstored
        if now >= self._lock_due or tells != self._told:
            self._lock_due, self._told = now + _LOCK_INTERVAL, tells
            self._node_lock.tell(replace(self._ingest.hearing(), unstored=tells[1]))

    def _on_stored(self) -> None:
        self._node_lock.refresh()
        try:
            self._publishers.publish_after_commit()
        except Exception as error:  # noted until the main thread succeeds
            self._issues.update("publish", error)

    def _on_event(self, event: EntryEvent) -> None:
        for listener in self._listeners:
            listener(event)

    def _on_peer_event(self, news: PeerEvent) -> None:
        """Queue another robot's event for ``~/events``; log a refusal."""
        now = self.memory.clock.now().time
        rrn = news.rrn if is_rrn(news.rrn) else ""  # a refused robot may not even have a valid name
        self._events.append(
            EntryEvent(news.kind, None, news.detail, now, news.actor, rrn=rrn, reason=news.reason)
        )
        if news.kind == "peer_rejected":
            what = "doubted" if news.reason == UpdateOutcome.RECORD_CUT.value else "refused"
            self._log.warning(f"{what}, of {news.rrn}: {news.detail}")

    def _health(self) -> list[HealthStatus]:
        clock = self.memory.clock
        health = [
            memory_health(
                self.memory, self._issues.current(), self._alarm_watch.alarms, self._ignored
            ),
            time_health(clock.now(), clock.kind, since=self._started),
            self._ingest.health(),
        ]
        self._health_log.update(health)
        peers = self._federation.health()  # logs its own problems
        return health if peers is None else [*health, peers]

    def close(self) -> bool:
        """Store and save everything and destroy the nodes; return whether the save worked."""
        if self._is_ingest_over:
            self._ingest.finish()
        else:
            self._issues.note("ingest", LongStep("does not end; what it held back is lost"))
        if self._recording is not None:
            self._recording.close()
        self._queue.close()
        self._analysis.close()
        self._alarm_watch.close()
        for thread in self._threads:
            thread.join()
        self._night.close()
        self._federation.close()
        is_saved = self._issues.attempt("save", self.memory.close)
        self._session.close()
        self._issues.attempt("publish", self._publishers.publish_events)
        self._node_lock.release()
        self._library_log.detach()
        threading.excepthook = threading.__excepthook__
        for node in (self._slow_node, self._ingest_node, self.node):
            node.destroy_node()
        self._watch.close()
        return is_saved
