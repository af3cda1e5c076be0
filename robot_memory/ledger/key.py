"""What evidence is about (rules.md §1.2)."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Key:
    """The identity of an entry: evidence with an equal key is evidence for the same entry.

    Attributes:
        detector: which detector speaks, 'diagnostics', 'log', 'battery' …
        component: the part of the robot, as the robot names it.
        symptom: what is the matter with it; for messages the masked text.
        place: where, for what belongs to a place; else empty.
    """

    detector: str
    component: str
    symptom: str
    place: str = ""

    def as_list(self) -> list[str]:
        """Return the form that stands in the memory file: three items, four with a place."""
        items = [self.detector, self.component, self.symptom]
        return [*items, self.place] if self.place else items

    def to_text(self) -> str:
        """Return the form that stands in the ledger: a JSON list."""
        return json.dumps(self.as_list(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_list(cls, items: object) -> Key | None:
        """Read a key; None where ``items`` is not a list of three or four texts."""
        if not isinstance(items, (list, tuple)) or len(items) not in (3, 4):
            return None
        for item in items:  # in all() this takes twice as long; each entry is asked for its key
            if not isinstance(item, str):
                return None
        return cls(*items)

    @classmethod
    def from_text(cls, text: str) -> Key:
        """Read what :meth:`to_text` wrote."""
        return cls(*json.loads(text))
