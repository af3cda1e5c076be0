"""Opens the exchange of a memory home with its keys, or says what is missing."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import TYPE_CHECKING

from robot_memory.foundation.errors import FederationRefused
from robot_memory.foundation.extras import how_to_install
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.sharing.federation.announcer import MemoryAccess
from robot_memory.sharing.federation.update_verdict import PeerEvent

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys
    from robot_memory.sharing.federation.peer_exchange import PeerExchange


def open_exchange(
    home: Home,
    rrn: str,
    memory: MemoryAccess,
    *,
    is_open: bool,
    on_news: Callable[[PeerEvent], None],
) -> PeerExchange:
    """Open the exchange; see :class:`robot_memory.sharing.federation.peer_exchange.PeerExchange`.

    Raises:
        FederationRefused: ``cryptography`` or this robot's keys are missing.
    """
    keys = read_own_keys(home, rrn)
    # imported late: it needs cryptography
    from robot_memory.sharing.federation.peer_exchange import PeerExchange

    return PeerExchange(keys, TrustStore(home.peers), memory, on_news=on_news, is_open=is_open)


def read_own_keys(home: Home, rrn: str) -> RobotKeys:
    """Read this robot's keys.

    Raises:
        FederationRefused: there are no keys, or they are another robot's.
    """
    _need_cryptography()
    from robot_memory.foundation.identity.robot_keys import read_keys

    try:
        keys = read_keys(home.keys)
    except FileNotFoundError:
        raise FederationRefused(
            f"there are no keys in {home.keys.parent}, so nothing can be signed: `robot-memory "
            f"--home {home.folder} init` makes them"
        ) from None
    if keys.rrn != rrn:
        raise FederationRefused(
            f"{home.keys} is of {keys.rrn}, this robot is {rrn}; nothing was signed: move the keys "
            "away and run `robot-memory init` for new ones"
        )
    return keys


def make_own_keys(home: Home, rrn: str) -> None:
    """Make this robot's keys if it has none, and write its card.

    Raises:
        FederationRefused: ``cryptography`` is missing, or the keys are another robot's.
    """
    _need_cryptography()
    from robot_memory.foundation.disk import file_lock, files
    from robot_memory.foundation.identity.card import write_card
    from robot_memory.foundation.identity.robot_keys import make_keys, write_keys

    files.make_private_folder(home.keys.parent)
    # The node and the command line may do this at once: both must use the same keys.
    with file_lock.locked(home.keys.with_suffix(".lock")):
        if not home.keys.exists():
            write_keys(home.keys, make_keys(rrn))
        card = write_card(read_own_keys(home, rrn).card).encode()
        if not home.card.exists() or files.read_regular(home.card) != card:
            files.replace_durably(home.card, card)


def _need_cryptography() -> None:
    try:
        found = importlib.util.find_spec("cryptography.hazmat.primitives.asymmetric.mldsa")
    except ImportError:  # missing or broken
        found = None
    if found is None or not _has_ml_dsa():
        raise FederationRefused(
            "updates between robots are signed, which needs the package cryptography, 47 or "
            "newer, with OpenSSL 3.5 or newer: " + how_to_install("federation")
        )


def _has_ml_dsa() -> bool:
    """Whether the OpenSSL of the package supports the algorithm."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric import mldsa

    try:
        mldsa.MLDSA65PrivateKey.from_seed_bytes(bytes(32))
    except UnsupportedAlgorithm:
        return False
    return True
