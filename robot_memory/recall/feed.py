"""A feed: one kind of memory that the index follows."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

from robot_memory.recall.recall_index import RecallIndex


class Feed(Protocol):
    """Tells cheaply whether something changed, and brings the index up to date."""

    def token(self) -> Hashable | None:
        """Return what changes when something does; None where it cannot be told without a look."""
        ...

    def update(self, index: RecallIndex) -> None:
        """Bring the index up to date with what there is now."""
        ...
