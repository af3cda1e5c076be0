"""The ledger: rows are stored once, in order, permanently (rules.md §3.2)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Ledger, Severity, Source
from robot_memory.ledger.ledger_notes import MOST_CALLERS

BASE = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


# -- rows ----------------------------------------------------------------------------------------


def test_a_row_reads_back_as_it_was_stored(ledger, row):
    given = row(
        "Ladeklappe klemmt — Öffnung 3 cm 🤖",
        uptime=30.000001,
        kind=Kind.ONSET,
        source=Source.DETECTOR,
        key=Key("diagnostics", "flap", "stuck", "dock"),
        detector="diagnostics",
        topic="/diagnostics",
        component="flap",
        severity=Severity.ERROR,
        entry_id="mem-00000001",
        tags=("flap", "Tür"),
        context={"speed": 0.25, "load": 1.5},
        detail={"peak": 3, "values": {"gap": "3 cm"}},
    )
    (number,) = ledger.append([given])

    assert ledger.after(0) == [replace(given, id=number)]


def test_row_ids_increase_and_are_never_reused(path, row):
    first = Ledger(path)
    numbers = first.append([row("a"), row("b")]) + first.append([row("c")])
    first.close()
    again = Ledger(path)
    numbers += again.append([row("d")])

    assert numbers == sorted(set(numbers))
    assert [item.summary for item in again.after(numbers[1])] == ["c", "d"]
    assert again.last() == numbers[-1]
    again.close()


def test_writes_of_one_transaction_are_stored_together_or_not_at_all(path, row):
    with closing(Ledger(path)) as ledger:
        with pytest.raises(KeyboardInterrupt), ledger.at_once():
            ledger.append([row("first")])
            ledger.note_saved(7, "RRN-000000000001")
            raise KeyboardInterrupt
        with ledger.at_once():
            ledger.append([row("second")])
            ledger.append([row("third")])
        ledger.append([row("fourth")])

    with closing(Ledger(path)) as ledger:
        assert [item.summary for item in ledger.after(0)] == ["second", "third", "fourth"]
        assert ledger.rrn() == ""


def test_the_newest_time_can_exclude_a_boot(ledger, row):
    assert ledger.newest_time() is None
    ledger.append([row(uptime=5, boot="old"), row(uptime=99, boot="new")])

    assert ledger.newest_time() == BASE + timedelta(seconds=99)
    assert ledger.newest_time(but_not_of="new") == BASE + timedelta(seconds=5)


def test_the_table_has_the_columns_of_document_004(ledger, row):
    ledger.append([row(detector="diagnostics"), row(kind=Kind.NOTE, source=Source.PERSON)])
    connection = sqlite3.connect(ledger.path)
    columns = "id, ts, kind, summary, summary_en, tool_name, detail_json"
    rows = connection.execute(f"SELECT {columns} FROM observations").fetchall()
    connection.close()

    assert rows[0][1:4] == (
        "2026-12-01T12:00:30.000000Z", "onset", "Left encoder reports no pulses",
    )  # fmt: skip
    assert [tool for *_, tool, _ in rows] == ["diagnostics", "person"]


# -- times that become right (rules.md §4.2) -----------------------------------------------------


def trusted_now(uptime=90.0, **after):
    return Instant(BASE + timedelta(days=365, **after), uptime, "b1", True)


def test_provisional_rows_of_this_boot_get_times_from_their_uptime(ledger, row):
    ledger.append([row("old", boot="b0", trusted=False), row("mine", uptime=30, trusted=False)])
    number = ledger.retime(trusted_now(), after=ledger.last())
    old, mine, retimed = ledger.after(0)

    assert mine.time == trusted_now().time - timedelta(seconds=60)
    assert mine.instant.trusted
    assert (old.time, old.instant.trusted) == (BASE + timedelta(seconds=30), False)
    assert (retimed.id, retimed.kind) == (number, Kind.RETIME)
    assert retimed.detail == {
        "moves": {"2026-12-01T12:00:30.000000Z": "2027-12-01T11:59:00.000000Z"}
    }
    assert not ledger.has_provisional("b1")
    assert ledger.has_provisional("b0")


def test_rows_are_retimed_only_if_the_memory_file_contains_all_of_them(ledger, row):
    (first,) = ledger.append([row(trusted=False)])
    ledger.append([row(trusted=False)])
    before = ledger.after(0)

    assert ledger.retime(trusted_now(), after=first) is None
    assert ledger.after(0) == before


# -- occurrences, exposure ----------------------------------------------------------------------


def test_an_occurrence_is_open_until_its_end(ledger, row):
    left, right = Key("d", "left", "x"), Key("d", "right", "x")
    ledger.append([row("l", key=left), row("r", key=right), row("l", key=left, kind=Kind.END)])

    assert [item.key for item in ledger.open_occurrences("b1")] == [right]
    assert ledger.open_occurrences("b2") == []


def test_exposure_is_summed_and_gives_the_last_uptime_of_a_boot(ledger):
    now = trusted_now(90)
    ledger.add_exposure({("speed", "0.0"): 10.0, ("speed", "0.5"): 1.0}, now)
    ledger.add_exposure({("speed", "0.0"): 5.5}, now)

    with ledger.place_transaction() as places:
        assert places.exposure_after("speed", "") == {"0.0": 15.5, "0.5": 1.0}
    assert ledger.alive_until("b1") == 90.0
    assert ledger.alive_until("b2") is None


def test_the_newest_version_before_a_row_is_found(ledger, row):
    key = Key("version", "lidar", "fw")
    ledger.append([
        row("1.0", kind=Kind.VERSION, key=key), row("fault", key=key),
        row("2.0", kind=Kind.VERSION, key=key), row("3.0", kind=Kind.VERSION, key=key),
        row("9.0", kind=Kind.VERSION, key=Key("version", "imu", "fw")),
    ])  # fmt: skip

    assert [
        found and found.summary for found in (ledger.newest_version(key, n) for n in (0, 2, 3, 5))
    ] == [None, "1.0", "2.0", "3.0"]


def drop_superseded(ledger):
    with ledger.peer_transaction() as book:
        book.drop_superseded("RRN-000000000001")


KEY = Key("version", "lidar", "fw")
RARE = [
    ("attempts", lambda ledger: ledger.tasks()),
    ("attempts", lambda ledger: ledger.tasks(after=5)),
    ("attempts", lambda ledger: ledger.reported_tasks()),
    ("versions", lambda ledger: ledger.newest_version(KEY, 5)),
    ("versions", lambda ledger: ledger.version_rows()),
    ("outcomes", lambda ledger: ledger.newest_outcome(KEY)),
    ("limits", lambda ledger: ledger.limits()),
    ("repairs", lambda ledger: ledger.repair_rows("lidar")),
    ("repairs", lambda ledger: ledger.repair_rows()),
    ("repairs", lambda ledger: ledger.occurrences("mem-1", "lidar")),
    ("peers", lambda ledger: ledger.peers()),
    ("peers", drop_superseded),
]


@pytest.mark.parametrize(("index", "ask"), RARE)
def test_rows_of_a_rare_kind_are_found_by_an_index_even_in_an_older_ledger(path, index, ask):
    Ledger(path).close()
    with closing(sqlite3.connect(path)) as older:
        older.execute(f"DROP INDEX observations_{index}")
    ledger = Ledger(path)
    statements: list[str] = []
    ledger._connection.set_trace_callback(statements.append)
    ask(ledger)
    (statement,) = (one for one in statements if "FROM observations" in one)
    plan = ledger._connection.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
    ledger.close()

    steps = [step[-1] for step in plan]
    assert any(f"INDEX observations_{index}" in step for step in steps), steps
    assert "SCAN observations" not in steps


def test_each_repair_is_returned_once_by_consecutive_reads(ledger, row):
    repaired = {"kind": Kind.REPAIRED, "source": Source.PERSON}
    ledger.append([row(), row(component="encoder", **repaired), row()])

    first, looked = ledger.repairs(after=0)
    ledger.append([row(component="lidar", **repaired)])

    assert (first, looked) == ([(2, "encoder")], 3)
    assert ledger.repairs(after=looked) == ([(4, "lidar")], 4)


@pytest.mark.parametrize("source", [Source.AGENT, Source.CLAIMED])
def test_repairs_reported_by_agents_or_claims_are_not_returned(ledger, row, source):
    ledger.append([row(kind=Kind.REPAIRED, component="encoder", source=source)])

    assert ledger.repairs(after=0) == ([], 1)


def test_reading_repairs_reads_no_rows_if_none_were_added(ledger, row):
    ledger.append([row(), row()])
    _, looked = ledger.repairs(after=0)
    statements: list[str] = []
    ledger._connection.set_trace_callback(statements.append)

    assert ledger.repairs(after=looked) == ([], 2)
    assert statements == ["SELECT max(id) FROM observations"]


def test_the_entries_of_the_last_context_are_stored(path):
    first = Ledger(path)
    assert first.last_context() == {}
    first.note_context({"mem-1": 0.6})
    first.close()
    again = Ledger(path)

    assert again.last_context() == {"mem-1": 0.6}
    again.close()


def test_only_the_most_recent_callers_of_the_context_are_stored(ledger):
    for number in range(MOST_CALLERS + 1):
        ledger.note_context({"mem-1": 0.6}, f"agent {number}")
    ledger.note_context({"mem-1": 0.6})

    assert ledger.last_context("agent 0") == {}
    assert ledger.last_context("agent 1") and ledger.last_context()
