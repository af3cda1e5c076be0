"""Compares the event log and the receipts with the hashes that witnesses stored (rules.md §6.8).

See docs/reference/audit.md, "Witnesses".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from robot_memory.foundation.errors import Defect
from robot_memory.governance.receipts import Receipt
from robot_memory.long_term.levels.hash_chain import ChainHead
from robot_memory.long_term.levels.record_verification import Witness


@dataclass(frozen=True)
class WitnessedHeads:
    """What others have seen, by the chain that it is of: the two count their links apart.

    Attributes:
        events: heads of the record, as `robot-memory peers list` tells them.
        receipts: heads of the receipts, as an audit tells them.
    """

    events: Sequence[ChainHead] = ()
    receipts: Sequence[ChainHead] = ()


NOTHING_SEEN = WitnessedHeads()


def record_witnesses(seen: WitnessedHeads, digests: Mapping[str, str]) -> list[Witness]:
    """Return who has seen the record.

    Args:
        digests: those of receipts, by their names: one of them is easily taken for the record's.
    """
    return [Witness(head, _somebody(head, digests)) for head in seen.events]


def _somebody(head: ChainHead, digests: Mapping[str, str]) -> str:
    reporter = f"somebody (--seen events:{head.seq}"
    if head.digest in digests.values():
        return (
            f"{reporter}; its digest is that of a receipt: say receipts:{head.seq}:{head.digest})"
        )
    return f"{reporter})"


def check_receipts_seen(
    seen: Sequence[ChainHead], receipts: Sequence[Receipt], folder: Path
) -> list[Defect]:
    """Return the receipts that were seen and that are gone, or others.

    Args:
        receipts: those that can be read.
    """
    by_number = {receipt.seq: receipt for receipt in receipts}
    newest = max(by_number, default=0)
    defects = []
    for head in seen:
        who = f"somebody (--seen receipts:{head.seq})"
        found = by_number.get(head.seq)
        if found is None and head.seq > newest:
            problem = (
                f"were cut off after number {newest}: number {head.seq} has been seen by {who}"
            )
            defects.append(Defect(str(folder), problem))
        elif found is None:
            problem = f"there is no number {head.seq} that can be read, which {who} has seen"
            defects.append(Defect(str(folder), problem))
        elif found.sha256 != head.digest:
            problem = f"number {head.seq} is not what {who} has seen"
            defects.append(Defect(str(folder / found.ref), problem))
    return defects
