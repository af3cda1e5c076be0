"""A rehearsal on a database made for it: dry run, approval, apply, verification, rollback.

See docs/reference/governance.md, "The gates".
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
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
from robot_memory.governance.mutation_contract import LABEL, SCORE, STALE, STALE_REASON
from robot_memory.governance.packet import Packet, PacketCandidate, make_packet, store_packet
from robot_memory.governance.rollback import roll_back, sign_rollback
from robot_memory.governance.row_detail import detail_text, digest
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
    """What it showed.

    Attributes:
        dry_run: whether a packet was checked, and nothing changed.
        rollback: whether it was applied and taken back, and every row is as it was.
    """

    dry_run: bool
    rollback: bool
    problems: tuple[str, ...]


def rehearse(now: Instant, new_id: Callable[[], str]) -> Rehearsal:
    """Rehearse in a temporary home. Nothing of this robot's is read or written."""
    with tempfile.TemporaryDirectory(prefix="robot-memory-rehearsal-") as folder:
        home = Home(Path(folder) / "home", Path(folder) / "home" / "robot-memory.md")
        stage = _Stage(GovernanceStore(home, new_id, "rehearsal"), now)
        make_fixture(home.ledger, now)
        is_dry = stage.try_dry()
        is_reversible = stage.apply_and_take_back(Path(folder) / "operator.key")
        return Rehearsal(is_dry, is_reversible, tuple(stage.problems))


def make_fixture(path: Path, now: Instant) -> None:
    """Make a ledger of a few rows."""
    ledger = Ledger(path)
    try:
        ledger.append([_row(number, one, now) for number, one in enumerate(_DETAILS, 1)])
    finally:
        ledger.close()


def _row(number: int, detail: Mapping[str, Any], now: Instant) -> Observation:
    return Observation(
        kind=Kind.ONSET, instant=now, summary=f"Row {number} of the rehearsal",
        key=Key("diagnostics", f"part {number}", "fails"), detail=detail,
    )  # fmt: skip


def all_rows(path: Path) -> list[tuple[object, ...]]:
    """Return every column of every row of a ledger."""
    connection = database_connection.connect(path)
    try:
        return connection.execute("SELECT * FROM observations ORDER BY id").fetchall()
    finally:
        connection.close()


def fixture_packet(ledger_id: str, now: Instant) -> Packet:
    """Return a packet for the rows that :func:`make_fixture` makes: of each family, old and new."""
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


class _Stage:
    def __init__(self, store: GovernanceStore, now: Instant) -> None:
        self.problems: list[str] = []
        self._store = store
        self._now = now

    def _packet(self) -> Packet:
        with self._store.database() as database:
            return fixture_packet(database.ledger_id, self._now)

    def try_dry(self) -> bool:
        packet, before = self._packet(), all_rows(self._store.home.ledger)
        with self._store.locked():
            log = RunLog(self._store.receipts)
            run = apply_packet(self._store, log, packet, _OPERATOR, self._now, dry_run=True)
        self.problems += map(str, run.violations)
        is_previewed = not run.violations and len(run.receipt.record["diff_summary"]) > 0
        is_same = all_rows(self._store.home.ledger) == before
        results = [
            self._expect(is_previewed, "the dry run refused the packet"),
            self._expect(is_same, "the dry run changed a row"),
        ]
        return all(results)

    def apply_and_take_back(self, keys: Path) -> bool:
        store, now, packet = self._store, self._now, self._packet()
        before = all_rows(store.home.ledger)
        card = make_operator_keys(_OPERATOR, keys, store.home)
        own = read_operator_keys(keys)
        store.operators.enrol(_OPERATOR, card)
        store_packet(store.packets, packet)
        approve(store.approvals, packet, own, store.operators, now.time)
        changed = make_packet(
            packet.ledger_id, now.time + timedelta(seconds=1), _OPERATOR, packet.candidates
        )
        results = [
            self._expect(self._is_refused(changed), "a packet that nobody approved was not refused")
        ]
        operator = approver_of(store.approvals, packet, store.operators)
        with store.locked():
            log = RunLog(store.receipts)
            run = apply_packet(store, log, packet, operator, now, dry_run=False)
            is_applied = run.receipt.record["result"] == "applied"
            results.append(self._expect(is_applied, "was not applied"))
            after = all_rows(store.home.ledger)
            results.append(self._expect(_only_details(before, after), "more changed than it may"))
            if is_applied:
                sign_rollback(store, log, run.receipt.run_id, own, now)
                run = roll_back(store, log, run.receipt.run_id, now)
        is_same = all_rows(store.home.ledger) == before
        is_back = run.receipt.record["result"] == "rolled_back"
        results.append(self._expect(is_back, "not taken back"))
        results.append(self._expect(is_same, "a row is not as it was before"))
        return all(results)

    def _is_refused(self, packet: Packet) -> bool:
        try:
            approver_of(self._store.approvals, packet, self._store.operators)
        except AssistRefused:
            return True
        return False

    def _expect(self, is_so: bool, problem: str) -> bool:
        if not is_so:
            self.problems.append(problem)
        return is_so


def _only_details(before: list[tuple[object, ...]], after: list[tuple[object, ...]]) -> bool:
    """Tell whether each row differs in ``detail_json``, and in nothing else."""
    column = 6  # as tables.sql orders them; tool_name is generated and counts
    rest = [[*row[:column], *row[column + 1 :]] for row in before]
    return rest == [[*row[:column], *row[column + 1 :]] for row in after] and all(
        old[column] != new[column] for old, new in zip(before, after, strict=True)
    )
