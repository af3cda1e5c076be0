"""Carriers that connect to a Zenoh router."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("zenoh", reason="no eclipse-zenoh: run make test")

from zenoh_network import Hearing, Router, anybody, client

from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier


@pytest.fixture
def connect(router: Router, tmp_path: Path) -> Iterator[Callable[[], Hearing]]:
    """Make carriers that are connected to the router and listen."""
    made: list[Hearing] = []

    def make() -> Hearing:
        made.append(Hearing(ZenohCarrier(client(tmp_path, router.endpoint), anybody)))
        return made[-1]

    yield make
    for each in made:
        each.carrier.close()
