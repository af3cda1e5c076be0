"""The life of packets: refused when proposed, withdrawn, or reported after the run."""

from __future__ import annotations

import json

import pytest
from governance_builders import ADA, SCORED, all_rows, at, details
from robots import keys_of

from robot_memory.foundation.errors import AssistRefused, InvalidPacket
from robot_memory.governance import PacketCandidate, schemas
from robot_memory.governance.audit.home_audit import audit_home
from robot_memory.governance.mutation_contract import LABEL, SCORE, digest
from robot_memory.governance.run_transaction import ending_of
from robot_memory.governance.signing import sign_statement

BOB = keys_of(78, "bob")


def state_of(house, packet):
    return {one.id: state for one, state in house.assist.packets()[0]}[packet.id]


def events(house):
    path = house.folder / "episodic" / "events" / "events.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()]


def proposed(house, row=3, changes=SCORED, refs=("observation:1",)):
    was = digest(details(house.folder)[row])
    candidate = PacketCandidate(row, was, changes, tuple(refs))
    return house.assist.propose([candidate], by="a test", now=at())


def test_an_applied_packet_stays_applied_after_its_operator_is_removed(house):
    packet = house.packet(house.candidate(3))
    house.apply(packet)
    house.retire()

    assert state_of(house, packet) == "applied"


@pytest.mark.parametrize(
    ("recovered", "violations", "says"),
    [
        (False, [], "nothing stands against it"),
        (False, [{"rule": "row_exists"}], "would be refused"),
        (True, [], "cut off"),
    ],
)
def test_the_result_of_a_dry_run_is_reported_in_words(recovered, violations, says):
    after = {"result": "aborted", "recovered": recovered, "violations": violations}

    assert ending_of(after, is_dry=True) == says
    assert ending_of(after, is_dry=False) == "aborted"


def test_a_score_change_above_the_limit_of_its_row_is_not_proposed(house):
    with pytest.raises(InvalidPacket, match="max_score_delta_per_row"):
        proposed(house, 3, {SCORE: 0.9, LABEL: "must_remember"})

    assert house.assist.packets() == ([], [])


@pytest.mark.parametrize(
    ("ref", "why"),
    [
        ("observation:999", "no observation '999'"),
        ("observation:01", "no observation '01'"),
        ("observation:x", "no observation 'x'"),
        ("entry:mem-ffffffff", "no entry"),
        ("receipt:000001-after-x.json", "no receipt"),
        ("receipt:../operators/ada.json", "no receipt"),
        ("banana:x", "of no kind that is evidence"),
    ],
)
def test_a_reference_to_missing_evidence_is_refused(house, ref, why):
    house.store.receipts.folder.mkdir(exist_ok=True)
    with pytest.raises(InvalidPacket, match=why):
        proposed(house, refs=("observation:1", ref))


def test_rows_entries_and_receipts_are_accepted_as_evidence(house):
    receipt = house.assist.dry_run(house.packet(house.candidate(4)).id, at()).receipt.ref
    house.home.memory_file.write_text("entries:\n- id: mem-0000abcd\n  text: by hand\n")
    refs = ("observation:1", "entry:mem-00000003", "entry:mem-0000abcd", f"receipt:{receipt}")

    assert proposed(house, refs=refs).candidates[0].evidence_refs == refs


def test_a_withdrawn_packet_stays_as_a_file_and_its_state_is_reported(house):
    packet = proposed(house)
    path = house.file("packets", packet.id)
    before, rows = path.read_bytes(), all_rows(house.folder)
    house.assist.withdraw(packet.id, "bea", at())

    assert state_of(house, packet) == "withdrawn by bea"
    assert (path.read_bytes(), all_rows(house.folder)) == (before, rows)
    last = events(house)[-1]
    assert (last["type"], last["id"], last["by"]) == ("packet_withdrawn", packet.id, "bea")


@pytest.mark.parametrize("deed", ["approve", "dry_run", "apply", "withdraw"])
@pytest.mark.parametrize("is_deleted", [False, True])
def test_a_withdrawn_packet_cannot_be_approved_applied_tried_or_withdrawn_again(
    house, deed, is_deleted
):
    packet, before = house.packet(house.candidate(3)), all_rows(house.folder)
    house.assist.withdraw(packet.id, ADA, at())
    if is_deleted:
        house.file("withdrawals", packet.id).unlink()
    given = {"approve": (ADA, at()), "withdraw": ("bea", at())}.get(deed, (at(),))

    with pytest.raises(AssistRefused, match="was withdrawn by ada"):
        getattr(house.assist, deed)(packet.id, *given)
    assert all_rows(house.folder) == before
    assert house.receipts == []


@pytest.mark.parametrize("loss", ["none", "damaged", "moved away"])
def test_an_approved_packet_is_withdrawn_only_with_an_operators_signature(house, loss):
    packet = house.packet(house.candidate(3))
    path = house.file("approvals", packet.id)
    if loss == "damaged":
        path.write_text("{")
    elif loss == "moved away":
        house.assist.approve(packet.id, ADA, at())
        path.unlink()

    with pytest.raises(AssistRefused, match="so an operator's signature withdraws it"):
        house.assist.withdraw(packet.id, "mallory", at())
    assert "withdrawn" not in state_of(house, packet)
    house.assist.withdraw(packet.id, ADA, at())
    assert state_of(house, packet) == "withdrawn by ada"


def test_the_audit_checks_the_signature_of_a_withdrawal(house):
    packet = house.packet(house.candidate(3))
    house.assist.withdraw(packet.id, ADA, at())
    path = house.file("withdrawals", packet.id)
    assert audit_home(house.home).defects == ()
    path.write_text(path.read_text().replace('"by": "ada"', '"by": "eve"'))

    (defect,) = audit_home(house.home).defects
    assert "is not ada's for what it says" in defect.problem


@pytest.mark.parametrize("name", ["ada", "ADA", " ada", "ａｄａ", "person:ada", "operator:Ada"])
def test_a_withdrawal_under_an_operators_name_needs_that_operators_keys(house, name):
    packet = proposed(house)

    with pytest.raises(AssistRefused, match="ada is an operator, whose name is taken with"):
        house.assist.withdraw(packet.id, name, at())
    assert state_of(house, packet) == "proposed"


def test_a_packet_that_was_applied_and_rolled_back_cannot_be_withdrawn(house):
    packet = house.packet(house.candidate(3))
    run = house.apply(packet).receipt.run_id
    house.assist.roll_back(run, at(), ADA)

    with pytest.raises(AssistRefused, match=f"was applied by the run {run}.*nothing was withdrawn"):
        house.assist.withdraw(packet.id, ADA, at())
    assert "withdrawn" not in state_of(house, packet)


def test_a_signed_withdrawal_with_a_damaged_file_is_read_from_the_event_log(house):
    packet = house.packet(house.candidate(3))
    house.assist.withdraw(packet.id, ADA, at())
    house.file("withdrawals", packet.id).write_text("{}")

    with pytest.raises(AssistRefused, match="was withdrawn by ada"):
        house.apply(packet)
    assert state_of(house, packet) == "withdrawn by ada"


def unsigned(packet):
    return {
        "kind": schemas.WITHDRAWAL, "packet_id": packet.id, "packet_sha256": packet.digest,
        "by": "mallory", "ts": "2026-12-01T12:00:00Z",
    }  # fmt: skip


@pytest.mark.parametrize("forged", ["file", "junk", "signed by nobody", "line"])
def test_an_unsigned_withdrawal_does_not_withdraw_an_approved_packet(house, forged):
    packet = house.packet(house.candidate(3))
    path = house.file("withdrawals", packet.id)
    path.parent.mkdir(exist_ok=True)
    record = unsigned(packet)
    if forged == "signed by nobody":
        record |= {"operator": "ada", "by": "ada", "signature": "AAAA"}
    if forged == "line":
        line = {"type": "packet_withdrawn", "id": packet.id, "by": "ada", "withdrawal": record}
        house.store.events.append([line], at().time)
    else:
        path.write_text("junk" if forged == "junk" else json.dumps(record))

    assert state_of(house, packet) == "approved by ada"
    assert audit_home(house.home).defects
    house.apply(packet)
    assert state_of(house, packet) == "applied"


@pytest.fixture
def by_bob(house):
    house.assist.enrol("bob", BOB.card)
    packet = house.packet(house.candidate(3))
    house.assist.withdraw(packet.id, BOB, at())
    return packet


LOSSES = {
    "moved to former": lambda house: house.retire("bob", "former/bob"),
    "deleted": lambda house: house.file("operators", "bob").unlink(),
    "damaged": lambda house: house.file("operators", "bob").write_text("{}"),
    "new keys": lambda house: (
        house.file("operators", "bob").unlink(),
        house.assist.enrol("bob", keys_of(80, "bob").card),
    ),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_a_packet_stays_withdrawn_after_its_operator_is_removed(house, by_bob, loss):
    LOSSES[loss](house)

    assert state_of(house, by_bob) == "withdrawn by bob"
    with pytest.raises(AssistRefused, match="was withdrawn by bob"):
        house.apply(by_bob)


def imported(house):
    house.file("operators", "bob").unlink()
    (house.folder / "governance" / "imported.json").write_text('{"record_up_to": 1000000}')


@pytest.mark.parametrize(
    "lose",
    [
        pytest.param(lambda house: house.retire("bob", "unknown/bob-1"), id="put aside"),
        pytest.param(imported, id="an imported record alone names them"),
    ],
)
def test_a_withdrawal_signed_with_imported_keys_is_not_valid(house, by_bob, lose):
    lose(house)

    assert state_of(house, by_bob) == "approved by ada"
    house.apply(by_bob)
    assert state_of(house, by_bob) == "applied"


def test_an_unreadable_import_record_is_reported_with_its_file(house):
    (house.folder / "governance" / "imported.json").write_text("{}")

    with pytest.raises(InvalidPacket, match=r"(?s)imported\.json cannot be used.*record_up_to"):
        house.store.enrolled_kids()


def test_a_withdrawal_by_somebody_who_never_was_an_operator_is_not_valid(house):
    packet = house.packet(house.candidate(3))
    forged = sign_statement({**unsigned(packet), "operator": "eve"}, keys_of(79, "eve"))
    path = house.file("withdrawals", packet.id)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(forged))

    assert state_of(house, packet) == "approved by ada"


def test_the_audit_reports_a_recorded_approval_without_its_file(house):
    packet = proposed(house)
    house.assist.approve(packet.id, ADA, at())
    path = house.file("approvals", packet.id)
    path.unlink()

    [defect] = audit_home(house.home).defects

    assert defect.path == str(path)
    assert "says that ada approved it: `robot-memory assist approve" in defect.problem
