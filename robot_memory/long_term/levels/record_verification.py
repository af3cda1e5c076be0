"""Verifies the event log against its hash chain and against witnesses.

See docs/reference/levels.md, "The record of changes".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from robot_memory.foundation.errors import Defect
from robot_memory.long_term.levels.event_archive import EventSnapshot
from robot_memory.long_term.levels.hash_chain import ChainHead, HashChain

#: Called for each verified line of ours with its number, place and content.
OnLine: TypeAlias = Callable[[int, str, bytes], None]


@dataclass(frozen=True)
class Witness:
    """The newest line of ours that somebody has seen: later proves whether the log was cut off."""

    head: ChainHead
    by: str


@dataclass(frozen=True)
class RecordVerification:
    """The result of verifying the record.

    Attributes:
        first: the number of the oldest line of ours that is kept; 0 if there is none.
        own: lines of ours.
        plain: lines of other tools; each is sealed by the next line of ours.
        confirmed: witnesses whose line is present.
        gone: witnesses whose line came before the first line.
        missing: witnesses whose line is absent or different: the record was cut off, or begun anew.
        defects: what is wrong, with file and line, in the order of the record; then what witnesses
            miss.
    """

    head: ChainHead
    first: int
    own: int
    plain: int
    confirmed: int
    gone: int
    missing: int
    defects: tuple[Defect, ...]


def verify(
    record: EventSnapshot,
    witnesses: Iterable[Witness] = (),
    on_line: OnLine = lambda seq, place, line: None,
) -> RecordVerification:
    """Check a record in one pass."""
    chain = HashChain()
    comparison = _Comparison(witnesses)
    spans: dict[str, tuple[int, int]] = {}
    for place, line in record.lines(chain.defects):
        if chain.follow(line, place):
            file, seq = place.rpartition(":")[0], chain.head.seq
            spans[file] = (spans.get(file, (seq, seq))[0], seq)
            comparison.meet(chain.head, place)
            on_line(chain.head.seq, place, line)
    gone = comparison.gone(chain)
    missing = comparison.all - comparison.confirmed - gone
    return RecordVerification(
        chain.head, chain.first, chain.own, chain.plain, comparison.confirmed, gone, missing,
        (*chain.defects, *_misnamed(record, spans, chain.defects), *comparison.defects,
         *comparison.missed(chain, str(record.path))),
    )  # fmt: skip


def _misnamed(
    record: EventSnapshot, spans: Mapping[str, tuple[int, int]], known: Iterable[Defect]
) -> list[Defect]:
    """Return a defect for each archive whose name does not match the numbers in it.

    Archives that cannot be read are not reported twice.
    """
    told = {defect.path for defect in known}
    defects = []
    for part in record.parts:
        path = str(part.path)
        held = spans.get(path)
        if path not in told and held != (part.first, part.last):
            words = f"the numbers {held[0]} to {held[1]}" if held else "no line of ours"
            problem = f"holds {words}, and its name says {part.first} to {part.last}"
            reason = "lines were taken out or put in, or it was renamed"
            defects.append(Defect(path, f"{problem}: {reason}"))
    return defects


class _Comparison:
    """The witnesses, by the number of their line."""

    def __init__(self, witnesses: Iterable[Witness]) -> None:
        self.confirmed = 0
        self.defects: list[Defect] = []
        self._waiting: dict[int, list[Witness]] = defaultdict(list)
        for witness in witnesses:
            if witness.head.seq:
                self._waiting[witness.head.seq].append(witness)
        self.all = sum(map(len, self._waiting.values()))

    def meet(self, head: ChainHead, place: str) -> None:
        """Compare a line with the witnesses of its number; the first line of that number counts."""
        for witness in self._waiting.pop(head.seq, ()):
            if witness.head.digest == head.digest:
                self.confirmed += 1
            else:
                problem = f"number {head.seq} is not what {witness.by} has seen"
                self.defects.append(Defect(place, problem))

    def gone(self, chain: HashChain) -> int:
        """Return how many witnesses have seen only lines that are no longer kept."""
        return sum(len(group) for seq, group in self._waiting.items() if seq < chain.first)

    def missed(self, chain: HashChain, path: str) -> list[Defect]:
        """Return a defect for each witnessed line that should be present but is not."""
        later = sorted(seq for seq in self._waiting if seq > chain.head.seq)
        defects = [
            Defect(path, f"there is no number {seq}, which {witness.by} has seen")
            for seq, group in self._waiting.items()
            if chain.first < seq < chain.head.seq
            for witness in group
        ]
        if later:
            by = ", ".join(witness.by for witness in self._waiting[later[-1]])
            others = sum(len(self._waiting[seq]) for seq in later[:-1])
            also = f"; {others} others miss lines as well" if others else ""
            problem = f"was cut off after number {chain.head.seq}: number {later[-1]} has been seen"
            defects.insert(0, Defect(path, f"{problem} by {by}{also}"))
        return defects
