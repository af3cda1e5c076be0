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

from robot_memory.applications.operations.peers_question import ListPeers, trust_record
from robot_memory.faces.cli.open_memory import open_existing, open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, FederationRefused, InvalidCard, InvalidInput
from robot_memory.foundation.identity.card import Card, read_card
from robot_memory.foundation.identity.trust_store import TrustedRobot, TrustStore
from robot_memory.foundation.text.escaping import one_line
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.exchange_setup import make_own_keys
from robot_memory.sharing.federation.peer_knowledge import TrustChanges

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
    subcommands.add_question(ListPeers)
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
    records = [_record(one) for one in trusted]
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
    return answer(args, _record(trusted), [message])


def _changes(memory: RobotMemory) -> TrustChanges:
    return TrustChanges(memory.rrn, TrustStore(memory.home.peers), memory.peers)


def _record(robot: TrustedRobot) -> dict[str, Any]:
    return {"rrn": robot.card.rrn, **trust_record(robot)}
