"""Metrics for a monitoring system, in the Prometheus text format.

See docs/reference/http-api.md, "Without JSON".
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from robot_memory.applications.memory_status import node_watch, problem_of
from robot_memory.applications.reliability.alarm_load import AlarmCounter
from robot_memory.entries.confidence import HIGH, LOW, MEDIUM, band
from robot_memory.foundation.node_watch import NodeWatch
from robot_memory.memory import RobotMemory

METRICS_TYPE = CONTENT_TYPE_LATEST
_BANDS = {HIGH: "high", MEDIUM: "medium", LOW: "low"}
_DAY = timedelta(days=1)


class MetricsText:
    """Renders a memory's metrics; the event log is read again only if it has changed."""

    def __init__(self) -> None:
        self._alarms: AlarmCounter | None = None

    def render(self, memory: RobotMemory) -> bytes:
        """Return a memory's metrics as of now."""
        alarms = self._alarms
        if alarms is None or alarms.memory is not memory:
            self._alarms = alarms = AlarmCounter(memory, _DAY)
        registry = CollectorRegistry()
        registry.register(_MemoryCollector(memory, alarms))
        return generate_latest(registry)


class _MemoryCollector(Collector):
    def __init__(self, memory: RobotMemory, alarms: AlarmCounter) -> None:
        self._memory = memory
        self._counter = alarms

    def collect(self) -> Iterator[GaugeMetricFamily]:
        memory, home = self._memory, self._memory.home
        watch = node_watch(memory)
        found = memory.entries(include_resolved=True)
        counts = Counter((entry.type.value, _BANDS[band(worth)]) for worth, entry in found)
        entries = _gauge("entries", "Entries by type and band of confidence.", ["type", "band"])
        for labels, count in sorted(counts.items()):
            entries.add_metric(labels, count)
        files = _gauge("file_bytes", "Size of a file of the memory home.", ["file"])
        for path in (home.ledger, home.memory_file, home.archive):
            if path.exists():
                files.add_metric([path.name], path.stat().st_size)
        rate = self._counter.load().rate
        broken = "1 while something keeps the memory, or its node, from reading or storing."
        unusable = "Items of the memory file that cannot be used."
        yield entries
        yield _gauge("ledger_rows", "Rows of evidence ever stored.", value=memory.seq)
        yield files
        yield _gauge("problem", broken, value=float(problem_of(memory, watch) is not None))
        yield from _of_node(memory, watch)
        yield _gauge("file_defects", unusable, value=len(memory.defects))
        alarms = rate.count if rate else 0
        yield _gauge("alarms_last_day", "Alarms within a day: rules.md §11.9.", value=alarms)
        yield _gauge("peers", "Robots that were heard.", value=len(memory.peers.all()))


def _of_node(memory: RobotMemory, watch: NodeWatch) -> Iterator[GaugeMetricFamily]:
    """Yield the metrics that show that the node runs: all others stay unchanged when it is dead."""
    running = "1 while a node keeps the memory home."
    heard = "1 while the node hears the robot, and stores what it sees."
    last = "Until when the robot was watched, seconds since 1970."
    free = "Free bytes of the disk that the memory home is on."
    yield _gauge("node_running", running, value=float(watch.keeps))
    yield _gauge("robot_heard", heard, value=float(watch.hears))
    watched_until = memory.ledger.newest_running() if memory.has_ledger else None
    if watched_until is not None:
        value = watched_until.timestamp()
        yield _gauge("last_watched_timestamp_seconds", last, value=value)
    yield _gauge("disk_free_bytes", free, value=shutil.disk_usage(memory.home.folder).free)


def _gauge(
    name: str, meaning: str, labels: list[str] | None = None, value: float | None = None
) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"robot_memory_{name}", meaning, value, labels)
