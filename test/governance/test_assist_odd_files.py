"""An unreadable file is reported, and does not hide the others."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from governance_builders import ADA, OVER, House, alter, at, details, make_house, rules_of

from robot_memory.foundation.errors import AssistRefused, InvalidPacket
from robot_memory.governance.audit import audit_home
from robot_memory.governance.packet import read_packet

Spoil = Callable[[Path], object]


def in_place(old: str, new: str) -> Spoil:
    def spoil(path: Path) -> None:
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))

    return spoil


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def as_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def as_dangling(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere.json")


SCORE = '"/importance/score": 0.65'
# test_strict_json.py has more texts that are not valid JSON for us.
PACKETS = {
    "19 digits": in_place(SCORE, '"/importance/score": 1' + "0" * 18),
    "no such day": in_place('"ts": "2026-12-01', '"ts": "2026-02-30'),
    "a name twice": in_place('"note": ""', '"note": "evil", "note": ""'),
    "a folder": as_folder,
    "a named pipe": as_pipe,
    "a link to nothing": as_dangling,
}
RECEIPTS = {
    "no such day": in_place('"ts": "2026-12-01', '"ts": "2026-02-30'),
    "a name twice": in_place('"operator": "', '"operator": "eve", "operator": "'),
    "a folder": as_folder,
    "a named pipe": as_pipe,
    "a link to nothing": as_dangling,
}


def named(house: House, packet_id: str) -> Path:
    return house.file("packets", packet_id)


@pytest.mark.parametrize("spoil", PACKETS.values(), ids=PACKETS)
def test_a_packet_that_cannot_be_read_is_reported_and_the_others_are_used(house, spoil):
    odd, other = house.packet(house.candidate(5)), house.packet(house.candidate(3, OVER))
    spoil(named(house, odd.id))

    found, problems = house.assist.packets()
    assert [packet.id for packet, _ in found] == [other.id]
    assert [odd.id in problem for problem in problems] == [True]
    assert 3 in house.assist.named_rows()
    assert 5 not in house.assist.named_rows()  # nothing can be applied from that packet
    assert house.assist.suggest([], by="x", now=at()) == []
    assert [odd.id in str(one) for one in audit_home(house.home).defects] == [True]
    with pytest.raises((InvalidPacket, AssistRefused), match=odd.id):
        house.assist.dry_run(odd.id, at())
    assert house.apply(other).is_done


@pytest.mark.parametrize("stage", ["before", "after"])
@pytest.mark.parametrize("spoil", RECEIPTS.values(), ids=RECEIPTS)
def test_a_receipt_that_cannot_be_read_is_reported_with_its_file_name(house, stage, spoil):
    house.run(1)
    (path,) = (one for one in house.receipts if f"-{stage}-" in one.name)
    spoil(path)

    assert any(path.name in str(defect) for defect in house.assist.verify())
    with pytest.raises(AssistRefused, match=path.name):
        house.assist.runs()
    with pytest.raises(AssistRefused, match=path.name):
        house.assist.named_rows()  # nobody may fold rows that cannot be named
    assert any(path.name in str(defect) for defect in audit_home(house.home).defects)


@pytest.mark.parametrize(
    "spoil",
    [
        in_place('"operator": "ada"', '"operator": "eve", "operator": "ada"'),
        in_place('"approved_at": "2026-12-01', '"approved_at": "2026-02-30'),
        as_folder,
        as_pipe,
    ],
    ids=["a name twice", "no such day", "a folder", "a named pipe"],
)
def test_a_packet_with_an_unreadable_approval_is_not_applied(house, spoil):
    packet = house.packet(house.candidate(1))
    spoil(house.file("approvals", packet.id))

    with pytest.raises(InvalidPacket, match=packet.id):
        house.apply(packet)
    assert [state for _, state in house.assist.packets()[0]] == [
        "proposed; its approval is not valid"
    ]
    assert audit_home(house.home).defects


@pytest.mark.parametrize("name", ["operators/ada", "gates/contract", "gates/rehearsal"])
@pytest.mark.parametrize("spoil", [as_folder, as_pipe], ids=["a folder", "a named pipe"])
def test_no_packet_is_applied_if_a_folder_stands_in_place_of_a_state_file(house, name, spoil):
    packet = house.packet(house.candidate(1))
    spoil(house.store.folder / f"{name}.json")

    with pytest.raises((AssistRefused, InvalidPacket), match="is not a file"):
        house.apply(packet)
    assert audit_home(house.home).defects


def test_a_packet_without_a_canonical_form_is_refused(house, monkeypatch):
    packet = house.packet(house.candidate(1))
    record = packet.as_record()
    record["candidates"][0]["changes"]["/importance/score"] = 10**18
    monkeypatch.setattr("robot_memory.governance.schemas.check_one_of", lambda *_: None)

    with pytest.raises(InvalidPacket, match="the file cannot be used"):
        read_packet(json.dumps(record).encode(), "the file")


def test_a_row_with_the_deepest_allowed_nesting_is_changed_and_rolled_back(home):
    house = make_house(home)
    text = '{"a": ' + "[" * 400 + "]" * 400 + "}"
    alter(house.folder, 1, text)
    outcome = house.apply(house.packet(house.candidate(1)))

    assert rules_of(outcome) == set()
    assert house.assist.roll_back(outcome.receipt.run_id, at(), ADA).is_done
    assert details(house.folder)[1] == text
