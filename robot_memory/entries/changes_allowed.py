"""What a stored change may still do to an entry (rules.md §2.12 and §3.4).

Who may is asked before a change is stored. It is asked again where the change is folded, as the
entry may be a person's by then: the file may be the edit of a text that is older than the change.

See docs/reference/memory-file.md, "Editors that save while the memory does".
"""

from __future__ import annotations

from robot_memory.entries.known_rules import must_ask
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.mute_rules import is_persons_mute
from robot_memory.entries.persons_decision import is_guarded
from robot_memory.ledger import Kind, Observation

#: Who asks, for each kind of change that is not everybody's to make, and what becomes of it where
#: it is not theirs: a request that waits for a person, or nothing.
_LIMITED = {
    Kind.RESOLVE: (is_guarded, Kind.RECOVERED),
    Kind.FORGET: (is_guarded, Kind.RECOVERED),
    Kind.CORRECT: (is_guarded, None),
    Kind.MUTE: (is_persons_mute, None),
    Kind.UNMUTE: (is_persons_mute, None),
    Kind.KNOWN: (must_ask, None),
    Kind.NOT_KNOWN: (must_ask, Kind.KNOWN_DOUBTED),
}


def kind_allowed(entry: MemoryEntry | None, row: Observation) -> Kind | None:
    """Return as which kind of row a change counts; None where it changes nothing.

    Args:
        entry: the entry that the row names, as it is when the row is folded.
    """
    if entry is None or row.kind not in _LIMITED:
        return row.kind
    is_barred, instead = _LIMITED[row.kind]
    return instead if is_barred(entry, row.source, row.time) else row.kind
