"""The chain of receipts is read and verified once an action, whatever the action does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from governance_builders import ADA, OVER, House, at, before_its_end
from procedural_builders import approve, propose

from robot_memory.governance.receipts import Receipts
from robot_memory.ledger import Ledger


@pytest.fixture
def readings(monkeypatch) -> list[Receipts]:
    """The folders of receipts that were read and verified, one for each time."""
    found, read = [], Receipts.read
    monkeypatch.setattr(Receipts, "read", lambda self: (found.append(self), read(self))[1])
    return found


def rows_of(house: House) -> list:
    ledger = Ledger(house.home.ledger)
    try:
        return ledger.after(0)
    finally:
        ledger.close()


def cut_off(house: House) -> Callable[[], object]:
    house.run(4)
    before_its_end(house)
    return lambda: house.assist.recover(at())


def of_packet(house: House, act: Callable[[str], object]) -> Callable[[], object]:
    packet = house.packet(house.candidate(2))
    return lambda: act(packet.id)


def back(house: House, run_id: str) -> Callable[[], object]:
    return lambda: house.assist.roll_back(run_id, at(), ADA)


ACTIONS: dict[str, Callable[[House], Callable[[], object]]] = {
    "approve": lambda house: of_packet(house, lambda it: house.assist.approve(it, ADA, at())),
    "dry run": lambda house: of_packet(house, lambda it: house.assist.dry_run(it, at())),
    "apply": lambda house: of_packet(house, lambda it: house.assist.apply(it, at())),
    "withdraw": lambda house: of_packet(house, lambda it: house.assist.withdraw(it, ADA, at())),
    "roll back rows": lambda house: back(house, house.assist.runs()[0].id),
    "approve a proposal": lambda house: (lambda made: lambda: approve(house, made))(propose(house)),
    "roll back a file": lambda house: back(house, approve(house, propose(house)).run_id),
    "recover": cut_off,
    "suggest": lambda house: lambda: house.assist.suggest(rows_of(house), by="x", now=at(5000)),
    "list packets": lambda house: house.assist.packets,
    "waiting rows": lambda house: lambda: house.assist.waiting_rows(at()),
    "named rows": lambda house: house.assist.named_rows,
    "verify": lambda house: house.assist.verify,
}


@pytest.mark.parametrize("name", ACTIONS)
def test_receipts_are_read_and_verified_once_an_action(house, readings, name):
    house.apply(house.packet(house.candidate(1, OVER)))
    action = ACTIONS[name](house)
    readings.clear()
    action()

    assert len(readings) == 1
