"""What a peer deleted on request: its words are not kept, only digests of them (rules.md §6.17)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from robot_memory.entries.peer_lineage import WordDigest, digests_of
from robot_memory.ledger.observation import stamp_from_text, stamp_text
from robot_memory.sharing.federation.withdrawn_statement import MOST_WITHDRAWN, WithdrawnStatement

_KEPT = timedelta(days=30)


@dataclass(frozen=True)
class ErasedStatement:
    """A sentence that was deleted here because the peer that said it asked for it.

    Attributes:
        entry_id: of the entry at the peer.
        heard: when it was first received, UTC.
        left: when it was deleted here, UTC.
        words: recognise who repeats it.
    """

    entry_id: str
    heard: datetime
    left: datetime
    words: tuple[WordDigest, ...]

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
        now: when it does.
    """
    kept, gone = [], [one for one in erased if now - one.left <= _KEPT]
    for one in withdrawn:
        if one.entry_id in deleted:
            gone.append(ErasedStatement(one.entry_id, one.heard, now, digests_of([one.text])))
        else:
            kept.append(one)
    return tuple(kept), tuple(gone[-MOST_WITHDRAWN:])
