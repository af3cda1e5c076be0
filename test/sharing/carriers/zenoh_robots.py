"""Robots that exchange signed updates over Zenoh: real memories and signatures, without ROS."""

from __future__ import annotations

import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

from robots import keys_of, rrn_of
from zenoh_network import client

from robot_memory.foundation.identity.robot_keys import write_keys
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.memory import RobotMemory
from robot_memory.sharing.carriers.update_channel import UpdateChannel
from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier
from robot_memory.sharing.federation.signed_envelope import write_envelope
from robot_memory.sharing.federation.update_verdict import PeerEvent

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


class ZenohRobot:
    """A robot that remembers, and exchanges updates.

    Attributes:
        rrn: its name.
        news: the news about other robots.
        sent: its own updates, as bytes.
    """

    def __init__(self, folder: Path, number: int, endpoint: str, *trusts: int) -> None:
        self.rrn = rrn_of(number)
        home = folder / f"robot{number}"
        write_keys(home / "keys" / "own.json", keys_of(number))
        for other in trusts:
            TrustStore(home / "keys" / "peers").trust(keys_of(other).card, NOON)
        self._began = time.monotonic()
        self._passed = timedelta()
        self._clock = ManualClock(NOON, kind="wall", boot="test")
        self._memory = RobotMemory.open(home, settings=Settings(rrn=self.rrn), clock=self._clock)
        self.news: list[PeerEvent] = []
        self.sent: list[bytes] = []
        self.exchange = self._memory.federate(self.news.append)
        self.carrier = ZenohCarrier(client(folder, endpoint), self.exchange.asks)
        self._channel = UpdateChannel(self.carrier, self.exchange, lambda rrn, data: None)
        self._channel.start()

    def note(self, text: str) -> None:
        """Note a text."""
        self._memory.remember("environment_note", text)

    def pass_by(self, time_passed: timedelta) -> None:
        """Advance the robot's clock."""
        self._passed += time_passed

    def forget(self, text: str) -> None:
        """Delete a note, as a person does."""
        (found,) = [entry.id for _, entry in self._memory.entries() if entry.text == text]
        self._memory.forget(found, source="person:ada")

    @property
    def kept(self) -> str:
        """The ledger's rows, as text."""
        return str([(row.summary, dict(row.detail)) for row in self._memory.ledger.after(0)])

    def turn(self) -> None:
        """Run the carrier and the exchange once."""
        now = time.monotonic() + self._passed.total_seconds()
        self._clock.set(NOON + timedelta(seconds=now - self._began))
        self._channel.deliver(0.0)
        self._channel.tick(now)
        envelope = self.exchange.due()
        if envelope is not None:
            self.sent.append(write_envelope(envelope))
            self.carrier.publish(self.rrn, self.sent[-1])

    @property
    def told(self) -> str:
        """The agent's context about other robots."""
        return self._memory.peers.context(10_000).text

    def count(self, kind: str) -> int:
        """Return the number of news of a kind."""
        return sum(news.kind == kind for news in self.news)

    def refused(self) -> dict[str, int]:
        """Return the number of refused messages, by kind."""
        found: dict[str, int] = {}
        for sender_and_kind, words in self.exchange.rejections.counts():
            kind = sender_and_kind.partition(" RRN")[0].partition(" a")[0]
            found[kind] = found.get(kind, 0) + int(words.partition(" ")[0])
        return found

    def close(self) -> None:
        """Close the carrier and the memory."""
        self.carrier.close()
        self._memory.close()
