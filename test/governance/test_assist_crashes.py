"""A crash before any file or database operation: afterwards rows and receipts agree."""

from __future__ import annotations

import errno
import json
import sqlite3

import pytest
from governance_builders import (
    ADA,
    OVER,
    SCORED,
    House,
    all_rows,
    alter,
    at,
    before_its_end,
    details,
    every_crash,
    full_disk,
    make_house,
    recovered,
)

from robot_memory.foundation.errors import AssistRefused
from robot_memory.governance import assist_database

LATER = at(0.1, boot="b2", wall=1)


def one_packet(house: House):
    return house.packet(house.candidate(1, SCORED), house.candidate(2, OVER))


def test_after_a_crash_while_applying_the_packet_is_applied_completely_or_not_at_all(home):
    results, packets, remarks = [], [], set()
    for house, was_killed in every_crash(
        home, lambda house: packets.append(one_packet(house)), lambda house: house.apply(packets[0])
    ):
        remarks |= recovered(house, LATER)
        packet, before = packets[0], {1: '{"peak": 3.5}', 2: '{"peak": 3.5}'}
        held = {row: text for row, text in details(house.folder).items() if row in before}
        runs = house.assist.runs()
        result = runs[-1].result if runs else "not begun"
        results.append(result)
        if result == "applied":
            assert held != before
            assert sorted(runs[-1].after.record["applied_rows"]) == [1, 2]
            assert house.assist.roll_back(runs[-1].id, LATER, ADA).is_done
        else:
            assert held == before
            assert house.apply(packet, LATER).is_done
            house.assist.roll_back(house.assist.runs()[-1].id, LATER, ADA)
        now = {row: text for row, text in details(house.folder).items() if row in before}
        assert now == before
        assert was_killed or result == "applied"
    assert {"not begun", "aborted", "applied"} == set(results)
    assert len(results) > 15
    assert len(remarks) == 2, "cut off, and not named yet"


def test_a_crash_during_rollback_leaves_it_complete_or_not_begun(home):
    results = []
    for house, was_killed in every_crash(
        home,
        lambda house: house.apply(one_packet(house)),
        lambda house: house.assist.roll_back(house.assist.runs()[0].id, at(), ADA),
    ):
        recovered(house, LATER)
        last = house.assist.runs()[-1]
        is_back = last.result == "rolled_back"
        results.append(last.result)
        assert is_back == (details(house.folder)[1] == '{"peak": 3.5}')
        if not is_back:
            first = house.assist.runs()[0].id
            assert house.assist.roll_back(first, LATER, ADA).is_done
        assert {details(house.folder)[row] for row in (1, 2)} == {'{"peak": 3.5}'}
        assert was_killed or is_back
    assert {"applied", "aborted", "rolled_back"} == set(results)


def test_recovery_is_completed_after_a_crash_during_recovery(home):
    """The first process dies after the commit and before the after receipt."""
    for house, _ in every_crash(
        home, cut_off_after_commit, lambda house: house.assist.recover(LATER)
    ):
        recovered(house, LATER)
        (run,) = house.assist.runs()
        assert run.result == "applied"
        assert run.after.record["recovered"] is True


def cut_off_after_commit(house: House) -> None:
    house.apply(one_packet(house))
    before_its_end(house)


def test_rows_applied_before_a_crash_count_for_the_caps(house):
    for start in range(1, 21, 5):
        house.apply(house.packet(*(house.candidate(row, OVER) for row in range(start, start + 5))))
    before_its_end(house)

    outcome = house.apply(house.packet(house.candidate(21)), LATER)

    assert outcome.receipt.record["blocked_by_caps"] == ["max_rows_per_24h"]


def test_a_refused_and_interrupted_rollback_is_not_reported_as_done(house):
    run_id = house.apply(one_packet(house)).receipt.run_id
    for row in (1, 2):
        alter(house.folder, row, '{"peak": 1.0}')
    house.assist.roll_back(run_id, at(), ADA)
    house.receipts[-1].unlink()

    house.assist.recover(LATER)

    assert house.assist.runs()[-1].result == "aborted"


def test_recovery_creates_no_files_in_an_empty_home(home):
    house = House(home)
    home.mkdir()

    assert house.assist.recover(LATER) == []
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("after", [0, 2, 4, 6, 8])
def test_a_full_disk_is_reported_and_rows_and_receipts_agree(house, monkeypatch, after):
    packet, before = one_packet(house), all_rows(house.folder)
    with monkeypatch.context() as patch:
        full_disk(patch, after=after)
        try:
            house.apply(packet)
        except OSError as error:
            assert error.errno == errno.ENOSPC
            assert "receipts" in str(error.filename)
            assert "next action or start" in str(error)
    house.assist.recover(LATER)

    assert house.assist.verify() == []
    is_applied = bool(house.assist.runs()) and house.assist.runs()[-1].result == "applied"
    assert is_applied == (all_rows(house.folder) != before)


@pytest.mark.parametrize("statement", ["BEGIN", "SELECT", "UPDATE", "COMMIT"])
def test_rows_and_receipts_agree_after_a_database_error(house, monkeypatch, statement):
    packet, before = one_packet(house), all_rows(house.folder)

    class Refusing(sqlite3.Connection):
        def execute(self, sql, *values):
            if sql.startswith(statement) and "meta" not in sql:
                raise sqlite3.OperationalError("disk I/O error")
            return super().execute(sql, *values)

    connect = sqlite3.connect
    with monkeypatch.context() as patch:
        patch.setattr(
            assist_database.sqlite3, "connect",
            lambda *args, **options: connect(*args, factory=Refusing, **options),
        )  # fmt: skip
        with pytest.raises(sqlite3.OperationalError):
            house.apply(packet)
    house.assist.recover(LATER)

    assert house.assist.verify() == []
    assert all_rows(house.folder) == before
    assert house.apply(packet, LATER).is_done


def test_apply_and_rollback_restore_every_row_byte_for_byte(home):
    house = make_house(
        home, {"message": "Überdruck ° \u2028", "peak": 1e-7, "n": 10**15},
        {"importance": {"label": "ignore", "score": 0.3}, "optimization": {"other": [1, None]}},
    )  # fmt: skip
    before = all_rows(house.folder)
    packet = house.packet(
        house.candidate(1), house.candidate(2, {"/importance/score": 0.4}), house.candidate(3, OVER)
    )
    assert house.assist.dry_run(packet.id, at()).is_done
    assert all_rows(house.folder) == before
    outcome = house.apply(packet)
    assert outcome.is_done and house.assist.verify() == []
    assert json.loads(details(house.folder)[2])["optimization"]["other"] == [1, None]
    assert house.assist.roll_back(outcome.receipt.run_id, at(), ADA).is_done

    assert all_rows(house.folder) == before
    assert house.assist.verify() == []


def test_recovery_refuses_changed_receipts(house):
    house.apply(one_packet(house))
    house.receipts[0].write_text(house.receipts[0].read_text().replace("ada", "eve"))

    with pytest.raises(AssistRefused, match="not what was written"):
        house.assist.recover(LATER)
