"""The node: a face over one RobotMemory."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import rclpy
from rclpy.node import Node
from rclpy.parameter import Parameter

from robot_memory.clock import Clock, SystemClock
from robot_memory.entries.events import Event
from robot_memory.errors import HomeRefused
from robot_memory.memory import RobotMemory
from robot_memory.perception import Perception, Scope, load_rules
from robot_memory.ros import parameters
from robot_memory.ros.health import Health, ingest_health, memory_health, time_health
from robot_memory.ros.ingest import Ingest
from robot_memory.ros.publishers import Publishers
from robot_memory.ros.services import Services
from robot_memory.ros.sim_clock import SimulatedClock
from robot_memory.settings import default_rules_file, read_settings

_HEALTH_INTERVAL = 1.0


class MemoryNode:
    """Keeps a robot's memory while the robot runs.

    Not a lifecycle node: memory must be there before and while bring-up fails (rules.md §5.7).

    Raises:
        InvalidSettings, InvalidRules, HomeRefused: it cannot start; the message says why.
    """

    def __init__(self) -> None:
        self.node: Node = rclpy.create_node("robot_memory")
        settings = parameters.declare_settings(self.node)
        rules = load_rules(Path(settings.rules_file or default_rules_file()))
        self._early: list[Event] = []
        self._publishers: Publishers | None = None
        self.memory = RobotMemory.open(
            settings=settings, clock=self._choose_clock(), on_event=self._happened
        )
        self.memory.save(force=not self.memory.home.memory_file.exists())
        self.node.get_logger().info(
            f"{self.memory.rrn} remembers in {self.memory.home.memory_file}"
        )
        self._publishers = Publishers(self.node, self.memory)
        self._services = Services(self.node, self.memory)
        self._failures: dict[str, str] = {}
        self._health_due = 0.0
        self._exposure_due = 0.0
        self.ingest_node = rclpy.create_node(
            f"_{self.node.get_name()}_ingest", namespace=self.node.get_namespace(),
            use_global_arguments=False, start_parameter_services=False, enable_rosout=False,
        )  # fmt: skip
        perception = Perception(
            rules, settings, self.memory.clock, self.memory.observe,
            scope=self._scope(), seen_until=self._seen_until(),
        )  # fmt: skip
        now = self.memory.clock.now()
        ledger = self.memory.ledger
        perception.resume(ledger.open_occurrences(now.boot), ledger.alive_until(now.boot))
        self._perception = perception
        self._ingest = Ingest(self.ingest_node, self.node, perception)
        self.node.add_on_set_parameters_callback(lambda given: parameters.check(self.node, given))
        self.node.add_post_set_parameters_callback(self._apply)

    def _choose_clock(self) -> Clock:
        simulated = self.node.get_parameter("use_sim_time").value
        return SimulatedClock(self.node) if simulated else SystemClock()

    def _scope(self) -> Scope:
        ids = self.memory.settings.hardware_ids.split(",")
        return Scope(
            namespace=self.node.get_namespace(),
            hardware_ids=frozenset(item.strip() for item in ids if item.strip()),
            own_names=(self.node.get_name(), self.ingest_node.get_name()),
        )

    def _seen_until(self) -> float:
        newest = self.memory.ledger.newest_time()
        return newest.timestamp() if newest and self.memory.clock.kind == "wall" else 0.0

    def _apply(self, given: Sequence[Parameter]) -> None:
        """Apply parameters after they were set."""
        values = parameters.read_values(self.node)
        settings = read_settings(values, "parameters")
        fixed = {name: getattr(self.memory.settings, name) for name in ("rrn", "home")}
        self.memory.configure(replace(settings, **fixed))

    def _happened(self, event: Event) -> None:
        if self._publishers is None:
            self._early.append(event)
        else:
            self._publishers.queue(event)

    # -- threads ---------------------------------------------------------------------------

    def tick_ingest(self) -> None:
        """Let perception's time pass; called in the ingest thread."""
        self._ingest.advance()
        uptime = self.memory.clock.now().uptime
        if uptime >= self._exposure_due:
            self._exposure_due = uptime + self.memory.settings.save_interval
            self._attempt("exposure", self._store_exposure)

    def _store_exposure(self) -> None:
        self.memory.add_exposure(self._perception.conditions.take_exposure())

    def tick(self) -> None:
        """Save and publish what is due; called in the services' thread."""
        self._attempt("save", self.memory.tick)
        publishers = self._publishers
        if publishers is None:
            return
        while self._early:
            publishers.queue(self._early.pop(0))
        publishers.publish_changes()
        if time.monotonic() >= self._health_due:
            self._health_due = time.monotonic() + _HEALTH_INTERVAL
            publishers.publish_health(self._health())

    def _health(self) -> list[Health]:
        return [
                memory_health(self.memory, next(iter(self._failures.values()), None)),
                time_health(self.memory.clock.now()),
                ingest_health(
                    dict(self._ingest.received), dict(self._perception.misdated),
                    dict(self._ingest.complaints),
                ),
            ]  # fmt: skip

    def _attempt(self, what: str, action: Callable[[], object]) -> None:
        """Do what the disk may refuse; the node goes on, and says so on /diagnostics."""
        try:
            action()
        except (OSError, sqlite3.Error, HomeRefused) as error:
            if self._failures.get(what) != str(error):
                self.node.get_logger().error(f"{what}: {error}")
            self._failures[what] = str(error)
        else:
            self._failures.pop(what, None)

    def close(self) -> None:
        """Save and close."""
        self._attempt("save", self.memory.close)
        self.ingest_node.destroy_node()
        self.node.destroy_node()
