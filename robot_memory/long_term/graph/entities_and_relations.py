"""``entities.jsonl`` and ``relations.jsonl``, derived from the facts (document 003, "Layout").

Both are derived from the facts and can be deleted at any time.

See docs/reference/facts.md, "Files".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from itertools import islice
from pathlib import Path

from robot_memory.foundation.disk.files import append_durably, read_existing, replace_durably
from robot_memory.foundation.time import stamps
from robot_memory.long_term.graph.fact import OBSERVATIONS, Fact, to_json
from robot_memory.long_term.graph.fact_equality import without_case

_MOST_WORDS = 5
# A date, a number with or without a unit, a yes or no: a value, and nothing that facts speak of.
_VALUE = re.compile(
    r"[-+±≤≥<>~≈]?\s?\d.*|true|false|yes|no|none|null|unknown|on|off", re.IGNORECASE | re.DOTALL
)


class EntitiesAndRelations:
    """The two files.

    Args:
        folder: ``knowledge-graph``.
    """

    def __init__(self, folder: Path) -> None:
        self.entities = folder / "entities.jsonl"
        self.relations = folder / "relations.jsonl"
        self.forget()

    def forget(self) -> None:
        """Begin anew, as facts were taken out, or another process wrote some."""
        self._read_count = 0
        self._lines: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def write(self, facts: Collection[Fact]) -> bool:
        """Bring both files up to date; tell whether one of them changed.

        Args:
            facts: all facts, oldest first; those of the last call are not looked at again.
        """
        for fact in islice(facts, self._read_count, None):
            self._take(fact)
        self._read_count = len(facts)
        changed = _update(self.entities, "".join(self._lines.values()))
        relations = (
            _line(relation=name, count=self._counts[name]) for name in sorted(self._counts)
        )
        return _update(self.relations, "".join(relations)) or changed

    def _take(self, fact: Fact) -> None:
        subject, relation, object_ = fact.triple
        self._counts[relation] += 1
        names = {subject: fact.subject}
        if relation not in OBSERVATIONS and _is_name(object_):
            names.setdefault(without_case(object_), fact.object)
        for form, name in names.items():
            if form not in self._lines:
                created = stamps.to_text(fact.created)
                self._lines[form] = _line(entity=name, created=created)


def _is_name(text: str) -> bool:
    return len(text.split()) <= _MOST_WORDS and _VALUE.fullmatch(text) is None


def _line(**fields: object) -> str:
    return to_json(fields) + "\n"


def _update(path: Path, text: str) -> bool:
    """Make ``text`` the content of a file: append where it goes on from what is there."""
    wanted = text.encode()
    found = read_existing(path) or b""
    if found == wanted:
        return False
    if wanted.startswith(found) and not found[-1:].strip():  # no line is torn
        append_durably(path, wanted[len(found) :])
    else:
        replace_durably(path, wanted)
    return True
