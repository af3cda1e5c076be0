"""Gathers what waits for a person; each part of the memory is only read."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from robot_memory.entries import EntryType
from robot_memory.entries.known_rules import KNOWN_SINCE, doubt_words, is_known_unproven
from robot_memory.errors import AssistRefused
from robot_memory.escaping import one_line
from robot_memory.levels import ProposalStatus
from robot_memory.limits.learned_limits import LearnedLimits
from robot_memory.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.review.review_item import ReviewItem, ReviewKind

if TYPE_CHECKING:
    from robot_memory.memory import RobotMemory


def items_to_review(memory: RobotMemory) -> list[ReviewItem]:
    """Return all that waits for a person, the most urgent first.

    Args:
        memory: which is not changed.
    """
    found = [
        *_defects(memory),
        *_recovered(memory),
        *_contradictions(memory),
        *_limits(memory),
        *_places(memory),
        *_proposals(memory),
        *_packets(memory),
        *_known_doubted(memory),
        *_known_unproven(memory),
        *_unconfirmed(memory),
    ]
    order = list(ReviewKind)
    return sorted(found, key=lambda item: order.index(item.kind))


def _defects(memory: RobotMemory) -> Iterator[ReviewItem]:
    if not memory.home.memory_file.exists():
        return  # what is not there yet lacks everything
    for defect in memory.defects:
        yield ReviewItem(
            ReviewKind.DEFECT, defect.path, defect.problem,
            "the memory file has a defect: correct it in an editor",
            "robot-memory check",
        )  # fmt: skip


def _recovered(memory: RobotMemory) -> Iterator[ReviewItem]:
    for _, entry in memory.entries():
        note = entry.extra.get("recovered_note")
        if note is not None:
            yield ReviewItem(
                ReviewKind.RECOVERED, entry.id, entry.text,
                f"it has not come back ({note}): is it repaired?",
                f"robot-memory resolve {entry.id}",
                entry.time_of("recovered_at"),
            )  # fmt: skip


def _contradictions(memory: RobotMemory) -> Iterator[ReviewItem]:
    for rrn, peer in sorted(memory.peers.all().items()):
        if peer.problem:
            yield ReviewItem(
                ReviewKind.CONTRADICTION, rrn, peer.problem,
                "nothing that this robot said is used: stop trusting it, or ask whoever runs it",
                f"robot-memory peers revoke {rrn}",
                peer.last_synced,
            )  # fmt: skip
    if not memory.home.folder.is_dir():
        return
    for known in memory.long_term.facts.searchable(now=memory.clock.now().time):
        if known.current and known.rivals and not known.confirmed:
            fact = known.fact
            yield ReviewItem(
                ReviewKind.CONTRADICTION, fact.id, known.text,
                f"{len(known.rivals)} earlier facts say otherwise: state the true one again",
                one_line(shlex.join(
                    ("robot-memory", "facts", "learn", fact.subject, fact.predicate, fact.object)
                )),
            )  # fmt: skip


def _known_doubted(memory: RobotMemory) -> Iterator[ReviewItem]:
    now = memory.clock.now().time
    for _, entry in memory.entries():
        words = doubt_words(entry)
        if words and entry.is_known(now):
            yield ReviewItem(
                ReviewKind.UNCONFIRMED, entry.id, entry.text,
                f"is it to alarm again? That is asked by {words}; if not, declare it known anew",
                f"robot-memory known {entry.id} --withdraw",
                entry.time_of(KNOWN_SINCE),
            )  # fmt: skip


def _known_unproven(memory: RobotMemory) -> Iterator[ReviewItem]:
    now = memory.clock.now().time
    for _, entry in memory.entries():
        if is_known_unproven(entry, now):
            yield ReviewItem(
                ReviewKind.UNCONFIRMED, entry.id, entry.text,
                "only an agent, or somebody whom nobody can check, declared it known: is that so?",
                f"robot-memory known {entry.id} --withdraw",
                entry.time_of(KNOWN_SINCE),
            )  # fmt: skip


def _unconfirmed(memory: RobotMemory) -> Iterator[ReviewItem]:
    now = memory.clock.now().time
    for _, entry in memory.entries():
        is_open = entry.type is not EntryType.RESOLVED and not entry.is_known(now)
        if entry.is_agents_word and is_open:
            yield ReviewItem(
                ReviewKind.UNCONFIRMED, entry.id, entry.text,
                "only an agent says so, or somebody whom nobody can check: is it true?",
                f"robot-memory why {entry.id}",
                entry.first_seen,
            )  # fmt: skip


def _limits(memory: RobotMemory) -> Iterator[ReviewItem]:
    limits = LearnedLimits(memory)
    for limit in limits.active():
        approval = limits.approvals.of(limit)
        if limit.is_speed_maximum and approval.value != limit.value:
            why = f" (its approval does not count: {approval.reason})" if approval.is_void else ""
            yield ReviewItem(
                ReviewKind.LIMIT, limit.id, limit.text,
                f"may the robot be held to {limit.words()}?{why}",
                f"robot-memory limits approve {limit.id} --key FILE",
                limit.since,
            )  # fmt: skip


def _places(memory: RobotMemory) -> Iterator[ReviewItem]:
    """Yield limits at places whose entry is told no longer: they hold until they are withdrawn."""
    if not memory.home.governance.is_dir():
        return
    places = PlaceLimitApprovals(memory)
    active = places.active_ids()
    for limit, approval in places.signed():
        problem = f"its approval does not count: {approval.reason}" if approval.is_void else ""
        if not problem and limit.id in active:
            continue
        yield ReviewItem(
            ReviewKind.LIMIT, limit.id, limit.words(),
            problem or "nothing happened there for long, or it was resolved: is it still needed?",
            f"robot-memory limits withdraw {limit.id} --by NAME",
            approval.approved_at,
        )  # fmt: skip


def _proposals(memory: RobotMemory) -> Iterator[ReviewItem]:
    for proposal in memory.long_term.levels.proposals.all(ProposalStatus.PENDING):
        yield ReviewItem(
            ReviewKind.PROPOSAL, proposal.id, f"{proposal.target}: {proposal.reason}",
            "is this change of a procedural file right?",
            f"robot-memory levels show {proposal.id}",
            proposal.proposed_at,
        )  # fmt: skip


def _packets(memory: RobotMemory) -> Iterator[ReviewItem]:
    try:
        found, problems = memory.long_term.assist.packets()
    except AssistRefused as error:
        found, problems = [], [str(error)]
    for problem in problems:
        yield ReviewItem(
            ReviewKind.DEFECT, "governance", problem,
            "what operators approve, or its receipts, cannot be read: see what is wrong",
            "robot-memory audit verify",
        )  # fmt: skip
    for packet, state in found:
        if state == "proposed":
            yield ReviewItem(
                ReviewKind.PACKET, packet.id, packet.note or f"{len(packet.rows)} rows",
                "is this change of stored evidence right?",
                f"robot-memory assist show {packet.id}",
                packet.time,
            )  # fmt: skip
