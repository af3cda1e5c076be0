"""What a peer said and says no longer: kept to recognise it, and never shown (rules.md §6.15).

It is kept for 30 days. An agent that says it is taken to repeat it for 7 days:
:data:`robot_memory.entries.peer_lineage.REPETITION_PERIOD`. Of what the peer deleted on request the
words are not kept, only digests of them (rules.md §6.17).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from robot_memory.entries.peer_lineage import WordDigest, digests_of
from robot_memory.ledger.observation import stamp_from_text, stamp_text

#: Of one peer; the row about it is rewritten with each of its updates.
MOST_WITHDRAWN = 256
#: What a peer withdrew is forgotten after that; of a revoked peer nothing is, as it is not heard.
_KEPT = timedelta(days=30)


@dataclass(frozen=True)
class WithdrawnStatement:
    """A sentence that is not in use any more."""

    entry_id: str  # of the entry at the peer
    text: str
    heard: datetime  # when it was first received, UTC
    left: datetime  # when it was withdrawn, UTC

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
    """
    said = set(texts)
    statements = {one.text: one for one in known}
    for entry in before:
        text = str(entry["text"])
        statements.pop(text, None)
        statements[text] = WithdrawnStatement(str(entry["id"]), text, heard_at(entry), now)
    kept = [one for text, one in statements.items() if text not in said and now - one.left <= _KEPT]
    return tuple(kept[-MOST_WITHDRAWN:])


@dataclass(frozen=True)
class ErasedStatement:
    """A sentence that was deleted here because the peer that said it asked for it."""

    entry_id: str  # of the entry at the peer
    heard: datetime  # when it was first received, UTC
    left: datetime  # when it was deleted here, UTC
    words: tuple[WordDigest, ...]  # recognise who repeats it

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        times = {"heard": stamp_text(self.heard), "left": stamp_text(self.left)}
        return {"id": self.entry_id, **times, "words": [[one.count, one.digest]
                                                        for one in self.words]}  # fmt: skip

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> ErasedStatement:
        """Read what :meth:`as_record` wrote."""
        heard, left = stamp_from_text(record["heard"]), stamp_from_text(record["left"])
        words = tuple(WordDigest(int(count), str(digest)) for count, digest in record["words"])
        return cls(record["id"], heard, left, words)


def erase(
    withdrawn: Iterable[WithdrawnStatement],
    erased: Iterable[ErasedStatement],
    deleted: Collection[str],
    now: datetime,
) -> tuple[tuple[WithdrawnStatement, ...], tuple[ErasedStatement, ...]]:
    """Return what is still kept in words, and what is kept as digests, the last deleted last.

    What a peer says now is in neither: a deletion takes back earlier words alone.

    Args:
        withdrawn: what the peer said and says no longer.
        erased: what was deleted before.
        deleted: ids of entries that the peer names as deleted on request.
    """
    kept, gone = [], [one for one in erased if now - one.left <= _KEPT]
    for one in withdrawn:
        if one.entry_id in deleted:
            gone.append(ErasedStatement(one.entry_id, one.heard, now, digests_of([one.text])))
        else:
            kept.append(one)
    return tuple(kept), tuple(gone[-MOST_WITHDRAWN:])
