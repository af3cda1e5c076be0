"""A ledger whose files are moved, deleted or replaced while it is in use loses no row."""

from __future__ import annotations

import select
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from robot_memory.ledger import Ledger, database_file, database_recovery


def lose_the_journal(path: Path) -> None:
    database_file.beside(path, "-wal").unlink()


def lose_the_index(path: Path) -> None:
    database_file.beside(path, "-shm").unlink()


def lose_both(path: Path) -> None:
    lose_the_journal(path)
    lose_the_index(path)


def move_away(path: Path) -> None:
    path.rename(path.with_name("moved.db"))


def delete(path: Path) -> None:
    path.unlink()


def delete_all(path: Path) -> None:
    for file in path.parent.glob("observations.db*"):
        file.unlink()


def replace_by_a_copy(path: Path) -> None:
    copy = path.with_name("copy.db")
    subprocess.run(["cp", path, copy], check=True)  # keeps the locks of this process
    copy.rename(path)


def replace_by_another_ledger(path: Path) -> None:
    other = path.with_name("other.db")
    Ledger(other).close()
    other.rename(path)


HARMS = (lose_the_journal, lose_the_index, lose_both, move_away, delete, delete_all,
         replace_by_a_copy, replace_by_another_ledger)  # fmt: skip
harmed = pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
harmed_in_two_ways = pytest.mark.parametrize("harm", [lose_both, replace_by_a_copy])


def said(path: Path) -> list[tuple[int, str]]:
    """Return the ids and texts of the rows in the ledger at the path."""
    with closing(Ledger(path)) as ledger:
        return [(row.id, row.summary) for row in ledger.after(0)]


@harmed
def test_the_ledger_keeps_all_rows_when_its_files_are_moved_deleted_or_replaced(
    ledger, row, path, harm
):
    ledger.append([row("One"), row("Two")])
    harm(path)

    assert ledger.append([row("Three")]) == [3]
    assert [item.summary for item in ledger.after(0)] == ["One", "Two", "Three"]
    assert said(path) == [(1, "One"), (2, "Two"), (3, "Three")]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@harmed_in_two_ways
def test_a_reading_process_recovers_a_replaced_file_and_reports_it(ledger, row, path, harm, caplog):
    ledger.append([row("One")])
    assert ledger.problem is None
    harm(path)
    ledger.last()

    assert "while it was in use; all its rows were put back" in (ledger.problem or "")
    assert [record.message for record in caplog.records] == [ledger.problem]
    assert said(path) == [(1, "One")]


@pytest.mark.parametrize("harm", [replace_by_a_copy, replace_by_another_ledger])
def test_the_file_put_in_place_of_the_ledger_is_kept_under_another_name(ledger, row, path, harm):
    ledger.append([row("One")])
    ledger._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    harm(path)
    inode = path.stat().st_ino
    ledger.last()

    (kept,) = path.parent.glob("observations.replaced-*.db")
    assert kept.stat().st_ino == inode
    assert str(kept) in (ledger.problem or "")


@harmed_in_two_ways
def test_a_second_connection_uses_the_ledger_that_the_first_recovered(ledger, row, path, harm):
    with closing(Ledger(path)) as other:
        ledger.append([row("One")])
        harm(path)
        ledger.append([row("Two")])
        inode = path.stat().st_ino
        assert other.append([row("Three")]) == [3]

        assert [item.summary for item in ledger.after(0)] == ["One", "Two", "Three"]
        assert path.stat().st_ino == inode, "it was put back once"


def test_a_row_written_to_the_old_file_is_added_to_the_recovered_ledger(ledger, row, path):
    other = Ledger(path)
    ledger.append([row("One")])
    lose_both(path)
    ledger.append([row("Two")])
    assert ledger.append([row("Three")]) == [3]
    numbers = _append_unnoticed(other, row("Late"))

    assert numbers == [4]
    assert said(path) == [(1, "One"), (2, "Two"), (3, "Three"), (4, "Late")]
    other.close()


def _append_unnoticed(ledger: Ledger, row: object) -> list[int]:
    """Append while the files vanish between the check before a transaction and its commit."""
    follow = ledger._database.follow
    looks = iter([dict, follow])
    ledger._database.follow = lambda: next(looks, follow)()  # type: ignore[method-assign]
    return ledger.append([row])  # type: ignore[list-item]


def test_rows_are_held_and_recovery_is_repeated_while_the_disk_is_full(
    ledger, row, path, monkeypatch
):
    ledger.append([row("One")])
    move_away(path)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(database_recovery, "recover", refuse)
        assert [item.summary for item in ledger.after(0)] == ["One"]
        assert "No space left on device; its rows are held as long" in (ledger.problem or "")
    ledger._database._not_before = 0.0
    ledger.append([row("Two")])

    assert said(path) == [(1, "One"), (2, "Two")]


def test_a_reader_follows_a_recovered_ledger(ledger, row, path):
    ledger.append([row("One")])
    with closing(Ledger(path, time_kind=None)) as reader:
        delete_all(path)
        assert [item.summary for item in reader.after(0)] == ["One"]
        ledger.append([row("Two")])
        assert [item.summary for item in reader.after(0)] == ["One", "Two"]


# -- processes -----------------------------------------------------------------------------------

_KEEP = """
import sys, time
from datetime import datetime, timezone
from pathlib import Path
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Ledger, Observation
ledger = Ledger(Path(sys.argv[1]))
print("open", flush=True)
now = Instant(datetime(2026, 12, 1, tzinfo=timezone.utc), 1.0, "b", True)
for words in sys.stdin:
    print(*ledger.append([Observation(Kind.NOTE, now, words.strip())]), flush=True)
"""


class Keeper:
    """A process that keeps a ledger open, as a node does."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _KEEP, str(path)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

        assert self.process.stdout is not None
        self._lines = self.process.stdout
        self._is_open = False

    def opens_within(self, seconds: float) -> bool:
        """Whether the process opened the ledger within that time."""
        if not self._is_open and select.select([self._lines], [], [], seconds)[0]:
            self._is_open = self._lines.readline() == "open\n"
        return self._is_open

    def store(self, words: str) -> int:
        assert self.process.stdin is not None
        assert self.opens_within(20)
        print(words, file=self.process.stdin, flush=True)
        return int(self._lines.readline())

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


@pytest.fixture
def keep(path) -> Iterator[Callable[[], Keeper]]:
    started: list[Keeper] = []
    yield lambda: started.append(Keeper(path)) or started[-1]  # type: ignore[func-returns-value]
    for keeper in started:
        keeper.kill()


@pytest.mark.parametrize("harm", [lose_both, replace_by_another_ledger])
def test_two_killed_processes_lose_no_acknowledged_row_after_a_recovery(keep, path, harm):
    first, second = keep(), keep()
    stored = {keeper.store(words): words for keeper, words in ((first, "One"), (second, "Two"))}
    harm(path)
    stored |= {second.store("Three"): "Three"}
    stored |= {first.store("Four"): "Four"}
    stored |= {second.store("Five"): "Five"}
    first.kill()
    second.kill()

    assert said(path) == sorted(stored.items()) == list(enumerate(
        ["One", "Two", "Three", "Four", "Five"], 1))  # fmt: skip


def test_opening_a_ledger_waits_for_the_process_that_recovers_it(keep, path):
    keeper = keep()
    keeper.store("One")
    lose_both(path)
    assert database_file.is_torn(path)
    newcomer = keep()
    assert not newcomer.opens_within(1.0)
    assert keeper.store("Two") == 2
    assert newcomer.store("Three") == 3
    keeper.kill()

    assert said(path) == [(1, "One"), (2, "Two"), (3, "Three")]
