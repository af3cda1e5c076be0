"""Choose which peers to trust, and see what they reported.

A card holds public keys only. Compare its fingerprint by eye or by voice before you trust it.
A running node applies the change within a second.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from robot_memory.entries.lifecycle import effective
from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.faces.cli.open_memory import open_existing, open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.subcommands import Subcommands
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, FederationRefused, InvalidCard, InvalidInput
from robot_memory.foundation.identity.card import Card, read_card
from robot_memory.foundation.identity.trust_store import TrustedRobot, TrustStore
from robot_memory.foundation.text.escaping import one_line
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.exchange_setup import make_own_keys
from robot_memory.sharing.federation.peer_record import PeerRecord
from robot_memory.sharing.federation.trust_changes import TrustChanges

EXAMPLES = (
    "robot-memory peers card",
    "robot-memory peers list",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    subcommands.add("card", _card, "print this robot's card, for robots that are to trust it")
    trust = subcommands.add("trust", _trust, "trust the robots of these cards")
    trust.add_argument("card", nargs="+", help="a file, or - for standard input")
    trust.add_argument("--name", default="", help="your name for the robot; of one card only")
    trust.add_argument(
        "--replace", action="store_true", help="accept new keys for an RRN that is known"
    )
    trust.add_argument(
        "--fleet", action="store_true", help="it is the server of a fleet; its notes say so"
    )
    subcommands.add("list", _list, "list trusted peers and their last updates")
    revoke = subcommands.add(
        "revoke", _revoke, "stop trusting a peer; its entries are not used any more"
    )
    revoke.add_argument("rrn", help="the Robot Resource Name of the robot")


def _card(args: argparse.Namespace) -> int:
    with open_memory(args, write=True) as memory:
        make_own_keys(memory.home, memory.rrn)
        print(read_regular(memory.home.card).decode(), end="")
    return 0


def _trust(args: argparse.Namespace) -> int:
    cards = [_read_card(source) for source in args.card]
    if args.name and len(cards) > 1:
        problem = f"is one robot's, and these are {len(cards)} cards: trust that one by itself"
        raise InvalidInput("nothing was changed", [Defect("--name", problem)])
    with open_memory(args, write=True) as memory:
        _check_no_operators(memory, cards, args.name)
        changes, now = _changes(memory), memory.clock.now().time
        trusted, refused = [], []
        for card in cards:
            try:
                trusted.append(
                    changes.believe(
                        card, now, name=args.name, replace=args.replace, is_fleet=args.fleet
                    )
                )
            except (FederationRefused, InvalidCard) as error:
                refused.append(str(error))
    for problem in refused:
        print(f"robot-memory: {problem}", file=sys.stderr)
    records = [_record(one, None, []) for one in trusted]
    lines = [
        f"{one_line(one.label)} is trusted; its fingerprint is {one.card.fingerprint}"
        for one in trusted
    ]
    answer(args, records[0] if len(cards) == len(records) == 1 else records, lines)
    return 2 if refused else 0


def _check_no_operators(memory: RobotMemory, cards: Sequence[Card], name: str) -> None:
    operators = memory.long_term.assist.store.operators
    for card in cards:
        operators.check_no_operators_keys(card)
    operator = operators.twin_of(name)
    if operator:
        problem = f"reads as the operator {operator}: give the robot another name"
        raise InvalidInput("nothing was changed", [Defect("--name", problem)])


def _read_card(source: str) -> Card:
    data = sys.stdin.buffer.read() if source == "-" else read_regular(Path(source))
    return read_card(data.decode("utf-8", "replace"), source)


def _revoke(args: argparse.Namespace) -> int:
    with open_existing(args) as memory:
        trusted = _changes(memory).disbelieve(args.rrn, memory.clock.now().time)
    message = f"{one_line(trusted.label)} is not believed any more"
    return answer(args, _record(trusted, None, []), [message])


def _changes(memory: RobotMemory) -> TrustChanges:
    return TrustChanges(memory.rrn, TrustStore(memory.home.peers), memory.peers)


def _list(args: argparse.Namespace) -> int:
    with open_memory(args) as memory:
        trust = TrustStore(memory.home.peers).read()
        known = memory.peers.all()
        names = sorted(trust.by_rrn.keys() | known.keys())
        rows = [(rrn, trust.by_rrn.get(rrn), known.get(rrn), _heard(memory, rrn)) for rrn in names]
        now, decay = memory.clock.now().time, memory.settings.decay_per_day
    for problem in trust.problems:
        print(f"robot-memory: {problem}", file=sys.stderr)
    records = [
        {**_record(trusted, peer, _stories(heard)), **_past(heard)}
        for _, trusted, peer, heard in rows
    ]
    lines = []
    for rrn, trusted, peer, heard in rows:
        lines.append(f"{_label(rrn, trusted, peer)}: {_standing(trusted)}; {_knowledge_of(peer)}")
        for entry in peer.entries if peer else ():
            lines.append(f"   {effective(entry, now, decay):4.0%}  {one_line(entry.text)}")
        if heard is not None and heard.audit is not None:
            lines.append(f"   its record of what its memory did stood at {heard.audit}")
        if heard is not None and heard.record_problem:
            lines.append(f"   {heard.record_problem}")
        if heard is not None and heard.erased:
            last = f"{heard.erased[-1].left:%Y-%m-%d %H:%M} UTC"
            lines.append(f"   deleted on request: {len(heard.erased)}, the last {last}")
        for number, story in enumerate(_stories(heard), 1):
            lines.append(f"   story {number}: {' / '.join(map(one_line, story)) or '(nothing)'}")
    return answer(args, records, lines, nothing="no robot is trusted, and none was heard")


def _heard(memory: RobotMemory, rrn: str) -> PeerRecord | None:
    return next(map(PeerRecord.of_row, memory.peers.rows(rrn)), None)


def _stories(heard: PeerRecord | None) -> list[list[str]]:
    return [list(story) for story in heard.stories] if heard is not None else []


def _past(heard: PeerRecord | None) -> dict[str, Any]:
    """Return the head of a robot's record, and what it deleted on request."""
    head = heard.audit if heard is not None else None
    record: dict[str, Any] = {"audit": head and head.as_record()}
    if heard is not None and heard.cut_to is not None:
        record["cut_to"] = heard.cut_to.as_record()
    if heard is not None and heard.erased:
        record["deleted"] = [{"id": one.entry_id, "at": one.left} for one in heard.erased]
    return record


def _label(rrn: str, trusted: TrustedRobot | None, peer: PeerMemory | None) -> str:
    return one_line(trusted.label if trusted else peer.label if peer else rrn)


def _standing(trusted: TrustedRobot | None) -> str:
    if trusted is None:
        return "not trusted"
    if trusted.revoked_at is not None:
        return f"revoked {trusted.revoked_at:%Y-%m-%d %H:%M} UTC"
    role = " as a fleet" if trusted.is_fleet else ""
    return f"trusted{role}, kid {trusted.card.kid}"


def _knowledge_of(peer: PeerMemory | None) -> str:
    if peer is None:
        return "never heard"
    when = f"{peer.last_synced:%Y-%m-%d %H:%M} UTC"
    return f"{one_line(peer.problem)} ({when})" if peer.problem else f"last heard {when}"


def _record(
    trusted: TrustedRobot | None, peer: PeerMemory | None, stories: list[list[str]]
) -> dict[str, Any]:
    record: dict[str, Any] = {"rrn": trusted.card.rrn if trusted else peer.rrn if peer else ""}
    record["trusted"] = trusted is not None and not trusted.is_revoked
    if trusted is not None:
        record |= {
            "name": trusted.name, "kid": trusted.card.kid,
            "fingerprint": trusted.card.fingerprint, "revoked_at": trusted.revoked_at,
        }  # fmt: skip
    if peer is not None:
        record |= {
            "last_synced": peer.last_synced, "valid_until": peer.valid_until,
            "problem": peer.problem,
            "entries": [{"id": e.id, "text": e.text} for e in peer.entries],
        }  # fmt: skip
    return {**record, "stories": stories} if stories else record
