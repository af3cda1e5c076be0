"""Proposals: packets are checked against the contract, the rows and their evidence, and stored.

Automatic suggestions follow only from the evidence, one candidate per row, in the order in which
people should look: repeated notes, old and finished faults, then rows whose importance differs from
their score.

Document 004 calls ``evidence_refs`` an "array of receipt refs". A ledger row is the receipt of an
observation, so most refs name rows.

See docs/reference/governance.md, "The contract" and "Effect".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidPacket
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.assist_database import reading
from robot_memory.governance.contract_rules import (
    ContractViolation,
    PriorRuns,
    check_packet,
    check_rows,
)
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.mutation_contract import (
    CAPS,
    LABEL,
    NEUTRAL_SCORE,
    SCORE,
    STALE,
    STALE_REASON,
    detail_text,
    digest,
    is_score,
)
from robot_memory.governance.packet import (
    Packet,
    PacketCandidate,
    load_packets,
    make_packet,
    store_packet,
)
from robot_memory.governance.run_history import RunHistory
from robot_memory.governance.withdrawals import is_withdrawn
from robot_memory.ledger import Kind, Observation
from robot_memory.ledger.row_worth import EVIDENCE_KINDS, importance_of, is_stale, label_of

#: A row is old if nothing was seen or said about its entry for this long.
OLD = timedelta(days=180)
#: A fault matters if it has onsets on so many distinct days within ``RECENT``.
RECURRING_DAYS, RECENT = 3, timedelta(days=30)
#: A fault matters less if nothing was heard of it for this long.
QUIET = timedelta(days=90)

_IMPORTANT, _UNIMPORTANT = 0.8, 0.5  # the lower ends of must_remember and nice_to_have


def find_candidates(
    rows: Sequence[Observation], now: datetime, *, leave: Collection[int], limit: int
) -> list[PacketCandidate]:
    """Return the candidates from the evidence, oldest first, except for rows in ``leave``."""
    found: dict[int, PacketCandidate] = {}
    of_entry = _by_entry(rows)
    for candidate in (
        *_duplicates(rows), *_stale(of_entry, now), *_contradicted(of_entry, now),
    ):  # fmt: skip
        if candidate.observation_id not in leave:
            found.setdefault(candidate.observation_id, candidate)
    return list(found.values())[:limit]


def in_packets(candidates: Sequence[PacketCandidate]) -> Iterator[Sequence[PacketCandidate]]:
    """Yield candidates in groups that one run may apply."""
    size = CAPS.max_rows_per_apply_run
    for start in range(0, len(candidates), size):
        yield candidates[start : start + size]


def _by_entry(rows: Iterable[Observation]) -> dict[str, list[Observation]]:
    found: dict[str, list[Observation]] = defaultdict(list)
    for row in rows:
        if row.entry_id and row.kind in EVIDENCE_KINDS:
            found[row.entry_id].append(row)
    return found


def _duplicates(rows: Iterable[Observation]) -> Iterator[PacketCandidate]:
    """Yield all but the newest of notes with the same words."""
    clusters: dict[tuple[str, str], list[Observation]] = defaultdict(list)
    for row in rows:
        if row.kind is Kind.NOTE:
            words = " ".join(row.summary.casefold().split())
            clusters[row.source.value, words].append(row)
    for cluster in clusters.values():
        for row in cluster[:-1]:
            if not is_stale(row.detail):
                yield _as_stale(row, "duplicate_cluster", [cluster[-1], row])


def _stale(of_entry: Mapping[str, list[Observation]], now: datetime) -> Iterator[PacketCandidate]:
    for rows in of_entry.values():
        if now - rows[-1].time >= OLD:
            for row in rows:
                if not is_stale(row.detail):
                    yield _as_stale(row, "age_threshold", [rows[-1]])


def _contradicted(
    of_entry: Mapping[str, list[Observation]], now: datetime
) -> Iterator[PacketCandidate]:
    for rows in of_entry.values():
        newest, score = rows[-1], importance_of(rows[-1].detail)
        recent = [row for row in rows if row.kind is Kind.ONSET and now - row.time < RECENT]
        days = {row.time.date(): row for row in recent}
        is_recurring = len(days) >= RECURRING_DAYS
        is_quiet = now - newest.time >= QUIET
        if is_recurring and (NEUTRAL_SCORE if score is None else score) < _IMPORTANT:
            evidence = list(days.values())[-CAPS.max_evidence_refs_per_row :]
            yield _scored(newest, score, CAPS.max_score_delta_per_row, evidence)
        elif is_quiet and score is not None and score >= _UNIMPORTANT:
            yield _scored(newest, score, -CAPS.max_score_delta_per_row, [newest])


def _as_stale(row: Observation, reason: str, evidence: Sequence[Observation]) -> PacketCandidate:
    return candidate_of(row, {STALE: True, STALE_REASON: reason}, _refs(evidence))


def _scored(
    row: Observation, score: float | None, step: float, evidence: Sequence[Observation]
) -> PacketCandidate:
    old = NEUTRAL_SCORE if score is None else score
    new = min(1.0, max(0.0, round(old + step, 12)))
    return candidate_of(row, {SCORE: new, LABEL: label_of(new)}, _refs(evidence))


def with_label(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return changes with the label for a new score, unless a label is given."""
    score = changes.get(SCORE)
    if LABEL in changes or not is_score(score):
        return dict(changes)
    return {**changes, LABEL: label_of(score)}


def candidate_of(
    row: Observation, changes: Mapping[str, Any], refs: Iterable[str]
) -> PacketCandidate:
    """Return a candidate for a row in its present state."""
    was = digest(detail_text(row.detail))
    return PacketCandidate(row.id, was, dict(changes), tuple(dict.fromkeys(refs)))


def _refs(evidence: Iterable[Observation]) -> Iterator[str]:
    return (f"observation:{row.id}" for row in evidence)


#: An example of each kind, for people.
REFS = ("observation:12", "entry:mem-72720dcf", "receipt:000003-after-….json")
_NUMBER = re.compile(r"[1-9][0-9]{0,15}")


def check_evidence(store: GovernanceStore, packet: Packet) -> list[ContractViolation]:
    """Return the evidence refs of a packet that name nothing.

    This is checked when a packet is proposed. Its rows are kept from then on. An entry may have
    been pruned before the packet is applied, which does not weaken its evidence.
    """
    return [
        ContractViolation("evidence_refs", f"candidates[{index}].evidence_refs", problem)
        for index, candidate in enumerate(packet.candidates)
        for ref in candidate.evidence_refs
        if (problem := _problem_with(store, ref))
    ]


def evidence_rows(packet: Packet) -> Iterator[int]:
    """Yield the ledger rows that are a packet's evidence."""
    for candidate in packet.candidates:
        for ref in candidate.evidence_refs:
            kind, _, name = ref.partition(":")
            if kind == "observation" and _NUMBER.fullmatch(name):
                yield int(name)


def _problem_with(store: GovernanceStore, ref: str) -> str:
    kind, _, name = ref.partition(":")
    if kind == "observation":
        with store.database() as database:
            is_there = bool(_NUMBER.fullmatch(name) and database.texts([int(name)]))
    elif kind == "entry":  # named in a row, or in the memory file: a person's entry has no row
        with reading(store.home.ledger) as connection:
            sql = "SELECT 1 FROM observations WHERE entry_id = ? LIMIT 1"
            has_row = connection.execute(sql, (name,)).fetchone() is not None
        file = store.home.memory_file
        is_there = has_row or (file.exists() and f"id: {name}\n".encode() in read_regular(file))
    elif kind == "receipt":
        is_there = "/" not in name and (store.receipts.folder / name).is_file()
    else:
        return f"{ref!r:.80} is of no kind that is evidence: {', '.join(REFS)}"
    return "" if is_there else f"there is no {kind} {name!r:.80}"


#: An unused packet older than this does not hold back other suggestions.
_PATIENCE = timedelta(days=30)


class PacketProposals:
    """The part of the assist path for proposals: it writes packets, and changes nothing."""

    def __init__(self, store: GovernanceStore) -> None:
        self._store = store

    def propose(
        self, candidates: Sequence[PacketCandidate], *, by: str, now: Instant, note: str = ""
    ) -> Packet:
        """Write a packet; it changes nothing. A packet that could never be applied is refused.

        Raises:
            InvalidPacket: it could never be applied; lists all violations of the contract.
        """
        store = self._store
        packet, violations = _checked(store, candidates, by, now, note)
        if violations:
            defects = [Defect(one.path, f"{one.problem} ({one.rule})") for one in violations]
            raise InvalidPacket("the contract stands against it; nothing was proposed", defects)
        with store.locked():
            store_packet(store.packets, packet)
        return packet

    def suggest(self, rows: Sequence[Observation], *, by: str, now: Instant) -> list[Packet]:
        """Write packets of suggestions from the evidence, as far as there is room.

        At most as many rows wait for an operator as may be applied in a day. A row that was in any
        packet is not suggested again. Rows with a contract violation, such as text by another tool,
        are left out. Waiting rows are counted and packets are written under one lock, so concurrent
        callers see each other's packets.
        """
        store = self._store
        if not store.folder.exists() and not _found(store, rows, by, now):
            return []  # before the lock, which makes a folder
        with store.locked():
            portions = in_packets(_found(store, rows, by, now))
            made = [_checked(store, portion, by, now, "")[0] for portion in portions]
            for packet in made:
                store_packet(store.packets, packet)
        return made

    def waiting_rows(self, now: Instant) -> int:
        """Return how many rows wait for an operator and so hold back further suggestions.

        They are in packets that nobody has used or withdrawn. Packets with a distant time, such as
        from a wrong clock, or of another ledger do not count.
        """
        return _waiting_rows(self._store, self._store.history(), now)

    def named_rows(self) -> frozenset[int]:
        """Return the rows that packets and receipts name, which retention keeps."""
        found = _all_packets(self._store, self._store.history())
        changed = (row for packet in found for row in packet.rows)
        return frozenset((*changed, *(row for packet in found for row in evidence_rows(packet))))


def _checked(
    store: GovernanceStore, candidates: Sequence[PacketCandidate], by: str, now: Instant, note: str
) -> tuple[Packet, list[ContractViolation]]:
    """Return a packet, and its violations that are independent of the time.

    Daily caps are not checked here: the packet may be applied tomorrow.
    """
    with store.database() as database:
        packet = make_packet(database.ledger_id, now.time, by, candidates, note)
        texts = database.texts(packet.rows)
        of_peers = database.of_peers({*packet.rows, *evidence_rows(packet)})
    always = [*check_packet(packet), *check_rows(packet, texts, PriorRuns())]
    always += [
        ContractViolation(
            "own_rows", "candidates",
            f"row {row} holds what another robot said, and its next update replaces it: name rows "
            "of this robot's own evidence",
        )
        for row in sorted(of_peers)
    ]  # fmt: skip
    return packet, [*always, *check_evidence(store, packet)]


def _found(
    store: GovernanceStore, rows: Sequence[Observation], by: str, now: Instant
) -> list[PacketCandidate]:
    """Return the candidates without violations, as many as there is room for."""
    history = store.history()
    room = CAPS.max_rows_per_24h - _waiting_rows(store, history, now)
    if room <= 0:
        return []
    leave = {row for packet in _all_packets(store, history) for row in packet.rows}
    found = find_candidates(rows, now.time, leave=leave, limit=len(rows))
    fit = (one for one in found if not _checked(store, [one], by, now, "")[1])
    return list(islice(fit, room))


def _waiting_rows(store: GovernanceStore, history: RunHistory, now: Instant) -> int:
    found, _ = load_packets(store.packets)
    ledger_id = store.ledger_id()
    begun = {run.subject for run in history.of_rows if not run.is_dry}
    waiting = [
        one
        for one in found
        if one.id not in begun
        and one.ledger_id == ledger_id
        and abs(now.time - one.time) < _PATIENCE
        and not is_withdrawn(store, one.id)
    ]
    return sum(len(packet.rows) for packet in waiting)


def _all_packets(store: GovernanceStore, history: RunHistory) -> list[Packet]:
    """Return the packets of the present ledger, including those only in receipts."""
    found, _ = load_packets(store.packets)
    ledger_id = store.ledger_id()
    of_runs = (run.packet for run in history.of_rows)
    return [packet for packet in (*found, *of_runs) if packet.ledger_id == ledger_id]
