"""Makes the memory homes of a fleet on one machine; each robot trusts all others.

See docs/reference/launch.md, "fleet.launch.py".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.home import Home, find_home
from robot_memory.foundation.identity.card import read_card
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.exchange_setup import make_own_keys


def make_fleet(folder: Path, names: Sequence[str]) -> dict[str, Home]:
    """Make a home for each robot, in a folder with its name, and let each trust all others.

    For real robots an operator carries the cards (`robot-memory peers trust`); on one machine there
    is nobody to deceive.

    Raises:
        FederationRefused: ``cryptography`` is not installed.
    """
    homes: dict[str, Home] = {}
    for name in names:
        settings = replace(Settings(), home=str(folder / name))
        with RobotMemory.open(settings=settings) as memory:
            memory.save(force=not memory.home.memory_file.exists())
            make_own_keys(memory.home, memory.rrn)
        homes[name] = find_home(settings)
    now = SystemClock().now().time
    for name, other in permutations(names, 2):
        card = read_card(read_regular(homes[other].card).decode(), str(homes[other].card))
        TrustStore(homes[name].peers).trust(card, now, name=other)
    return homes
