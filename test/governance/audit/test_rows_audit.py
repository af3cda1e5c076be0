"""The audit and ``assist receipts --verify`` report rows that differ from what runs left."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from audit_builders import part, told
from governance_builders import ADA, House, alter, at, details, make_house

from robot_memory.faces.cli.main import main
from robot_memory.governance.mutation_contract import LABEL, SCORE
from robot_memory.ledger import schema

LOWER = {SCORE: 0.55, LABEL: "nice_to_have"}


def verified(house):
    """Return the defects found by ``assist receipts --verify``; the audit must find the same."""
    defects = [str(one).replace(f"{house.folder}/", "") for one in house.assist.verify()]
    assert defects == told(house)
    return defects


def change_row(house, row, changes=LOWER):
    return house.apply(house.packet(house.candidate(row, changes))).receipt.run_id


def test_a_row_changed_after_its_rollback_is_reported(house):
    alter(house.folder, 1, details(house.folder)[1].replace("3.5", "1.5"))
    back = house.assist.runs()[2]

    assert verified(house) == [f"row 1: is not as the run {back.id} left it"]


def test_a_row_missing_after_its_rollback_is_reported(house):
    with sqlite3.connect(house.home.ledger) as connection:
        connection.execute("DELETE FROM observations WHERE id = 3")
    connection.close()

    assert verified(house) == [f"row 3: is gone; the run {house.assist.runs()[2].id} changed it"]


def test_an_edit_between_two_runs_is_reported_even_if_the_second_run_is_rolled_back(house):
    first = house.assist.runs()[-1].id
    alter(house.folder, 2, details(house.folder)[2].replace("3.5", "1.5"))
    second = change_row(house, 2)
    told_then = verified(house)
    house.assist.roll_back(second, at(), ADA)

    assert told_then == verified(house)
    assert told_then == [
        f"row 2: was changed after the run {first} and before the run {second}, by neither"
    ]


def test_a_missing_ledger_is_reported_in_one_line_and_not_created(house):
    house.home.ledger.unlink()

    (defect,) = verified(house)
    assert defect.startswith("observations.db: is gone; rows of the ledger ")
    assert defect.endswith(" that runs changed: 3; restore it from a backup")
    assert not house.home.ledger.exists()


def ledger_id(house):
    with closing(sqlite3.connect(house.home.ledger)) as connection:
        return schema.meta(connection, "ledger_id")


def test_a_replaced_ledger_is_reported_as_a_remark_with_both_ledger_ids(house, home):
    was = ledger_id(house)
    other = make_house(home.with_name("other"))
    now = ledger_id(other)
    shutil.copy(other.home.ledger, house.home.ledger)

    assert verified(house) == []
    assert part(house, "rows").remarks == (
        f"the ledger is another one, {now}: not compared are 3 rows of {was} that runs changed",
    )


DAMAGES = {
    "first bytes": lambda data: b"x" * 100 + data[100:],
    "nothing": lambda data: b"",
    "pages": lambda data: data[:4096] + b"\xff" * (len(data) - 4096),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_ledger_is_a_defect_and_does_not_end_the_audit(house, damage):
    data = damage(house.home.ledger.read_bytes())
    house.home.ledger.write_bytes(data)

    (defect,) = verified(house)
    assert defect.startswith("observations.db: is damaged (")
    assert part(house, "rows").defects
    assert part(house, "approvals").counts["signatures that hold"] == 3
    assert house.home.ledger.read_bytes() == data


def test_a_ledger_of_a_newer_version_is_reported_as_not_compared(house):
    with sqlite3.connect(house.home.ledger) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()

    assert told(house) == []
    (remark,) = part(house, "rows").remarks
    assert "has schema 2, this robot_memory knows up to 1" in remark


def as_reader(house: House, look, *secret: Path) -> bool:
    """Run a check as a user who may only read the home; return its result."""
    house.home.keys.parent.mkdir(exist_ok=True)
    house.home.keys.write_text("{}")
    for path in (house.folder.parent, house.folder, *house.folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    house.folder.parent.parent.chmod(0o755)
    for path in (house.home.keys, *secret):
        path.chmod(0o600)
    child = os.fork()
    if child == 0:
        try:
            os.seteuid(65534)
            os._exit(0 if look() else 1)
        except BaseException as error:
            os.write(2, f"{error!r}\n".encode())
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes another user")


@needs_root
def test_a_home_can_be_audited_with_read_permission_only(house):
    def look():
        return main(["audit", "verify", "--home", str(house.folder)]) == 0

    assert look(), "and all that is needed is loaded"
    assert as_reader(house, lambda: verified(house) == [])
    assert as_reader(house, look)
    alter(house.folder, 2, details(house.folder)[2].replace("0.65", "0.99"))
    assert as_reader(house, lambda: len(verified(house)) == 1)


@needs_root
def test_a_write_ahead_log_left_by_a_crash_is_read_from_a_read_only_home(house, home):
    """A copy of a home whose robot was switched off: the newest rows are only in the journal."""
    writer = sqlite3.connect(house.home.ledger, isolation_level=None)
    writer.execute("UPDATE observations SET detail_json = '{}' WHERE id = 2")
    copy = House(home.with_name("copy"))
    shutil.copytree(house.folder, copy.folder, ignore=shutil.ignore_patterns("*-shm"))
    writer.close()
    assert (copy.folder / "observations.db-wal").stat().st_size

    assert as_reader(copy, lambda: len(verified(copy)) == 1)
    assert not (copy.folder / "observations.db-shm").exists()
