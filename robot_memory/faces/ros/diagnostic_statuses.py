"""The statuses that the node publishes about itself on ``/diagnostics``: memory, time, ingest.

Defects of the memory file are logged as well, when they begin, change and end.

See docs/reference/node.md, "Health".
"""

from __future__ import annotations

import math
import re
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from robot_memory.applications.reliability.alarm_load import AlarmLoad
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.source_warnings import CLOCK_ADVICE, few, unexpected
from robot_memory.foundation.errors import Defect, RobotMemoryError
from robot_memory.foundation.logged_problem import LoggedProblem
from robot_memory.foundation.node_watch import Hearing
from robot_memory.foundation.time.clock import Instant, read_uptime
from robot_memory.memory import RobotMemory
from robot_memory.perception.scope import Scope

OK, WARN, ERROR = 0, 1, 2
_STILL = 5.0  # s since ingest last ran; beyond this it is an error
_WHILE = 60.0  # s for which a risen count is reported
_MOST_WARNINGS = 10
_ITEM = re.compile(r"\w+\[\d+\](\.entries\[\d+\])?")  # entries[3], peer_context[0].entries[3]


class FileDefects:
    """Follows the defects of a memory file."""

    def __init__(
        self, file: Path, log: NodeLog, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._file, self._log, self._clock = file, log, clock
        self._problem = LoggedProblem()

    def update(self, defects: Sequence[Defect]) -> None:
        """Log the file's current defects if they changed."""
        if defects:
            if self._problem.found(self._clock(), tuple(defects)):
                self._log.warning(defect_words(self._file, defects))
        elif self._problem.ended():
            self._log.info(f"{self._file}: nothing is wrong with it any more")


def defect_words(file: Path, defects: Sequence[Defect]) -> str:
    """Return a sentence with a file's first defect, the number of others, and what to do."""
    others = f", and {len(defects) - 1} more" if len(defects) > 1 else ""
    return f"{file}: {defects[0]}{others}: that is not used, and stays; run robot-memory check"


def items_set_aside(defects: Sequence[Defect]) -> int:
    """Return how many items of a memory file have defects; one item may have several."""
    paths = (_ITEM.match(defect.path) for defect in defects)
    return len({path.group() for path in paths if path is not None})


@dataclass(frozen=True)
class HealthStatus:
    """One status of the node.

    Attributes:
        level: as in diagnostic_msgs/DiagnosticStatus.
        is_logged: whether the code that found the problem has already logged it.
    """

    name: str
    level: int
    message: str
    values: Mapping[str, str] = field(default_factory=dict)
    is_logged: bool = False


@dataclass(frozen=True)
class IngestStatus:
    """The state of ingest.

    Attributes:
        counts: numbers of messages by topic, for each outcome (received, unreadable …).
        problems: topics that cannot be subscribed to, and messages that cannot be read.
        turned: when the ingest thread was last alive, on the monotonic clock.
        lost: observations that could not be handed over.
        loss: why the last one could not; empty once the disk takes data again.
    """

    counts: Mapping[str, Mapping[str, int]]
    problems: Sequence[str]
    turned: float
    lost: int
    others: Sequence[str]
    hearing: Hearing
    loss: str = "see the log"


def memory_health(
    memory: RobotMemory, issues: Sequence[str], alarms: AlarmLoad | None = None, ignored: str = ""
) -> HealthStatus:
    """Return whether the memory can be read and stored, and whether the node does its work.

    Args:
        issues: current problems.
        alarms: the recent alarm load; None before the first count.
        ignored: a sentence about given parameters that do not exist.
    """
    values = {
        "file": str(memory.home.memory_file),
        "ledger row": str(memory.seq),
        "items set aside": str(items_set_aside(memory.defects)),
    }
    if alarms is not None:
        values["alarms a robot-day"] = alarms.words
    found = memory.problem or ""
    problem = "; ".join([*issues, *([found] if found not in "; ".join(issues) else [])])
    try:
        values["entries"] = str(len(memory.entries(include_resolved=True)))
    except (OSError, sqlite3.Error, RobotMemoryError) as error:
        problem = problem or str(error)
    if problem:
        return HealthStatus("memory", ERROR, problem, values, is_logged=bool(issues or found))
    if memory.defects:
        words = defect_words(memory.home.memory_file, memory.defects)
        return HealthStatus("memory", WARN, words, values, is_logged=True)
    if warnings := "; ".join(filter(None, (ignored, memory.home.exposure))):
        return HealthStatus("memory", WARN, warnings, values, is_logged=not memory.home.exposure)
    return HealthStatus("memory", OK, "remembering", values)


def time_health(now: Instant, kind: str, *, since: float) -> HealthStatus:
    """Return whether times can be relied on; ``since`` is the uptime at which the node started."""
    values = {
        "now": now.time.isoformat(),
        "uptime": f"{now.uptime - since:.1f} s",  # the node's uptime
        "kind": kind,
    }
    if kind == "wall":
        values["machine uptime"] = f"{now.uptime:.1f} s"
    if now.trusted:
        return HealthStatus("time", OK, f"{kind} time is trusted", values)
    if kind == "simulated":
        message = "use_sim_time is set and /clock has not been heard: nothing is observed"
        return HealthStatus("time", WARN, message, values)
    message = (
        "wall time is not trusted: times are provisional and nothing is pruned from the file until "
        "the clock is synchronised"
    )
    return HealthStatus("time", WARN, message, values)


class IngestHealth:
    """Reports received topics and why others are not received; a new loss shows for a minute."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._totals: dict[str, int] = {}
        self._grown: dict[str, float] = {}

    def status(self, ingest: IngestStatus) -> HealthStatus:
        """Return the status."""
        values = {what: str(sum(counts.values())) for what, counts in ingest.counts.items()}
        values["topics"] = str(len(ingest.counts.get("received", ())))
        values["lost observations"] = str(ingest.lost)
        values |= self._skipped()
        if ingest.others:
            values["other robots"] = few(ingest.others)
        still = time.monotonic() - ingest.turned
        if still > _STILL:
            told = "; ".join([f"ingest has not run for {still:.0f} s", *ingest.problems])
            return HealthStatus("ingest", ERROR, told, values)
        if self._has_grown("lost", ingest.lost) and ingest.loss:
            return HealthStatus("ingest", ERROR, f"observations are lost: {ingest.loss}", values)
        hearing, uptime = ingest.hearing, read_uptime()
        silence = [hearing.words(uptime)] if hearing.is_silent(uptime) else []
        warnings = [*silence, *ingest.problems, *self._misdated(ingest.counts.get("misdated", {}))]
        warnings += self._foreign_statuses()
        if warnings:
            shown, more = warnings[:_MOST_WARNINGS], len(warnings) - _MOST_WARNINGS
            rest = [f"and {more} more: see ~/list_sources"] if more > 0 else []
            text = "; ".join([*shown, *rest])
            return HealthStatus("ingest", WARN, text, values, is_logged=warnings != silence)
        received = len(ingest.counts.get("received", ()))
        unheard = "" if hearing.hears(uptime) else f"; {hearing.words(uptime)}"
        return HealthStatus("ingest", OK, f"listening to {received} topics{unheard}", values)

    def _misdated(self, counts: Mapping[str, int]) -> list[str]:
        for topic in self._totals.keys() - counts.keys() - {"lost"}:  # the topic is gone
            del self._totals[topic]
            self._grown.pop(topic, None)
        topics = [topic for topic, count in counts.items() if self._has_grown(topic, count)]
        words = "headers are more than 10 s from now, and their messages were not observed"
        return [f"{few(topics)}: {words}: {CLOCK_ADVICE}"] if topics else []

    def _skipped(self) -> dict[str, str]:
        sources = self._scope.skipped.sources()
        statuses = [item for item in sources if item.kind == "status"]
        if not statuses:
            return {}
        count = sum(item.count for item in statuses)
        return {"skipped": f"{count} statuses of {len(statuses)} sources"}

    def _foreign_statuses(self) -> list[str]:
        """Return a warning if all received statuses are attributed to other robots."""
        skipped = self._scope.skipped
        sources = unexpected(skipped.sources())
        if skipped.statuses_kept or not sources:
            return []
        count, names = sum(item.count for item in sources), [f"`{it.name}`" for it in sources]
        words = (
            f"{count} statuses of {few(names)} are treated as another robot's, and none for this "
            "one's: set hardware_ids or remap /diagnostics; ~/list_sources says why each"
        )
        return [words]

    def _has_grown(self, name: str, total: int) -> bool:
        if total > self._totals.get(name, 0):
            self._grown[name] = time.monotonic()
        self._totals[name] = total
        return time.monotonic() - self._grown.get(name, -math.inf) < _WHILE
