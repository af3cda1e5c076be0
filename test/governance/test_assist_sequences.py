"""Laws: no sequence of packets exceeds a cap, and rows and receipts agree after each."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from governance_builders import ADA, House, all_rows, at, details
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.apply_row_changes import apply_packet
from robot_memory.governance.mutation_contract import (
    CAPS,
    FIELDS,
    LABEL,
    LABELS,
    REASONS,
    SCORE,
    STALE,
    STALE_REASON,
)
from robot_memory.governance.packet import make_packet
from robot_memory.governance.rollback import roll_back, sign_rollback
from robot_memory.governance.row_receipt_comparison import changed_rows, lost_receipts
from robot_memory.governance.run_history import RunLog, day_over
from robot_memory.ledger.row_worth import label_of

scores = st.floats(0.0, 1.0).map(lambda score: round(score, 3))
scored = scores.map(lambda score: {SCORE: score, LABEL: label_of(score)})
near = st.floats(0.36, 0.64).map(lambda score: round(score, 3))
fitting = near.map(lambda score: {SCORE: score, LABEL: label_of(score)})
stale = st.fixed_dictionaries({STALE: st.booleans(), STALE_REASON: st.sampled_from(REASONS)})
anything = st.dictionaries(
    st.sampled_from([*FIELDS, "/summary", "/optimization/assist"]),
    st.one_of(scores, st.sampled_from(LABELS), st.booleans(), st.none()),
    min_size=1, max_size=3,
)  # fmt: skip
likely = st.one_of(fitting, stale)
careful = st.lists(
    st.tuples(st.integers(1, 30), likely, st.integers(1, 5)),
    min_size=3, max_size=5, unique_by=lambda candidate: candidate[0],
)  # fmt: skip
change = st.one_of(likely, scored, anything)
careless = st.lists(
    st.tuples(st.integers(1, 30), change, st.integers(1, 6)), min_size=1, max_size=6
)
packet = st.one_of(careful, careful, careful, careless)
step = st.tuples(
    packet,
    st.integers(0, 2),  # elapsed hours
    st.integers(-60, 60),  # hours by which the wall clock is changed
    st.sampled_from([True, False, False, False]),  # whether the packet is rolled back
)


@settings(
    max_examples=int(os.environ.get("LAWS", "6")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(steps=st.lists(step, min_size=4, max_size=9))
def test_no_sequence_of_packets_violates_the_contract(prepared, steps):
    with tempfile.TemporaryDirectory() as folder:
        _play(House(shutil.copytree(prepared.folder, Path(folder) / "home")), steps)


def _play(house, steps):
    began, store = all_rows(house.folder), house.store
    with store.database() as database:
        ledger_id = database.ledger_id
    applied: list[tuple[Instant, list[int]]] = []
    hours = 0
    for rows, passed, wall, is_taken_back in steps:
        hours += passed
        now = at(hours, wall=hours + wall)
        before = details(house.folder)
        one = make_packet(
            ledger_id, now.time, "x", [house.candidate(row, to, refs=n) for row, to, n in rows]
        )
        log = RunLog(store.receipts)
        run = apply_packet(store, log, one, "ada", now, dry_run=False)
        after = details(house.folder)
        changed = [row for row in before if before[row] != after[row]]
        if run.violations:
            assert changed == []
        else:
            _check_run(one, before, after, changed)
            applied.append((now, changed))
            if is_taken_back:
                sign_rollback(store, log, run.receipt.run_id, ADA, now)
                roll_back(store, log, run.receipt.run_id, now)
                assert details(house.folder) == before
        _check_all(house, applied, now)
    assert [row[:6] + row[7:] for row in began] == [
        row[:6] + row[7:] for row in all_rows(house.folder)
    ]


def _check_run(packet, before, after, changed):
    assert 1 <= len(changed) <= CAPS.max_rows_per_apply_run
    assert sorted(changed) == sorted(packet.rows)
    for row in changed:
        old, new = json.loads(before[row]), json.loads(after[row])
        touched = {name for name in new if old.get(name) != new[name]}
        assert touched - {"optimization"} in ({"importance"}, {"lifecycle"})
        assert old.keys() <= new.keys()
        assert len(new["optimization"]["assist"]["evidence_refs"]) <= 5
        score = new.get("importance", {}).get("score")
        was = old.get("importance", {}).get("score", 0.5)
        assert score is None or abs(score - was) <= 0.15 + 1e-9
        if "importance" in touched:
            assert new["importance"]["label"] == label_of(score)


def _check_all(house, applied, now):
    recent = [
        row for then, rows in applied for row in rows if not day_over(then, now, same_machine=True)
    ]
    assert len(recent) <= CAPS.max_rows_per_24h
    history = house.store.history()
    families: dict[int, set[str]] = {}
    for run in history.standing():
        for candidate in run.packet.candidates:
            touched = {FIELDS[pointer] for pointer in candidate.changes}
            families.setdefault(candidate.observation_id, set()).update(touched)
    assert all(len(found) == CAPS.max_field_families_per_row for found in families.values())
    tries = Counter(run.packet.id for run in history.runs if run.result == "applied")
    assert all(count <= 1 + CAPS.max_retries_per_packet for count in tries.values())
    with house.store.database() as database:
        assert lost_receipts(history, database.marks()) == []
        assert changed_rows(history, database.texts(range(1, 31)), database.ledger_id) == []
