"""The node's own health: a node's health is itself a diagnostic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from robot_memory.clock import Instant
from robot_memory.memory import RobotMemory

_OK, _WARN, _ERROR = 0, 1, 2


@dataclass(frozen=True)
class Health:
    """One status: its level as in diagnostic_msgs/DiagnosticStatus, a sentence and numbers."""

    name: str
    level: int
    message: str
    values: Mapping[str, str] = field(default_factory=dict)


def memory_health(memory: RobotMemory, failure: str | None) -> Health:
    """Tell whether the memory can be read and stored."""
    entries = memory.entries(include_resolved=True)
    values = {
        "entries": str(len(entries)),
        "ledger row": str(memory.seq),
        "items set aside": str(len(memory.defects)),
        "file": str(memory.home.memory_file),
    }
    problem = failure or memory.problem
    if problem:
        return Health("memory", _ERROR, problem, values)
    if memory.defects:
        first = f"{memory.home.memory_file}: {memory.defects[0]}"
        return Health("memory", _WARN, f"{first}; run robot-memory check", values)
    return Health("memory", _OK, "remembering", values)


def time_health(now: Instant) -> Health:
    """Tell whether times can be relied on."""
    values = {"now": now.time.isoformat(), "uptime": f"{now.uptime:.1f} s"}
    if now.trusted:
        return Health("time", _OK, "wall time is trusted", values)
    message = (
        "wall time is not trusted: times are provisional and nothing fades from the file until "
        "the clock is synchronised"
    )
    return Health("time", _WARN, message, values)


def ingest_health(
    received: Mapping[str, int], misdated: Mapping[str, int], complaints: Mapping[str, str]
) -> Health:
    """Tell what is heard, and what is not and why."""
    values = {f"received {topic}": str(count) for topic, count in sorted(received.items())}
    values |= {f"misdated {topic}": str(count) for topic, count in sorted(misdated.items())}
    if complaints:
        return Health("ingest", _WARN, "; ".join(complaints.values()), values)
    if misdated:
        topics = ", ".join(sorted(misdated))
        message = f"headers are more than 10 s from now and were not observed: {topics}"
        return Health("ingest", _WARN, message, values)
    return Health("ingest", _OK, f"listening to {len(received)} topics", values)
