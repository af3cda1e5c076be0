"""The hash chain of events.jsonl: the links in its lines, and their verification.

Each line of ours carries ``chain: {"seq": 7, "prev": "…"}``. ``prev`` is the SHA-256 of all bytes
from the beginning of our previous line up to this line. In a line that an agent or a tool asked us
to write, the chain also names who asked, ``"outside": "agent:planner over HTTP"``, and the time of
writing, ``at``; all else in such a line may be anybody's words. Lines that another tool appended in
between have no ``chain`` of their own; our next line seals them as well. Whoever has seen a *head*
(a number and the SHA-256 of that line) can tell later that the file was shortened or that the line
was changed.

See docs/reference/levels.md, "The record of changes".
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.long_term.levels.json_files import parse_line, to_json

FIELD = "chain"
_OUTSIDE, _AT = "outside", "at"
_SOMEBODY = "somebody"  # for lines of an earlier version, which had no name
_DIGEST = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class ChainHead:
    """The newest line of ours, as a witness keeps it.

    Attributes:
        seq: its number, counted from 1 and never reset; 0 if there is no line yet.
        digest: SHA-256 of the line, including its line end, as hexadecimal digits.
    """

    seq: int
    digest: str


NO_HEAD = ChainHead(0, "")


@dataclass(frozen=True)
class ChainLink:
    """The link in a line of ours, with the agent or tool that asked, if any, and the time."""

    seq: int
    prev: str
    outside: str = ""
    at: str = ""

    @property
    def is_outside(self) -> bool:
        """Whether an agent or a tool asked for the line."""
        return bool(self.outside)

    @property
    def mark(self) -> dict[str, str]:
        """Fields to show with another party's line, instead of what the line claims itself."""
        return {_OUTSIDE: self.outside, "written_at": self.at} if self.outside else {}


def link_of(line: bytes) -> ChainLink | None:
    """Return the link in a line; None for a line of another tool."""
    # A name may be written with escapes: "\u0063hain" is the same field.
    data = parse_line(line) if b'"chain"' in line or b"\\u" in line else None
    return link_in(data) if data else None


def link_in(data: Mapping[str, Any]) -> ChainLink | None:
    """Return the link in the object of a line; None for a line of another tool."""
    carried = data.get(FIELD)
    if not isinstance(carried, dict):
        return None
    seq, prev = carried.get("seq"), carried.get("prev")
    if type(seq) is not int or not isinstance(prev, str) or not _DIGEST.fullmatch(prev):
        return None
    outside, at = carried.get(_OUTSIDE, False), carried.get(_AT)
    who = "" if outside is False else outside if isinstance(outside, str) and outside else _SOMEBODY
    return ChainLink(seq, prev, who, at if isinstance(at, str) else "")


def may_be_ours(line: bytes) -> bool:
    """Tell whether a line may be the memory's own word, without parsing it.

    A line of :meth:`HashChain.seal` has no escapes in field names, and its link comes last: an
    agent's text before it has no influence.
    """
    at = line.rfind(b'"chain"')
    return at >= 0 and b'"outside"' not in line[at:]


def is_ours(data: Mapping[str, Any]) -> bool:
    """Tell whether an event is the memory's own word, by its link.

    The chain's verification checks the link itself. Events of an agent or another tool are not the
    memory's word, whatever their type.
    """
    link = link_in(data)
    return link is not None and not link.is_outside


@dataclass
class HashChain:
    """Follows the lines of a file and its archives, from the oldest on.

    It may begin at any line of ours: older lines are archived, and archives may be removed.

    Attributes:
        first: the number of the first line of ours; 0 if there is none.
        plain: the number of lines of other tools.
    """

    first: int = 0
    head: ChainHead = NO_HEAD
    own: int = 0
    plain: int = 0
    defects: list[Defect] = field(default_factory=list)
    _block: Any = field(default_factory=hashlib.sha256)

    def follow(self, line: bytes, place: str) -> bool:
        """Take in the next line, including its line end; return whether it is one of ours."""
        link = link_of(line)
        if link is None:
            self._block.update(line)
            self.plain += 1
            if line.strip() and parse_line(line) is None:
                self.defects.append(Defect(place, "is not a JSON object"))
            return False
        self._check(link, place)
        self._go_on(link.seq, line)
        return True

    def _go_on(self, seq: int, line: bytes) -> None:
        self.first = self.first or seq
        self.own += 1
        self._block = hashlib.sha256(line)
        self.head = ChainHead(seq, self._block.hexdigest())

    def _check(self, link: ChainLink, place: str) -> None:
        if not self.head.seq and link.seq != 1:
            if self.plain:  # the missing part ended before a line of ours
                problem = f"has the number {link.seq}, and no line of ours stands before it"
                self.defects.append(Defect(place, problem))
            return
        expected = self.head.seq + 1
        if link.seq != expected:
            problem = f"has the number {link.seq} where {expected} comes next"
            self.defects.append(Defect(place, problem))
        elif link.prev != self._block.hexdigest():
            before = f"since number {self.head.seq}" if self.head.seq else "from the beginning"
            problem = f"what stands before it, {before}, is not what it was"
            self.defects.append(Defect(place, problem))

    def seal(self, data: Mapping[str, Any], *, outside: str = "", at: str = "") -> bytes:
        """Return the next line of ours and take it in; ``outside`` asked for it at the time ``at``.

        Raises InvalidInput if JSON cannot hold the data, or a field is named ``chain``.
        """
        if FIELD in data:
            problem = "is the name of the field that links events"
            raise InvalidInput("nothing was written", [Defect(FIELD, problem)])
        seq = self.head.seq + 1
        link: dict[str, Any] = {"seq": seq, "prev": self._block.hexdigest()}
        if outside:
            link |= {_OUTSIDE: outside, _AT: at}
        line = to_json({**data, FIELD: link})
        self._go_on(seq, line)
        return line
