"""The distinct statements of a ledger, for search."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Ledger, Observation, Source, statement_reader
from robot_memory.ledger.statement_reader import StatementReader

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


def note(number: int, source: Source) -> Observation:
    instant = Instant(NOON + timedelta(minutes=number), 60.0 * number, "b1", trusted=True)
    return Observation(Kind.NOTE, instant, f"note {number}", source, entry_id=f"mem-{number}")


def test_many_notes_of_agents_do_not_hide_notes_of_persons_from_the_same_time(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(statement_reader, "_MOST_WITHIN", 3)
    path = tmp_path / "observations.db"
    ledger = Ledger(path)
    ledger.append([note(0, Source.PERSON), *(note(n, Source.AGENT) for n in range(1, 9))])
    reader = StatementReader(path)

    seen = reader.seen_within(NOON - timedelta(hours=1), NOON + timedelta(hours=1))

    assert set(seen) == {"mem-0", "mem-6", "mem-7", "mem-8"}
    reader.close()
    ledger.close()


def test_a_damaged_end_row_does_not_hide_other_rows_of_its_time(tmp_path):
    path = tmp_path / "observations.db"
    ledger = Ledger(path)
    end = replace(note(3, Source.DETECTOR), kind=Kind.END, detail={"lasted": 240.0})
    ledger.append([replace(end, entry_id="mem-damaged"), end])
    ledger._connection.execute("UPDATE observations SET detail_json = '{' WHERE id = 1")
    reader = StatementReader(path)

    seen = reader.seen_within(NOON, NOON + timedelta(minutes=1))

    assert seen == {"mem-3": NOON}
    reader.close()
    ledger.close()
