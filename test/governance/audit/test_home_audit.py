"""An audit names exactly the files that were tampered with."""

from __future__ import annotations

import errno
import fcntl
import gzip
import hashlib
import json
import shutil
import sys

import pytest
from audit_builders import CLOCK, audit, change, events, lines, link_anew, name_of, part, told
from governance_builders import ADA, OVER, House, at, edited, make_house
from robots import keys_of

from robot_memory.foundation.errors import HomeRefused
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.governance import receipt_witness
from robot_memory.governance.audit import WitnessedHeads, home_audit
from robot_memory.governance.audit.receipt_audit import check_order
from robot_memory.governance.packet import store_packet
from robot_memory.governance.receipts import Receipt, missing_numbers
from robot_memory.long_term.levels import ChainHead, Levels
from robot_memory.long_term.levels.event_log import EventLog


def test_the_audit_finds_no_defect_in_an_unchanged_home(house):
    found = audit(house)

    assert (found.defects, found.remarks) == ((), ())
    assert {one.name: dict(one.counts) for one in found.parts} == {
        "events": {"lines": 4, "lines of other tools": 0, "archives": 0, "witnesses that agree": 6},
        "receipts": {"receipts": 10, "runs": 4},
        "rows": {"compared": 3},
        "procedural": {"files": 0, "proposals": 0},
        "packets": {"packets": 2, "withdrawn": 0},
        "approvals": {"approvals": 3, "signatures that hold": 3, "runs applied": 2},
        "gates": {"records": 3, "signatures that hold": 2},
        "operators": {"enrolled": 1, "former": 0},
    }


def test_a_restarted_event_log_is_reported_by_all_witnesses_of_the_old_one(house):
    events(house).unlink()
    Levels(house.folder, CLOCK).events.append([{"type": "x"}] * 9, at().time)
    found = told(house)

    assert audit(house).remarks == ()
    assert found[0] == (
        f"episodic/events/events.jsonl:1: number 1 is not what {house.receipts[2].name} has seen"
    )
    assert sum("has seen" in one for one in found) == 6


def test_cut_off_lines_that_no_receipt_recorded_are_reported_only_with_a_witnessed_head(house):
    head = audit(house).parts[0].head
    events(house).write_bytes(b"".join(lines(house)[:3]))

    assert told(house) == []
    other, cut = told(house, ChainHead(2, "0" * 64), head)
    assert other.endswith(
        "events.jsonl:2: number 2 is not what somebody (--seen events:2) has seen"
    )
    assert "was cut off after number 3: number 4 has been seen by somebody (--seen events:4)" in cut


@pytest.fixture
def archive(house):
    """Archive all lines but the newest, and return the archive."""
    levels = Levels(house.folder, CLOCK)
    return levels.events.archive(levels.events.due(at(2000).time, 0))


def test_archived_lines_are_still_compared_with_their_witnesses(house, archive):
    assert told(house) == []
    assert part(house, "events").counts["archives"] == 1


@pytest.mark.parametrize(("kept", "held"), [(slice(2, None), "3 to 3"), (slice(2), "1 to 2")])
def test_an_archive_without_its_first_or_last_lines_is_reported_with_its_file_name(
    house, archive, kept, held
):
    whole = gzip.decompress(archive.read_bytes()).splitlines(keepends=True)
    archive.write_bytes(gzip.compress(b"".join(whole[kept])))

    assert (
        f"episodic/archive/events/{archive.name}: holds the numbers {held}, and its name says 1 to "
        "3: lines were taken out or put in, or it was renamed"
    ) in told(house)


def test_missing_archives_are_a_remark(house, archive):
    archive.unlink()

    assert told(house) == []
    assert part(house, "events").remarks == (
        "begins with number 4: its archives were taken away before",
        "6 witnesses have seen only what was taken away",
    )


def test_missing_receipts_are_reported_without_the_defects_that_follow_from_them(house):
    for path in house.receipts[3:5]:
        path.unlink()
    missing, noted = told(house)

    assert missing == "governance/receipts: 000004 and 000005 are missing"
    assert "-after-" in noted and noted.endswith("says that it was written")


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ([1, 2, 3], None),
        ([], None),
        ([0, 1], None),
        ([2], "000001 is missing"),
        ([1, 5], "000002 to 000004 are missing"),
        ([1, 4, 6, 10**40], f"000002, 000003, 000005 and 000007 to {10**40 - 1} are missing"),
    ],
)
def test_missing_receipt_numbers_are_reported_in_one_sentence(tmp_path, numbers, says):
    told = [one.problem for one in missing_numbers(numbers, tmp_path)]

    assert told == ([says] if says else [])


def test_changed_receipts_with_a_rebuilt_hash_chain_are_reported_by_the_event_log(house):
    change(house.receipts[0], operator="eve")
    link_anew(house.receipts)

    assert [one for one in told(house) if "differs from the one that" in one] == [
        f"{name_of(house.receipts[n])}: differs from the one that "
        f"episodic/events/events.jsonl:{line} names"
        for line, n in enumerate((1, 4, 6, 9), 1)
    ]


def receipts_told(house, *seen):
    """Return the receipts' defects, given heads that a witness has seen."""
    parts = home_audit.audit_home(house.home, WitnessedHeads(receipts=seen)).parts
    return [str(one).replace(f"{house.folder}/", "") for one in parts[1].defects]


def heads_of(house):
    """Return the chain heads that a witness of the receipts could have seen."""
    return [
        ChainHead(number, hashlib.sha256(path.read_bytes()).hexdigest())
        for number, path in enumerate(house.receipts, 1)
    ]


def test_deleted_last_receipts_are_reported_with_a_witnessed_head(house):
    head = heads_of(house)[-1]
    for path in house.receipts[7:]:
        path.unlink()

    assert receipts_told(house, head)[0] == (
        "governance/receipts: were cut off after number 7: number 10 has been seen by somebody "
        "(--seen receipts:10)"
    )


def test_receipts_that_differ_from_those_a_witness_saw_are_reported(house):
    head = heads_of(house)[3]
    assert receipts_told(house, ChainHead(4, "0" * 64)) == [
        f"{name_of(house.receipts[3])}: number 4 is not what somebody (--seen receipts:4) has seen"
    ]
    house.receipts[3].write_text("{")

    unread = "there is no number 4 that can be read, which somebody (--seen receipts:4)"
    assert any(unread in one for one in receipts_told(house, head))


def refuse(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_receipt_missing_in_the_event_log_before_later_ones_is_reported(home, monkeypatch):
    house = make_house(home)
    with monkeypatch.context() as patched:
        patched.setattr(EventLog, "append", refuse)
        house.run(1)
    monkeypatch.setattr(receipt_witness, "unnoted", lambda events, runs: list(runs)[1:])
    house.run(2)

    assert told(house) == [
        f"{name_of(house.receipts[2])}: is not named in events.jsonl, although later receipts are"
    ]


def test_an_event_that_merely_mentions_receipts_is_not_a_witness(house):
    event = {"type": "note", "text": "receipt_written", "ref": "000099-after.json"}
    Levels(house.folder, CLOCK).events.append([event], at().time)

    assert told(house) == []


def receipt(stage, run_id):
    return Receipt(f"{stage}-{run_id}.json", stage, {"run_id": run_id}, "0" * 64)


@pytest.mark.parametrize(
    ("stages", "misplaced"),
    [
        ("before-a after-a before-b rollback-b after-b before-c", ""),
        ("before-a rollback-a before-b after-b", "before-b"),
        ("before-a before-b after-b", "before-b"),
        ("after-a before-b after-b", "after-a"),
        ("before-a after-a after-a", "after-a"),
        ("before-a after-b", "after-b"),
        ("before-a rollback-b", "rollback-b"),
        ("before-a after-a rollback-a", "rollback-a"),
        ("before-a rollback-a rollback-a after-a", "rollback-a"),
        ("before-a after-a before-a", "before-a"),
    ],
)
def test_receipts_out_of_the_order_of_runs_are_reported(tmp_path, stages, misplaced):
    found = check_order([receipt(*word.split("-")) for word in stages.split()], tmp_path)

    expected = [str(tmp_path / f"{misplaced}.json")] if misplaced else []
    assert [defect.path for defect in found] == expected


def of_another_rollback(paths):
    change(paths[4], rollback_ref=paths[8].name)
    return 4, f"rollback_ref is not {paths[3].name}, the rollback file of its run"


def of_no_step(paths):
    twice = paths[9].with_name(paths[9].name.replace("000010", "000011"))
    paths.append(shutil.copy(paths[9], twice))
    return 10, "is 'after', which cannot come after the receipt 'after' of the run"


def with_another_row(state):
    def tamper(paths):
        mutations = json.loads(paths[3].read_bytes())["mutations"]
        mutations[1][state]["peak"] = 99.0
        change(paths[3], mutations=mutations)
        return 3, f"mutations[1].{state} has another hash"

    return tamper


def with_another_packet(problem, **fields):
    def tamper(paths):
        change(paths[2], packet={**json.loads(paths[2].read_bytes())["packet"], **fields})
        return 2, problem

    return tamper


@pytest.mark.parametrize(
    "tamper",
    [
        of_another_rollback,
        of_no_step,
        with_another_row("before_detail_json"),
        with_another_row("after_detail_json"),
        with_another_packet("packet_sha256 is not that of the packet in it", note="harmless"),
        with_another_packet(
            "packet.ts: '2026-13-01T12:00:00Z' is not a valid time", ts="2026-13-01T12:00:00Z"
        ),
    ],
)
def test_a_contradictory_receipt_is_reported_even_if_the_hash_chain_is_rebuilt(house, tamper):
    paths = house.receipts
    number, problem = tamper(paths)
    link_anew(paths)

    assert told(house)[0].startswith(f"{name_of(paths[number])}: {problem}")


def approval_of(house, run=-1):
    """Return the file of a run's approval, by default of the newest run, which is applied."""
    return house.file("approvals", house.assist.runs()[run].approval_id)


@pytest.fixture
def withdrawal(house):
    packet = house.packet(house.candidate(8))
    house.assist.withdraw(packet.id, ADA, at())
    return house.file("withdrawals", packet.id)


@pytest.mark.parametrize(
    ("folder", "name", "fields", "problem"),
    [
        ("packets", "", {"note": "harmless"}, "the ids in it are not those of what it says"),
        ("gates", "contract", {"digest": "0" * 64}, "signature: is not ada's for what it says"),
        ("gates", "rehearsal", {"rollback": "yes"}, "rollback: 'yes' is no boolean"),
        ("operators", "ada", {"kid": "00000000"}, "kid: is of other keys"),
        ("approvals", "", {"approved_at": "2020-01-01T00:00:00Z"}, ("signature: is not ada's for "
         "what it says: its Ed25519 half does not hold")),
        ("withdrawals", "", {"packet_sha256": "0" * 64}, "is of another packet of that name"),
        ("withdrawals", "", {"packet_id": "pkt-000000000000"}, "is that of another, pkt-00000"),
        ("withdrawals", "", {"by": 3}, "by: 3 is no string"),
    ],
)  # fmt: skip
def test_a_changed_governance_file_is_reported_with_its_name(
    house, withdrawal, folder, name, fields, problem
):
    assert told(house) == []
    path = house.file(folder, name or withdrawal.stem)
    change(path, **fields)

    assert told(house)[0].startswith(f"governance/{folder}/{path.name}: {problem}")


@pytest.mark.parametrize(
    ("folder", "name", "other", "problem"),
    [
        ("gates", "contract", "schemas", "is that of another, contract"),
        ("operators", "ada", "eve", "is that of another operator, ada"),
        ("approvals", "", "pkt-000000000000", "is that of another, pkt-"),
    ],
)
def test_a_governance_file_copied_to_another_name_is_reported(house, folder, name, other, problem):
    path = house.file(folder, name) if name else approval_of(house)
    shutil.copy(path, path.with_name(f"{other}.json"))

    assert any(f"{folder}/{other}.json: {problem}" in one for one in told(house))


def test_a_deleted_packet_is_reported_by_its_approval(house):
    packet = house.packet(house.candidate(3))
    house.file("packets", packet.id).unlink()

    assert any(f"{packet.id}.json: is gone; its approval names it" in one for one in told(house))


def test_a_deleted_withdrawal_is_reported_by_the_event_log(house, withdrawal):
    assert part(house, "packets").counts["withdrawn"] == 1
    withdrawal.unlink()

    line = "episodic/events/events.jsonl:5"
    assert told(house) == [f"governance/withdrawals/{withdrawal.name}: is gone; {line} names it"]


@pytest.mark.parametrize(("number", "how"), [(-1, "applied"), (2, "made")])
def test_a_deleted_approval_is_reported_by_the_run_that_used_it(house, number, how):
    path, run = approval_of(house, number), house.assist.runs()[number]
    path.unlink()

    (missed,) = told(house)
    assert missed.startswith(f"governance/approvals/{path.name}: is gone or cannot be read")
    assert missed.endswith(f"the run {run.id} was {how} on it, by ada")


@pytest.mark.parametrize(("number", "how"), [(-1, "applied"), (2, "made")])
def test_an_approval_of_another_subject_is_not_accepted_for_a_run(house, number, how):
    change(approval_of(house, number), subject_sha256="0" * 64)
    forged, other = told(house)

    assert "signature: is not ada's" in forged
    run = house.assist.runs()[number].id
    assert f"is not what the run {run} was {how} on, which was ada's" in other


def test_an_approval_that_is_not_yet_applied_is_checked_as_well(house):
    packet = house.packet(house.candidate(7))
    changed = edited(packet, candidates=(house.candidate(7, OVER),))
    store_packet(house.store.packets, changed)
    change(house.file("approvals", packet.id), subject_sha256=changed.digest)

    assert [one.split(": ")[1] for one in told(house)] == ["signature"]


def test_signatures_of_a_removed_operator_are_a_remark(house):
    house.file("operators", "ada").unlink()

    assert told(house) == []
    assert len(part(house, "approvals").remarks) == 3
    assert "nobody can tell whether ada signed it" in part(house, "gates").remarks[0]


def test_signatures_of_a_former_operator_can_be_checked(house):
    house.retire(to="former/ada-until-2027")

    assert part(house, "approvals").remarks == ()
    assert part(house, "approvals").counts["signatures that hold"] == 3
    assert dict(part(house, "operators").counts) == {"enrolled": 0, "former": 1}
    change(approval_of(house), approved_at="2020-01-01T00:00:00Z")
    assert "is not ada's for what it says" in told(house)[0]


def test_new_keys_of_an_operator_are_a_defect_until_the_old_keys_are_among_the_former_ones(house):
    old = house.retire(to="former/ada")
    aside = old.rename(house.folder / "aside")
    house.assist.enrol("ada", keys_of(79, "ada").card)
    assert len(told(house)) == 5
    aside.rename(old)

    assert told(house) == []


def test_a_robots_keys_among_the_operators_are_reported(house):
    house.store.operators.enrol("robbie", keys_of(5, "robbie").card)  # put there by hand
    TrustStore(house.home.peers).trust(keys_of(5).card, CLOCK.now().time)

    assert "a robot approves nothing" in told(house)[0]


def test_an_operators_key_in_a_robots_card_is_reported(house):
    half = Card(keys_of(5).card.rrn, ADA.card.ed25519, keys_of(5).card.ml_dsa)
    TrustStore(house.home.peers).trust(half, CLOCK.now().time)

    (line,) = told(house)
    assert "governance/operators/ada.json: these are the keys of the robot" in line


def test_keys_of_an_operator_under_a_second_name_are_reported(house):
    record = json.loads(house.file("operators", "ada").read_bytes())
    house.file("operators", "eve").write_text(json.dumps({**record, "operator": "eve"}))

    assert told(house) == [
        "governance/operators/eve.json: has keys of the operator ada: who signed is unknown"
    ]


@pytest.fixture
def without_cryptography(monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.mldsa", None)


def test_without_cryptography_signatures_are_reported_as_not_checked(house, without_cryptography):
    found = part(house, "approvals")

    assert told(house) == []
    assert dict(found.counts) == {
        "approvals": 3, "signatures that hold": 0, "signatures not checked": 3, "runs applied": 2,
    }  # fmt: skip
    assert found.remarks[0].startswith("signatures NOT CHECKED: 3; that needs the package")
    assert part(house, "gates").counts["signatures not checked"] == 2
    assert audit(house).as_record()["certain"] is False


def contents(folder):
    return {path: path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def test_an_audit_changes_no_file_even_in_a_copy_without_lock_files(house):
    for path in house.folder.rglob(".lock"):
        path.unlink()
    before = contents(house.folder)
    told(house)

    assert contents(house.folder) == before


def test_an_audit_of_a_missing_home_is_refused_and_creates_none(tmp_path):
    with pytest.raises(HomeRefused, match="does not exist"):
        audit(House(tmp_path / "none"))
    assert not (tmp_path / "none").exists()


def test_changes_wait_while_receipts_and_rows_are_read(house, monkeypatch):
    taken = []

    def try_lock(*given):
        with (house.folder / "governance" / ".lock").open("rb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                taken.append(True)
        return audit_rows(*given)

    audit_rows = home_audit.audit_rows
    monkeypatch.setattr(home_audit, "audit_rows", try_lock)
    told(house)

    assert taken == [True]
