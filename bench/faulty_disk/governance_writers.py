"""Writers for operators' decisions: receipts, procedural files, limits, trust, tokens, keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from governance_builders import ADA, RRN, SCORED, House, at, details, make_house
from limit_builders import learn
from robots import keys_of

from faulty_disk.level_writers import NOON, levels_of
from faulty_disk.memory_writers import make_impatient
from faulty_disk.trial import Tell, Writer
from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.sharing.federation.exchange_setup import make_own_keys, read_own_keys

_TARGET = "skills/dock/SKILL.md"


# -- changes of stored rows ------------------------------------------------------------------------


def _make_packet(home: Path) -> None:
    house = make_house(home)
    house.packet(house.candidate(1, SCORED))


def _apply(home: Path, tell: Tell) -> None:
    house = House(home)
    house.assist.recover(at(0.1))
    ((packet, _),) = house.assist.packets()[0]
    if not any(run.result == "applied" for run in house.assist.runs()):
        house.apply(packet, at(0.2))
    tell("scored row")


def _roll_back(home: Path, tell: Tell) -> None:
    house = House(home)
    house.assist.recover(at(0.3))
    for run in house.assist.runs():
        if run.result == "applied" and "nice_to_have" in details(home)[1]:
            house.assist.roll_back(run.id, at(0.4), ADA)
    tell("row as it was")


def _rows(home: Path) -> Iterator[str]:
    house = House(home)
    house.assist.recover(at(0.5))
    assert not (defects := house.assist.verify()), defects
    rows = details(home)
    yield "scored row" if "nice_to_have" in rows[1] else "row as it was"
    yield from ["untouched"] * (len(rows) - 1)


def _make_applied(home: Path) -> None:
    _make_packet(home)
    _apply(home, lambda word: None)


# -- procedural files ------------------------------------------------------------------------------


def _propose(home: Path) -> None:
    house = make_house(home)
    levels = levels_of(home)
    levels.prepare()
    path = home / "procedural" / _TARGET
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("Dock fast.\n")
    levels.propose(_TARGET, "Dock slowly.\n", by="the night shift")
    assert house.assist.verify() == []


def _approve(home: Path, tell: Tell) -> None:
    house, levels = House(home), levels_of(home)
    (proposal,) = levels.proposals.all()
    if proposal.status.value == "pending":
        house.assist.approve_proposal(RRN, proposal.id, ADA, at())
    tell("Dock slowly.")


def _procedural(home: Path) -> Iterator[str]:
    house = House(home)
    house.assist.recover(at(0.1))
    assert not (defects := house.assist.verify()), defects
    yield (home / "procedural" / _TARGET).read_text().strip()


# -- limits ----------------------------------------------------------------------------------------


def _learn_limits(home: Path) -> None:
    with RobotMemory.open(home) as memory:
        memory.save(force=True)
        memory.long_term.assist.enrol("ada", _operator().card)
        first = learn(memory)
        learn(memory, 0.2, variable="turn rate", component="right encoder")
        LearnedLimits(memory).approve(first, _operator(), NOON)


def _operator():
    return keys_of(77, "ada")


def _decide_on_limits(home: Path, tell: Tell) -> None:
    make_impatient()
    with RobotMemory.open(home) as memory:
        limits = LearnedLimits(memory)
        signed = limits.signed.read()
        if signed.unread:
            raise OSError(str(signed.unread))
        for limit, approval in limits.listed(signed.learned):
            is_approved = approval.is_valid
            if limit.variable == "turn rate" and not is_approved:
                limits.approve(limit.id, _operator(), NOON)
                tell("turn rate: True")
            elif limit.variable == "speed" and is_approved:
                limits.signed.approvals.withdraw(memory.rrn, limit.id, _operator(), NOON)
                tell("speed: False")


def _limits(home: Path) -> Iterator[str]:
    with RobotMemory.open(home) as memory:
        limits = LearnedLimits(memory)
        for limit, approval in limits.listed(limits.signed.read().learned):
            yield f"{limit.variable}: {approval.is_valid}"
        assert not (defects := memory.long_term.levels.verify().defects), defects


# -- trust, tokens, own keys -----------------------------------------------------------------------


def _trust_one(home: Path) -> None:
    TrustStore(home / "keys" / "peers").trust(keys_of(1).card, NOON, name="one")
    TokenStore(home / "keys" / "web-tokens.json").issue("old", [TokenScope.READ], CallerKind.AGENT)


def _trust(home: Path, tell: Tell) -> None:
    store = TrustStore(home / "keys" / "peers")
    store.trust(keys_of(2).card, NOON, name="two")
    tell("trusted: two")
    store.revoke(keys_of(1).rrn, NOON)
    tell("revoked: one")


def _trusted(home: Path) -> Iterator[str]:
    found = TrustStore(home / "keys" / "peers").read()
    # A card that a revocation could not remove is ignored, and reported as such.
    damaged = [one for one in found.problems if not one.endswith("was revoked; ignored")]
    assert not damaged, damaged
    for robot in found.by_rrn.values():
        yield f"{'revoked' if robot.revoked_at else 'trusted'}: {robot.name}"


def _issue(home: Path, tell: Tell) -> None:
    store = TokenStore(home / "keys" / "web-tokens.json")
    if "new" not in [caller.name for caller in store.callers()]:
        store.issue("new", [TokenScope.READ], CallerKind.AGENT)
    tell("token of new")
    if "old" in [caller.name for caller in store.callers()]:
        store.revoke("old")


def _tokens(home: Path) -> Iterator[str]:
    for caller in TokenStore(home / "keys" / "web-tokens.json").callers():
        yield f"token of {caller.name}"


def _begin_nothing(home: Path) -> None:
    (home / "keys").mkdir(parents=True)


def _make_keys(home: Path, tell: Tell) -> None:
    make_own_keys(Home(home, home / "robot-memory.md"), keys_of(3).rrn)
    tell("keys")


def _keys(home: Path) -> Iterator[str]:
    place = Home(home, home / "robot-memory.md")
    try:
        read_own_keys(place, keys_of(3).rrn)
    except RobotMemoryError:
        assert not place.keys.exists()
    else:
        yield "keys"


WRITERS = (
    Writer("receipts", _make_packet, _apply, _rows),
    Writer("rollback", _make_applied, _roll_back, _rows),
    Writer("procedural", _propose, _approve, _procedural),
    Writer("limits", _learn_limits, _decide_on_limits, _limits),
    Writer("trust", _trust_one, _trust, _trusted),
    Writer("tokens", _trust_one, _issue, _tokens),
    Writer("own keys", _begin_nothing, _make_keys, _keys),
)
