"""Whether the record of what the memory did bears the receipts out, before anything rests on them.

Receipts are a chain, but its newest links can be taken away and the whole of it can be written
anew. The record, whose lines name after receipts and their digests, tells of both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from robot_memory.errors import AssistRefused, Defect
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.receipt_witness import WRITTEN
from robot_memory.governance.receipts import Receipt
from robot_memory.levels.event_log import EventLog
from robot_memory.levels.hash_chain import NO_HEAD, ChainHead, link_of
from robot_memory.levels.json_files import parse_line


def check_borne_out(store: GovernanceStore, receipts: Sequence[Receipt]) -> None:
    """Check that receipts and the record of what the memory did do not contradict each other.

    Lines that retention archived are read as well; those of archives that were taken away are not
    asked for.

    Raises:
        AssistRefused: they do.
    """
    defects = contradictions(receipts, store.events)
    if defects:
        lines = "".join(f"\n  {defect}" for defect in defects)
        raise AssistRefused(
            f"the receipts in {store.receipts.folder} and the record "
            f"{store.events.path} contradict "
            "each other, so nobody can say what was done; nothing was changed: restore both from "
            f"one backup (`robot-memory audit verify` tells all that is wrong){lines}"
        )


def contradictions(receipts: Sequence[Receipt], events: EventLog) -> list[Defect]:
    """Return the receipts that the record tells of and that are gone or others, and its gaps.

    Args:
        receipts: all of them, oldest first.
        events: the record.
    """
    digests = {receipt.ref: receipt.sha256 for receipt in receipts}
    seen, by = _newest_seen(receipts)
    defects: dict[str, Defect] = {}
    last = 0
    with events.snapshot() as record:
        for place, line in record.lines([]):
            link = link_of(line)
            if link is None:
                continue
            last = max(last, link.seq)
            if link.seq == seen.seq and hashlib.sha256(line).hexdigest() != seen.digest:
                defects.setdefault(by, Defect(place, f"is not the line that {by} has seen"))
            for defect in _of_line(line, digests, place):
                defects.setdefault(defect.path, defect)
    if seen.seq > last:
        problem = f"ends with number {last}, and {by} has seen number {seen.seq}"
        defects[by] = Defect(str(events.path), problem)
    return list(defects.values())


def _newest_seen(receipts: Sequence[Receipt]) -> tuple[ChainHead, str]:
    for receipt in reversed(receipts):
        if "witness" in receipt.record:
            return ChainHead(**receipt.record["witness"]), receipt.ref
    return NO_HEAD, ""


def _of_line(line: bytes, digests: Mapping[str, str], place: str) -> list[Defect]:
    data = parse_line(line) if WRITTEN.encode() in line else None
    if data is None or data.get("type") != WRITTEN:
        return []
    ref = str(data.get("ref"))
    if ref not in digests:
        return [Defect(ref, f"is gone; {place} tells that it was written")]
    if digests[ref] != data.get("sha256"):
        return [Defect(ref, f"is not the one that {place} tells of")]
    return []
