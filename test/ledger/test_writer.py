"""Group commit: nothing acknowledged is lost, and waiting rows stay in order."""

from __future__ import annotations

import sqlite3
import threading
import time

import pytest

from robot_memory.ledger import LedgerWriter
from robot_memory.ledger import ledger_writer as writer_module


@pytest.fixture
def impatient(monkeypatch):
    """Retry almost at once after a full disk."""
    monkeypatch.setattr(writer_module, "_RETRY_PAUSE", 0.01)


@pytest.fixture
def writer(ledger):
    made = LedgerWriter(ledger)
    yield made
    make_room(ledger)
    made.close()


def fill_disk(ledger):
    with ledger._lock:
        pages = ledger._connection.execute("PRAGMA page_count").fetchone()[0]
        ledger._connection.execute(f"PRAGMA max_page_count = {pages}")


def make_room(ledger):
    with ledger._lock:
        ledger._connection.execute("PRAGMA max_page_count = 1000000")


def wait_until(condition):
    until = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < until, "it did not happen within 5 s"
        time.sleep(0.005)


def big(row, name):
    return row(name, detail={"filler": "x" * 5000})


def test_submitted_rows_are_stored_in_order(ledger, writer, row):
    futures = [writer.submit(row(str(number))) for number in range(50)]
    writer.flush()

    assert [item.summary for item in ledger.after(0)] == [str(number) for number in range(50)]
    assert [future.result(0) for future in futures] == [item.id for item in ledger.after(0)]


def test_closing_stores_the_waiting_rows(ledger, row):
    closing = LedgerWriter(ledger, commit_delay=60.0)
    closing.submit(row("a"))
    closing.submit(row("b"))
    closing.close()

    assert [item.summary for item in ledger.after(0)] == ["a", "b"]


def test_a_failure_to_store_a_group_is_reported_and_the_next_group_is_stored(
    ledger, writer, row, monkeypatch, caplog
):
    with monkeypatch.context() as defect:
        defect.setattr(ledger, "append", lambda rows: [])
        first = writer.submit(row("a"), commit_now=True)
        with pytest.raises(ValueError, match="shorter"):
            first.result(5)

    assert writer.submit(row("b"), commit_now=True).result(5) == 1
    assert "1 observations may be lost" in caplog.text


def test_while_the_disk_is_full_rows_wait_and_are_then_stored_in_order(
    ledger, writer, row, impatient
):
    fill_disk(ledger)
    futures = [writer.submit(big(row, str(number)), commit_now=True) for number in range(3)]
    wait_until(lambda: writer.failure)

    assert "full" in (writer.failure or "")
    assert not any(future.done() for future in futures)
    later = writer.submit(big(row, "3"), commit_now=True)
    make_room(ledger)
    later.result(5)
    assert [item.summary for item in ledger.after(0)] == ["0", "1", "2", "3"]
    assert all(future.done() for future in futures)
    assert writer.failure is None


def test_a_node_can_stop_while_the_disk_is_full(ledger, row, impatient):
    stopping = LedgerWriter(ledger)
    fill_disk(ledger)
    waiting = stopping.submit(big(row, "waits"), commit_now=True)
    wait_until(lambda: stopping.failure)
    closer = threading.Thread(target=stopping.close, daemon=True)
    closer.start()
    closer.join(5)

    assert not closer.is_alive()
    with pytest.raises(sqlite3.OperationalError, match="full"):
        waiting.result(0)


def test_offered_rows_beyond_the_capacity_are_lost_and_counted_while_the_disk_is_full(
    ledger, row, impatient
):
    full = LedgerWriter(ledger, capacity=1)
    fill_disk(ledger)
    full.submit(big(row, "being stored"), commit_now=True)
    wait_until(lambda: full.failure)
    for number in range(3):
        full.offer(big(row, str(number)))

    assert "2 observations were lost" in full.problem
    assert (full.lost, full.loss) == (2, "the disk took none for too long")
    make_room(ledger)
    wait_until(lambda: full.problem is None)
    assert (full.lost, full.loss) == (2, ""), "the count stays; the reason is over"
    full.close()


def test_an_offered_row_that_cannot_be_stored_is_counted_as_lost(ledger, writer, row):
    writer.offer(row("broken", confidence=float("nan")))
    writer.offer(row("sound"))
    writer.flush()

    assert [item.summary for item in ledger.after(0)] == ["sound"]
    assert writer.lost == 1
    assert writer.loss
    assert writer.problem is None, "the disk is well"


def test_a_failing_listener_does_not_stop_the_writer(ledger, row):
    def fail():
        raise RuntimeError("on purpose")

    writer = LedgerWriter(ledger, on_commit=fail)
    writer.submit(row("first"), commit_now=True).result(5)
    writer.submit(row("second"), commit_now=True).result(5)
    writer.close()

    assert [item.summary for item in ledger.after(0)] == ["first", "second"]


@pytest.mark.parametrize(
    "unstorable",
    [
        {"detail": {"by": "half a pair \ud83d"}},
        {"topic": "/half\udc80"},
        {"confidence": float("nan")},
        {"detail": {"object": object()}},
    ],
    ids=["half a surrogate pair", "a broken byte", "no number", "no JSON"],
)
def test_a_row_that_cannot_be_stored_does_not_affect_other_rows(ledger, writer, row, unstorable):
    before = writer.submit(row("before"))
    broken = writer.submit(row("broken", **unstorable))
    after = writer.submit(row("after"), commit_now=True)

    assert after.result(5) and before.result(5)
    assert broken.exception(5) is not None
    assert [item.summary for item in ledger.after(0)] == ["before", "after"]


def test_a_row_with_readings_that_are_not_finite_is_stored_without_them(ledger, writer, row):
    writer.submit(row(context={"range": float("nan"), "speed": 0.5},
                      detail={"peak": float("inf"), "list": [float("nan"), 1]}))  # fmt: skip
    writer.flush()
    (stored,) = ledger.after(0)

    assert stored.context == {"speed": 0.5}
    assert stored.detail == {"peak": None, "list": [None, 1]}


def test_a_closed_writer_refuses_rows(ledger, row):
    closed = LedgerWriter(ledger)
    closed.close()

    with pytest.raises(RuntimeError, match="closed"):
        closed.submit(row())
