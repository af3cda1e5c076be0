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


def test_an_approval_is_not_reused_after_the_receipts_of_its_run_were_deleted(house):
    packet = house.packet(house.candidate(1))
    house.assist.roll_back(house.apply(packet).receipt.run_id, at(), ADA)
    for path in house.receipts:
        path.unlink()

    assert "-after-" in refused(house, lambda: house.apply(packet))


@pytest.mark.parametrize("stage", ["before", "rollback", "after"])
def test_every_change_is_refused_after_receipts_were_rewritten(house, stage):
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


def test_every_change_is_refused_if_the_event_log_is_shorter_than_a_receipt_recorded(house):
    house.store.events.append([{"type": "something"}], NOON)
    run_id = apply(house)
    proposal, packet = propose(house), house.packet(house.candidate(2))
    cut(house, 0)

    assert "ends with number 0" in refused(house, lambda: house.apply(packet))
    refused(house, lambda: house.assist.roll_back(run_id, at(), ADA))
    refused(house, lambda: house.assist.approve_proposal(RRN, proposal.id, ADA, at()))


def test_every_change_is_refused_after_the_event_log_was_started_again(house):
    house.store.events.append([{"type": "something"}], NOON)
    apply(house)
    house.store.events.path.unlink()
    house.store.events.append([{"type": "something else"}], NOON)
    packet = house.packet(house.candidate(2))

    assert "differs from the line that" in refused(house, lambda: house.apply(packet))


def test_archived_lines_of_the_event_log_are_compared_as_well(house):
    apply(house)
    archived(house)
    house.receipts[-1].write_bytes(house.receipts[-1].read_bytes() + b"\n")
    packet = house.packet(house.candidate(2))

    assert "differs from the one" in refused(house, lambda: house.apply(packet))


@pytest.mark.parametrize("is_kept", [True, False], ids=["kept", "taken away"])
def test_archived_event_log_lines_prevent_neither_apply_nor_rollback_even_if_deleted(
    house, is_kept
):
    run_id = apply(house)
    archive = archived(house)
    if not is_kept:
        archive.unlink()

    assert house.assist.roll_back(run_id, at(), ADA).is_done
    assert rules_of(house.apply(house.packet(house.candidate(2)))) == set()


def test_lines_of_another_tool_in_the_event_log_do_not_refer_to_receipts(house):
    apply(house)
    with house.store.events.path.open("a") as file:
        file.write('{"type": "receipt_written", "ref": "000009-after-x.json", "sha256": "0"}\n')

    assert rules_of(house.apply(house.packet(house.candidate(2)))) == set()
