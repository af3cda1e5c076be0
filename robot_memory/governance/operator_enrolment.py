"""Making an operator: keys of their own, and the public ones enrolled, or neither."""

from __future__ import annotations

from pathlib import Path

from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.signing import make_operator_keys
from robot_memory.identity.card import Card


def make_operator(store: GovernanceStore, name: str, path: Path) -> tuple[Card, Path]:
    """Make an operator's keys and enrol them. Whoever calls holds the lock of the room.

    Args:
        store: where the public ones go.
        name: the operator's.
        path: the file of the private ones, outside the memory home.

    Returns:
        The public keys, and their file.

    Raises:
        InvalidPacket: the name is none.
        AssistRefused: the name has keys, the file exists, is in the memory home, or
            ``cryptography`` is missing.
        OSError: the disk refused; nothing was made.
    """
    store.operators.check_free(name)
    card = make_operator_keys(name, path, store.home)
    try:
        return card, store.operators.enrol(name, card)
    except BaseException:
        path.expanduser().unlink(missing_ok=True)  # private keys that nobody could use
        raise
