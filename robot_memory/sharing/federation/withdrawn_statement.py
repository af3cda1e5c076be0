"""What a peer said and says no longer: kept to recognise it, and never shown (rules.md §6.15).

It is kept for 30 days. An agent that says it is taken to repeat it for 7 days:
:data:`robot_memory.entries.peer_lineage.REPETITION_PERIOD`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from robot_memory.ledger.observation import stamp_from_text, stamp_text

#: Of one peer; the row about it is rewritten with each of its updates.
MOST_WITHDRAWN = 256
#: What a peer withdrew is forgotten after that; of a revoked peer nothing is, as it is not heard.
_KEPT = timedelta(days=30)


@dataclass(frozen=True)
class WithdrawnStatement:
    """A sentence that is not in use any more.

    Attributes:
        entry_id: of the entry at the peer.
        heard: when it was first received, UTC.
        left: when it was withdrawn, UTC.
    """

    entry_id: str
    text: str
    heard: datetime
    left: datetime

    def as_record(self) -> dict[str, str]:
        """Return it as JSON data."""
        times = {"heard": stamp_text(self.heard), "left": stamp_text(self.left)}
        return {"id": self.entry_id, "text": self.text, **times}

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> WithdrawnStatement:
        """Read what :meth:`as_record` wrote."""
        heard, left = stamp_from_text(record["heard"]), stamp_from_text(record["left"])
        return cls(record["id"], record["text"], heard, left)


def heard_at(entry: Mapping[str, Any]) -> datetime:
    """Return when an entry of a row about a peer was first received in these words.

    Rows of earlier versions know only when the last claim was received.
    """
    return stamp_from_text(entry.get("heard") or entry["received"])


def withdrawn_since(
    known: Iterable[WithdrawnStatement],
    before: Iterable[Mapping[str, Any]],
    texts: Iterable[str],
    now: datetime,
) -> tuple[WithdrawnStatement, ...]:
    """Return what is withdrawn once a peer says other texts, the last withdrawn last.

    Args:
        known: what was withdrawn before.
        before: the entries that were in use.
        texts: what the peer says now.
        now: when it says so.
    """
    said = set(texts)
    statements = {one.text: one for one in known}
    for entry in before:
        text = str(entry["text"])
        statements.pop(text, None)
        statements[text] = WithdrawnStatement(str(entry["id"]), text, heard_at(entry), now)
    kept = [one for text, one in statements.items() if text not in said and now - one.left <= _KEPT]
    return tuple(kept[-MOST_WITHDRAWN:])
