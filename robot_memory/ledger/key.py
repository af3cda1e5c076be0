"""The key of evidence: its detector, component and symptom (rules.md §1.2)."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Key:
    """The identity of an entry: evidence with an equal key is evidence for the same entry.

    Attributes:
        detector: the detector that reports it: 'diagnostics', 'log', 'battery' …
        component: the part of the robot, under the robot's own name.
        symptom: the fault of the part; for messages the masked text.
        place: the place, if the symptom belongs to one; else empty.
    """

    detector: str
    component: str
    symptom: str
    place: str = ""

    def as_list(self) -> list[str]:
        """Return the list for the memory file: three items, or four with a place."""
        items = [self.detector, self.component, self.symptom]
        return [*items, self.place] if self.place else items

    def to_text(self) -> str:
        """Return the text for the ledger: a JSON list."""
        return json.dumps(self.as_list(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_list(cls, items: object) -> Key | None:
        """Read a key; None if ``items`` is not a list of three or four texts."""
        if not isinstance(items, (list, tuple)) or len(items) not in (3, 4):
            return None
        for item in items:  # a loop is twice as fast as all(), and each entry is asked for its key
            if not isinstance(item, str):
                return None
        return cls(*items)

    @classmethod
    def from_text(cls, text: str) -> Key:
        """Read a text of :meth:`to_text`."""
        return cls(*json.loads(text))
