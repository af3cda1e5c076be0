"""What a stored change may still do to an entry (rules.md §2.12 and §3.4).

Who may is asked before a change is stored. It is asked again where the change is folded, as the
entry may be a person's by then: the file may be the edit of a text that is older than the change.

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
#: Who asks, for each kind of change that is not everybody's to make, and what becomes of it where
#: it is not theirs: a request that waits for a person, or nothing. The first that applies counts.
_LIMITED: dict[Kind, tuple[_Limit, ...]] = {
    Kind.RESOLVE: ((is_kept, Kind.RECOVERED),),
    Kind.FORGET: ((is_kept, Kind.RECOVERED),),
    Kind.OUTCOME: ((is_settled, None),),
    # An agent notes anew what it puts otherwise.
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
    """Return a change as what it counts; None where it changes nothing.

    Args:
        find: returns the entry that the row is about, as it is when the row is folded.
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
    """Return what is stored of a conclusion about an entry: the row, or a request.

    None where it changes nothing, or the request waits already.
    """
    allowed = as_allowed(row, lambda _: entry)
    if allowed is None or entry is None:
        return allowed
    # A proposal waits that this one adds nothing to; a request that waits is no finding.
    waits = is_found_over(entry) or (is_proposed(entry) and not row.source.is_proven)
    return None if allowed.kind is Kind.RECOVERED and waits else allowed
