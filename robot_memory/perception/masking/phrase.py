"""A message as a sentence: its constant text, and the values in it (rules.md §1.10).

See docs/explanation/perception.md, "Masking: one key for one fault".
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from robot_memory.foundation.wording.names_or_readings import OPEN
from robot_memory.foundation.wording.varying_text import OPEN_SLOT, SLOT, VaryingText
from robot_memory.perception.masking.mask_rule import PLACEHOLDER

_DOTS = "..."  # for an "…" in the message itself
_MARKS = re.compile(f"[{SLOT}{OPEN_SLOT}]")


@dataclass(frozen=True)
class Phrase:
    """A sentence with "…" for each value and "‥" for each possible value, and the values."""

    pattern: str
    values: tuple[str, ...] = ()

    @classmethod
    def joined(cls, phrases: Iterable[Phrase], between: str) -> Phrase:
        """Return one sentence made of several."""
        parts = [phrase for phrase in phrases if phrase.pattern]
        values = tuple(value for phrase in parts for value in phrase.values)
        return cls(between.join(phrase.pattern for phrase in parts), values)

    def __str__(self) -> str:
        return str(VaryingText.of(self.pattern, self.values))


@dataclass(frozen=True, slots=True)
class _Slot:
    """A value in a template: the place of its mark, and the original text."""

    begin: int
    end: int
    value: str
    is_open: bool = False


class TemplateText:
    """A template under construction: constant pieces, and marks with the hidden values."""

    def __init__(self, text: str = "", slots: Iterable[_Slot] = ()) -> None:
        self.text = text
        self._slots = list(slots)

    def keep(self, piece: str) -> None:
        """Add a constant piece."""
        self.text += piece

    def mask(self, value: str, mark: str) -> None:
        """Add a mark for a value."""
        begin = len(self.text)
        self.text += mark
        self._slots.append(_Slot(begin, len(self.text), value))

    def leave_open(self, name: str) -> None:
        """Add the name of a part, which may turn out to be a reading (rules.md §1.11)."""
        begin = len(self.text)
        self.text += f"{OPEN[0]}{name}{OPEN[1]}"
        self._slots.append(_Slot(begin, len(self.text), name, is_open=True))

    def soften(self, piece: str, softened: str) -> None:
        """Add a name with marks for its varying parts."""
        at = 0
        parts = softened.split(PLACEHOLDER)
        for number, part in enumerate(parts):
            if number:
                is_last = number == len(parts) - 1
                end = len(piece) - len(part) if is_last else _find(piece, part, at + 1)
                self.mask(piece[at:end] or "*", PLACEHOLDER)
                at = end
            self.keep(part)
            at += len(part)

    def joined(self, pattern: re.Pattern[str]) -> TemplateText:
        """Return it with one value for each match of a pattern: a row, or a count with its noun."""
        slots: list[_Slot] = []
        rest = deque(self._slots)
        for found in pattern.finditer(self.text):
            while rest and rest[0].end <= found.start():
                slots.append(rest.popleft())
            inside = []
            while rest and rest[0].begin < found.end():
                inside.append(rest.popleft())
            begin = min([found.start(), *(slot.begin for slot in inside)])  # rows may overlap
            end = max([found.end(), *(slot.end for slot in inside)])
            slots.append(_Slot(begin, end, self._original(begin, end, inside)))
        return TemplateText(self.text, [*slots, *rest])

    def _original(self, begin: int, end: int, slots: Iterable[_Slot]) -> str:
        original, at = "", begin
        for slot in slots:
            original += self.text[at : slot.begin] + slot.value
            at = slot.end
        return original + self.text[at:end]

    def phrase(self, longest: int) -> Phrase:
        """Return the sentence, cut between two words at ``longest`` characters."""
        pieces, values, at, size = [], [], 0, 0
        for slot in [*self._slots, _Slot(len(self.text), len(self.text), "")]:
            part = self.text[at : slot.begin]
            if size + len(part) + len(slot.value) > longest:
                pieces.append(part[: max(0, longest - size)].rpartition(" ")[0])
                break
            pieces.append(part.replace(OPEN_SLOT, _DOTS))
            size += len(part) + len(slot.value)
            if slot.value:
                pieces.append(OPEN_SLOT if slot.is_open else PLACEHOLDER)
                values.append(_MARKS.sub(_DOTS, slot.value))
            at = slot.end
        return Phrase("".join(pieces), tuple(values))


def _find(text: str, part: str, begin: int) -> int:
    """Return the position of a part, or the next position if it is not found."""
    found = text.find(part, begin)
    return found if found >= 0 else min(begin, len(text))
