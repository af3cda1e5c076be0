"""Whether a packet keeps the contract: pure checks, all made before the first write (004).

See docs/reference/governance.md, "The contract".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from robot_memory.governance.mutation_contract import (
    ASSIST,
    CAP_NAMES,
    CAPS,
    FIELDS,
    LABEL,
    NEUTRAL_SCORE,
    SCORE,
    Detail,
    FieldFamily,
    blocked_at,
    digest,
    is_score,
    problem_with,
    read_detail,
    value_at,
    with_changes,
)
from robot_memory.governance.packet import Packet, PacketCandidate
from robot_memory.ledger.row_worth import label_of


@dataclass(frozen=True)
class ContractViolation:
    """A rule of the contract that a packet breaks."""

    rule: str  # a cap's name in document 004, or another rule
    path: str
    # with value and limit; it may quote the packet, so it is shown to people, but kept out of
    # receipts
    problem: str

    @property
    def is_cap(self) -> bool:
        """Whether it is one of the hard caps."""
        return self.rule in CAP_NAMES

    def __str__(self) -> str:
        return f"{self.path}: {self.problem} ({self.rule})"


@dataclass(frozen=True)
class PriorRuns:
    """The effect of earlier runs on a packet."""

    attempts: int = 0  # runs of this packet that began to write
    # even if rolled back since: an approval is for one use
    was_applied: bool = False
    rows_in_24h: int = 0  # rows changed by runs of the last 24 hours
    # for rows with applied changes, the families of these changes
    families: Mapping[int, frozenset[FieldFamily]] = field(default_factory=dict)
    # for rows scored within 24 hours, the score before that
    scores: Mapping[int, float] = field(default_factory=dict)


def check_packet(packet: Packet) -> Iterator[ContractViolation]:
    """Yield what is wrong with a packet, whatever the rows hold."""
    rows = packet.rows
    if len(rows) > CAPS.max_rows_per_apply_run:
        problem = f"{len(rows)} rows, at most {CAPS.max_rows_per_apply_run} in a run"
        yield ContractViolation("max_rows_per_apply_run", "candidates", problem)
    for index, candidate in enumerate(packet.candidates):
        path = f"candidates[{index}]"
        if candidate.observation_id in rows[:index]:
            problem = f"row {candidate.observation_id} is named twice"
            yield ContractViolation("one_candidate_per_row", path, problem)
        yield from _check_candidate(candidate, path)


def _check_candidate(candidate: PacketCandidate, path: str) -> Iterator[ContractViolation]:
    for pointer, value in candidate.changes.items():
        if pointer not in FIELDS:
            reason = "is written by the run itself" if pointer == ASSIST else "is not on the list"
            problem = f"{pointer!r:.80} {reason}: only {', '.join(FIELDS)} can be changed"
            yield ContractViolation("whitelist", f"{path}.changes", problem)
        elif (problem_here := problem_with(pointer, value)) is not None:
            yield ContractViolation("value", f"{path}.changes.{pointer}", problem_here)
    families = families_of(candidate)
    if len(families) > CAPS.max_field_families_per_row:
        problem = f"both {' and '.join(sorted(families))}; one family a row"
        yield ContractViolation("max_field_families_per_row", f"{path}.changes", problem)
    refs = len(candidate.evidence_refs)
    if refs > CAPS.max_evidence_refs_per_row:
        problem = f"{refs}, at most {CAPS.max_evidence_refs_per_row} a row"
        yield ContractViolation("max_evidence_refs_per_row", f"{path}.evidence_refs", problem)


def families_of(candidate: PacketCandidate) -> frozenset[FieldFamily]:
    """Return the families of a candidate's changed fields."""
    return frozenset(FIELDS[pointer] for pointer in candidate.changes if pointer in FIELDS)


def propose_again(rows: Sequence[int]) -> str:
    """Return the command for another packet of rows: suggestions never name a row again."""
    named = " ".join(f"--row {row}" for row in rows)
    return (
        f"`robot-memory assist propose {named} --set POINTER=VALUE --evidence REF` makes another "
        "packet, of the rows as they are now"
    )


def check_past(packet: Packet, past: PriorRuns) -> Iterator[ContractViolation]:
    """Yield what is wrong with a packet after earlier runs."""
    if past.was_applied:
        problem = f"{packet.id} was applied before: {propose_again(packet.rows)}"
        yield ContractViolation("applied_once", "packet", problem)
    if past.attempts > CAPS.max_retries_per_packet:
        problem = (
            f"{past.attempts} runs began to write, at most {CAPS.max_retries_per_packet} retry"
        )
        yield ContractViolation("max_retries_per_packet", "packet", problem)
    total = past.rows_in_24h + len(packet.candidates)
    if total > CAPS.max_rows_per_24h:
        problem = f"{total} rows with those of the last 24 h, at most {CAPS.max_rows_per_24h}"
        yield ContractViolation("max_rows_per_24h", "candidates", problem)
    for index, candidate in enumerate(packet.candidates):
        standing = past.families.get(candidate.observation_id, frozenset())
        families = standing | families_of(candidate)
        if len(families) > CAPS.max_field_families_per_row:
            problem = (
                f"row {candidate.observation_id} has a standing change of its "
                f"{' and '.join(sorted(standing))}; one family a row, roll that back first"
            )
            path = f"candidates[{index}].changes"
            yield ContractViolation("max_field_families_per_row", path, problem)


def check_rows(
    packet: Packet, texts: Mapping[int, str], past: PriorRuns
) -> Iterator[ContractViolation]:
    """Yield what is wrong with a packet, given the rows' present ``detail_json``."""
    for index, candidate in enumerate(packet.candidates):
        path, row = f"candidates[{index}]", candidate.observation_id
        text = texts.get(row)
        detail = None if text is None else read_detail(text)
        if text is None:
            yield ContractViolation("row_exists", path, f"there is no row {row}")
        elif digest(text) != candidate.before_sha256:
            problem = f"row {row} has changed since this was proposed: {propose_again([row])}"
            yield ContractViolation("row_unchanged", path, problem)
        elif detail is None:
            problem = f"row {row} has a detail_json that robot_memory did not write"
            yield ContractViolation("row_form", path, problem)
        else:
            yield from _check_row(candidate, detail, past.scores.get(row), path)


def _check_row(
    candidate: PacketCandidate, detail: Detail, earlier: float | None, path: str
) -> Iterator[ContractViolation]:
    changes = {pointer: value for pointer, value in candidate.changes.items() if pointer in FIELDS}
    blocked = [pointer for pointer in (*changes, ASSIST) if blocked_at(detail, pointer)]
    if blocked:
        problem = f"what row {candidate.observation_id} holds there is no object"
        yield from (
            ContractViolation("row_form", f"{path}.changes.{one}", problem) for one in blocked
        )
        return
    held = value_at(detail, SCORE)
    if {SCORE, LABEL} & changes.keys() and held is not None and not is_score(held):
        problem = f"row {candidate.observation_id} holds {held!r:.40}, which is no score"
        yield ContractViolation("row_form", f"{path}.changes.{SCORE}", problem)
        return
    after = with_changes(detail, changes)
    if changes and after == detail:
        problem = f"row {candidate.observation_id} has these values already"
        yield ContractViolation("changes_something", f"{path}.changes", problem)
    if SCORE in changes and is_score(changes[SCORE]):
        yield from _check_delta(value_at(detail, SCORE), changes[SCORE], earlier, path)
    if {SCORE, LABEL} & changes.keys():
        yield from _check_label(after, path)


def _check_delta(
    old: object, new: float, earlier: float | None, path: str
) -> Iterator[ContractViolation]:
    """Check the change of a score: by this run, and in total over the last 24 hours.

    Document 004 states the cap once "per apply" and once "per row". Both are checked; otherwise
    several packets in a row could exceed it without limit.
    """
    now = float(old) if is_score(old) else NEUTRAL_SCORE  # type: ignore[arg-type]
    starts = {now} if earlier is None else {now, earlier}
    for start in sorted(starts):
        # Twelve digits: 0.65 - 0.5 counts as 0.15, not 0.15000000000000002; 0.1500000004 is more.
        delta = round(abs(new - start), 12)
        if delta > CAPS.max_score_delta_per_row:
            limit = f"at most {CAPS.max_score_delta_per_row} in a run and in 24 h"
            problem = f"from {start:.12g} to {new:.12g} is {delta:.12g}, {limit}"
            yield ContractViolation("max_score_delta_per_row", f"{path}.changes.{SCORE}", problem)


def _check_label(after: Detail, path: str) -> Iterator[ContractViolation]:
    score, label = value_at(after, SCORE), value_at(after, LABEL)
    expected = label_of(score if is_score(score) else None)
    if label != expected:
        problem = f"{label!r:.40} with a score of {score!r:.20}, whose label is {expected}"
        yield ContractViolation("label_fits_score", f"{path}.changes.{LABEL}", problem)
