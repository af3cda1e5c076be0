"""A carrier without a network."""

from __future__ import annotations

from collections.abc import Set

from robot_memory.sharing.carriers.carrier import CarrierStatus, Take


class LocalCarrier:
    """Stores published updates, and delivers a test's messages."""

    def __init__(self, name: str, capacity: int | None = None) -> None:
        self.name = name
        self.capacity = capacity
        self.gone: set[str] = set()  # robots whose updates nobody offers any more
        self.offered: dict[str, bytes] = {}
        self.published: list[tuple[str, bytes]] = []
        self.take: Take | None = None
        self.listened = 0

    def publish(self, rrn: str, data: bytes) -> None:
        self.offered[rrn] = data
        self.published.append((rrn, data))

    def withdraw(self, rrn: str) -> None:
        del self.offered[rrn]

    def listen(self, take: Take) -> None:
        self.take = take
        self.listened += 1

    def pause(self) -> None:
        self.take = None

    @property
    def is_listening(self) -> bool:
        return self.take is not None

    def deliver(self, patience: float) -> None: ...

    def tick(self, now: float) -> None: ...

    def awaits(self, heard: Set[str]) -> bool:
        return False

    def offers(self, rrn: str, digest: str) -> bool:
        return rrn not in self.gone

    def status(self) -> CarrierStatus:
        return CarrierStatus()

    def close(self) -> None: ...
