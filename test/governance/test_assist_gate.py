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


def test_no_gate_is_passed_in_a_new_home(home):
    make_ledger(home / "observations.db")
    assist = AssistPath(Home(home, home / "robot-memory.md"), enabled=True, machine="a" * 64)

    assert [one.name for one in assist.gates()] == NAMES
    assert passed(assist) == []


def test_nothing_is_applied_while_assist_is_disabled(house):
    refused(house, house.as_set(enabled=False), r"parked(.|\n)*assist.enabled")


def test_dry_runs_and_rollbacks_work_while_assist_is_disabled(house):
    run_id = house.run(4)
    parked = house.as_set(enabled=False)

    assert parked.dry_run(house.packet(house.candidate(3)).id, at()).is_done
    assert parked.roll_back(run_id, at(), ADA).is_done


@pytest.mark.parametrize("name", ["contract", "schemas", "rehearsal"])
def test_nothing_is_applied_unless_all_gates_are_passed(house, name):
    house.file("gates", name).unlink()

    refused(house, house.assist, rf"parked(.|\n)*{name}")


@pytest.mark.parametrize("failed", ["dry_run", "rollback"])
def test_a_failed_rehearsal_does_not_pass_its_gate(house, failed):
    shown = Rehearsal(failed != "dry_run", failed != "rollback", ("a row is not as it was",))
    approval_gate.record_rehearsal(house.store, shown, NOON)

    refused(house, house.assist, "a row is not as it was")


def test_a_rehearsal_counts_only_on_the_machine_that_ran_it(house):
    other = house.as_set(enabled=True, machine=hashlib.sha256(b"another").hexdigest())

    assert passed(other) == ["contract", "schemas"]
    refused(house, other, "another machine")


def test_a_rehearsal_counts_only_for_the_version_that_ran_it(house, monkeypatch):
    monkeypatch.setattr(approval_gate, "__version__", "99.0")
    assert passed(house.assist) == ["contract", "schemas"]


@pytest.mark.parametrize("name", ["contract", "schemas"])
def test_a_sign_off_of_another_contract_or_schema_does_not_pass_its_gate(house, monkeypatch, name):
    monkeypatch.setitem(approval_gate.SIGNED, name, lambda: "0" * 64)
    assert name not in passed(house.assist)
    refused(house, house.assist, "ada signed another one")


def test_the_digest_of_the_schemas_changes_with_each_schema(tmp_path, monkeypatch):
    before = schemas.schemas_digest()
    for kind in schemas.KINDS:
        (tmp_path / f"{kind}.json").write_text(json.dumps(schemas.schema_of(kind)))
    monkeypatch.setattr(schemas, "_FOLDER", tmp_path)
    assert schemas.schemas_digest() != before


def test_an_edited_sign_off_does_not_pass_its_gate(house):
    path = house.file("gates", "contract")
    record = json.loads(path.read_bytes())
    path.write_text(json.dumps({**record, "signed_at": "2026-12-02T00:00:00Z"}))

    refused(house, house.assist, "not ada's for what it says")


def test_a_sign_off_copied_to_another_gate_does_not_pass_it(house):
    gates = house.folder / "governance" / "gates"
    (gates / "schemas.json").write_bytes((gates / "contract.json").read_bytes())

    assert "schemas" not in passed(house.assist)


def test_only_an_enrolled_operator_can_sign_off_a_gate(house):
    with pytest.raises(AssistRefused, match="eve is not an operator"):
        house.assist.sign_off("contract", keys_of(4, "eve"), at())
    with pytest.raises(AssistRefused, match="other keys"):
        house.assist.sign_off("contract", keys_of(4, "ada"), at())


def test_a_rehearsal_passes_its_gate_and_changes_no_row(house):
    house.file("gates", "rehearsal").unlink()
    before = all_rows(house.folder)

    assert house.assist.rehearse(at()) == Rehearsal(True, True, ())
    assert passed(house.assist) == NAMES
    assert all_rows(house.folder) == before
    assert house.receipts == []


def test_a_rehearsal_fails_if_a_row_is_not_restored(monkeypatch):
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
