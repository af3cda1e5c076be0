"""Document 004, "Approval gate": runs are refused until all gates passed on this machine."""

from __future__ import annotations

import hashlib
import json

import pytest
from governance_builders import ADA, NOON, all_rows, at, make_ledger
from robots import keys_of

from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.home import Home
from robot_memory.governance import AssistPath, approval_gate, schemas
from robot_memory.governance.assist_database import AssistDatabase
from robot_memory.governance.rehearsal import Rehearsal, rehearse

NAMES = ["contract", "schemas", "rehearsal", "rollback"]


def passed(assist: AssistPath) -> list[str]:
    return [one.name for one in assist.gates() if one.is_passed]


def refused(house, assist: AssistPath, why: str) -> None:
    packet, before = house.packet(house.candidate(3)), all_rows(house.folder)
    with pytest.raises(AssistRefused, match=why):
        assist.apply(packet.id, at())
    assert all_rows(house.folder) == before
    assert house.receipts == []


def test_a_new_home_has_passed_no_gate(home):
    make_ledger(home / "observations.db")
    assist = AssistPath(Home(home, home / "robot-memory.md"), enabled=True, machine="a" * 64)

    assert [one.name for one in assist.gates()] == NAMES
    assert passed(assist) == []


def test_with_the_setting_off_nothing_is_applied(house):
    refused(house, house.as_set(enabled=False), r"parked(.|\n)*assist.enabled")


def test_with_the_setting_off_packets_can_be_tried_and_runs_taken_back(house):
    run_id = house.run(4)
    parked = house.as_set(enabled=False)

    assert parked.dry_run(house.packet(house.candidate(3)).id, at()).is_done
    assert parked.roll_back(run_id, at(), ADA).is_done


@pytest.mark.parametrize("name", ["contract", "schemas", "rehearsal"])
def test_with_one_gate_not_passed_nothing_is_applied(house, name):
    house.file("gates", name).unlink()

    refused(house, house.assist, rf"parked(.|\n)*{name}")


@pytest.mark.parametrize("failed", ["dry_run", "rollback"])
def test_a_rehearsal_that_failed_passes_nothing(house, failed):
    shown = Rehearsal(failed != "dry_run", failed != "rollback", ("a row is not as it was",))
    approval_gate.record_rehearsal(house.store, shown, NOON)

    refused(house, house.assist, "a row is not as it was")


def test_a_rehearsal_counts_on_the_machine_where_it_was_made(house):
    other = house.as_set(enabled=True, machine=hashlib.sha256(b"another").hexdigest())

    assert passed(other) == ["contract", "schemas"]
    refused(house, other, "another machine")


def test_a_rehearsal_counts_for_the_version_that_made_it(house, monkeypatch):
    monkeypatch.setattr(approval_gate, "__version__", "99.0")
    assert passed(house.assist) == ["contract", "schemas"]


@pytest.mark.parametrize("name", ["contract", "schemas"])
def test_what_was_signed_of_another_contract_or_other_schemas_passes_nothing(
    house, monkeypatch, name
):
    monkeypatch.setitem(approval_gate.SIGNED, name, lambda: "0" * 64)
    assert name not in passed(house.assist)
    refused(house, house.assist, "ada signed another one")


def test_the_hash_of_the_schemas_changes_with_any_of_them(tmp_path, monkeypatch):
    before = schemas.schemas_digest()
    for kind in schemas.KINDS:
        (tmp_path / f"{kind}.json").write_text(json.dumps(schemas.schema_of(kind)))
    monkeypatch.setattr(schemas, "_FOLDER", tmp_path)
    assert schemas.schemas_digest() != before


def test_a_sign_off_that_was_written_by_hand_passes_nothing(house):
    path = house.file("gates", "contract")
    record = json.loads(path.read_bytes())
    path.write_text(json.dumps({**record, "signed_at": "2026-12-02T00:00:00Z"}))

    refused(house, house.assist, "not ada's for what it says")


def test_a_sign_off_counts_for_one_gate_only(house):
    gates = house.folder / "governance" / "gates"
    (gates / "schemas.json").write_bytes((gates / "contract.json").read_bytes())

    assert "schemas" not in passed(house.assist)


def test_only_an_operator_signs_off(house):
    with pytest.raises(AssistRefused, match="eve is not an operator"):
        house.assist.sign_off("contract", keys_of(4, "eve"), at())
    with pytest.raises(AssistRefused, match="other keys"):
        house.assist.sign_off("contract", keys_of(4, "ada"), at())


def test_the_rehearsal_is_made_and_recorded(house):
    house.file("gates", "rehearsal").unlink()
    before = all_rows(house.folder)

    assert house.assist.rehearse(at()) == Rehearsal(True, True, ())
    assert passed(house.assist) == NAMES
    assert all_rows(house.folder) == before
    assert house.receipts == []


def test_a_rehearsal_in_which_a_row_does_not_come_back_fails(monkeypatch):
    replace = AssistDatabase.replace
    monkeypatch.setattr(
        AssistDatabase, "replace",
        lambda self, row, before, after: (
            None if "rollback_ref" in before else replace(self, row, before, after)
        ),
    )  # fmt: skip
    ids = iter(f"00000000-0000-0000-0000-{number:012d}" for number in range(9))
    shown = rehearse(at(), lambda: next(ids))

    assert (shown.dry_run, shown.rollback) == (True, False)
    assert "a row is not as it was before" in shown.problems
