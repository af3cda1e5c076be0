"""Checks that a face shows exactly the requested entries of the memory file.

The present confidence is computed here independently, by document 000 §4.3.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from fuzzing.fuzz_target import BrokenPromise
from fuzzing.independent_reading import same
from fuzzing.kept_memory import KeptMemory

_DECAY = 0.05  # of the confidence, per day; the default setting
_DAY = 86400.0  # s
#: Confidence: it decays between an answer and its check.
NEAR = 1e-4

_ALL = 1_000_000  # rows: more than any entry of a target has


@dataclass(frozen=True)
class AskedEntries:
    """The parameters of a request for a list of entries.

    Attributes:
        types, tags: only entries with one of these; empty: all.
        is_with_resolved: whether resolved entries are wanted without naming their type.
        limit: most entries; 0: all.
    """

    types: Collection[str] = ()
    tags: Collection[str] = ()
    is_with_resolved: bool = False
    min_confidence: float = 0.0
    offset: int = 0
    limit: int = 0

    def wants(self, item: Mapping[str, Any]) -> bool:
        """Return whether an item of the file is wanted, apart from its confidence."""
        kind, tags = item["type"], item.get("tags") or ()
        return (
            (kind in self.types if self.types else self.is_with_resolved or kind != "resolved")
            and (not self.tags or not set(self.tags).isdisjoint(tags))
        )  # fmt: skip


def worth(item: Mapping[str, Any]) -> float:
    """Return the present confidence of an item of the file."""
    seen: datetime = item["last_reinforced"]
    seen = seen if seen.tzinfo else seen.replace(tzinfo=timezone.utc)
    days = max(0.0, (datetime.now(timezone.utc) - seen).total_seconds() / _DAY)
    return max(0.0, float(item["confidence"]) - _DECAY * days)


def check_list(
    kept: KeptMemory, asked: AskedEntries, shown: Sequence[Mapping[str, Any]], total: int,
    as_shown: Callable[[str], str] = str,
) -> None:  # fmt: skip
    """Check a list.

    Args:
        shown: the entries, as JSON data.
        total: the number of entries according to the answer.
        as_shown: returns a text as the face shows it.
    """
    wanted = {one: worth(item) for one, item in kept.entries().items() if asked.wants(item)}
    least = asked.min_confidence
    sure = {one for one, value in wanted.items() if least <= 0.0 or value > least + NEAR}
    possible = {one for one, value in wanted.items() if value >= least - NEAR}
    if not len(sure) <= total <= len(possible):
        raise BrokenPromise(f"{total} entries are told of {len(sure)} to {len(possible)}")
    ids = [one["id"] for one in shown]
    room = max(0, total - asked.offset)
    same("how many entries are listed", len(ids), min(room, asked.limit or room))
    same("entries twice", len(set(ids)), len(ids))
    same("entries that were not asked for", set(ids) - possible, set())
    for one in shown:
        check_entry(kept, one, as_shown)
    values = [one["confidence"] for one in shown]
    same("the order of entries", values, sorted(values, reverse=True))
    if ids and not asked.offset:
        stronger = {one for one in sure - set(ids) if wanted[one] > values[-1] + NEAR}
        same("stronger entries that were left out", stronger, set())


def check_entry(
    kept: KeptMemory, shown: Mapping[str, Any], as_shown: Callable[[str], str] = str
) -> None:
    """Check a shown entry: the file has it, with the same words and figures."""
    item = kept.entries().get(shown["id"])
    if item is None:
        raise BrokenPromise(f"{shown['id']} is shown, and is not in the file")
    same("type", shown["type"], item["type"])
    same("text", shown["text"], as_shown(item["text"]))
    same("tags", list(shown["tags"]), [as_shown(tag) for tag in item.get("tags") or ()])
    same("observation_count", shown["observation_count"], item["observation_count"])
    for name, value in (("stored_confidence", item["confidence"]), ("confidence", worth(item))):
        if abs(shown[name] - value) > NEAR:
            raise BrokenPromise(f"{name} is shown as {shown[name]}, and is {value}")


def check_evidence(
    kept: KeptMemory, shown: Mapping[str, Any], rows: Sequence[tuple[int, str]], limit: int,
    as_shown: Callable[[str], str] = str,
) -> None:  # fmt: skip
    """Check an entry with its evidence: number and words of each row, newest first.

    Rows of agents leave half of the room for other rows (rules.md §2.14), which may be older.
    """
    check_entry(kept, shown, as_shown)
    stored = {row.id: as_shown(row.summary) for row in kept.rows_about(shown["id"], _ALL)}
    numbers = [number for number, _ in rows]
    same("the evidence", dict(rows), {number: stored.get(number) for number in numbers})
    same("how many rows", len(numbers), min(limit, len(stored)))
    same("the order of rows", numbers, sorted(numbers, reverse=True))
    same("the newest row", numbers[:1], list(stored)[:1])


def check_hits(kept: KeptMemory, hits: Sequence[Mapping[str, Any]], limit: int) -> None:
    """Check search hits: at most as many as asked for, and entries in their own words."""
    if len(hits) > limit:
        raise BrokenPromise(f"{len(hits)} hits, and {limit} were asked for")
    for hit in hits:
        item = kept.entries().get(hit["id"])
        if hit["source"] == "entry" and item is not None:
            same("the text of an entry that was found", hit["text"], item["text"])
