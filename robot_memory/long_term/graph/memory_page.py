"""``MEMORY.md``: its lines, updated without losing concurrent edits by a person.

(Document 003, Step 5; rules.md §8.2.) The robot's own findings are under one heading, what people
said or confirmed under another. A line is the machine's if it ends in the id of a fact and is
unchanged since the machine wrote it. All other lines are a person's: they stay, whatever happens to
the facts. A line that a person deletes or rewords is *declined*, and is not written again.

See docs/reference/facts.md, "MEMORY.md".
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from robot_memory.entries.entry_id import agents_id
from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.file_replacement import ReplacementAttempts, replace_unchanged
from robot_memory.foundation.text.escaping import markdown_line
from robot_memory.long_term.graph.activation import PAGE_THRESHOLD, FactLimits
from robot_memory.long_term.graph.fact import Fact, KnownFact
from robot_memory.long_term.graph.fact_equality import mint_id, subject_form

_LOG = logging.getLogger(__name__)
_TITLE = "# Memory"
_LEARNED = "## Learned by the robot"
_SAID = "## Said or confirmed by people"
_HEADINGS = (_LEARNED, _SAID)
_MARKED = re.compile(r"- .* <!-- ([A-Za-z0-9][A-Za-z0-9_.:-]*) -->", re.ASCII)
_BULLET = re.compile(r"\A\s*(?:[-*+]|\d+[.)]|#+)\s+")

#: The lines that the machine may have written for a fact; None for no line.
Left = tuple[str | None, ...]


@dataclass(frozen=True)
class PageRecord:
    """What is known about the page beside its text.

    Attributes:
        lines: the machine's last lines, by fact id. During a write, both the old and the new line,
            so that a crash does not look like a person's edit.
        declined: facts whose line a person deleted or made their own.
    """

    lines: Mapping[str, Left] = field(default_factory=dict)
    declined: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Reconciliation:
    """The changes of a reconciliation, done or planned: ids of facts whose line came or went."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    left_out: int
    lines: int


@dataclass(frozen=True)
class PagePlan:
    """The planned changes, and the record during and after the write."""

    text: str
    during: PageRecord
    after: PageRecord
    added: tuple[str, ...]
    removed: tuple[str, ...]
    left_out: int


def render(known: KnownFact) -> str:
    """Return the line of a fact."""
    return f"- {markdown_line(known.text)} <!-- {known.fact.id} -->"


def heading_of(known: KnownFact) -> str:
    """Return the heading of a fact."""
    return _SAID if known.fact.is_told_by_people else _LEARNED


def plan_page(
    text: str, record: PageRecord, facts: Sequence[KnownFact], limits: FactLimits
) -> PagePlan:
    """Compare the page with the facts from ``search_threshold`` up.

    An empty page does not mean that its lines were declined.
    """
    if not text.strip():
        text, record = "", PageRecord(declined=record.declined)
    page = _Page(text, record, facts)
    worth = [known for known in facts if page.wants(known)]
    wanted = _choose(page, worth, limits)
    lines = {known.fact.id: render(known) for known in wanted}
    removed = tuple(key for key in page.ours if key not in lines)
    added = tuple(key for key in lines if key not in page.ours)
    before: dict[str, Left] = {key: (page.line_of(key),) for key in page.ours}
    during = {
        key: tuple(dict.fromkeys((*before.get(key, (None,)), lines.get(key))))
        for key in (*before, *added)
    }
    return PagePlan(
        text=page.with_lines(lines),
        during=PageRecord(during, page.declined),
        after=PageRecord({key: (line,) for key, line in lines.items()}, page.declined),
        added=added,
        removed=removed,
        left_out=len(worth) - len(wanted),
    )


def _choose(page: _Page, worth: Iterable[KnownFact], limits: FactLimits) -> list[KnownFact]:
    """Return the facts that have room; among equals, those that have a line already come first.

    Agents' facts only get the room that all others leave (rules.md §2.14): none, once another fact
    was refused.
    """
    ranked = sorted(
        worth,
        key=lambda item: (
            item.fact.word_of != "",
            -item.activation,
            item.fact.id not in page.ours,
            item.fact.id,
        ),
    )
    chosen: list[KnownFact] = []
    headings: frozenset[str] = frozenset()
    others = cache(page.size_without_ours)
    is_full = False
    for known in ranked:
        if is_full and known.fact.word_of:
            break
        needed = headings | {heading_of(known)}
        if len(chosen) + others(needed) < limits.memory_md_max_lines - 1:
            chosen.append(known)
            headings = needed
        else:
            is_full = True
    return chosen


class _Page:
    """The parsed page."""

    def __init__(self, text: str, record: PageRecord, facts: Iterable[KnownFact]) -> None:
        self._end = "\r\n" if "\r\n" in text else "\n"
        self._lines = _split(text)
        self.ours: dict[str, int] = {}
        declined = set(record.declined)
        marked: dict[str, int] = {}
        known_by_id = {known.fact.id: known for known in facts}
        for number, line in enumerate(self._lines):
            match = _MARKED.fullmatch(line.rstrip("\r\n"))
            if match is not None:
                marked.setdefault(match[1], number)
        for key, number in marked.items():
            left = record.lines.get(key, ())
            if not left and key in known_by_id:
                left = (render(known_by_id[key]),)
            if key not in declined and self.line_at(number) in left:
                self.ours[key] = number
            else:
                declined |= _lasting_ids(key, known_by_id)
        for key, left in record.lines.items():
            if key not in marked and None not in left:
                declined |= _lasting_ids(key, known_by_id)
        self.declined = frozenset(declined)
        headings = {key: heading_of(known) for key, known in known_by_id.items()}
        self._headings = headings
        #: Our lines that are in the right place: not under the other heading.
        self._kept = {
            key: number
            for key, number in self.ours.items()
            if self._section(number) in (headings.get(key, ""), "")
        }
        self._of_persons = {
            subject_form(_BULLET.sub("", line, count=1))
            for number, line in enumerate(self._lines)
            if number not in self.ours.values()
        }

    def line_at(self, number: int) -> str:
        return self._lines[number].rstrip("\r\n")

    def line_of(self, key: str) -> str:
        return self.line_at(self.ours[key])

    def wants(self, known: KnownFact) -> bool:
        """Tell whether a fact should have a line, room permitting."""
        fact = known.fact
        if fact.id in self.ours:
            return True
        if known.activation <= PAGE_THRESHOLD:
            return False
        if self.declined and {fact.id, *_ids_again(fact)} & self.declined:
            return False
        return not self._of_persons or subject_form(fact.text) not in self._of_persons

    def size_without_ours(self, headings: frozenset[str]) -> int:
        """Return the number of lines without the machine's own, but with the needed headings."""
        opening = self._openings([heading for heading in _HEADINGS if heading in headings])
        return len(self._lines) - len(self.ours) + sum(map(len, opening.values()))

    def _openings(self, headings: Sequence[str]) -> dict[str, list[str]]:
        """Return the lines that begin each missing part at the end of the page, by heading."""
        openings: dict[str, list[str]] = {}
        is_empty, has_gap = not self._lines, not (self._lines and self._lines[-1].strip())
        for heading in headings:
            if self._place(heading) is not None:
                continue
            title = [_TITLE, ""] if is_empty else [] if has_gap else [""]
            openings[heading] = [*title, heading, ""]
            is_empty, has_gap = False, False
        return openings

    def _section(self, number: int) -> str:
        """Return which of our headings a line is under; empty: none."""
        above = (self.line_at(n) for n in range(number - 1, -1, -1))
        heading = next((line for line in above if line.startswith("#")), "")
        return heading if heading in _HEADINGS else ""

    def _place(self, heading: str) -> int | None:
        """Return the line number for new lines of a part; None: the page has no such part.

        Our own lines also mark the part, wherever a person moved them.
        """
        numbers = [n for key, n in self._kept.items() if self._headings.get(key) == heading]
        if numbers:
            return max(numbers) + 1
        found = next((n for n in range(len(self._lines)) if self.line_at(n) == heading), None)
        if found is None:
            return None
        after = found + 1
        has_gap = after < len(self._lines) and not self._lines[after].strip()
        return after + has_gap

    def with_lines(self, lines: Mapping[str, str]) -> str:
        """Return the page with these machine lines, by fact id; a person's lines stay."""
        new: dict[str, list[str]] = {}
        for heading in _HEADINGS:
            keys = (key for key in lines if key not in self._kept)
            if of_it := [lines[key] for key in keys if self._headings[key] == heading]:
                new[heading] = of_it
        openings = self._openings(list(new))
        at: dict[int, list[str]] = {}
        for heading, of_it in new.items():
            place = self._place(heading)
            number = len(self._lines) if place is None else place
            at.setdefault(number, []).extend([*openings.get(heading, []), *of_it])
        key_at = {number: key for key, number in self.ours.items()}
        told: list[str] = []
        for number in range(len(self._lines) + 1):
            if number in at and told and not told[-1].endswith("\n"):
                told[-1] += self._end
            told += [line + self._end for line in at.get(number, ())]
            if number < len(self._lines):
                told += self._as_told(number, key_at.get(number), lines)
        return "".join(told)

    def _as_told(self, number: int, key: str | None, lines: Mapping[str, str]) -> list[str]:
        """Return the new form of a line: none if it is ours and is removed or moved."""
        line = self._lines[number]
        if key is None:
            return [line]
        if key not in lines or key not in self._kept:
            return []
        return [line if lines[key] == self.line_at(number) else lines[key] + self._end]


def _lasting_ids(key: str, facts: Mapping[str, KnownFact]) -> set[str]:
    """Return the ids that a fact gets when it is learned again, whoever chose its present id."""
    return _ids_again(facts[key].fact) if key in facts else {key}


def _ids_again(fact: Fact) -> set[str]:
    """Return the id of a fact's triple; for an agent's word, also the id of its text alone.

    Agents choose the tag and the type of what they say.
    """
    is_agents = bool(fact.word_of) and fact.is_of_entry
    return {mint_id(fact.triple), *([agents_id(fact.object)] if is_agents else [])}


def _split(text: str) -> list[str]:
    """Split at line feeds only; a lone carriage return is an ordinary character."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


class MemoryPage:
    """The page, and the record of what the machine left there. Writers hold the graph's lock."""

    def __init__(self, path: Path, record: Path) -> None:
        self.path = path
        self._record = record

    def count_lines(self) -> int:
        """Return the number of lines of the page."""
        return len((files.read_existing(self.path) or b"").splitlines())

    def reconcile(
        self, facts: Sequence[KnownFact], limits: FactLimits, *, dry_run: bool = False
    ) -> Reconciliation:
        """Update the page from the facts from ``search_threshold`` up.

        Raises OSError if the page is edited all the time, or cannot be written; it is then
        unchanged.
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
        """Write the page between two states of the record; False if somebody else wrote it."""
        wanted = _encode(plan.text)
        if wanted != (found or b""):
            self._write_record(plan.during)
            if not replace_unchanged(self.path, found, wanted):
                return False
        self._write_record(plan.after)
        return True

    # -- the record ------------------------------------------------------------------------

    def _read_record(self) -> PageRecord:
        """Read the record; an unreadable record counts as none."""
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
        raise ValueError("a line is not a string")
    return PageRecord(lines, declined)


def _json(value: object) -> str:
    return json.dumps(value)  # escaped, because a line may hold bytes that are no text


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
