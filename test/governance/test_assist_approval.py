"""Approval needs the operator's own key, never the robot's; a changed packet loses it (§8)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from governance_builders import ADA, OVER, all_rows, at, edited
from robots import keys_of, rrn_of

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import AssistRefused, InvalidPacket
from robot_memory.foundation.identity.card import Card, write_card
from robot_memory.foundation.identity.robot_keys import write_keys
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.governance import signing
from robot_memory.governance.approval import approver_of
from robot_memory.governance.governance_store import ENROLLED
from robot_memory.governance.operators import Operators
from robot_memory.governance.packet import store_packet
from robot_memory.governance.signing import make_operator_keys, read_operator_keys

ROBOT = keys_of(1)


@pytest.fixture
def proposed(house):
    return house.assist.propose([house.candidate(3)], by="the night shift", now=at())


@pytest.fixture
def robot(house):
    write_keys(house.home.keys, ROBOT)
    house.home.card.write_text(write_card(ROBOT.card))
    return house


def approval_file(house, packet) -> Path:
    return house.file("approvals", packet.id)


def test_a_packet_without_an_approval_is_not_applied(house, proposed):
    before = all_rows(house.folder)
    with pytest.raises(AssistRefused, match="nobody has approved"):
        house.apply(proposed)

    assert all_rows(house.folder) == before
    assert house.receipts == []


def test_an_applied_packet_keeps_its_approval_and_cannot_be_approved_again(house, proposed):
    house.assist.approve(proposed.id, ADA, at())
    run = house.apply(proposed).receipt.run_id
    approval = approval_file(house, proposed).read_bytes()

    with pytest.raises(AssistRefused, match=f"was applied by the run {run} on the word of ada"):
        house.assist.approve(proposed.id, ADA, at(1))

    assert approval_file(house, proposed).read_bytes() == approval


CHANGES = {
    "a value": lambda packet: packet["candidates"][0]["changes"].update({"/importance/score": 0.6}),
    "a row": lambda packet: packet["candidates"][0].update(observation_id=4),
    "the note": lambda packet: packet.update(note="harmless"),
    "an id": lambda packet: packet["candidates"][0].update(proposal_id="prop-000000000000"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_packet_with_a_changed_file_is_not_applied(house, proposed, change):
    house.assist.approve(proposed.id, ADA, at())
    path = house.file("packets", proposed.id)
    record = json.loads(path.read_bytes())
    change(record)
    path.write_text(json.dumps(record))

    with pytest.raises(InvalidPacket, match="somebody changed it"):
        house.apply(proposed)


def test_a_packet_stored_under_another_packets_id_is_not_applied(house, proposed):
    other = house.packet(house.candidate(4))
    folder = house.folder / "governance" / "packets"
    (folder / f"{other.id}.json").write_bytes((folder / f"{proposed.id}.json").read_bytes())

    with pytest.raises(InvalidPacket, match="that of another packet"):
        house.apply(other)


def test_a_packet_outside_its_folder_is_ignored(house, proposed):
    folder = house.folder / "governance"
    (folder / "mine.json").write_bytes((folder / "packets" / f"{proposed.id}.json").read_bytes())

    with pytest.raises(AssistRefused, match="there is no packet"):
        house.assist.apply("../mine", at())


def test_a_changed_packet_with_recomputed_ids_loses_its_approval(house, proposed):
    house.assist.approve(proposed.id, ADA, at())
    changed = edited(proposed, candidates=(house.candidate(3, OVER),))
    store_packet(house.store.packets, changed)
    approval_file(house, changed).write_bytes(approval_file(house, proposed).read_bytes())

    with pytest.raises(AssistRefused, match="approved no longer"):
        house.apply(changed)


def test_an_approval_rewritten_for_another_packet_is_not_valid(house, proposed):
    house.assist.approve(proposed.id, ADA, at())
    changed = edited(proposed, candidates=(house.candidate(3, OVER),))
    store_packet(house.store.packets, changed)
    record = json.loads(approval_file(house, proposed).read_bytes())
    record |= {"subject": changed.id, "subject_sha256": changed.digest}
    approval_file(house, changed).write_text(json.dumps(record))

    with pytest.raises(InvalidPacket, match="not ada's for what it says"):
        house.apply(changed)


@pytest.mark.parametrize(
    ("name", "why"), [("eve", "eve is not an operator"), ("ada", "other keys than these")]
)
def test_an_approval_by_keys_that_are_not_enrolled_is_refused(house, proposed, name, why):
    with pytest.raises(AssistRefused, match=why):
        house.assist.approve(proposed.id, keys_of(5, name), at())


def test_approvals_of_a_removed_operator_are_not_valid(house, proposed):
    house.assist.approve(proposed.id, ADA, at())
    house.file("operators", "ada").unlink()

    with pytest.raises(AssistRefused):
        house.apply(proposed)


@pytest.mark.parametrize(
    "card",
    [
        pytest.param(ROBOT.card, id="the robot's"),
        pytest.param(Card("r", keys_of(9).card.ed25519, ROBOT.card.ml_dsa), id="half of them"),
        pytest.param(keys_of(2).card, id="those of a robot that this one trusts"),
    ],
)
def test_the_keys_of_a_robot_cannot_be_enrolled_as_operator_keys(robot, card):
    TrustStore(robot.home.peers).trust(keys_of(2).card, at().time)
    with pytest.raises(AssistRefused, match="a robot approves nothing"):
        robot.store.operators.enrol("robbie", card)


@pytest.mark.parametrize("name", ["ada.", "a-d-a", "a_da"])
def test_an_operator_name_that_differs_only_in_punctuation_is_refused(house, name):
    house.store.operators.enrol("ada", ADA.card)

    with pytest.raises(AssistRefused, match="reads as the operator ada"):
        house.store.operators.enrol(name, keys_of(8, name).card)
    with pytest.raises(AssistRefused, match="reads as the operator ada"):
        house.store.operators.check_free(name)


def test_the_robots_own_keys_cannot_approve_a_packet_even_if_enrolled(house, proposed):
    robbie = keys_of(1, "robbie")
    house.store.operators.enrol("robbie", robbie.card)
    house.assist.approve(proposed.id, robbie, at())
    write_keys(house.home.keys, ROBOT)

    with pytest.raises(AssistRefused, match="a robot approves nothing"):
        house.apply(proposed)
    with pytest.raises(AssistRefused, match="a robot approves nothing"):
        house.assist.approve(proposed.id, robbie, at())


def test_the_robots_key_file_is_not_read_as_operator_keys(robot):
    with pytest.raises(AssistRefused, match="does not hold an operator's keys"):
        read_operator_keys(robot.home.keys)


def without(monkeypatch, *paths):
    """Make these files unreadable; return a list of those that were tried."""
    read, tried = files.open_regular, []

    def refusing(path):
        if path in paths:
            tried.append(path)
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(files, "open_regular", refusing)
    return tried


def test_reading_and_applying_need_no_private_key_of_the_robot(robot, monkeypatch):
    packet = robot.packet(robot.candidate(3))
    robot.assist.approve(packet.id, ADA, at())
    tried = without(monkeypatch, robot.home.keys)

    assert [gate.is_passed for gate in robot.assist.gates()] == [True] * 4
    assert robot.assist.packets()[0][0][1] == "approved by ada"
    assert robot.apply(packet).is_done
    assert tried == []


def test_the_robots_card_alone_is_enough_to_refuse_its_keys(robot, monkeypatch):
    without(monkeypatch, robot.home.keys)
    with pytest.raises(AssistRefused, match="a robot approves nothing"):
        robot.store.operators.enrol("robbie", ROBOT.card)


@pytest.mark.parametrize("has_private_keys", [True, False])
def test_a_robot_card_with_an_operators_keys_does_not_invalidate_that_operator(
    robot, has_private_keys
):
    packet = robot.packet(robot.candidate(3))
    robot.assist.approve(packet.id, ADA, at())
    robot.store.events.append([{"type": ENROLLED, "name": "ada", "kid": ADA.card.kid}], at().time)
    robot.home.card.write_text(write_card(Card(ROBOT.rrn, ADA.card.ed25519, ADA.card.ml_dsa)))
    if not has_private_keys:
        robot.home.keys.unlink()

    assert robot.assist.packets()[0][0][1] == "approved by ada"
    assert robot.apply(packet).is_done


@pytest.mark.parametrize("card", [None, "{}"])
def test_enrolment_and_signing_are_refused_if_the_robots_keys_are_unknown(robot, monkeypatch, card):
    packet = robot.packet(robot.candidate(3))
    if card is None:
        robot.home.card.unlink()
    else:
        robot.home.card.write_text(card)
    without(monkeypatch, robot.home.keys)

    with pytest.raises(AssistRefused, match="is unknown"):
        robot.store.operators.enrol("bea", keys_of(8).card)
    with pytest.raises(AssistRefused, match="is unknown"):
        robot.assist.approve(packet.id, ADA, at())
    with pytest.raises(AssistRefused, match="is unknown"):
        robot.assist.sign_off("contract", ADA, at())
    assert robot.assist.packets()[0][0][1] == "approved by ada"


def test_operator_keys_are_written_once_and_readable_by_their_owner_only(house, tmp_path):
    path = tmp_path / "bea.key"
    card = make_operator_keys("bea", path, house.home)

    assert path.stat().st_mode & 0o777 == 0o600
    assert read_operator_keys(path).card == card
    with pytest.raises(AssistRefused, match="exists"):
        make_operator_keys("bea", path, house.home)
    path.chmod(0o640)
    with pytest.raises(AssistRefused, match="chmod 600"):
        read_operator_keys(path)


@pytest.mark.parametrize("name", ["keys/bea.key", "bea.key", "governance/operators/bea.json"])
def test_operator_keys_are_not_created_inside_the_memory_home(house, name):
    with pytest.raises(AssistRefused, match="in the memory home"):
        make_operator_keys("bea", house.folder / name, house.home)


@pytest.mark.parametrize("name", ["", "Ada", "../ada", "a/b", "a" * 33, "-ada", "ada\n"])
def test_an_invalid_operator_name_is_refused(house, name):
    with pytest.raises(InvalidPacket, match="operator"):
        house.store.operators.enrol(name, keys_of(3).card)


def test_an_operator_name_cannot_be_enrolled_again_with_other_keys(house):
    house.store.operators.enrol("ada", ADA.card)
    with pytest.raises(AssistRefused, match="enrolled with other keys"):
        house.store.operators.enrol("ada", keys_of(3).card)


@pytest.fixture
def makes_none(monkeypatch):
    """Fail if keys are made: they would be on disk for a moment."""

    def make(*_):
        raise AssertionError("keys were made")

    monkeypatch.setattr(signing, "make_operator_keys", make)


@pytest.mark.usefixtures("makes_none")
def test_no_new_keys_are_created_for_an_enrolled_name(house, tmp_path):
    with pytest.raises(AssistRefused, match=r"nothing was made(.|\n)*former"):
        house.assist.make_operator("ada", tmp_path / "ada.key")
    assert not (tmp_path / "ada.key").exists()


def test_new_keys_are_deleted_if_their_enrolment_fails(house, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Operators, "enrol", full)
    with pytest.raises(OSError, match="No space"):
        house.assist.make_operator("bea", tmp_path / "bea.key")
    assert not (tmp_path / "bea.key").exists()


def test_signatures_of_replaced_keys_are_reported_with_the_command_to_sign_again(house, proposed):
    house.assist.approve(proposed.id, ADA, at())
    former = house.retire(to="former/ada-2026")
    house.store.operators.enrol("ada", keys_of(6, "ada").card)
    contract = house.assist.gates()[0]

    assert not contract.is_passed
    assert "ada's keys have changed since" in contract.says
    assert "`robot-memory assist gate --sign contract --key FILE`" in contract.says
    with pytest.raises(AssistRefused, match=f"robot-memory assist approve {proposed.id} --key"):
        approver_of(house.store.approvals, proposed, house.store.operators)

    former.unlink()
    assert "sign anew with `robot-memory assist gate --sign schemas" in house.assist.gates()[1].says


@pytest.mark.parametrize("name", ["none.key", "."])
def test_a_missing_key_file_is_named_with_the_command_that_creates_one(tmp_path, name):
    with pytest.raises(AssistRefused, match=r"cannot be read .*robot-memory assist key") as caught:
        read_operator_keys(tmp_path / name)
    assert str(tmp_path / name) in str(caught.value)


def test_a_later_peer_card_with_an_operators_key_does_not_invalidate_that_operator(house, proposed):
    house.assist.enrol("ada", ADA.card)  # the record says so
    house.assist.approve(proposed.id, ADA, at())
    half = Card(rrn_of(2), ADA.card.ed25519, keys_of(2).card.ml_dsa)
    TrustStore(house.home.peers).trust(half, at().time)

    with pytest.raises(AssistRefused, match="holds a key of the operator"):
        house.store.operators.check_no_operators_keys(half)
    # After a copy or a restore, the operator's file has other times.
    house.file("operators", "ada").chmod(0o640)
    house.file("operators", "ada").chmod(0o600)
    house.apply(proposed)
