"""A rehearsal on a temporary database: dry run, approval, apply, verification, rollback.

See docs/reference/governance.md, "The gates".
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.home import Home
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.apply_row_changes import apply_packet
from robot_memory.governance.approval import approve, approver_of
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.mutation_contract import (
    LABEL,
    SCORE,
    STALE,
    STALE_REASON,
    detail_text,
    digest,
)
from robot_memory.governance.packet import Packet, PacketCandidate, make_packet, store_packet
from robot_memory.governance.rollback import roll_back, sign_rollback
from robot_memory.governance.run_history import RunLog
from robot_memory.governance.signing import make_operator_keys, read_operator_keys
from robot_memory.ledger import Key, Kind, Ledger, Observation, database_connection

_OPERATOR = "rehearsal"
_DETAILS: tuple[Mapping[str, Any], ...] = (
    {"peak": 3.5, "repeats": 2},
    {"importance": {"label": "nice_to_have", "score": 0.6}, "message": "Überdruck 71.2 °C"},
    {},
    {"lifecycle": {"stale_candidate": False}},
)


@dataclass(frozen=True)
class Rehearsal:
    """The result of a rehearsal."""

    dry_run: bool  # a packet was checked, and nothing changed
    rollback: bool  # it was applied and rolled back, and every row is as before
    problems: tuple[str, ...]


def rehearse(now: Instant, new_id: Callable[[], str]) -> Rehearsal:
    """Rehearse in a temporary home. This robot's own data is neither read nor written.

    Raises:
        AssistRefused: ``cryptography`` is missing.
    """
    with tempfile.TemporaryDirectory(prefix="robot-memory-rehearsal-") as folder:
        home = Home(Path(folder) / "home", Path(folder) / "home" / "robot-memory.md")
        store = GovernanceStore(home, new_id, "rehearsal")
        _make_ledger(home.ledger, now)
        with store.database() as database:
            packet = _packet(database.ledger_id, now)
        in_dry_run = _try_dry(store, packet, now)
        in_rollback = _apply_and_take_back(store, packet, Path(folder) / "operator.key", now)
        return Rehearsal(not in_dry_run, not in_rollback, (*in_dry_run, *in_rollback))


def _make_ledger(path: Path, now: Instant) -> None:
    ledger = Ledger(path)
    try:
        ledger.append([
            Observation(
                kind=Kind.ONSET, instant=now, summary=f"Row {number} of the rehearsal",
                key=Key("diagnostics", f"part {number}", "fails"), detail=detail,
            )
            for number, detail in enumerate(_DETAILS, 1)
        ])  # fmt: skip
    finally:
        ledger.close()


def _packet(ledger_id: str, now: Instant) -> Packet:
    """Return a packet for the rows of that ledger, with old and new values of each family."""
    changes = (
        {SCORE: 0.65, LABEL: "nice_to_have"},
        {SCORE: 0.45, LABEL: "ignore"},
        {STALE: True, STALE_REASON: "age_threshold"},
        {STALE: True, STALE_REASON: "operator_override"},
    )
    candidates = [
        PacketCandidate(row, digest(detail_text(detail)), change, (f"observation:{row}",))
        for row, (detail, change) in enumerate(zip(_DETAILS, changes, strict=True), 1)
    ]
    return make_packet(ledger_id, now.time, _OPERATOR, candidates, "a rehearsal")


def _all_rows(store: GovernanceStore) -> list[tuple[object, ...]]:
    with closing(database_connection.connect(store.home.ledger)) as connection:
        return connection.execute("SELECT * FROM observations ORDER BY id").fetchall()


def _try_dry(store: GovernanceStore, packet: Packet, now: Instant) -> list[str]:
    before = _all_rows(store)
    with store.locked():
        log = RunLog(store.receipts)
        run = apply_packet(store, log, packet, _OPERATOR, now, dry_run=True)
    problems = [str(one) for one in run.violations]
    if run.violations or not run.receipt.record["diff_summary"]:
        problems.append("the dry run refused the packet")
    if _all_rows(store) != before:
        problems.append("the dry run changed a row")
    return problems


def _apply_and_take_back(
    store: GovernanceStore, packet: Packet, keys: Path, now: Instant
) -> list[str]:
    """Approve a packet, apply it and roll it back; return the problems."""
    before, problems = _all_rows(store), []
    card = make_operator_keys(_OPERATOR, keys, store.home)
    own = read_operator_keys(keys)
    store.operators.enrol(_OPERATOR, card)
    store_packet(store.packets, packet)
    approve(store.approvals, packet, own, store.operators, now.time)
    later = now.time + timedelta(seconds=1)
    with suppress(AssistRefused):
        changed = make_packet(packet.ledger_id, later, _OPERATOR, packet.candidates)
        approver_of(store.approvals, changed, store.operators)
        problems.append("a packet that nobody approved was not refused")
    operator = approver_of(store.approvals, packet, store.operators)
    with store.locked():
        log = RunLog(store.receipts)
        run = apply_packet(store, log, packet, operator, now, dry_run=False)
        is_applied, after = run.receipt.record["result"] == "applied", _all_rows(store)
        if is_applied:
            sign_rollback(store, log, run.receipt.run_id, own, now)
            run = roll_back(store, log, run.receipt.run_id, now)
    expected = {
        "was not applied": is_applied,
        "more changed than it may": _only_details(before, after),
        "not taken back": run.receipt.record["result"] == "rolled_back",
        "a row is not as it was before": _all_rows(store) == before,
    }
    return problems + [problem for problem, is_so in expected.items() if not is_so]


def _only_details(before: list[tuple[object, ...]], after: list[tuple[object, ...]]) -> bool:
    """Whether each row differs in ``detail_json`` and in nothing else."""
    column = 6  # the order in tables.sql; tool_name is generated and counts
    rest = [[*row[:column], *row[column + 1 :]] for row in before]
    return rest == [[*row[:column], *row[column + 1 :]] for row in after] and all(
        old[column] != new[column] for old, new in zip(before, after, strict=True)
    )
