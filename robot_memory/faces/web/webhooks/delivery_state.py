"""The position in the event log up to which each webhook was served, across restarts.

:mod:`.delivery` decides when a request that failed is sent again.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from robot_memory.foundation.disk import files

_LOG = logging.getLogger(__name__)


@dataclass
class DeliveryState:
    """The queue of each program is the record after a number; this is that number.

    Safe to share between threads.

    Attributes:
        path: ``webhooks.state.json`` in the memory home.
        delivered: by the name of a webhook, the newest line of the record that was dealt with.
        high: by the name of a webhook, the entries whose confidence was high at that line.
    """

    path: Path
    delivered: dict[str, int] = field(default_factory=dict)
    high: dict[str, list[str]] = field(default_factory=dict)
    _writing: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def read(cls, path: Path) -> DeliveryState:
        """Read the state; a damaged one is set aside, and telling begins with what is new."""
        try:
            data = json.loads(files.read_regular(path))
            delivered = {str(name): int(seq) for name, seq in data["delivered"].items()}
            high = {str(name): [*map(str, ids)] for name, ids in data.get("high", {}).items()}
        except FileNotFoundError:
            return cls(path)
        except (
            ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError
        ) as error:  # fmt: skip
            copy = files.set_aside(path)
            _LOG.error(
                "%s: %r; it was moved to %s, and webhooks start again with new events",
                path,
                error,
                copy,
            )
            return cls(path)
        return cls(path, delivered, high)

    def advance(self, name: str, seq: int, high: Iterable[str]) -> None:
        """Note durably how far a webhook was told.

        Args:
            name: of the webhook.
            seq: the newest line that was dealt with.
            high: the entries whose confidence was high at that line.
        """
        with self._writing:
            self.delivered[name], self.high[name] = seq, list(high)
            data = {"delivered": self.delivered, "high": self.high}
            files.replace_durably(self.path, json.dumps(data).encode() + b"\n")
