"""The findings of an audit, part by part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.long_term.levels.hash_chain import ChainHead


@dataclass(frozen=True)
class AuditPart:
    """One part of an audit."""

    name: str  # ``events``, ``receipts``, ``rows`` …
    counts: Mapping[str, int]  # the number of its items, by kind
    head: ChainHead | None = None  # the newest link of its chain; None if it is no chain
    defects: tuple[Defect, ...] = ()  # where it is not as written, the first break first
    # findings that are uncertain now, or that the next action or start will fix
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return its line: ``receipts: receipts 6, runs 2, head receipts:6:9f86…``."""
        words = [f"{what} {number}" for what, number in self.counts.items()]
        if self.head is not None and self.head.seq:
            words.append(f"head {self.name}:{self.head.seq}:{self.head.digest}")
        verdict = f"; first break: {self.defects[0]}" if self.defects else ""
        return f"{self.name}: {', '.join(words)}{verdict}"

    def as_record(self) -> dict[str, Any]:
        """Return the part as JSON data."""
        defects = [{"path": one.path, "problem": one.problem} for one in self.defects]
        return {
            "name": self.name,
            "counts": {what.replace(" ", "_"): number for what, number in self.counts.items()},
            "head": None if self.head is None else vars(self.head),
            "first_break": defects[0] if defects else None,
            "defects": defects,
            "remarks": list(self.remarks),
        }


@dataclass(frozen=True)
class AuditReport:
    """All parts."""

    parts: tuple[AuditPart, ...]

    @property
    def defects(self) -> tuple[Defect, ...]:
        """All defects; empty if everything is as written."""
        return tuple(defect for part in self.parts for defect in part.defects)

    @property
    def remarks(self) -> tuple[str, ...]:
        """All remarks, each with the name of its part."""
        return tuple(f"{part.name}: {remark}" for part in self.parts for remark in part.remarks)

    def as_record(self) -> dict[str, Any]:
        """Return the report as JSON data; ``certain``: nothing is uncertain."""
        return {
            "whole": not self.defects,
            "certain": not self.remarks,
            "parts": [part.as_record() for part in self.parts],
        }


def with_defects(part: AuditPart, defects: Iterable[Defect]) -> AuditPart:
    """Return a part with further defects after its own."""
    return replace(part, defects=(*part.defects, *defects))


def defects_in(path: Path, error: InvalidInput) -> list[Defect]:
    """Return why a file cannot be used, each defect with the file in its path."""
    whole = [Defect("", str(error))] if not error.defects else error.defects
    return [Defect(f"{path}: {one.path}".removesuffix(": "), one.problem) for one in whole]
