"""A text with varying values: the fixed pattern, and the values so far (rules.md §1.10).

It is stored beside the text as a list of texts: the pattern, with "…" for each value, then the
least, the greatest and the newest value of each place. In the memory file a checksum follows,
because an editor that replaces a word everywhere changes both the text and this list.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from robot_memory.foundation.wording.spread import Spread, rounded

#: The field of an entry, and of a row's detail, with the varying values of its text.
READINGS = "readings"
#: The field of a row's detail with the replaced values of its occurrence's last row.
INSTEAD = "instead_of"
#: The place of a value in a pattern.
SLOT = "…"
#: The place of a name that may turn out to be a value (rules.md §1.11).
OPEN_SLOT = "‥"
#: Replaces the checksum of a list that was changed in the file.
EDITED = "edited"
_SLOTS = re.compile(f"[{SLOT}{OPEN_SLOT}]")  # str.count and str.split are faster where they suffice
_PER_SLOT = 3
_NUMBER = re.compile(r"(?<!\d)\d{1,20}(?:[.,]\d{1,20})?")
_ROUNDING = 0.06  # of a number: slightly more than one step of a range


@dataclass(frozen=True)
class VaryingText:
    """A pattern, and the values at each of its places."""

    pattern: str
    spreads: tuple[Spread, ...]
    #: A person changed it in the memory file, so its words are not a detector's.
    is_edited: bool = False

    @classmethod
    def of(cls, pattern: str, values: Sequence[str]) -> VaryingText:
        """Return the text of one message."""
        return cls(pattern, tuple(map(Spread.of, values)))

    @classmethod
    def from_list(cls, items: object) -> VaryingText | None:
        """Read a list of :meth:`as_list`; None for anything else."""
        if not isinstance(items, (list, tuple)) or not items:
            return None
        for item in items:  # a loop is twice as fast as all(), and each row and entry has a list
            if not isinstance(item, str):
                return None
        is_edited = items[-1] == EDITED and _has_mark(items)
        pattern, ends = items[0], items[1:-1] if is_edited else items[1:]
        if len(ends) != _PER_SLOT * count_slots(pattern):
            return None
        of_each = zip(ends[::_PER_SLOT], ends[1::_PER_SLOT], ends[2::_PER_SLOT], strict=True)
        return cls(pattern, tuple(map(Spread._make, of_each)), is_edited)

    def as_list(self) -> list[str]:
        """Return the list for the memory file and the ledger."""
        ends = (end for spread in self.spreads for end in (spread.low, spread.high, spread.last))
        return [self.pattern, *ends, *([EDITED] if self.is_edited else [])]

    def __str__(self) -> str:
        """Return the text, with ranges for the values that varied."""
        parts = parts_of(self.pattern)
        pieces = parts[:1]
        for before, spread, after in zip(parts, self.spreads, parts[1:], strict=False):
            is_glued = spread.varies and (_is_glued(before[-1:]) or _is_glued(after[:1]))
            pieces += spread.shown(in_a_name=is_glued), after
        return "".join(pieces)

    def with_(self, newer: VaryingText, instead: object = None) -> VaryingText:
        """Return this text with newer values; unchanged if their number of places differs.

        Args:
            instead: the text, as a list of :meth:`as_list`, that the newer one supersedes: values
                that this text still has from it are replaced.
        """
        if len(newer.spreads) != len(self.spreads):
            return self
        spreads = tuple(map(Spread.with_, self.spreads, newer.spreads))
        before = None if instead is None else VaryingText.from_list(instead)
        if before is not None and len(before.spreads) == len(spreads):
            told = zip(self.spreads, before.spreads, newer.spreads, spreads, strict=True)
            spreads = tuple(new if own.reads_as(old) else both for own, old, new, both in told)
        return VaryingText(self.pattern, spreads, self.is_edited)

    def reads_as(self, other: VaryingText) -> bool:
        """Whether two texts have the same words: only their newest values may differ."""
        same = map(Spread.reads_as, self.spreads, other.spreads)
        return self.pattern == other.pattern and all(same)

    @property
    def last(self) -> tuple[str, ...]:
        """The newest value of each place that varies."""
        return tuple(rounded(spread.last) for spread in self.spreads if spread.varies)

    @classmethod
    def merged(cls, details: Iterable[Mapping[str, object]]) -> VaryingText | None:
        """Return the text with the values of several rows, oldest first; None if no row has any."""
        merged = None
        for detail in details:
            text = cls.from_list(detail.get(READINGS))
            if text is not None:
                merged = text if merged is None else merged.with_(text, detail.get(INSTEAD))
        return merged

    def wrote(self, text: str) -> bool:
        """Whether a text is this one, even if its numbers were rounded differently.

        Never if a person changed both.
        """
        if self.is_edited:
            return False
        own = str(self)
        if text == own:
            return True
        if _NUMBER.split(text) != _NUMBER.split(own):
            return False
        both = zip(_NUMBER.findall(text), _NUMBER.findall(own), strict=True)
        return all(
            _is_rounded(float(a.replace(",", ".")), float(b.replace(",", "."))) for a, b in both
        )

    @property
    def lasting(self) -> str:
        """The text with its names but without its values, from which an id is made."""
        spreads = iter(self.spreads)
        return _SLOTS.sub(lambda slot: _lasting(slot[0], next(spreads)), self.pattern)


def with_checksum(items: object) -> object:
    """Return a list of :meth:`VaryingText.as_list` with its checksum, for the memory file.

    Anything else is returned unchanged.
    """
    if not (isinstance(items, (list, tuple)) and _is_texts(items)) or _has_mark(items):
        return items
    return [*items, _checksum(items)]


def without_checksum(items: object) -> object:
    """Return a list from the memory file in the form for :meth:`VaryingText.from_list`.

    A list with a wrong checksum is marked as edited. Lists in old files have no checksum.
    """
    if not (isinstance(items, list) and _is_texts(items) and _has_mark(items)):
        return items
    *own, mark = items
    return own if mark == _checksum(own) else [*own, EDITED]


def _is_texts(items: Sequence[object]) -> bool:
    return len(items) > 0 and all(isinstance(item, str) for item in items)


def _has_mark(items: Sequence[str]) -> bool:
    return len(items) == 2 + _PER_SLOT * count_slots(items[0])


def _checksum(items: Sequence[str]) -> str:
    return f"crc32-{zlib.crc32(chr(0).join(items).encode(errors='surrogatepass')):08x}"


def _is_rounded(number: float, own: float) -> bool:
    return abs(number - own) <= _ROUNDING * max(number, own)


def _is_glued(character: str) -> bool:
    return character.isalnum() or character == "_"


def parts_of(pattern: str) -> list[str]:
    """Return the texts between the slots of a pattern."""
    return pattern.replace(OPEN_SLOT, SLOT).split(SLOT)


def count_slots(pattern: str) -> int:
    """Return the number of slots for values and names in a pattern."""
    return pattern.count(SLOT) + pattern.count(OPEN_SLOT)


def _lasting(slot: str, spread: Spread) -> str:
    return slot if slot == SLOT or spread.varies else spread.low
