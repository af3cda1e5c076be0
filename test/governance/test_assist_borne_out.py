"""Nothing is applied or rolled back if receipts and record contradict each other."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from governance_builders import ADA, NOON, RRN, House, all_rows, archived, at, rules_of
from procedural_builders import propose

from robot_memory.foundation.errors import AssistRefused
from robot_memory.long_term.levels.hash_chain import link_of

CONTRADICT = "contradict each other.*nothing was changed: restore both from one backup"


def apply(house: House, row: int = 1) -> str:
    return house.apply(house.packet(house.candidate(row))).receipt.run_id


def refused(house: House, deed: Callable[[], object]) -> str:
    """Check that an action is refused before anything is written; return the message."""
    rows, receipts = all_rows(house.folder), house.receipts
    events = house.store.events.path
    lines = events.read_bytes() if events.exists() else None
    with pytest.raises(AssistRefused, match=CONTRADICT) as refusal:
        deed()
    assert all_rows(house.folder) == rows
    assert house.receipts == receipts
    assert (events.read_bytes() if events.exists() else None) == lines
    return str(refusal.value)


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def cut(house: House, after: int) -> None:
    path = house.store.events.path
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if link_of(line).seq <= after))


def test_an_approval_does_not_serve_again_where_the_receipts_of_its_run_were_taken_away(house):
    packet = house.packet(house.candidate(1))
    house.assist.roll_back(house.apply(packet).receipt.run_id, at(), ADA)
    for path in house.receipts:
        path.unlink()

    assert "-after-" in refused(house, lambda: house.apply(packet))


@pytest.mark.parametrize("stage", ["before", "rollback", "after"])
def test_receipts_that_were_written_anew_are_not_rested_on(house, stage):
    run_id = apply(house)
    for path, following in zip(house.receipts, [*house.receipts[1:], None], strict=True):
        if f"-{stage}-" in path.name:
            path.write_text(json.dumps(json.loads(path.read_bytes()), indent=1))
        if following is not None:
            record = json.loads(following.read_bytes())
            record["chain"]["prev"] = digest_of(path)
            following.write_text(json.dumps(record, indent=2, sort_keys=True) + "\n")
    further = house.packet(house.candidate(2))

    assert "differs from the one" in refused(
        house, lambda: house.assist.roll_back(run_id, at(), ADA)
    )
    refused(house, lambda: house.apply(further))


def test_a_record_that_is_shorter_than_a_receipt_noted_refuses_every_change(house):
    house.store.events.append([{"type": "something"}], NOON)
    run_id = apply(house)
    proposal, packet = propose(house), house.packet(house.candidate(2))
    cut(house, 0)

    assert "ends with number 0" in refused(house, lambda: house.apply(packet))
    refused(house, lambda: house.assist.roll_back(run_id, at(), ADA))
    refused(house, lambda: house.assist.approve_proposal(RRN, proposal.id, ADA, at()))


def test_a_record_that_was_begun_anew_is_not_the_one_that_a_receipt_has_seen(house):
    house.store.events.append([{"type": "something"}], NOON)
    apply(house)
    house.store.events.path.unlink()
    house.store.events.append([{"type": "something else"}], NOON)
    packet = house.packet(house.candidate(2))

    assert "differs from the line that" in refused(house, lambda: house.apply(packet))


def test_what_retention_archived_is_read_as_well(house):
    apply(house)
    archived(house)
    house.receipts[-1].write_bytes(house.receipts[-1].read_bytes() + b"\n")
    packet = house.packet(house.candidate(2))

    assert "differs from the one" in refused(house, lambda: house.apply(packet))


@pytest.mark.parametrize("is_kept", [True, False], ids=["kept", "taken away"])
def test_archives_keep_nobody_from_applying_and_taking_back(house, is_kept):
    run_id = apply(house)
    archive = archived(house)
    if not is_kept:
        archive.unlink()

    assert house.assist.roll_back(run_id, at(), ADA).is_done
    assert rules_of(house.apply(house.packet(house.candidate(2)))) == set()


def test_lines_that_another_tool_wrote_name_no_receipt_of_ours(house):
    apply(house)
    with house.store.events.path.open("a") as file:
        file.write('{"type": "receipt_written", "ref": "000009-after-x.json", "sha256": "0"}\n')

    assert rules_of(house.apply(house.packet(house.candidate(2)))) == set()
