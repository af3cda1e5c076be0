"""An audit notices replaced keys, sign-offs, rehearsals and approvals."""

from __future__ import annotations

import pytest
from audit_builders import change, copied, part, told
from governance_builders import ADA, House, at, make_house
from robots import keys_of

from robot_memory.governance.approval import approve
from robot_memory.governance.approval_gate import sign_off
from robot_memory.governance.packet import make_packet, store_packet

MALLORY = keys_of(99, "ada")


@pytest.fixture(scope="module")
def noted(open_folder) -> House:
    """A home with an applied packet; its record names its operator and its gates."""
    house = make_house(open_folder / "noted")
    house.assist.enrol("ada", ADA.card, at())
    for gate in ("contract", "schemas"):
        house.assist.sign_off(gate, ADA, at())
    house.assist.rehearse(at())
    house.run(1)
    return house


@pytest.fixture
def house(noted: House, home) -> House:
    return copied(noted, home)


def put_in_place(house: House) -> None:
    """Replace an operator's keys secretly."""
    house.retire()
    house.store.operators.enrol("ada", MALLORY.card)


def test_the_audit_reports_replaced_operator_keys(house):
    put_in_place(house)

    (defect,) = part(house, "operators").defects
    assert defect.path.endswith("operators/ada.json")
    assert "differs from the one that" in defect.problem


def test_the_audit_reports_a_run_signed_with_keys_that_were_never_enrolled(house):
    put_in_place(house)
    former = house.store.folder / "operators" / "former" / "ada.json"
    sign_off(house.store, "contract", MALLORY, at().time)
    sign_off(house.store, "schemas", MALLORY, at().time)
    apply_as_mallory(house)
    theirs = former.with_name("theirs.json")
    (house.store.folder / "operators" / "ada.json").rename(theirs)
    former.rename(house.store.folder / "operators" / "ada.json")

    assert any("rests on keys" in problem for problem in told(house))


def apply_as_mallory(house: House) -> None:
    one = make_packet(house.store.ledger_id(), at().time, "x", [house.candidate(2)])
    store_packet(house.store.packets, one)
    approve(house.store.approvals, one, MALLORY, house.store.operators, at().time)
    assert house.apply(one).is_done


def test_the_audit_reports_a_rewritten_rehearsal(house):
    change(house.store.gates / "rehearsal.json", ts="2026-12-02T00:00:00Z")

    (defect,) = part(house, "gates").defects
    assert defect.path.endswith("gates/rehearsal.json")


def test_the_audit_reports_an_approval_that_was_signed_again_after_its_run(house):
    (run,) = house.assist.runs()
    approve(house.store.approvals, run.packet, ADA, house.store.operators, at(9).time)

    (defect,) = part(house, "approvals").defects
    assert "rested on" in defect.problem
