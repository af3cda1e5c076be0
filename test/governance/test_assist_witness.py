"""Receipts contain the head of events.jsonl, whose lines name the receipts (rules.md §6.8)."""

from __future__ import annotations

import errno
import hashlib
import json
import os

import pytest
from governance_builders import ADA, NOON, OVER, House, archived, at

from robot_memory.governance.receipt_witness import unnoted
from robot_memory.long_term.levels.event_log import EventLog

LATER = at(0.1, boot="b2", wall=1)


def records(house: House) -> list[dict]:
    return [json.loads(path.read_bytes()) for path in house.receipts]


def lines(house: House) -> list[dict]:
    """Return the record's lines about receipts, including archived ones."""
    found = house.store.events.find("receipt_written", after=0)
    return [{name: part for name, part in one.items() if name != "chain"} for one in found]


def named(house: House) -> list[str]:
    return [line["ref"] for line in lines(house)]


def afters(house: House) -> list[str]:
    return [path.name for path in house.receipts if "-after-" in path.name]


def do_all(house: House, row: int = 1) -> None:
    packet = house.packet(house.candidate(row))
    house.assist.dry_run(packet.id, at())
    run_id = house.apply(packet).receipt.run_id
    house.assist.roll_back(run_id, at(), ADA)


def test_before_and_after_receipts_hold_the_head_of_the_event_log(house):
    events = house.store.events
    events.append([{"type": "something"}], NOON)
    head = events.head
    house.run(1)
    before, rollback, after = records(house)

    assert before["witness"] == {"seq": head.seq, "digest": head.digest}
    assert after["witness"] == before["witness"]
    assert "witness" not in rollback  # the document lists all of its keys


def test_the_event_log_names_each_after_receipt_with_its_digest(house):
    do_all(house)
    path = house.receipts[-1]

    assert named(house) == afters(house)
    assert lines(house)[-1] == {
        "timestamp": "2026-12-01T12:00:00Z",
        "type": "receipt_written",
        "ref": path.name,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "run_id": house.assist.runs()[-1].id,
        "action": "rollback",
        "result": "rolled_back",
        "operator": "ada",
    }


def refuse_events(patch) -> None:
    def refuse(self, events, now, signed=""):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    patch.setattr(EventLog, "append", refuse)


def test_a_run_stays_valid_if_its_event_log_line_cannot_be_written(house, monkeypatch, caplog):
    with monkeypatch.context() as patch:
        refuse_events(patch)
        do_all(house)
    results = [run.result for run in house.assist.runs()]

    assert results == ["aborted", "applied", "rolled_back"]
    assert lines(house) == []
    assert "3 receipts are not named in it yet" in caplog.text


@pytest.mark.parametrize("deed", ["a start", "the next run"])
def test_event_log_lines_refused_by_the_disk_are_added_later_in_order(house, monkeypatch, deed):
    house.run(1)
    with monkeypatch.context() as patch:
        refuse_events(patch)
        do_all(house, 2)
    if deed == "a start":
        house.assist.recover(LATER)
    else:
        house.apply(house.packet(house.candidate(9, OVER)), LATER)

    assert named(house) == afters(house)


def test_archived_event_log_lines_are_not_written_again(house):
    do_all(house)
    archived(house)

    house.assist.recover(LATER)

    assert named(house) == afters(house)
    assert "receipt_written" not in house.store.events.path.read_text()  # none was added again
    assert unnoted(house.store.events, house.assist.runs()) == []


def test_recovery_does_not_refill_a_deleted_event_log(house):
    house.store.events.append([{"type": "something"}], NOON)
    do_all(house)
    house.store.events.path.unlink()

    house.assist.recover(LATER)

    assert not house.store.events.path.exists()
