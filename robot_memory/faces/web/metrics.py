"""What a monitoring system scrapes: text in the format of Prometheus.

See docs/reference/http-api.md, "Without JSON".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from robot_memory.applications.reliability.alarm_load import AlarmCounter
from robot_memory.entries.confidence import HIGH, LOW, MEDIUM, band
from robot_memory.memory import RobotMemory

METRICS_TYPE = CONTENT_TYPE_LATEST
_BANDS = {HIGH: "high", MEDIUM: "medium", LOW: "low"}
_DAY = timedelta(days=1)


class MetricsText:
    """Renders the figures of a memory; it reads the record anew only where that has changed."""

    def __init__(self) -> None:
        self._alarms: AlarmCounter | None = None

    def render(self, memory: RobotMemory) -> bytes:
        """Return the figures of a memory as of now."""
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
        yield self._entries()
        yield self._gauge("ledger_rows", "Rows of evidence ever stored.", self._memory.seq)
        yield self._disk()
        yield self._gauge(
            "problem", "1 while something keeps the memory from being read or stored.",
            float(self._memory.problem is not None),
        )  # fmt: skip
        yield self._gauge(
            "file_defects", "Items of the memory file that cannot be used.",
            len(self._memory.defects),
        )  # fmt: skip
        yield self._gauge("alarms_last_day", "Alarms within a day: rules.md §11.9.", self._alarms())
        yield self._gauge("peers", "Robots that were heard.", len(self._memory.peers.all()))

    def _entries(self) -> GaugeMetricFamily:
        family = GaugeMetricFamily(
            "robot_memory_entries", "Entries by type and band of confidence.",
            labels=["type", "band"],
        )  # fmt: skip
        found = self._memory.entries(include_resolved=True)
        counts = Counter((entry.type.value, _BANDS[band(worth)]) for worth, entry in found)
        for labels, count in sorted(counts.items()):
            family.add_metric(labels, count)
        return family

    def _disk(self) -> GaugeMetricFamily:
        family = GaugeMetricFamily(
            "robot_memory_file_bytes", "Size of a file of the memory home.", labels=["file"]
        )
        home = self._memory.home
        for path in (home.ledger, home.memory_file, home.archive):
            if path.exists():
                family.add_metric([path.name], path.stat().st_size)
        return family

    def _alarms(self) -> int:
        rate = self._counter.load().rate
        return rate.count if rate else 0

    def _gauge(self, name: str, meaning: str, value: float) -> GaugeMetricFamily:
        return GaugeMetricFamily(f"robot_memory_{name}", meaning, value=value)
