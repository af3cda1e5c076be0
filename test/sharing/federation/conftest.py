"""A robot that listens to others, with its own memory home."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from federation_builders import NOON, Talker, size_of, talker
from robots import keys_of, rrn_of

from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.foundation.identity.robot_keys import write_keys
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.peer_exchange import PeerExchange
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope
from robot_memory.sharing.federation.update_verdict import PeerEvent, UpdateVerdict

OWN = 9  # the listener's number


class Watch:
    """A clock whose wall time a test sets, trusted or not; uptime advances independently."""

    kind = "wall"

    def __init__(self, time: datetime) -> None:
        self.time = time
        self.uptime = 0.0
        self.trusted = True

    def pass_by(self, seconds: float) -> None:
        """Advance wall time and uptime."""
        self.uptime += seconds
        self.time = datetime.fromtimestamp(self.time.timestamp() + seconds, self.time.tzinfo)

    def now(self) -> Instant:
        return Instant(self.time, self.uptime, "test", self.trusted)


class Listener:
    """A robot that receives updates: a real memory, without a transport.

    Attributes:
        news: the news so far.
    """

    def __init__(self, home: Path, clock: Watch, number: int = OWN, **chosen: Any) -> None:
        self.home = home
        self.clock = clock
        self.keys = keys_of(number)
        self.trust = TrustStore(home / "keys" / "peers")
        self.news: list[PeerEvent] = []
        self._settings = Settings(rrn=rrn_of(number), **chosen)
        write_keys(home / "keys" / "own.json", self.keys)
        self._stack = ExitStack()
        self.start()

    def start(self) -> None:
        """Open the memory, and start the exchange."""
        self.memory: RobotMemory = self._stack.enter_context(
            RobotMemory.open(self.home, settings=self._settings, clock=self.clock)
        )
        self.exchange: PeerExchange = self.memory.federate(self.news.append)

    def stop(self) -> None:
        self._stack.close()

    def restart(self) -> None:
        """Stop properly, and start again."""
        self.stop()
        self.start()

    def believe(self, *talkers: Talker, name: str = "", replace: bool = False) -> None:
        """Trust robots, as an operator does."""
        for each in talkers:
            self.trust.trust(each.card, self.clock.now().time, name=name, replace=replace)
        self.exchange.reload_trust()

    def revoke(self, other: Talker) -> None:
        self.trust.revoke(other.rrn, self.clock.now().time)
        self.exchange.reload_trust()

    def hear(self, envelope: SignedEnvelope, size: int = 0) -> UpdateVerdict:
        """Receive a message."""
        return self.exchange.receive_all([(envelope, size or size_of(envelope))])[0]

    def outcome(self, envelope: SignedEnvelope) -> str:
        """Receive a message, and return the name of the outcome."""
        return self.hear(envelope).outcome.value

    def peer(self, other: Talker) -> PeerMemory:
        """Return what is stored about another robot."""
        return self.memory.peers.all()[other.rrn]

    @property
    def told(self) -> str:
        """The agent's context about other robots."""
        return self.memory.peers.context(10_000).text

    @property
    def text(self) -> str:
        """The text of the memory file."""
        return self.memory.home.memory_file.read_text(encoding="utf-8")


@pytest.fixture
def clock() -> Watch:  # its own clock, which can be wrong
    return Watch(NOON)


@pytest.fixture
def listen(tmp_path: Path, clock: Watch) -> Iterator[Callable[..., Listener]]:
    """A function that starts listening robots."""
    listeners: list[Listener] = []

    def start(name: str = "listener", **chosen: Any) -> Listener:
        listeners.append(Listener(tmp_path / name, clock, **chosen))
        return listeners[-1]

    yield start
    for each in listeners:
        each.stop()


@pytest.fixture
def listen_anew() -> Callable[..., AbstractContextManager[Listener]]:
    """A function that starts a listener in a new home each time, for laws with many examples."""

    @contextmanager
    def start(*believed: Talker) -> Iterator[Listener]:
        with TemporaryDirectory() as folder:
            listener = Listener(Path(folder) / "home", Watch(NOON))
            listener.believe(*believed)
            yield listener
            listener.stop()

    return start


@pytest.fixture
def alex() -> Talker:
    return talker(1)


@pytest.fixture
def bob() -> Talker:
    return talker(2)


@pytest.fixture
def robot(listen: Callable[..., Listener], alex: Talker) -> Listener:
    """A robot that trusts Alex."""
    listener = listen()
    listener.believe(alex, name="Alex")
    return listener
