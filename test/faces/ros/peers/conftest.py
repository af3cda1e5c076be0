"""Fleets: several robots, each a real node with its own home, keys and trust."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="no rclpy: source ROS 2, or run make test")

from forked_node import NodeForker
from processes import Nodes

from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.exchange_setup import make_own_keys

ON = ("-p", "federation.enabled:=true")


@dataclass
class Member:
    """A robot of a fleet."""

    name: str
    rrn: str
    home: Path
    node: Any = None


class Fleet:
    """Makes robots that trust each other, and starts their nodes."""

    def __init__(self, start_node: Callable[..., Any], folder: Path) -> None:
        self._start = start_node
        self._folder = folder
        self.members: dict[str, Member] = {}

    def __call__(
        self,
        *names: str,
        trusts: Sequence[tuple[str, str]] | None = None,
        off: Sequence[str] = (),
    ) -> list[Member]:
        """Make robots and start them.

        Args:
            names: the robots' names, which are also their namespaces.
            trusts: pairs of a robot and a robot that it trusts; by default all pairs.
            off: robots that exist, but are not started.
        """
        for name in (*names, *off):
            self.make(name)
        for who, whom in permutations(names, 2) if trusts is None else trusts:
            self.trust(who, whom)
        for name in names:
            self.start(name)
        return list(self.members.values())

    def make(self, name: str) -> Member:
        """Make a robot's home and keys."""
        rrn = f"RRN-{len(self.members) + 1:012d}"
        home = self._folder / name
        with RobotMemory.open(home, settings=Settings(rrn=rrn)) as memory:
            memory.save(force=True)
            make_own_keys(memory.home, memory.rrn)
        self.members[name] = member = Member(name, rrn, home)
        return member

    def trust(self, who: str, whom: str) -> None:
        """Let one robot trust another."""
        from robot_memory.foundation.identity.card import read_card

        card = read_card((self.members[whom].home / "keys/card.json").read_text(), whom)
        store = TrustStore(self.members[who].home / "keys/peers")
        store.trust(card, SystemClock().now().time, name=whom)

    def start(self, name: str, *arguments: str, **how: Any) -> Any:
        """Start a robot's node."""
        member = self.members[name]
        member.node = self._start(*ON, *arguments, home=name, namespace=f"/{name}", **how)
        return member.node


@pytest.fixture
def fleet(start_node: Any, tmp_path: Path) -> Iterator[Fleet]:
    """A maker of fleets."""
    return Fleet(start_node, tmp_path)


@pytest.fixture(scope="module")
def shared_fleet(
    domain: int, tmp_path_factory: pytest.TempPathFactory, forker: NodeForker
) -> Iterator[Fleet]:
    """A maker of fleets for all tests of a module."""
    folder = tmp_path_factory.mktemp("fleet")
    with Nodes(folder, forker) as nodes:
        yield Fleet(nodes, folder)
