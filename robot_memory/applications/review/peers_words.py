"""Statements of other robots that contradict a person's note (rules.md §1.17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from robot_memory.applications.review.opposite_notes import OppositeNotes
from robot_memory.applications.review.review_item import ReviewItem, ReviewKind
from robot_memory.entries import EntryType
from robot_memory.entries.peer_text import inner
from robot_memory.foundation.text.escaping import one_line

if TYPE_CHECKING:
    from robot_memory.memory import RobotMemory


def contradicted_by_robots(memory: RobotMemory) -> Iterator[ReviewItem]:
    """Yield persons' notes that another robot contradicts, each once, until they are confirmed."""
    now = memory.clock.now().time
    peers = [peer for _, peer in sorted(memory.peers.all().items()) if peer.is_current(now)]
    statements = [
        (peer, one) for peer in peers for one in peer.entries if one.type is not EntryType.RESOLVED
    ]
    if not statements:
        return
    notes = OppositeNotes(
        entry for _, entry in memory.entries() if entry.key is None and not entry.is_agents_word
    )
    asked = set()
    for peer, statement in statements:
        note = notes.against(statement.text)
        heard_at = statement.time_of("heard_at") or statement.first_seen
        if note is None or note.id in asked or note.last_reinforced > heard_at:
            continue
        asked.add(note.id)
        yield ReviewItem(
            ReviewKind.CONTRADICTION, note.id, note.text,
            f'{inner(one_line(peer.label))} reports "{inner(one_line(statement.text))}": confirm '
            "the note if it is still so, or correct it",
            f"robot-memory confirm {note.id}",
            heard_at,
        )  # fmt: skip
