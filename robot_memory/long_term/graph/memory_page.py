"""``MEMORY.md`` on disk: written without losing what a person saves at the same time.

See docs/reference/facts.md, "MEMORY.md".
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.file_replacement import ReplacementAttempts, replace_unchanged
from robot_memory.long_term.graph.fact_limits import FactLimits
from robot_memory.long_term.graph.known_fact import KnownFact
from robot_memory.long_term.graph.page_plan import PagePlan, PageRecord, plan_page

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reconciliation:
    """What a reconciliation did, or would do: the ids of facts whose line came or went."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    left_out: int
    lines: int


class MemoryPage:
    """The page, and the record of what the machine left there. Writers hold the graph's lock."""

    def __init__(self, path: Path, record: Path) -> None:
        self.path = path
        self._record = record

    def count_lines(self) -> int:
        """Return how many lines the page has."""
        return len((files.read_existing(self.path) or b"").splitlines())

    def reconcile(
        self, facts: Sequence[KnownFact], limits: FactLimits, *, dry_run: bool = False
    ) -> Reconciliation:
        """Bring the page up to date with the facts from ``search_threshold`` up.

        An OSError says that it is edited all the time, or cannot be written; it stays as it is.
        """
        if not dry_run:
            self._set_damaged_record_aside()
        attempts = ReplacementAttempts(self.path)
        while True:
            data = files.read_existing(self.path)
            plan = plan_page(_decode(data or b""), self._read_record(), facts, limits)
            if dry_run or self._carry_out(plan, data):
                break
            attempts.fail()
        lines = len(_encode(plan.text).splitlines())
        return Reconciliation(plan.added, plan.removed, plan.left_out, lines)

    def _carry_out(self, plan: PagePlan, found: bytes | None) -> bool:
        """Write the page between two states of the record; False where somebody else wrote it."""
        wanted = _encode(plan.text)
        if wanted != (found or b""):
            self._write_record(plan.during)
            if not replace_unchanged(self.path, found, wanted):
                return False
        self._write_record(plan.after)
        return True

    # -- the record ------------------------------------------------------------------------

    def _read_record(self) -> PageRecord:
        """Read the record; one that cannot be read is as good as none."""
        try:
            return _parse_record(files.read_regular(self._record))
        except (FileNotFoundError, ValueError):
            return PageRecord()

    def _set_damaged_record_aside(self) -> None:
        try:
            _parse_record(files.read_regular(self._record))
        except FileNotFoundError:
            return
        except ValueError as error:
            copy = files.set_aside(self._record)
            _LOG.error("%s: %s; moved to %s, begun anew", self._record, error, copy)

    def _write_record(self, record: PageRecord) -> None:
        if record == self._read_record():
            return
        lines = [f"  {_json(key)}: {_json(list(left))}" for key, left in record.lines.items()]
        declined = _json(sorted(record.declined))
        text = '{"lines": {\n' + ",\n".join(lines) + f'\n}},\n"declined": {declined}}}\n'
        files.replace_durably(self._record, text.encode())


def _parse_record(data: bytes) -> PageRecord:
    try:
        record = json.loads(data)
        lines = {str(key): tuple(left) for key, left in record["lines"].items()}
        declined = frozenset(map(str, record["declined"]))
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"is not a record of lines: {error}") from error
    if not all(item is None or isinstance(item, str) for left in lines.values() for item in left):
        raise ValueError("a line is not a text")
    return PageRecord(lines, declined)


def _json(value: object) -> str:
    return json.dumps(value)  # in escapes, as a line may hold bytes that are no text


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
