"""Reads the values of the report from a memory home. Nothing is written."""

from __future__ import annotations

import gc
import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from robot_memory import __version__
from robot_memory.applications.reliability.reliability_report import (
    ReliabilityReport,
    report_reliability,
)
from robot_memory.applications.report.report_facts import (
    ApprovedChanges,
    MemoryRecord,
    ReportFacts,
    RobotIdentity,
    RunningTime,
    read_record,
)
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, RobotMemoryError
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.time.period import Period
from robot_memory.foundation.time.stamps import whole_hour
from robot_memory.governance import Packet
from robot_memory.governance.audit import AuditPart, audit_home
from robot_memory.ledger import Ledger, Observation
from robot_memory.memory import RobotMemory
from robot_memory.perception.normal.signal_monitor import NUMBERS, learned_numbers
from robot_memory.perception.rules_file import load_rules

_PAGE = 2000  # rows
_FRAME = "frame"  # signals of the seconds before an onset
_HEAVY = (_FRAME, "before")


def read_rows(
    ledger: Ledger, seq: int, period: Period
) -> tuple[tuple[Observation, ...], dict[str, Observation]]:
    """Return the rows up to ``seq`` without their signals, and one row with signals per entry.

    The latter is the newest such row in the period.
    """
    rows: list[Observation] = []
    frames: dict[str, Observation] = {}
    with _nothing_collected():
        for row in _all(ledger, seq):
            if row.detail.get(_FRAME) and period.holds(row.time):
                frames[row.entry_id] = row
            rows.append(_light(row))
    return tuple(rows), frames


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Disable the garbage collector: scanning all rows repeatedly took three seconds of five."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _light(row: Observation) -> Observation:
    if not any(name in row.detail for name in _HEAVY):
        return row
    detail = {name: value for name, value in row.detail.items() if name not in _HEAVY}
    return replace(row, detail=detail)


def _all(ledger: Ledger, seq: int) -> Iterator[Observation]:
    last = 0
    while page := ledger.after(last, _PAGE):
        last = page[-1].id
        yield from (row for row in page if row.id <= seq)
        if last >= seq:
            return


Found = TypeVar("Found")


def gather(memory: RobotMemory, period: Period, made_at: datetime | None = None) -> ReportFacts:
    """Return the values for an extract of a memory, as of now.

    Unreadable parts are named in ``issues`` and do not affect the rest.

    Args:
        memory: may be read-only.
        made_at: the current time by the machine's clock; None if the memory's time was given.
    """
    has_file = memory.home.memory_file.exists()
    issues = [str(defect) for defect in memory.defects] if has_file else []
    if memory.problem:
        issues.append(memory.problem)
    entries, hours = tuple(memory.entries(include_resolved=True)), memory.running_hours()
    ledger = memory.ledger if memory.home.ledger.exists() else None
    seq = memory.seq
    rows, frames = read_rows(ledger, seq, period) if ledger else ((), {})
    trusted = TrustStore(memory.home.peers).read()
    issues += trusted.problems
    audit = _Reading("the audit cannot be made", issues).all(lambda: _audit(memory.home))
    return ReportFacts(
        identity=_identity(memory, ledger, seq),
        now=memory.clock.now(),
        period=period,
        settings=memory.settings,
        entries=entries,
        in_context=frozenset(entry.id for entry in memory.context().entries),
        there=frozenset(entry.id for _, entry in entries if hours.is_there(entry)),
        rows=rows,
        frames=frames,
        places=tuple(ledger.places()) if ledger else (),
        running=_running(ledger, period) if ledger else RunningTime(),
        reliability=_Reading("the reliability figures cannot be computed", issues).of(
            lambda: report_reliability(memory, period), ReliabilityReport()
        ),
        signals=_signals(ledger.baselines()) if ledger else (),
        rules=_Reading("the rules cannot be read", issues).all(lambda: _rules(memory)),
        record=_Reading("the record cannot be read", issues).of(
            lambda: _record(memory, audit), MemoryRecord()
        ),
        audit=audit,
        changes=_changes(memory, issues),
        trusted=tuple(trusted.by_rrn[rrn] for rrn in sorted(trusted.by_rrn)),
        peers=memory.peers.all(),
        health=_health(memory.home.folder / "health.json", issues),
        issues=tuple(_from_home(memory.home, failure) for failure in issues),
        made_at=made_at,
    )


@dataclass(frozen=True)
class _Reading:
    """Reads an optional part of the extract; failures are added to ``issues``."""

    otherwise: str
    issues: list[str]

    def all(self, read: Callable[[], Sequence[Found]]) -> tuple[Found, ...]:
        return self.of(lambda: tuple(read()), ())

    def of(self, read: Callable[[], Found], nothing: Found) -> Found:
        try:
            return read()
        except (RobotMemoryError, OSError, sqlite3.Error) as error:
            self.issues.append(f"{self.otherwise}: {error}")
            return nothing


def _audit(home: Home) -> list[AuditPart]:
    return [
        replace(
            part,
            defects=tuple(
                Defect(_from_home(home, one.path), _from_home(home, one.problem))
                for one in part.defects
            ),
            remarks=tuple(_from_home(home, remark) for remark in part.remarks),
        )
        for part in audit_home(home).parts
    ]


def _from_home(home: Home, words: str) -> str:
    """Return words with paths relative to the home: its location concerns no reader."""
    return words.replace(f"{home.folder}/", "")


def _record(memory: RobotMemory, audit: Sequence[AuditPart]) -> MemoryRecord:
    events = memory.long_term.levels.events
    checked = next((part.head for part in audit if part.name == "events"), None)
    return read_record(events, events.head if checked is None else checked)


def _signals(baselines: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the parts and numbers with a learned normal range, each with its judged property."""
    numbers = {f"{name} number" for name in learned_numbers(baselines)}
    return tuple(sorted({*baselines, *numbers} - {NUMBERS}))


def _identity(memory: RobotMemory, ledger: Ledger | None, seq: int) -> RobotIdentity:
    path = memory.home.memory_file
    digest = hashlib.sha256(read_regular(path)).hexdigest() if path.exists() else ""
    kind = ledger.time_kind if ledger else memory.clock.kind
    return RobotIdentity(memory.rrn, __version__, ledger.id if ledger else "", kind, digest, seq)


def _running(ledger: Ledger, period: Period) -> RunningTime:
    seconds: dict[datetime, float] = {}
    boots: dict[str, tuple[datetime, datetime]] = {}
    conditions: set[str] = set()
    for moment in ledger.operating_samples():
        if not period.holds(moment.time):
            continue
        hour = whole_hour(moment.time)
        seconds[hour] = seconds.get(hour, 0.0) + moment.seconds
        first, _ = boots.get(moment.instant.boot, (moment.time, moment.time))
        boots[moment.instant.boot] = (first, moment.time)
        conditions.update(moment.values)
    return RunningTime(seconds, boots, frozenset(conditions))


def _rules(memory: RobotMemory) -> list[tuple[str, str]]:
    given = memory.settings.rules_file
    path = Path(given).expanduser() if given else default_rules_file()
    rules = load_rules(path)
    return [(one.detector, one.describe().removeprefix(f"{one.detector} ")) for one in rules]


def _changes(memory: RobotMemory, issues: list[str]) -> ApprovedChanges:
    assist = memory.long_term.assist
    gates = _Reading("the gates cannot be read", issues).all(assist.gates)
    if not memory.home.governance.exists():
        return ApprovedChanges(gates=gates)
    runs = _Reading("the receipts cannot be read", issues).all(assist.runs)
    nothing: tuple[list[tuple[Packet, str]], list[str]] = ([], [])
    packets, problems = _Reading("the packets cannot be read", issues).of(assist.packets, nothing)
    issues += problems
    receipts = [one for run in runs for one in (run.before, run.rollback, run.after) if one]
    newest = max(receipts, key=lambda one: int(one.record["chain"]["seq"]), default=None)
    head = (newest.ref, newest.sha256) if newest else ("", "")
    return ApprovedChanges(tuple(packets), runs, gates, head)


def _health(path: Path, issues: list[str]) -> Mapping[str, Any]:
    try:
        data = json.loads(read_regular(path))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        issues.append(f"{path.name} cannot be read: {error}")
        return {}
    return data if isinstance(data, dict) else {}
