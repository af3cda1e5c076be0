"""Compares receipts with the event log; each holds hashes of the other (rules.md §8.16).

A before or after receipt holds the head of ``events.jsonl`` at its writing, and a line there names
each after receipt and its SHA-256. If one of them is cut short, the other shows it.

See docs/reference/governance.md, "Files"; docs/reference/audit.md, "Witnesses".
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from robot_memory.foundation.errors import AssistRefused, Defect
from robot_memory.governance.governance_store import GovernanceStore, append_lines
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.run_history import ChangeRun, Run
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.hash_chain import NO_HEAD, ChainHead, is_ours, link_of
from robot_memory.long_term.levels.json_files import parse_line

#: The type of the lines that name receipts.
WRITTEN = "receipt_written"
#: The type of the line about a change of procedural memory, by the result of its run.
_DECIDED = {"applied": "proposal_approved", "rolled_back": "proposal_taken_back"}


def note_receipts(events: EventLog, runs: Iterable[Run], now: datetime) -> None:
    """Add the missing lines. The caller holds the governance lock.

    A disk error does not undo the action, and its receipt exists: the next action or start adds the
    line.
    """
    missing = unnoted(events, runs)
    if not missing:
        return
    problem = f"{len(missing)} receipts are not named in it yet; the next action or start does that"
    append_lines(events, [line for run in missing for line in _lines(run)], now, problem)


def unnoted(events: EventLog, runs: Iterable[Run]) -> list[Run]:
    """Return the ended runs whose after receipt no line names yet, oldest first.

    Lines are added in the order of receipts, so these are the runs after the newest with a line. If
    archives were taken away, or the event log was cut off, a line may be lost with them: it is not
    written again, with the present date.
    """
    afters = [(run.after, run) for run in runs if run.after is not None]
    afters.sort(key=lambda one: one[0].seq)
    if not afters or afters[-1][0].ref in _named(events, since=_seen(afters[-1][0])):
        return []
    with events.snapshot() as record:
        links = (link_of(line) for _, line in record.lines([]))
        kept = [link.seq for link in links if link is not None] or [0]
    named = _named(events, since=0)
    newest = max((n for n, (after, _) in enumerate(afters, 1) if after.ref in named), default=0)
    return [run for after, run in afters[newest:] if kept[0] <= _seen(after) + 1 <= max(kept) + 1]


def _named(events: EventLog, since: int) -> frozenset[str]:
    lines = events.find(WRITTEN, after=since)
    return frozenset(str(line.get("ref")) for line in lines if line.get("type") == WRITTEN)


def _seen(after: Receipt) -> int:
    return int(after.record["witness"]["seq"])


def _lines(run: Run) -> Iterator[dict[str, Any]]:
    """Yield the lines about an ended run: a procedural file's decision, and the receipt."""
    assert run.after is not None
    record = run.after.record
    if isinstance(run, ChangeRun) and run.result in _DECIDED:
        yield {
            "type": _DECIDED[run.result],
            "id": run.subject,
            "target": record["target"],
            "by": record["operator"],
            "content_sha256": record["after_sha256"],
        }
    yield {
        "type": WRITTEN,
        "ref": run.after.ref,
        "sha256": run.after.sha256,
        "run_id": run.id,
        "action": run.action,
        "result": run.result,
        "operator": record["operator"],
    }


def verify_chain(store: GovernanceStore, receipts: Sequence[Receipt]) -> None:
    """Check that receipts and the event log do not contradict each other.

    Archived lines are read, too; lines of archives that were taken away are not required.

    Raises:
        AssistRefused: they contradict each other.
    """
    defects = contradictions(receipts, store.events)
    if defects:
        lines = "".join(f"\n  {defect}" for defect in defects)
        raise AssistRefused(
            f"the receipts in {store.receipts.folder} and the record "
            f"{store.events.path} contradict "
            "each other, so nobody can say what was done; nothing was changed: restore both from "
            f"one backup (`robot-memory audit verify` lists all defects){lines}"
        )


def contradictions(receipts: Sequence[Receipt], events: EventLog) -> list[Defect]:
    """Return the receipts in the event log that are missing or different, and the log's gaps."""
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
                defects.setdefault(by, Defect(place, f"differs from the line that {by} noted"))
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
    if data is None or data.get("type") != WRITTEN or not is_ours(data):
        return []
    ref = str(data.get("ref"))
    if ref not in digests:
        return [Defect(ref, f"is gone; {place} says that it was written")]
    if digests[ref] != data.get("sha256"):
        return [Defect(ref, f"differs from the one that {place} names")]
    return []
