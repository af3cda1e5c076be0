"""The permitted effect of a stored change on an entry (rules.md §2.12 and §3.4).

The permission is checked before a change is stored, and again when the change is folded. By then
the entry may belong to a person: the file may be an edit of a text from before the change.

See docs/reference/memory-file.md, "Editors that save while the memory does".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from robot_memory.entries.known_rules import is_persons_to_declare, must_ask
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.mute_rules import is_persons_mute
from robot_memory.entries.persons_decision import is_guarded, is_kept, is_settled
from robot_memory.entries.resolve_rules import ASKS_TO_FORGET, is_found_over, is_proposed
from robot_memory.ledger import Kind, Observation, Source

_Limit = tuple[Callable[[MemoryEntry, Source], bool], "Kind | None"]
#: For each restricted kind of change: who is barred, and what the change becomes then: a request
#: that waits for a person, or nothing. The first rule that applies counts.
_LIMITED: dict[Kind, tuple[_Limit, ...]] = {
    Kind.RESOLVE: ((is_kept, Kind.RECOVERED),),
    Kind.FORGET: ((is_kept, Kind.RECOVERED),),
    Kind.OUTCOME: ((is_settled, None),),
    # An agent makes a new note for other words.
    Kind.CORRECT: ((lambda _, by_whom: not by_whom.is_proven, None),),
    Kind.MUTE: ((is_persons_mute, None), (is_guarded, Kind.MUTE_ASKED)),
    Kind.MUTE_ASKED: ((is_persons_mute, None),),
    Kind.UNMUTE: ((is_persons_mute, None),),
    Kind.KNOWN: ((is_persons_to_declare, None), (is_guarded, Kind.KNOWN_ASKED)),
    Kind.KNOWN_ASKED: ((is_persons_to_declare, None),),
    Kind.NOT_KNOWN: ((must_ask, Kind.KNOWN_DOUBTED),),
}


def as_allowed(
    row: Observation, find: Callable[[Observation], MemoryEntry | None]
) -> Observation | None:
    """Return a change as far as it is permitted; None if it changes nothing.

    Args:
        find: returns the row's entry as it is when the row is folded.
    """
    if row.kind not in _LIMITED or (entry := find(row)) is None:
        return row
    for is_barred, instead in _LIMITED[row.kind]:
        if is_barred(entry, row.source):
            asks = ASKS_TO_FORGET if row.kind is Kind.FORGET else {}
            detail = {**row.detail, **asks}
            return None if instead is None else replace(row, kind=instead, detail=detail)
    return row


def conclusion(row: Observation, entry: MemoryEntry | None) -> Observation | None:
    """Return the row to store for a conclusion about an entry: the row itself, or a request.

    None if it changes nothing, or if a request waits already.
    """
    allowed = as_allowed(row, lambda _: entry)
    if allowed is None or entry is None:
        return allowed
    # A waiting proposal needs no second one; but a waiting request is not a finding.
    waits = is_found_over(entry) or (is_proposed(entry) and not row.source.is_proven)
    return None if allowed.kind is Kind.RECOVERED and waits else allowed
