"""Checks the references of a candidate: rows, entries and receipts must exist.

Document 004 calls ``evidence_refs`` an "array of receipt refs". A row of the ledger is the receipt
of what was observed, so that is what most refs name.

See docs/reference/governance.md, "The contract".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from robot_memory.foundation.disk.files import read_regular
from robot_memory.governance.contract_rules import ContractViolation
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.packet import Packet
from robot_memory.governance.row_reader import reading

#: One of each kind, for people.
REFS = ("observation:12", "entry:mem-72720dcf", "receipt:000003-after-….json")
_NUMBER = re.compile(r"[1-9][0-9]{0,15}")


def check_evidence(store: GovernanceStore, packet: Packet) -> list[ContractViolation]:
    """Return the evidence refs of a packet that name nothing.

    It is checked when a packet is proposed. Rows that it names are kept from then on; an entry
    may have been pruned when it is applied, which makes its evidence no worse.
    """
    return [
        ContractViolation("evidence_refs", f"candidates[{index}].evidence_refs", problem)
        for index, candidate in enumerate(packet.candidates)
        for ref in candidate.evidence_refs
        for problem in _problems_with(store, ref)
    ]


def evidence_rows(packet: Packet) -> Iterator[int]:
    """Yield the rows of the ledger that a packet rests on."""
    for candidate in packet.candidates:
        for ref in candidate.evidence_refs:
            kind, _, name = ref.partition(":")
            if kind == "observation" and _NUMBER.fullmatch(name):
                yield int(name)


def _problems_with(store: GovernanceStore, ref: str) -> Iterator[str]:
    kind, _, name = ref.partition(":")
    if kind not in _KINDS:
        yield f"{ref!r:.80} is of no kind that is evidence: {', '.join(REFS)}"
    elif not _KINDS[kind](store, name):
        yield f"there is no {kind} {name!r:.80}"


def _is_row(store: GovernanceStore, name: str) -> bool:
    if _NUMBER.fullmatch(name) is None:
        return False
    with store.database() as database:
        return bool(database.texts([int(name)]))


def _is_entry(store: GovernanceStore, name: str) -> bool:
    """Tell whether a row, or the memory file, names an entry: a person's has no row."""
    with reading(store.home.ledger) as connection:
        sql = "SELECT 1 FROM observations WHERE entry_id = ? LIMIT 1"
        has_row = connection.execute(sql, (name,)).fetchone() is not None
    file = store.home.memory_file
    return has_row or (file.exists() and f"id: {name}\n".encode() in read_regular(file))


def _is_receipt(store: GovernanceStore, name: str) -> bool:
    return "/" not in name and (store.receipts.folder / name).is_file()


_KINDS: dict[str, Callable[[GovernanceStore, str], bool]] = {
    "observation": _is_row,
    "entry": _is_entry,
    "receipt": _is_receipt,
}
