"""Document 004, "Rollback record format" and "Before/after receipt schema expectations"."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest
from governance_builders import (
    ADA,
    OVER,
    SCORED,
    House,
    all_rows,
    alter,
    archived,
    at,
    details,
    make_house,
    rules_of,
)
from procedural_builders import OLD, approve, begin_with, propose, skill
from robots import keys_of

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import AssistRefused, InvalidPacket
from robot_memory.governance import schemas
from robot_memory.governance.assist_database import AssistDatabase
from robot_memory.governance.mutation_contract import CAP_NAMES, detail_text, digest

BEFORE = "run_id ts operator db scope packet caps target_rows before_hashes dry_run policy"
AFTER = (
    "run_id ts operator result applied_rows skipped_rows blocked_by_caps after_hashes rollback_ref "
    "diff_summary policy"
)
ROLLBACK = "kind run_id ts db operator mutations"
MUTATION = (
    "observation_id proposal_id before_detail_json after_detail_json before_sha256 after_sha256"
)


def two(house):
    return house.packet(house.candidate(1, SCORED), house.candidate(3, OVER))


@pytest.fixture
def applied(house):
    """A house, the records of its run, and the rows' details before."""
    held = details(house.folder)
    house.apply(two(house))
    return house, [json.loads(path.read_bytes()) for path in house.receipts], held


def test_a_run_leaves_a_before_receipt_a_rollback_file_and_an_after_receipt(applied):
    house, records, _ = applied
    assert [record["kind"] for record in records] == [
        f"openclaw-mem.optimize.assist.{stage}.v1" for stage in ("before", "rollback", "after")
    ]
    assert {path.stat().st_mode & 0o777 for path in house.receipts} == {0o600}


def test_receipts_have_the_fields_that_document_004_requires(applied):
    _, (before, rollback, after), _ = applied
    assert set(BEFORE.split()) <= before.keys()
    assert set(AFTER.split()) <= after.keys()
    assert set(ROLLBACK.split()) == rollback.keys() - {"chain"}
    assert all(set(MUTATION.split()) == one.keys() for one in rollback["mutations"])


def test_the_before_receipt_has_rows_caps_and_hashes(applied):
    house, (before, _, _), held = applied
    assert before["target_rows"] == [1, 3]
    assert before["caps"].keys() == CAP_NAMES
    assert before["before_hashes"] == {"1": digest(held[1]), "3": digest(held[3])}
    assert before["packet"] == house.assist.packets()[0][0][0].as_record()
    assert (before["operator"], before["dry_run"]) == ("ada", False)
    assert before["db"] == str(house.folder / "observations.db")


def test_the_rollback_file_has_each_row_before_and_after_the_change(applied):
    house, (_, rollback, _), held = applied
    for one in rollback["mutations"]:
        row = one["observation_id"]
        assert detail_text(one["before_detail_json"]) == held[row]
        assert detail_text(one["after_detail_json"]) == details(house.folder)[row]
        assert one["before_sha256"] == digest(held[row])


def test_the_after_receipt_has_the_result_and_the_changed_rows(applied):
    house, (_, _, after), _ = applied
    now = details(house.folder)
    assert (after["result"], after["applied_rows"], after["skipped_rows"]) == (
        "applied", [1, 3], [],
    )  # fmt: skip
    assert after["after_hashes"] == {"1": digest(now[1]), "3": digest(now[3])}
    assert after["rollback_ref"] == house.receipts[1].name
    assert after["policy"] == {
        "memory_mutation": "observations.detail_json", "writes_performed": 2,
    }  # fmt: skip


def test_the_diff_summary_names_changed_fields_and_contains_no_text_of_a_row(home):
    secret = "Ada's flat, Main Street 7"
    house = make_house(home, {"note": secret, "importance": {"label": secret, "score": 0.5}})
    house.apply(house.packet(house.candidate(1, SCORED)))
    after = json.loads(house.receipts[-1].read_bytes())

    assert after["diff_summary"] == [
        {"observation_id": 1, "field": "/importance/score", "op": "replace",
         "from": 0.5, "to": 0.65},
        {"observation_id": 1, "field": "/importance/label", "op": "replace",
         "to": "nice_to_have"},
        {"observation_id": 1, "field": "/optimization/assist", "op": "add"},
    ]  # fmt: skip
    assert secret not in house.receipts[-1].read_text()


def test_the_receipt_of_an_abort_omits_the_forbidden_value(house):
    house.apply(house.packet(house.candidate(1, {"/summary": "private words"})))
    assert [path.name.split("-")[1] for path in house.receipts] == ["before", "after"]
    after = json.loads(house.receipts[-1].read_bytes())

    assert after["violations"] == [{"rule": "whitelist", "path": "candidates[0].changes"}]
    assert (after["rollback_ref"], after["applied_rows"], after["skipped_rows"]) == (None, [], [1])
    assert after["policy"] == {"memory_mutation": "none", "writes_performed": 0}
    assert "private" not in house.receipts[-1].read_text()


def test_a_dry_run_reports_the_changes_and_makes_none(house):
    before = all_rows(house.folder)
    outcome = house.assist.dry_run(two(house).id, at())

    assert outcome.is_done
    assert outcome.receipt.record["result"] == "aborted"
    assert outcome.receipt.record["reason"] == "a dry run"
    assert len(outcome.receipt.record["diff_summary"]) == 6
    assert house.assist.runs()[0].is_dry
    assert all_rows(house.folder) == before


def test_the_rollback_file_is_on_disk_before_the_first_row_changes(house, monkeypatch):
    happened = []
    sync, replace, execute = os.fsync, files.replace_durably, AssistDatabase.replace

    def note(name):
        happened.append(name)

    monkeypatch.setattr(os, "fsync", lambda fd: (note("fsync"), sync(fd))[1])
    monkeypatch.setattr(
        files, "replace_durably",
        lambda path, data: (replace(path, data), note(path.name.split("-")[1])),
    )  # fmt: skip
    monkeypatch.setattr(
        AssistDatabase, "replace",
        lambda self, *args: (note("row"), execute(self, *args))[1],
    )  # fmt: skip
    packet = two(house)
    # New folders are forced to disk too, but here they exist already.
    for name in ("governance/receipts", "governance/rollback", "episodic/events"):
        files.make_private_folder(house.folder / name)
    happened.clear()
    house.apply(packet)

    one = ["fsync", "fsync"]  # the file and its folder; finally that of the line that names it
    assert happened == [*one, "before", *one, "rollback", "row", "row", *one, "after", *one]


def refuse_after_receipts(monkeypatch) -> None:
    check = schemas.check_one_of

    def refuse(record, kinds, where):
        if schemas.AFTER in kinds:
            raise InvalidPacket(f"{where} cannot be written", [])
        check(record, kinds, where)

    monkeypatch.setattr(schemas, "check_one_of", refuse)


def test_nothing_is_changed_if_the_after_receipt_cannot_be_written(house, monkeypatch):
    begin_with(house)
    packet, proposal, before = two(house), propose(house), all_rows(house.folder)
    refuse_after_receipts(monkeypatch)

    for deed in (lambda: house.apply(packet), lambda: approve(house, proposal)):
        with pytest.raises(InvalidPacket, match="the after receipt cannot be written"):
            deed()
    assert all_rows(house.folder) == before
    assert skill(house).read_text() == OLD


TAMPERED = {
    "changed": lambda paths: paths[1].write_text(paths[1].read_text().replace("3.5", "3.6")),
    "taken out": lambda paths: paths[1].unlink(),
    "swapped": lambda paths: files.exchange(paths[0], paths[3]),
    "renamed": lambda paths: paths[2].rename(str(paths[2]).replace("-after-", "-before-")),
    "renumbered": lambda paths: paths[-1].rename(str(paths[-1]).replace("/000006", "/000009")),
    "put in": lambda paths: paths[0].with_name("000000-note.json").write_text("{}"),
    "copied": lambda paths: shutil.copy(
        paths[4], paths[4].with_name(f"000005-after-{'0' * 8}-0000-0000-0000-{'0' * 12}.json")
    ),
    "cut short": lambda paths: paths[4].write_bytes(paths[4].read_bytes()[:-20]),
}


@pytest.mark.parametrize("tamper", TAMPERED.values(), ids=TAMPERED)
def test_tampered_receipts_are_reported_and_every_action_is_refused(house, tamper):
    run_id = house.apply(two(house)).receipt.run_id
    house.run(5)
    packet, before = house.packet(house.candidate(6)), all_rows(house.folder)
    tamper(house.receipts)

    assert house.assist.verify() != []
    for deed in (
        lambda: house.apply(packet),
        lambda: house.assist.dry_run(packet.id, at()),
        lambda: house.assist.roll_back(run_id, at(), ADA),
    ):
        with pytest.raises(AssistRefused, match=r"not what was written.*no row was changed"):
            deed()
    assert all_rows(house.folder) == before


def test_deleted_receipts_are_detected_by_the_metadata_of_the_changed_rows(house):
    house.apply(two(house))
    for path in house.receipts:
        path.unlink()
    archived(house).unlink()  # and none of our files names them any more
    packet = house.packet(house.candidate(6))

    assert [defect.path for defect in house.assist.verify()] == ["row 1", "row 3"]
    with pytest.raises(AssistRefused, match="the receipts do not contain"):
        house.apply(packet)


def test_a_receipt_that_violates_its_schema_is_not_written(house):
    with pytest.raises(InvalidPacket, match="run_id"):
        house.store.receipts.append("after", {"run_id": "1"})
    assert house.receipts == []


def test_a_rollback_restores_each_row_and_writes_a_receipt(house):
    before = all_rows(house.folder)
    run_id = house.apply(two(house)).receipt.run_id
    outcome = house.assist.roll_back(run_id, at(), ADA)

    assert all_rows(house.folder) == before
    record = outcome.receipt.record
    assert (record["result"], record["applied_rows"]) == ("rolled_back", [1, 3])
    assert record["rollback_ref"] == house.receipts[1].name
    assert record["diff_summary"][0] == {
        "observation_id": 1, "field": "/importance/score", "op": "remove", "from": 0.65,
    }  # fmt: skip
    assert house.assist.runs()[-1].before.record["reverses"] == run_id


def test_a_rollback_restores_rows_in_the_order_of_its_file(house, monkeypatch):
    run_id = house.apply(house.packet(house.candidate(9), house.candidate(4))).receipt.run_id
    rows, replace = [], AssistDatabase.replace
    monkeypatch.setattr(
        AssistDatabase, "replace",
        lambda self, row, *texts: (rows.append(row), replace(self, row, *texts))[1],
    )  # fmt: skip
    house.assist.roll_back(run_id, at(), ADA)

    assert rows == [9, 4]


def test_a_row_changed_since_the_run_prevents_the_whole_rollback(house):
    run_id = house.apply(two(house)).receipt.run_id
    alter(house.folder, 3, '{"peak": 9.0}')
    before = all_rows(house.folder)

    outcome = house.assist.roll_back(run_id, at(), ADA)

    assert rules_of(outcome) == {"row_unchanged"}
    assert outcome.receipt.record["result"] == "aborted"
    assert all_rows(house.folder) == before


def link_anew(paths: list[Path]) -> None:
    """Rebuild the chain of the existing receipts, as an attacker would to hide a change."""
    previous = hashlib.sha256(b"").hexdigest()
    for path in paths:
        record = json.loads(path.read_bytes())
        record["chain"]["prev"] = previous
        path.write_text(json.dumps(record))
        previous = hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("state", ["before_detail_json", "after_detail_json"])
def test_a_rollback_file_that_contradicts_its_hashes_is_not_used(house, state):
    run_id = house.apply(two(house)).receipt.run_id
    path = house.receipts[1]
    record = json.loads(path.read_bytes())
    record["mutations"][1][state]["peak"] = 99.0
    path.write_text(json.dumps(record))
    link_anew(house.receipts)
    archived(house).unlink()
    before = all_rows(house.folder)

    assert "rollback_hash" in rules_of(house.assist.roll_back(run_id, at(), ADA))
    assert all_rows(house.folder) == before


def rewritten(house: House, before: dict[str, object], *, also_before: bool) -> None:
    """Rewrite the only run's rollback file with all hashes, as an attacker would."""
    path = house.receipts[1]
    record = json.loads(path.read_bytes())
    one = record["mutations"][0]
    one["before_detail_json"], one["before_sha256"] = before, digest(detail_text(before))
    path.write_text(json.dumps(record))
    if also_before:
        receipt = json.loads(house.receipts[0].read_bytes())
        receipt["before_hashes"][str(one["observation_id"])] = one["before_sha256"]
        house.receipts[0].write_text(json.dumps(receipt))
    link_anew(house.receipts)
    archived(house).unlink()


@pytest.mark.parametrize(
    "before",
    [
        {"peak": 99.0, "evil": "x"}, {}, {"peak": 3.5, "importance": {"owner": "eve"}},
        {"peak": 3.5, "importance": "x"}, {"peak": 3, "optimization": {"other": 1}},
    ],
)  # fmt: skip
def test_a_rewritten_rollback_file_restores_nothing_outside_the_contract(house, before):
    run_id = house.run(1)
    rewritten(house, before, also_before=True)
    rows = all_rows(house.folder)

    assert rules_of(house.assist.roll_back(run_id, at(), ADA)) == {"rollback_whitelist"}
    assert all_rows(house.folder) == rows


def test_a_rollback_file_that_contradicts_the_before_receipt_is_not_used(house):
    run_id = house.run(1)
    scored = {"importance": {"label": "must_remember", "score": 1.0}, "peak": 3.5}
    rewritten(house, scored, also_before=False)
    rows = all_rows(house.folder)

    assert rules_of(house.assist.roll_back(run_id, at(), ADA)) == {"rollback_before"}
    assert all_rows(house.folder) == rows


def taken_back(house):
    run_id = house.apply(two(house)).receipt.run_id
    house.assist.roll_back(run_id, at(), ADA)
    return run_id


@pytest.mark.parametrize(
    ("begin", "keys", "why"),
    [
        (taken_back, ADA, "was taken back before"),
        (lambda house: house.assist.dry_run(two(house).id, at()).receipt.run_id, ADA,
         "was aborted"),
        (lambda house: "x", ADA, "there is no run"),
        (lambda house: house.apply(two(house)).receipt.run_id, keys_of(8, "eve"),
         "eve is not an operator"),
        (lambda house: house.apply(two(house)).receipt.run_id, None, "nobody has approved"),
    ],
)  # fmt: skip
def test_a_rollback_is_refused_without_an_operator_or_without_an_applied_run(
    house, begin, keys, why
):
    run_id = begin(house)
    held, runs = details(house.folder), len(house.assist.runs())
    with pytest.raises(AssistRefused, match=why):
        house.assist.roll_back(run_id, at(), keys)

    assert (details(house.folder), len(house.assist.runs())) == (held, runs)


def test_a_rollback_with_an_earlier_signature_needs_no_key(house):
    before = details(house.folder)
    run_id = house.apply(two(house)).receipt.run_id
    house.assist.approve_rollback(run_id, ADA, at())

    assert house.assist.roll_back(run_id, at()).is_done
    assert details(house.folder) == before


def test_a_rollback_signature_copied_to_another_run_is_not_valid(house):
    first = house.apply(house.packet(house.candidate(1, SCORED))).receipt.run_id
    second = house.apply(house.packet(house.candidate(2, OVER))).receipt.run_id
    house.assist.approve_rollback(first, ADA, at())
    approvals = house.store.approvals
    shutil.copy(approvals / f"{first}.json", approvals / f"{second}.json")

    with pytest.raises(AssistRefused, match=f"{second} has changed since ada approved it"):
        house.assist.roll_back(second, at())


def test_a_signed_rollback_with_a_rewritten_file_is_refused(house):
    run_id = house.run(1)
    house.assist.approve_rollback(run_id, ADA, at())
    rewritten(house, {"peak": 3.5, "importance": {"score": 0.9}}, also_before=True)

    with pytest.raises(AssistRefused, match=f"{run_id} has changed since ada approved it"):
        house.assist.roll_back(run_id, at())


def test_an_edited_rollback_signature_is_not_valid(house):
    run_id = house.apply(two(house)).receipt.run_id
    house.assist.approve_rollback(run_id, ADA, at())
    path = house.file("approvals", run_id)
    path.write_text(path.read_text().replace("2026", "2027", 1))

    with pytest.raises(InvalidPacket, match="signature"):
        house.assist.roll_back(run_id, at())
