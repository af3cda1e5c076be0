"""What is new, worse or cleared since an agent was last told (contract, ``since_last``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from robot_memory.entries.context import one_line
from robot_memory.entries.entry import MemoryEntry
from robot_memory.entries.tokens import estimate_tokens
from robot_memory.ledger import Ledger

#: What was told: entry id → effective confidence.
Told = Mapping[str, float]


@dataclass(frozen=True)
class News:
    """Differences to what was told last time; ``lines`` are ready to head a context block."""

    new: tuple[MemoryEntry, ...]
    worse: tuple[MemoryEntry, ...]
    cleared: tuple[MemoryEntry, ...]

    def lines(self, token_budget: int) -> list[str]:
        """Return a line for each difference, as many as fit the budget."""
        kinds = (("new", self.new), ("worse", self.worse), ("cleared", self.cleared))
        lines: list[str] = []
        for word, entries in kinds:
            for entry in entries:
                line = f"Since last time, {word}: {one_line(entry.text)}"
                if estimate_tokens("\n".join([*lines, line])) > token_budget:
                    return lines
                lines.append(line)
        return lines


def find_news(
    told: Told, now: Iterable[tuple[float, MemoryEntry]], everything: Mapping[str, MemoryEntry]
) -> News:
    """Compare what was told with what would be told now.

    Args:
        told: what was told last time.
        now: what is eligible now, strongest first.
        everything: all entries; one that was told and is gone was cleared by fading.
    """
    eligible = list(now)
    ids = {entry.id for _, entry in eligible}
    return News(
        new=tuple(entry for _, entry in eligible if entry.id not in told),
        worse=tuple(e for value, e in eligible if e.id in told and value > told[e.id] + 1e-9),
        cleared=tuple(everything[key] for key in told if key not in ids and key in everything),
    )


def tell_news(
    ledger: Ledger,
    eligible: Iterable[tuple[float, MemoryEntry]],
    everything: Mapping[str, MemoryEntry],
    token_budget: int,
) -> list[str]:
    """Return what is new since the last time it was asked, and note what is told now."""
    eligible = list(eligible)
    news = find_news(ledger.told(), eligible, everything)
    ledger.note_told({entry.id: value for value, entry in eligible})
    return news.lines(token_budget)
