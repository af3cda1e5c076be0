"""Rows that this package cannot have written are set aside when the ledger is opened."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from robot_memory.foundation.errors import HomeRefused
from robot_memory.ledger import Kind, Ledger
from robot_memory.ledger.day_row import FOLDED

DAY = {"first": "2026-12-01T08:00:00.000000Z", "last": "2026-12-01T09:00:00.000000Z",
       "count": 3, "seconds": 9.0, "longest": 5.0, "worst": "warn"}  # fmt: skip
LIMIT = {"explains": "mem-1", "variable": "speed", "side": "above", "limit": 0.3, "onsets": 9,
         "within": 8, "share": 0.25, "hours": 22.5, "ratio": 24.0, "low": 4.1, "high": None,
         "p": 0.0025, "up_to": 1, "since": 0}  # fmt: skip


@pytest.fixture
def written(path, row):
    """A ledger of three rows: a fault, a folded day, and a limit."""
    ledger = Ledger(path)
    ledger.append([
        row(),
        row(detail={"lasted": 3.0, FOLDED: DAY}),
        row(kind=Kind.LIMIT, detail=LIMIT),
    ])  # fmt: skip
    ledger.close()
    return path


def change(path, sql, *values):
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(sql, values).rowcount > 0
        connection.commit()


def ids_of(path):
    ledger = Ledger(path)
    found = [one.id for one in ledger.after(0)]
    ledger.close()
    return found


def set_aside(path, table="observations"):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"SELECT * FROM damaged_{table}").fetchall()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("ts", "soon"), ("ts", "2026-02-30T00:00:00.000000Z"), ("ts", "9999-12-31T23:59:59.9Z"),
        ("uptime", float("inf")), ("uptime", "long"), ("boot_id", b"\xff\x00"),
        ("confidence", -1), ("confidence", "high"), ("kind", "wish"), ("severity", "BAD"),
        ("source", "rumour"), ("summary", b"no text"), ("key", '["a", "b", 3]'), ("key", "["),
        ("tags", '["a", null]'), ("detail_json", "[1]"), ("context_json", "7"),
        ("detail_json", '{"a": 1e400}'), ("detail_json", '{"a": NaN}'),
        ("detail_json", "[" * 100_000), ("detail_json", '{"lasted": "long"}'),
        ("detail_json", '{"lasted": 1e300}'), ("detail_json", '{"folded": 3}'),
    ],
)  # fmt: skip
def test_a_damaged_row_is_moved_aside_and_the_others_are_used(written, column, value, caplog):
    change(written, f"UPDATE observations SET {column} = ? WHERE id = 1", value)
    with closing(sqlite3.connect(written)) as connection:
        was = connection.execute("SELECT * FROM observations WHERE id = 1").fetchall()

    assert ids_of(written) == [2, 3]
    assert set_aside(written) == was
    (told,) = caplog.messages
    assert f"{written}: row 1 of the table observations is damaged" in told
    assert "counts for nothing; it was moved to the table damaged_observations" in told


@pytest.mark.parametrize("text", ["half \ud800", "undecodable \udcff"])
def test_a_row_with_invalid_unicode_is_damaged(written, text):
    data = text.encode("utf-8", "surrogatepass" if "\ud800" in text else "surrogateescape")
    change(written, "UPDATE observations SET summary = CAST(? AS TEXT) WHERE id = 1", data)

    assert ids_of(written) == [2, 3]


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name in DAY for value in ("soon", 1e300)]
    + [("count", 0), ("seconds", -1.0)],
)
def test_a_row_with_an_invalid_daily_summary_is_damaged(written, name, value):
    change(written, "UPDATE observations SET detail_json = json_set(detail_json, ?, json(?)) "
           "WHERE id = 2", f"$.{FOLDED}.{name}", _json(value))  # fmt: skip

    assert ids_of(written) == [1, 3]


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, []) for name in LIMIT] + [("hours", "word"), ("limit", 2**60), ("onsets", 2**60)],
)  # fmt: skip
def test_a_limit_row_with_invalid_numbers_is_damaged(written, name, value):
    change(written, "UPDATE observations SET detail_json = json_set(detail_json, ?, json(?)) "
           "WHERE id = 3", f"$.{name}", _json(value))  # fmt: skip

    assert ids_of(written) == [1, 2]


@pytest.mark.parametrize("kind", [Kind.MUTE_ASKED, Kind.KNOWN_ASKED])
@pytest.mark.parametrize("until", ["soon", 5])
def test_a_request_row_with_an_invalid_date_is_damaged(path, row, kind, until):
    ledger = Ledger(path)
    ledger.append([row(), row(kind=kind, detail={"until": until})])
    ledger.close()

    assert ids_of(path) == [1]


@pytest.mark.parametrize(
    "detail",
    [
        '{"long": "' + "ü" * 5000 + '", "x": 1.5e-7, "a": [[1]]}',
        '{"before": {"speed": 0.4}, "frame": {"speed": [[-1.0, 0.4]]}}',
        '{"before": "1.2.3", "until": "done", "keep": 3, "values": [1]}',
    ],
)
def test_unusual_but_readable_rows_are_kept(written, detail, caplog):
    change(written, "UPDATE observations SET detail_json = ?, summary = 'Tür' WHERE id = 1", detail)

    assert ids_of(written) == [1, 2, 3]
    assert not caplog.records


def test_the_log_names_five_damaged_rows_and_counts_the_others(path, row, caplog):
    ledger = Ledger(path)
    ledger.append([row() for _ in range(9)])
    ledger.close()
    change(path, "UPDATE observations SET confidence = 'x'")

    assert ids_of(path) == []
    assert len(caplog.records) == 6
    assert caplog.messages[-1] == f"{path}: so are 4 more rows of the table observations"


def test_a_new_row_gets_a_valid_id_despite_a_wrong_sequence_in_the_file(written, row):
    change(written, "UPDATE sqlite_sequence SET seq = 9223372036854775807")
    ledger = Ledger(written)
    ledger.append([row()])

    assert [one.id for one in ledger.after(0)] == [1, 2, 3, 4]
    ledger.close()


def test_a_reader_does_not_move_damaged_rows(written):
    change(written, "UPDATE observations SET confidence = 'x' WHERE id = 1")
    Ledger(written, time_kind=None).close()

    with closing(sqlite3.connect(written)) as connection:
        assert connection.execute("SELECT count(*) FROM observations").fetchone() == (3,)


CODE = {
    "trigger": "CREATE TRIGGER sly AFTER INSERT ON observations BEGIN DELETE FROM meta; END",
    "view": "CREATE VIEW sly AS SELECT * FROM observations",
    "unique index": "CREATE UNIQUE  INDEX sly ON observations (id, summary)",
}


@pytest.mark.parametrize(("kind", "sql"), CODE.items())
def test_a_ledger_with_triggers_or_views_is_refused_and_not_changed(written, kind, sql):
    with closing(sqlite3.connect(written)) as connection:
        connection.execute(sql)

    with pytest.raises(HomeRefused, match=rf"'sly': is a {kind}.* never makes.*drop it"):
        Ledger(written)
    with closing(sqlite3.connect(written)) as connection:
        assert connection.execute("SELECT count(*) FROM observations").fetchone() == (3,)


@pytest.mark.parametrize(
    "definition",
    ["source TEXT NOT NULL ON CONFLICT IGNORE", "source TEXT NOT NULL CHECK (source <> 'person')",
     "source TEXT NOT NULL DEFAULT '--' CHECK (source <> 'person')"],
)  # fmt: skip
def test_a_ledger_with_another_table_definition_is_refused(written, definition):
    with closing(sqlite3.connect(written)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'source       TEXT NOT NULL', ?) "
            "WHERE name = 'observations'",
            (definition,),
        )
        connection.commit()

    with pytest.raises(HomeRefused, match="'observations': is a table with another definition"):
        Ledger(written)


def test_additional_tables_and_indexes_and_other_comments_are_accepted(written):
    with closing(sqlite3.connect(written)) as connection:
        connection.execute("CREATE TABLE theirs (id INTEGER PRIMARY KEY, text TEXT UNIQUE)")
        connection.execute("CREATE INDEX theirs_too ON observations (summary)")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, '-- receipt', '--  old')")
        connection.commit()

    Ledger(written).close()


def _json(value):
    return f'"{value}"' if isinstance(value, str) else str(value)
