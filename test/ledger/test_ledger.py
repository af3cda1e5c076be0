"""The evidence: rows that are stored once, in order, for good (rules.md §3.2)."""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from robot_memory.clock import Instant
from robot_memory.errors import HomeRefused, NewerSchema, WrongTimeKind
from robot_memory.ledger import Key, Kind, Ledger, Severity, Source, schema

BASE = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


# -- rows ----------------------------------------------------------------------------------------


def test_a_row_reads_back_as_it_was_stored(ledger, row):
    given = row(
        "Ladeklappe klemmt — Öffnung 3 cm 🤖",
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


def test_a_stamp_keeps_its_microsecond(ledger, row):
    ledger.append([row(uptime=30.000001)])

    assert ledger.after(0)[0].time == BASE + timedelta(seconds=30, microseconds=1)


def test_rows_are_numbered_in_order_and_never_anew(path, row):
    first = Ledger(path)
    numbers = first.append([row("a"), row("b")]) + first.append([row("c")])
    first.close()
    again = Ledger(path)
    numbers += again.append([row("d")])

    assert numbers == sorted(set(numbers))
    assert [item.summary for item in again.after(numbers[1])] == ["c", "d"]
    assert again.last() == numbers[-1]
    again.close()


def test_a_group_is_stored_whole_or_not_at_all(ledger, row):
    broken = row("broken", topic="half a pair \ud83d")
    with pytest.raises(ValueError):
        ledger.append([row("good"), broken])

    assert ledger.after(0) == []
    assert ledger.append([row("next")])


def test_all_that_is_written_at_once_is_kept_or_nothing_of_it(path, row):
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


def test_an_entrys_evidence_comes_newest_first(ledger, row):
    ledger.append([row("a", entry_id="mem-1"), row("x", entry_id="mem-2")])
    ledger.append([row("b", entry_id="mem-1"), row("c", entry_id="mem-1")])

    assert [item.summary for item in ledger.of_entry("mem-1", 2)] == ["c", "b"]
    assert len(ledger.of_entry("mem-1")) == 3


def test_the_newest_time_leaves_out_the_boot_that_is_asked_for(ledger, row):
    assert ledger.newest_time() is None
    ledger.append([row(uptime=5, boot="old"), row(uptime=99, boot="new")])

    assert ledger.newest_time() == BASE + timedelta(seconds=99)
    assert ledger.newest_time(but_not_of="new") == BASE + timedelta(seconds=5)


def test_the_columns_of_document_004_are_there(ledger, row):
    ledger.append([row(detector="diagnostics"), row(kind=Kind.NOTE, source=Source.PERSON)])
    connection = sqlite3.connect(ledger.path)
    columns = "id, ts, kind, summary, summary_en, tool_name, detail_json"
    rows = connection.execute(f"SELECT {columns} FROM observations").fetchall()
    connection.close()

    assert rows[0][1:4] == (
        "2026-12-01T12:00:30.000000Z", "onset", "Left encoder reports no pulses",
    )  # fmt: skip
    assert [tool for *_, tool, _ in rows] == ["diagnostics", "person"]


# -- the file ------------------------------------------------------------------------------------


def test_all_its_files_are_private(path, row):
    old = os.umask(0)
    try:
        ledger = Ledger(path)
        ledger.append([row()])
        modes = {item.name: stat.S_IMODE(item.stat().st_mode) for item in path.parent.iterdir()}
    finally:
        os.umask(old)
    ledger.close()

    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}
    assert "observations.db-wal" in modes


def test_it_has_an_id_of_its_own_that_stays(path, tmp_path):
    first, other = Ledger(path), Ledger(tmp_path / "other.db")
    again = Ledger(path)

    assert first.id == again.id != other.id
    for ledger in (first, again, other):
        ledger.close()


def test_every_commit_reaches_the_disk(ledger):
    connection = ledger._connection

    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL


def test_noting_a_save_does_not_leave_later_commits_less_durable(ledger):
    ledger.note_saved(7, "RRN-000000000001")

    assert (ledger.saved(), ledger.rrn()) == (7, "RRN-000000000001")
    assert ledger._connection.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_a_write_that_fails_does_not_leave_later_commits_less_durable(ledger, row, path):
    statements: list[str] = []
    ledger._connection.set_trace_callback(statements.append)
    ledger._connection.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for write in (lambda: ledger.note_saved(7, "RRN-1"), lambda: ledger.append([row()])):
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                write()
    ledger.note_saved(8, "RRN-1")
    ledger.append([row()])

    assert ledger._connection.execute("PRAGMA synchronous").fetchone()[0] == 2
    assert not [text for text in statements if text.startswith("PRAGMA synchronous =")]


@pytest.mark.parametrize("made_as", ["wall", "recording", "simulated"])
def test_a_home_of_one_kind_of_time_refuses_the_others(path, made_as, row):
    first = Ledger(path, time_kind=made_as)
    first.append([row()])
    first.close()
    for other in {"wall", "recording", "simulated"} - {made_as}:
        with pytest.raises(WrongTimeKind, match=f"holds {made_as} time, not {other} time"):
            Ledger(path, time_kind=other)
    reader = Ledger(path, time_kind=None)

    assert reader.time_kind == made_as
    assert len(reader.after(0)) == 1
    reader.close()


def test_a_ledger_of_a_newer_version_is_left_alone(path):
    Ledger(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()

    with pytest.raises(NewerSchema, match="99"):
        Ledger(path)
    assert path.read_bytes() == before


# -- processes -----------------------------------------------------------------------------------

_APPEND = """
import os, sys
from datetime import datetime, timezone
from pathlib import Path
from robot_memory.clock import Instant
from robot_memory.ledger import Kind, Ledger, Observation
ledger = Ledger(Path(sys.argv[1]))
now = Instant(datetime(2026, 12, 1, tzinfo=timezone.utc), 1.0, "b", True)
for number in range(int(sys.argv[2])):
    row = Observation(Kind.NOTE, now, f"{sys.argv[3]} {number}")
    print(*ledger.append([row]), flush=True)
print("done", flush=True)
sys.stdin.read()
"""


def start_appending(path, count, name):
    return subprocess.Popen(
        [sys.executable, "-c", _APPEND, str(path), str(count), name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_an_acknowledged_row_survives_kill_9(path):
    child = start_appending(path, 5, "row")
    assert child.stdout is not None
    acknowledged = [int(child.stdout.readline()) for _ in range(5)]
    child.send_signal(signal.SIGKILL)
    child.wait(5)
    ledger = Ledger(path)

    assert [item.id for item in ledger.after(0)] == acknowledged
    ledger.close()


def test_two_processes_that_append_at_once_get_rows_of_their_own_in_order(path):
    Ledger(path).close()
    children = [start_appending(path, 40, name) for name in ("a", "b")]
    numbers = []
    for child in children:
        output, _ = child.communicate(timeout=30)
        numbers.append([int(line) for line in output.split()[:-1]])
    ledger = Ledger(path)
    rows = ledger.after(0)
    ledger.close()

    assert sorted(numbers[0] + numbers[1]) == [item.id for item in rows]
    assert len(rows) == 80
    for name, mine in zip("ab", numbers, strict=True):
        assert mine == sorted(mine)
        said = [item.summary for item in rows if item.summary.startswith(name)]
        assert said == [f"{name} {number}" for number in range(40)]


def test_the_journal_is_switched_though_another_process_does_it_too():
    """SQLite answers "locked" at once, where for other things it would wait."""

    class Busy:
        answers = iter([sqlite3.OperationalError("database is locked")] * 2)

        def execute(self, sql):
            for error in self.answers:
                raise error
            self.sql = sql

    connection = Busy()
    schema._use_wal(connection)

    assert connection.sql == "PRAGMA journal_mode = WAL"


_OPEN = """
import sys, time
from pathlib import Path
from robot_memory.ledger import Ledger
print("ready", flush=True)
sys.stdin.readline()
print(Ledger(Path(sys.argv[1])).id)
"""


def test_processes_that_make_a_ledger_at_once_make_one(path):
    children = [
        subprocess.Popen([sys.executable, "-c", _OPEN, path], text=True, stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(6)
    ]  # fmt: skip
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    answers = [child.communicate(timeout=30) for child in children]

    assert [errors for _, errors in answers] == [""] * 6
    assert len({output for output, _ in answers}) == 1


# -- times that become right (rules.md §4.2) -----------------------------------------------------


def trusted_now(uptime=90.0, **after):
    return Instant(BASE + timedelta(days=365, **after), uptime, "b1", True)


def test_provisional_rows_of_this_boot_get_the_time_that_their_uptime_says(ledger, row):
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


def test_rows_are_retimed_only_while_the_file_speaks_for_all_of_them(ledger, row):
    (first,) = ledger.append([row(trusted=False)])
    ledger.append([row(trusted=False)])
    before = ledger.after(0)

    assert ledger.retime(trusted_now(), after=first) is None
    assert ledger.after(0) == before


def test_a_row_is_retimed_once(ledger, row):
    ledger.append([row("early", uptime=30, trusted=False)])
    ledger.retime(trusted_now(90), after=ledger.last())
    ledger.append([row("late", uptime=91, trusted=False)])
    ledger.retime(trusted_now(95, hours=1), after=ledger.last())
    early, _, late, _ = ledger.after(0)

    assert early.time == trusted_now().time - timedelta(seconds=60)
    assert late.time == trusted_now(hours=1).time - timedelta(seconds=4)


# -- occurrences, exposure, what was told --------------------------------------------------------


def test_an_occurrence_is_open_until_its_end(ledger, row):
    left, right = Key("d", "left", "x"), Key("d", "right", "x")
    ledger.append([row("l", key=left), row("r", key=right), row("l", key=left, kind=Kind.END)])

    assert [item.key for item in ledger.open_occurrences("b1")] == [right]
    assert ledger.open_occurrences("b2") == []


def test_exposure_adds_up_and_says_until_when_the_robot_ran(ledger):
    now = trusted_now(90)
    ledger.add_exposure({("speed", "0.0"): 10.0, ("speed", "0.5"): 1.0}, now)
    ledger.add_exposure({("speed", "0.0"): 5.5}, now)

    with ledger.place_transaction() as places:
        assert places.exposure_after("speed", "") == {"0.0": 15.5, "0.5": 1.0}
    assert ledger.alive_until("b1") == 90.0
    assert ledger.alive_until("b2") is None


def test_the_newest_version_is_found_among_rows_of_versions_up_to_a_row(ledger, row):
    key = Key("version", "lidar", "fw")
    ledger.append([
        row("1.0", kind=Kind.VERSION, key=key), row("fault", key=key),
        row("2.0", kind=Kind.VERSION, key=key), row("3.0", kind=Kind.VERSION, key=key),
        row("9.0", kind=Kind.VERSION, key=Key("version", "imu", "fw")),
    ])  # fmt: skip

    assert [
        found and found.summary for found in (ledger.newest_version(key, n) for n in (0, 2, 3, 5))
    ] == [None, "1.0", "2.0", "3.0"]


def test_the_newest_finding_about_a_task_is_found_among_rows_of_outcomes(ledger, row):
    key = Key("outcomes", "dock", "fails")
    ledger.append([
        row("first", kind=Kind.OUTCOME, key=key), row("second", kind=Kind.OUTCOME, key=key),
        row("fault", key=key),
        row("other", kind=Kind.OUTCOME, key=Key("outcomes", "park", "fails")),
    ])  # fmt: skip

    assert ledger.newest_outcome(key).summary == "second"
    assert ledger.newest_outcome(Key("outcomes", "drive", "fails")) is None


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
def test_rows_of_a_rare_kind_are_found_by_an_index_also_in_a_ledger_from_before_it(
    path, index, ask
):
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


def test_repairs_are_found_once_where_the_next_look_begins_at_the_last(ledger, row):
    ledger.append([row(), row(kind=Kind.REPAIRED, component="encoder"), row()])

    first, looked = ledger.repairs(after=0)
    ledger.append([row(kind=Kind.REPAIRED, component="lidar")])

    assert (first, looked) == ([(2, "encoder")], 3)
    assert ledger.repairs(after=looked) == ([(4, "lidar")], 4)


def test_a_look_for_repairs_reads_no_rows_where_none_came(ledger, row):
    ledger.append([row(), row()])
    _, looked = ledger.repairs(after=0)
    statements: list[str] = []
    ledger._connection.set_trace_callback(statements.append)

    assert ledger.repairs(after=looked) == ([], 2)
    assert statements == ["SELECT max(id) FROM observations"]


# -- disks that take nothing ---------------------------------------------------------------------


def refuse_to_write(monkeypatch):
    def refuse(path, time_kind):
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(schema, "_open_to_write", refuse)


def test_a_ledger_on_a_disk_that_takes_nothing_is_read_and_not_written(row, tmp_path, monkeypatch):
    path = tmp_path / "observations.db"
    with closing(Ledger(path)) as ledger:
        ledger.append([row("Lip")])
    refuse_to_write(monkeypatch)

    with closing(Ledger(path, time_kind=None)) as reader:
        assert [row.summary for row in reader.after(0)] == ["Lip"]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader.append([row("Ramp")])
    with pytest.raises(OSError, match="Read-only file system"):
        Ledger(path)


def test_a_ledger_from_before_an_index_is_read_also_where_the_disk_takes_nothing(
    row, tmp_path, monkeypatch
):
    path = tmp_path / "observations.db"
    with closing(Ledger(path)) as ledger:
        ledger.append([row("dock", kind=Kind.ATTEMPT, component="dock", source=Source.AGENT)])
    with closing(sqlite3.connect(path)) as older:
        older.execute("DROP INDEX observations_attempts")
    refuse_to_write(monkeypatch)

    with closing(Ledger(path, time_kind=None)) as reader:
        assert reader.tasks() == ["dock"]
        assert sum(reader.reported_tasks().values()) == 1


def test_a_ledger_that_is_no_database_is_left_as_it_is_and_what_to_do_is_reported(tmp_path):
    path = tmp_path / "observations.db"
    path.write_bytes(b"junk" * 1000)

    with pytest.raises(HomeRefused, match=r"observations\.db is damaged .* move it away"):
        Ledger(path)
    assert path.read_bytes() == b"junk" * 1000
