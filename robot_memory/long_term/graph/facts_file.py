"""The files of ``knowledge-graph``: the facts, and what is derived from them.

Facts are appended to ``facts.jsonl``, one per line (document 003, "Fact Ingestion"). The file is
only replaced, atomically, when lines are removed, after they are safe elsewhere, or when the source
or the denials of a fact change. All other lines keep every byte, whoever wrote them.
``entities.jsonl`` and ``relations.jsonl`` are derived from the facts (document 003, "Layout") and
can be deleted at any time.

Specification: rules.md §8.5.

See docs/reference/facts.md, "Files" and "Damage, crashes, full disks".
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.file_replacement import ReplacementAttempts, replace_unchanged
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.time import stamps
from robot_memory.long_term.graph.fact import OBSERVATIONS, Fact, read_fact, to_json, write_fact
from robot_memory.long_term.graph.fact_equality import Triple, mint_id, without_case

_LOG = logging.getLogger(__name__)


#: Identifies a line: its text, and how many lines had that text so far.
_Place = tuple[bytes, int]
_MOST_WORDS = 5  # of an object that names something
# A date, a number with or without a unit, a yes or no: a value, not an entity.
_VALUE = re.compile(
    r"[-+±≤≥<>~≈]?\s?\d.*|true|false|yes|no|none|null|unknown|on|off", re.IGNORECASE | re.DOTALL
)


class _Line(NamedTuple):
    place: _Place
    fact: Fact


class _DamagedLine(NamedTuple):
    number: int
    place: _Place
    problem: str


class FactsFile:
    """The file of facts, which need not exist. Writers hold the graph's lock.

    Attributes:
        facts: by id, in the order of the file.
        repeated: facts that another tool stored twice; the first one counts.
        damaged: lines that cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.facts: dict[str, Fact] = {}
        self.repeated: list[Fact] = []
        self.damaged: list[_DamagedLine] = []
        self._lines: list[_Line] = []
        self._signature: files.Signature | None = None

    @property
    def damaged_path(self) -> Path:
        """The file for lines that could not be used."""
        return self.path.with_name(f"{self.path.stem}.damaged{self.path.suffix}")

    @property
    def defects(self) -> list[Defect]:
        """The defects of the file, by line."""
        return [Defect(f"{self.path}:{item.number}", item.problem) for item in self.damaged]

    def poll(self) -> bool:
        """Read the file if it has changed since the last read or write; tell whether it has."""
        signature = files.signature_of(self.path)
        if signature == self._signature:
            return False
        self._read(files.read_existing(self.path) or b"")
        self._signature = signature
        return True

    def _read(self, data: bytes) -> None:
        self.damaged, lines = [], []
        for number, place in _places(data):
            try:
                fact = read_fact(place[0])
                if fact.extra:
                    write_fact(fact)  # a fact that cannot be written back could never be archived
                lines.append(_Line(place, fact))
            except ValueError as error:  # such as 1e400 or a lone surrogate
                defects = getattr(error, "defects", ())
                problem = "; ".join(map(str, defects)) or f"cannot be written again: {error}"
                self.damaged.append(_DamagedLine(number, place, problem))
        self._take(lines)

    def _take(self, lines: list[_Line]) -> None:
        """Set the lines of the file; a line that says the same as an earlier one is repeated."""
        self._lines, self.facts, self.repeated = [], {}, []
        known: set[Triple] = set()
        for line in lines:
            if line.fact.triple in known:
                self.repeated.append(line.fact)
            else:
                if line.fact.id in self.facts:  # another tool gave two facts one id
                    fact = replace(line.fact, id=mint_id(line.fact.triple))
                    line = _Line(line.place, fact)
                self.facts[line.fact.id] = line.fact
                known.add(line.fact.triple)
            self._lines.append(line)

    def append(self, facts: Iterable[Fact]) -> None:
        """Append facts whose triples are not in the file yet; durable when this returns."""
        lines = [_Line((write_fact(fact).rstrip(b"\n"), 1), fact) for fact in facts]
        data = b"".join(line.place[0] + b"\n" for line in lines)
        signature = files.append_durably(self.path, data)
        known = 0 if self._signature is None else self._signature.size
        # The size is larger if another tool appended too: the next poll reads its lines.
        self._signature = signature if signature.size == known + len(data) else None
        self._lines += lines
        self.facts |= {line.fact.id: line.fact for line in lines}

    def replace(self, facts: Mapping[str, Fact]) -> None:
        """Replace facts, by id, with facts that say the same."""
        new = {id(self.facts[name]): write_fact(fact) for name, fact in facts.items()}
        self._edit({line.place: new[id(line.fact)] for line in self._lines if id(line.fact) in new})

    def remove(self, facts: Collection[Fact]) -> None:
        """Remove facts, which the caller has stored safely elsewhere."""
        leaving = set(map(id, facts))
        self._edit({line.place: b"" for line in self._lines if id(line.fact) in leaving})

    def set_damaged_aside(self) -> None:
        """Move lines that cannot be used to a file of their own, where they can be repaired."""
        if not self.damaged:
            return
        # A crash may have come between the two steps.
        kept = (files.read_existing(self.damaged_path) or b"").split(b"\n")
        new = [item.place[0] + b"\n" for item in self.damaged if item.place[0] not in kept]
        if new:
            files.append_durably(self.damaged_path, b"".join(new))
        for defect in self.defects:
            _LOG.error("%s; the line was moved to %s", defect, self.damaged_path)
        self._edit({item.place: b"" for item in self.damaged})

    def _edit(self, edits: Mapping[_Place, bytes]) -> None:
        """Replace lines with other bytes; concurrent writes of others stay."""
        attempts = ReplacementAttempts(self.path)
        while True:
            found = files.read_existing(self.path)
            data = b"".join(
                edits.get(place, place[0] + b"\n") for _, place in _places(found or b"")
            )
            self._signature = replace_unchanged(self.path, found, data)
            if self._signature is not None:
                self._read(data)
                return
            attempts.fail()


def _places(data: bytes) -> Iterator[tuple[int, _Place]]:
    """Yield the lines that are not blank, with their numbers."""
    seen: Counter[bytes] = Counter()
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            seen[line] += 1
            yield number, (line, seen[line])


class EntitiesAndRelations:
    """``entities.jsonl`` and ``relations.jsonl``."""

    def __init__(self, folder: Path) -> None:
        self.entities = folder / "entities.jsonl"
        self.relations = folder / "relations.jsonl"
        self.forget()

    def forget(self) -> None:
        """Start over, because facts were removed or another process wrote some."""
        self._read_count = 0
        self._lines: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def write(self, facts: Collection[Fact]) -> None:
        """Update both files.

        Facts are ordered from oldest to newest; those of the last call are not examined again.
        """
        for fact in islice(facts, self._read_count, None):
            self._take(fact)
        self._read_count = len(facts)
        _update(self.entities, "".join(self._lines.values()))
        relations = (
            _line(relation=name, count=self._counts[name]) for name in sorted(self._counts)
        )
        _update(self.relations, "".join(relations))

    def _take(self, fact: Fact) -> None:
        subject, relation, object_ = fact.triple
        self._counts[relation] += 1
        names = {subject: fact.subject}
        is_value = _VALUE.fullmatch(object_) is not None or len(object_.split()) > _MOST_WORDS
        if relation not in OBSERVATIONS and not is_value:
            names.setdefault(without_case(object_), fact.object)
        for form, name in names.items():
            if form not in self._lines:
                created = stamps.to_text(fact.created)
                self._lines[form] = _line(entity=name, created=created)


def _line(**fields: object) -> str:
    return to_json(fields) + "\n"


def _update(path: Path, text: str) -> None:
    """Make ``text`` the content of a file; if the file is a prefix of it, append the rest."""
    wanted = text.encode()
    found = files.read_existing(path) or b""
    if found == wanted:
        return
    if wanted.startswith(found) and not found[-1:].strip():  # no line is torn
        files.append_durably(path, wanted[len(found) :])
    else:
        files.replace_durably(path, wanted)
