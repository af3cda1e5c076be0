"""Entries that are new, worse, no longer known or gone since a caller's last context block."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from robot_memory.entries.context_block import ContextBlock, EntryLines, build_own_context
from robot_memory.entries.field_limits import check_limits
from robot_memory.entries.known_rules import DATE, UNPROVEN, is_declared
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.mute_rules import is_silenced, muter_words
from robot_memory.entries.peer_text import neutral
from robot_memory.entries.text_as_read import own_words
from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.unicode_text import is_storable
from robot_memory.ledger import Kind, Ledger
from robot_memory.ledger.checked_table import TOLD_AS_KNOWN

#: The entries of a context block: entry id → effective confidence.
Told = Mapping[str, float]
_KINDS = _NEW, _WORSE, _KNOWN_NO_LONGER = "new", "worse", "known no longer"


@dataclass(frozen=True)
class ContextChanges:
    """Differences to the last context block.

    Attributes:
        told: the eligible entries that differ, each with the difference; in the order of kinds.
        gone: entries that are no longer eligible: cleared, muted, or faded.
        worth: the present effective confidence of eligible entries, by id.
    """

    told: Sequence[tuple[str, MemoryEntry]]
    gone: Sequence[MemoryEntry]
    worth: Told = field(default_factory=dict)

    def lines(self, token_budget: int, made: EntryLines) -> list[tuple[str, MemoryEntry]]:
        """Return a line for each difference, as many as fit the budget; agents' words come last."""
        differences = [*self.told, *((_why_gone(entry, made.now), entry) for entry in self.gone)]
        differences.sort(key=lambda difference: difference[1].is_agents_word)
        lines: list[tuple[str, MemoryEntry]] = []
        for word, entry in differences:
            value = self.worth.get(entry.id)
            text = neutral(own_words(entry)) if value is None else made.line(value, entry)
            line = f"Since last time, {word}: {text}"
            texts = [*(earlier for earlier, _ in lines), line]
            if estimate_tokens("\n".join(texts)) > token_budget:
                break
            lines.append((line, entry))
        return lines


def _why_gone(entry: MemoryEntry, now: datetime) -> str:
    """Return why an entry is gone from the block, with the person or agent who muted it."""
    if entry.type is EntryType.RESOLVED:
        return "cleared"
    return f"muted by {neutral(muter_words(entry))}" if is_silenced(entry, now) else "faded"


def find_changes(
    worth_then: Told,
    now: Iterable[tuple[float, MemoryEntry]],
    everything: Mapping[str, MemoryEntry],
    *,
    known: Collection[str] = (),
    lapsed: Collection[str] = (),
) -> ContextChanges:
    """Compare the last context block with the entries that are eligible now, strongest first.

    Args:
        everything: all entries, by id; an entry missing here was pruned and is not reported.
        known: the ids of known entries, which are neither new nor worse.
        lapsed: the ids of entries that are no longer known, and did not get worse.
    """
    worth, differ = {}, []
    for value, entry in now:
        worth[entry.id] = value
        then = worth_then.get(entry.id)
        if entry.id in known:
            continue
        if then is None:
            differ.append((_NEW, entry))
        elif entry.id in lapsed:
            differ.append((_KNOWN_NO_LONGER, entry))
        elif value > then + 1e-9:
            differ.append((_WORSE, entry))
    differ.sort(key=lambda difference: _KINDS.index(difference[0]))
    gone = [everything[key] for key in worth_then if key not in worth and key in everything]
    return ContextChanges(differ, gone, worth)


def build_context_with_changes(
    ledger: Ledger,
    caller: str,
    eligible: Sequence[tuple[float, MemoryEntry]],
    everything: Mapping[str, MemoryEntry],
    chosen: Iterable[tuple[float, MemoryEntry]],
    token_budget: int,
    made: EntryLines,
) -> ContextBlock:
    """Return a context block that begins with the changes since a caller's last one; store it.

    An entry has only one line in it. A change without room in the block is reported next time.

    Args:
        eligible: all entries that an agent may see now, strongest first.
        everything: all entries, by id.
        chosen: the eligible entries that match the request, strongest first.
        token_budget: for the block; at most a third of it is for changes.
    """
    before = ledger.last_context(caller)
    known = {entry.id for _, entry in eligible if entry.is_known(made.now)}
    lapsed = {
        entry.id for _, entry in eligible
        if before.get(entry.id) == TOLD_AS_KNOWN and not _got_worse(ledger, entry)
    }  # fmt: skip
    changes = find_changes(before, eligible, everything, known=known, lapsed=lapsed)
    lines = changes.lines(token_budget // 3, made)
    said = {entry.id for _, entry in lines}
    rest = [(value, entry) for value, entry in chosen if entry.id not in said]
    news = [text for text, entry in lines if not entry.is_agents_word]
    of_agents = [text for text, entry in lines if entry.is_agents_word]
    block = build_own_context(rest, token_budget, made, news, of_agents)
    heading = [entry for text, entry in lines if text in block.heading]
    first = tuple(entry for entry in heading if entry.id in changes.worth)
    shown = _worths_shown(before, changes, {entry.id for entry in (*heading, *block.entries)})
    shown |= dict.fromkeys(known & shown.keys(), TOLD_AS_KNOWN)
    ledger.note_context(shown, caller)
    return replace(block, entries=(*first, *block.entries))


def _got_worse(ledger: Ledger, entry: MemoryEntry) -> bool:
    """Whether an entry is no longer known because it got worse (§1.13)."""
    if is_declared(entry):
        return False  # its date has passed, but no row says so yet
    rows = (row for row in ledger.of_entry(entry.id) if row.kind is Kind.NOT_KNOWN)
    cause = next((row.detail.get("cause") for row in rows), None)
    return cause not in (None, DATE, UNPROVEN)


def _worths_shown(
    before: Told, changes: ContextChanges, shown: Collection[str]
) -> dict[str, float]:
    """Return the block to store as the caller's last; entries left out keep their old values."""
    waiting = {entry.id for entry in changes.gone if entry.id not in shown}
    known = {key: before[key] for key in before if key in changes.worth or key in waiting}
    return known | {key: changes.worth[key] for key in changes.worth if key in shown}


def checked_caller(caller: str) -> str:
    """Return a caller's name without secrets; InvalidInput if it is not allowed."""
    check_limits("no context was returned", caller=caller)
    if not is_storable(caller):
        raise InvalidInput("no context was returned", [Defect("caller", "is not valid Unicode")])
    return without_secrets(caller)
