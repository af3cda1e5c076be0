"""What is new, worse or cleared since an agent was last told (contract, ``since_last``)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from robot_memory.entries.context_block import ContextBlock, build_own_context, format_line
from robot_memory.entries.field_limits import check_limits
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.peer_text import neutral
from robot_memory.entries.tokens import estimate_tokens
from robot_memory.errors import Defect, InvalidInput
from robot_memory.ledger import Ledger
from robot_memory.unicode_text import is_storable

#: What was told: entry id → effective confidence.
Told = Mapping[str, float]


@dataclass(frozen=True)
class ChangeLine:
    """One line at the head of a context block.

    Attributes:
        text: the line.
        entry: what it tells of.
        is_cleared: the entry is told no longer; otherwise this is the line of the entry itself.
    """

    text: str
    entry: MemoryEntry
    is_cleared: bool


@dataclass(frozen=True)
class ContextChanges:
    """Differences to what was told last time; ``worth`` is what entries are worth now, by id."""

    new: tuple[MemoryEntry, ...]
    worse: tuple[MemoryEntry, ...]
    cleared: tuple[MemoryEntry, ...]
    worth: Told = field(default_factory=dict)

    def lines(self, token_budget: int) -> list[ChangeLine]:
        """Return a line for each difference, as many as fit the budget."""
        kinds = (("new", self.new), ("worse", self.worse), ("cleared", self.cleared))
        lines: list[ChangeLine] = []
        for word, entries in kinds:
            for entry in entries:
                line = self._line(word, entry)
                texts = [*(earlier.text for earlier in lines), line.text]
                if estimate_tokens("\n".join(texts)) > token_budget:
                    return lines
                lines.append(line)
        return lines

    def _line(self, word: str, entry: MemoryEntry) -> ChangeLine:
        value = self.worth.get(entry.id)
        told = neutral(entry.text) if value is None else format_line(value, entry.text)
        return ChangeLine(f"Since last time, {word}: {told}", entry, is_cleared=value is None)


def find_news(
    told: Told, now: Iterable[tuple[float, MemoryEntry]], everything: Mapping[str, MemoryEntry]
) -> ContextChanges:
    """Compare what was told with what would be told now.

    Args:
        told: what was told last time.
        now: what is eligible now, strongest first.
        everything: all entries; one that was told and is gone was cleared by fading.
    """
    eligible = list(now)
    worth = {entry.id: value for value, entry in eligible}
    return ContextChanges(
        new=tuple(entry for _, entry in eligible if entry.id not in told),
        worse=tuple(e for value, e in eligible if e.id in told and value > told[e.id] + 1e-9),
        cleared=tuple(everything[key] for key in told if key not in worth and key in everything),
        worth=worth,
    )


def tell_news(
    ledger: Ledger,
    caller: str,
    eligible: Sequence[tuple[float, MemoryEntry]],
    everything: Mapping[str, MemoryEntry],
    chosen: Iterable[tuple[float, MemoryEntry]],
    token_budget: int,
) -> ContextBlock:
    """Return a context block that begins with what is new to a caller, and note what it was told.

    An entry has one line in it. What the block has no room for is told as new the next time.

    Args:
        ledger: where what was told is kept.
        caller: who asks.
        eligible: what could be told now, strongest first.
        everything: all entries, by id.
        chosen: what was asked for, strongest first.
        token_budget: of the block; at most a third of it is for news.
    """
    before = ledger.told(caller)
    news = find_news(before, eligible, everything)
    lines = news.lines(token_budget // 3)
    heading = {line.entry.id for line in lines}
    rest = [(value, entry) for value, entry in chosen if entry.id not in heading]
    block = build_own_context(rest, token_budget, [line.text for line in lines])
    first = tuple(line.entry for line in lines if not line.is_cleared)
    ledger.note_told(_told_now(before, news, heading | {e.id for e in block.entries}), caller)
    return replace(block, entries=(*first, *block.entries))


def _told_now(before: Told, news: ContextChanges, shown: Collection[str]) -> dict[str, float]:
    """Return what a caller knows after a block: as before, where the block did not say it."""
    waiting = {entry.id for entry in news.cleared if entry.id not in shown}
    known = {key: before[key] for key in before if key in news.worth or key in waiting}
    return known | {key: news.worth[key] for key in news.worth if key in shown}


def check_caller(caller: str) -> None:
    """Raise InvalidInput where a name cannot be that of a caller."""
    check_limits("nothing was told", caller=caller)
    if not is_storable(caller):
        raise InvalidInput("nothing was told", [Defect("caller", "is not valid Unicode")])
