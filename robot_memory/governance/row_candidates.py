"""Which rows deserve an operator's look: pure rules over the evidence. They change nothing.

One candidate a row, in the order in which people should look: what is said twice, what is old and
over, what the evidence says is more or less important than the row's score.

See docs/reference/governance.md, "Effect".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

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
from robot_memory.governance.packet import PacketCandidate
from robot_memory.ledger import Kind, Observation
from robot_memory.ledger.row_worth import EVIDENCE_KINDS, importance_of, is_stale, label_of

#: A row is old when nothing was seen or said of its entry for so long.
OLD = timedelta(days=180)
#: So many distinct days with onsets within ``RECENT`` say that a fault matters.
RECURRING_DAYS, RECENT = 3, timedelta(days=30)
#: Nothing of a fault for so long says that it matters less than it did.
QUIET = timedelta(days=90)

_IMPORTANT, _UNIMPORTANT = 0.8, 0.5  # the lower ends of must_remember and nice_to_have


def find_candidates(
    rows: Sequence[Observation], now: datetime, *, leave: Collection[int], limit: int
) -> list[PacketCandidate]:
    """Return what to propose of the evidence, oldest first, but for rows to leave."""
    found: dict[int, PacketCandidate] = {}
    of_entry = _by_entry(rows)
    for candidate in (
        *_duplicates(rows), *_stale(of_entry, now), *_contradicted(of_entry, now),
    ):  # fmt: skip
        if candidate.observation_id not in leave:
            found.setdefault(candidate.observation_id, candidate)
    return list(found.values())[:limit]


def in_packets(candidates: Sequence[PacketCandidate]) -> Iterator[Sequence[PacketCandidate]]:
    """Yield candidates in portions that one run may apply."""
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
    """All but the newest of notes that say the same in the same words."""
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
    """Return changes with the label that a new score asks for, where none is given beside it."""
    score = changes.get(SCORE)
    if LABEL in changes or not is_score(score):
        return dict(changes)
    return {**changes, LABEL: label_of(score)}


def candidate_of(
    row: Observation, changes: Mapping[str, Any], refs: Iterable[str]
) -> PacketCandidate:
    """Return a candidate for a row as it is."""
    was = digest(detail_text(row.detail))
    return PacketCandidate(row.id, was, dict(changes), tuple(dict.fromkeys(refs)))


def _refs(evidence: Iterable[Observation]) -> Iterator[str]:
    return (f"observation:{row.id}" for row in evidence)
