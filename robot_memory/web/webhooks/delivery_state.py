"""The position in the event log up to which each webhook was served, across restarts.

:mod:`.dispatcher` decides when a request that failed is sent again.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from robot_memory import files

_LOG = logging.getLogger(__name__)
_MOST_BANDS = 5000


@dataclass
class DeliveryState:
    """The queue of each program is the record after a number; this is that number.

    Attributes:
        path: ``webhooks.state.json`` in the memory home.
        delivered: by the name of a webhook, the newest line of the record that was dealt with.
        bands: by entry, the mark that its confidence had last.
    """

    path: Path
    delivered: dict[str, int] = field(default_factory=dict)
    bands: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> DeliveryState:
        """Read the state; a damaged one is set aside, and telling begins with what is new."""
        try:
            data = json.loads(files.read_regular(path))
            delivered = {str(name): int(seq) for name, seq in data["delivered"].items()}
            bands = {str(entry): str(mark) for entry, mark in data["bands"].items()}
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
        return cls(path, delivered, bands)

    def note_bands(self, bands: Mapping[str, str]) -> None:
        """Keep the marks of entries; of too many the oldest go."""
        for entry, mark in bands.items():
            self.bands.pop(entry, None)
            self.bands[entry] = mark
        while len(self.bands) > _MOST_BANDS:
            del self.bands[next(iter(self.bands))]

    def write(self) -> None:
        """Write it durably."""
        data = {"delivered": self.delivered, "bands": self.bands}
        files.replace_durably(self.path, json.dumps(data, ensure_ascii=False).encode() + b"\n")
