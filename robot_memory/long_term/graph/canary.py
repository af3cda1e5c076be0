"""``canary-facts.json``: questions whose answers are known (document 003, "Quality Probe")."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidFact
from robot_memory.long_term.graph.fact_equality import subject_form


@dataclass(frozen=True)
class Canary:
    """A question, and a text that an answer must contain."""

    query: str
    expected_contains: str

    def is_met_by(self, answers: Iterable[str]) -> bool:
        """Tell whether an answer contains the text: "2026-05-15" contains "May 15, 2026"."""
        wanted = subject_form(self.expected_contains)
        return any(wanted in subject_form(answer) for answer in answers)


def read_canaries(path: Path) -> tuple[Canary, ...]:
    """Read a person's file of canaries, if it exists; InvalidFact lists all its defects."""
    items: Any = None
    try:
        items = json.loads(read_regular(path))
        defects = _defects(items)
    except FileNotFoundError:
        return ()
    except (ValueError, RecursionError) as error:
        defects = [Defect("", f"is not JSON: {error}")]
    if defects:
        raise InvalidFact(f"{path} cannot be used", defects)
    return tuple(Canary(item["query"], item["expected_contains"]) for item in items)


def _defects(items: object) -> list[Defect]:
    if not isinstance(items, list):
        return [Defect("", "is not a JSON list")]
    wrong = [Defect(f"[{index}]", "is not a JSON object")
             for index, item in enumerate(items) if not isinstance(item, dict)]  # fmt: skip
    return wrong or [
        Defect(f"[{index}].{name}", "is not a string, or is empty")
        for index, item in enumerate(items)
        for name in ("query", "expected_contains")
        if not isinstance(item.get(name), str) or not item[name].strip()
    ]
