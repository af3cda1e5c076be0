"""Decisions that wait for a person, gathered by reading all parts of the memory."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit_signature import LimitApproval
from robot_memory.applications.review.agents_words import said_again, unconfirmed
from robot_memory.applications.review.peers_words import contradicted_by_robots
from robot_memory.applications.review.review_item import MOST_ASKERS, ReviewItem, ReviewKind
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.known_rules import (
    DOUBT_FIELDS,
    KNOWN_REQUEST,
    KNOWN_SINCE,
    date_words,
    is_known_unproven,
    known_asker,
    until_of,
)
from robot_memory.entries.memory_entry import KEPT_UNTIL
from robot_memory.entries.mute_rules import MUTE_REQUEST, mute_asker
from robot_memory.entries.peer_text import inner
from robot_memory.entries.resolve_rules import (
    asked,
    asker_of,
    asks_to_forget,
    is_resolved_unproven,
    last_of_each,
    request_words,
    resolver_words,
    waiting_requests,
)
from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.text.escaping import one_line
from robot_memory.governance.mutation_contract import NEUTRAL_SCORE, SCORE
from robot_memory.governance.packet import Packet, PacketCandidate
from robot_memory.ledger import Kind, Observation
from robot_memory.ledger.observation import Source, claimed_name
from robot_memory.ledger.row_worth import importance_of
from robot_memory.long_term.levels import ProposalStatus
from robot_memory.long_term.levels.proposal import is_agents
from robot_memory.sharing.federation.update_verdict import REVOKED

if TYPE_CHECKING:
    from robot_memory.memory import RobotMemory


_SOON = 2.0  # days
_MOST_ROWS = 2  # rows of a packet that are described
_DONE = {Kind.RESOLVE: "resolved", Kind.REPAIRED: "resolved", Kind.FORGET: "forgotten"}


def items_to_review(memory: RobotMemory) -> list[ReviewItem]:
    """Return all decisions that wait for a person, the most urgent first, agents' requests last."""
    found = [
        *_defects(memory),
        *_recovered(memory),
        *_fading(memory),
        *_contradictions(memory),
        *contradicted_by_robots(memory),
        *_limits(memory),
        *_proposals(memory),
        *_packets(memory),
        *_known_doubted(memory),
        *_known_asked(memory),
        *_muted_unproven(memory),
        *_known_unproven(memory),
        *_resolved_unproven(memory),
        *said_again(memory),
        *unconfirmed(memory),
    ]
    order = list(ReviewKind)
    return sorted(found, key=lambda item: (is_agents(item.proposed_by), order.index(item.kind)))


def _defects(memory: RobotMemory) -> Iterator[ReviewItem]:
    if not memory.home.memory_file.exists():
        return  # a missing file would lack everything
    for defect in memory.defects:
        yield ReviewItem(
            ReviewKind.DEFECT, defect.path,
            f"{one_line(defect.about)}: {defect}" if defect.about else defect.problem,
            "agents are not told of this entry: correct the field in robot-memory.md, in an editor"
            if defect.about else "the memory file has a defect: correct it in an editor",
            "robot-memory check",
        )  # fmt: skip


def _recovered(memory: RobotMemory) -> Iterator[ReviewItem]:
    for _, entry in memory.entries():
        note = entry.extra.get("recovered_note")
        if note is not None:
            asker, since = asker_of(entry), entry.time_of("recovered_at")
            yield _ending(entry, str(note), asker, since, is_to_go=asks_to_forget(entry))
            for row in _requests(memory, entry, Kind.RECOVERED):
                if row.author != asker:
                    is_to_go = asked(row) == "forget"
                    words = request_words(row)
                    yield _ending(entry, words, row.author, row.time, is_to_go=is_to_go)


def _ending(
    entry: MemoryEntry, note: str, by: str, since: datetime | None, *, is_to_go: bool
) -> ReviewItem:
    question, verb = ("is it to be deleted", "forget") if is_to_go else ("is it over", "resolve")
    return ReviewItem(
        ReviewKind.RECOVERED, entry.id, entry.text, f"{question} ({note})?",
        f"robot-memory {verb} {entry.id}", since, by, asks=verb,
    )  # fmt: skip


def _requests(memory: RobotMemory, entry: MemoryEntry, kind: Kind) -> list[Observation]:
    """Return each asker's last request of a kind, in the order of the first requests."""
    return last_of_each(waiting_requests(entry, kind, memory.changes_of(entry)))[:MOST_ASKERS]


def _fading(memory: RobotMemory) -> Iterator[ReviewItem]:
    """Yield persons' notes that agents will soon no longer be told: nobody has confirmed them."""
    limit, per_day = memory.settings.inject_min, memory.settings.decay_per_day
    for value, entry in memory.entries():
        is_persons = entry.key is None and not entry.is_agents_word
        if is_persons and KEPT_UNTIL not in entry.extra and value < limit + _SOON * per_day:
            days = (entry.confidence - limit) / per_day if per_day else 0.0
            end = entry.last_reinforced + timedelta(days=days)
            until = f"until {end:%Y-%m-%d %H:%M} UTC" if value >= limit else "no more"
            yield ReviewItem(
                ReviewKind.FADING, entry.id, entry.text,
                f"agents are told of it {until}: if it is still so, confirm it, or keep it",
                f"robot-memory confirm {entry.id}",
                entry.last_reinforced,
            )  # fmt: skip


def _contradictions(memory: RobotMemory) -> Iterator[ReviewItem]:
    for rrn, peer in sorted(memory.peers.all().items()):
        if peer.problem == REVOKED:  # a person has decided
            continue
        if peer.problem:
            yield ReviewItem(
                ReviewKind.CONTRADICTION, rrn, peer.problem,
                "nothing that this robot said is used: stop trusting it, or ask whoever runs it",
                f"robot-memory peers revoke {rrn}",
                peer.last_synced,
            )  # fmt: skip
        if problem := memory.peers.record_problem(rrn):
            yield ReviewItem(
                ReviewKind.CONTRADICTION, rrn, problem,
                "what it says is used: ask whoever runs it what became of its record",
                f"robot-memory peers revoke {rrn}",
                peer.last_synced,
            )  # fmt: skip
    if memory.home.folder.is_dir():
        yield from _contradicting_facts(memory)


def _contradicting_facts(memory: RobotMemory) -> Iterator[ReviewItem]:
    known_facts = memory.long_term.facts.searchable(now=memory.clock.now().time)
    by_id = {known.fact.id: known for known in known_facts}
    for known in known_facts:
        is_contested = known.denied or (known.rivals and not known.confirmed)
        if not (known.current and is_contested):
            continue
        fact, others = known.fact, len(known.rivals)
        agents = [
            by_id[key].fact for key in known.rivals if key in by_id and by_id[key].fact.word_of
        ]
        if known.denied:
            by_whom, says = "", f"{max(fact.denials, key=fact.denials.__getitem__)} says otherwise"
        elif agents and not fact.word_of:  # the last rival is the most recent statement
            by_whom, says = agents[-1].source, f'{agents[-1].source} says "{agents[-1].text}"'
        else:
            by_whom = fact.source if is_agents(fact.source) else ""
            says = "an earlier fact says" if others == 1 else f"{others} earlier facts say"
            says += " otherwise"
        yield ReviewItem(
            ReviewKind.CONTRADICTION, fact.id, known.text,
            f"{one_line(says)}: state the true one again",
            one_line(shlex.join(
                ("robot-memory", "facts", "learn", fact.subject, fact.predicate, fact.object)
            )),
            proposed_by=by_whom,
        )  # fmt: skip


def _asking(
    memory: RobotMemory, entry: MemoryEntry, kind: Kind, by: str, why: str
) -> Iterator[tuple[str, str, Observation | None]]:
    """Yield each asker with the reason and the row; None for a request that came with the file."""
    rows = {row.author: row for row in _requests(memory, entry, kind)}
    yield by, why, rows.pop(by, None)
    for row in rows.values():
        yield row.author, row.summary, row


def _known_doubted(memory: RobotMemory) -> Iterator[ReviewItem]:
    now = memory.clock.now().time
    for _, entry in memory.entries():
        asker, reason = (str(entry.extra.get(name, "")) for name in DOUBT_FIELDS)
        if not asker or not entry.is_known(now):
            continue
        for by, why, row in _asking(memory, entry, Kind.KNOWN_DOUBTED, asker, reason):
            words = f"{by}: {why}" if why else by
            yield ReviewItem(
                ReviewKind.UNCONFIRMED, entry.id, entry.text,
                f"is it to alarm again? That is asked by {words}; if not, declare it known anew",
                f"robot-memory known {entry.id} --withdraw",
                row.time if row else entry.time_of(KNOWN_SINCE),
                by,
                asks="not_known",
            )  # fmt: skip


def _known_asked(memory: RobotMemory) -> Iterator[ReviewItem]:
    for _, entry in memory.entries():
        asker, reason = known_asker(entry), str(entry.extra.get(KNOWN_REQUEST[1], ""))
        if not asker:
            continue
        for by, said, row in _asking(memory, entry, Kind.KNOWN_ASKED, asker, reason):
            why = inner(one_line(said))
            until = until_of(row) if row else entry.time_of(KNOWN_REQUEST[2])
            end = f" --until {until:%Y-%m-%dT%H:%M:%SZ}" if until else ""
            yield ReviewItem(
                ReviewKind.UNCONFIRMED, entry.id, entry.text,
                f"{by} asks that it be known{date_words(until)} and alarm no one ({why}): "
                "declare it known, or refuse with --withdraw",
                f"robot-memory known {entry.id} --reason {shlex.quote(why)}{end}",
                row.time if row else None,
                by,
                asks="known",
                until=until,
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
                str(entry.extra.get("known_by", "")),
                asks="not_known",
            )  # fmt: skip


def _muted_unproven(memory: RobotMemory) -> Iterator[ReviewItem]:
    now = memory.clock.now().time
    for _, entry in memory.entries():
        asker = mute_asker(entry, now)
        if not asker:
            continue
        said = str(entry.extra.get(MUTE_REQUEST[1]) or entry.extra.get("muted_why") or "")
        for by, why, row in _asking(memory, entry, Kind.MUTE_ASKED, asker, said):
            reason = f" ({inner(why)})" if why else ""
            yield ReviewItem(
                ReviewKind.UNCONFIRMED, entry.id, entry.text,
                f"{by} asks that agents are not told of it{reason}: mute it, or unmute it",
                f"robot-memory mute {entry.id}",
                row.time if row else None,
                by,
                asks="mute",
            )  # fmt: skip


def _resolved_unproven(memory: RobotMemory) -> Iterator[ReviewItem]:
    """Yield entries that a person reworded in the file, after an agent had resolved them."""
    for _, entry in memory.entries(include_resolved=True):
        if is_resolved_unproven(entry) and not entry.is_agents_word:
            yield ReviewItem(
                ReviewKind.RECOVERED, entry.id, entry.text,
                f"it is not told, as it was resolved by {resolver_words(entry)}; is it over? If "
                "not, give it its type again in the file",
                f"robot-memory resolve {entry.id}",
                entry.time_of("resolved_at"),
            )  # fmt: skip


def _limits(memory: RobotMemory) -> Iterator[ReviewItem]:
    """Yield limits that are not signed as they are, and signed ones that only a signature ends."""
    limits = LearnedLimits(memory)
    signed = limits.signed_or_held()
    for limit in limits.active():
        _, approval = signed.limits.get(limit.id, (None, LimitApproval()))
        if limit.is_speed_maximum and approval.value != limit.value:
            yield ReviewItem(
                ReviewKind.LIMIT, limit.id, limit.text,
                f"may the robot be held to {limit.words()}?",
                f"robot-memory limits approve {limit.id} --key FILE",
                limit.since,
            )  # fmt: skip
    told = {entry.id for _, entry in memory.entries(min_confidence=memory.settings.inject_min)}
    for entry_id, reason in signed.unread.items():
        yield _unread_limit(entry_id, f"cannot be read: {reason}")
    for entry_id, (one, approval) in signed.limits.items():
        if approval.reason:
            yield _unread_limit(entry_id, f"does not count: {approval.reason}", one.words())
        elif entry_id not in told:
            yield ReviewItem(
                ReviewKind.LIMIT, entry_id, one.words(),
                f"its entry {_why_untold(memory, entry_id)}, and what {approval.operator} signed "
                "holds: is it still needed? If not, sign its end",
                f"robot-memory limits withdraw {entry_id} --key FILE",
                approval.approved_at,
            )  # fmt: skip


def _unread_limit(entry_id: str, problem: str, words: str = "a signed limit") -> ReviewItem:
    is_folder = "/" in entry_id  # then no approval can be read
    return ReviewItem(
        ReviewKind.LIMIT, entry_id, words,
        f"its approval {problem}; if the limit is held, it goes on acting: sign it anew, or its "
        "end",
        "robot-memory limits list" if is_folder else
        f"robot-memory limits approve {entry_id} --key FILE",
    )  # fmt: skip


def _why_untold(memory: RobotMemory, entry_id: str) -> str:
    """Return why an entry is no longer told, as words that follow its name.

    A limit is resolved together with the fault that it explains, and by a repair of its part.
    """
    entries = {entry.id: entry for _, entry in memory.entries(include_resolved=True)}
    entry = entries.get(entry_id)
    if entry is not None and entry.type is not EntryType.RESOLVED:
        return "has decayed, as nothing confirmed it for long"
    kind = Kind.FORGET if entry is None else Kind.RESOLVE
    ends = [row for row in _ends(memory, entry_id) if _DONE[row.kind] == _DONE[kind]]
    if ends:
        last = max(ends, key=lambda row: row.id)
        by = claimed_name(last.author) if last.source is Source.CLAIMED else last.author
        return f"was {_DONE[kind]} by {by}"
    return "left the memory file" if entry is None else "was resolved"


def _ends(memory: RobotMemory, entry_id: str) -> list[Observation]:
    if not memory.has_ledger:
        return []
    ledger = memory.ledger
    rows, limit = ledger.of_entry(entry_id), ledger.newest_limit(entry_id)
    if limit is not None:
        rows += ledger.occurrences(str(limit.detail.get("explains", "")), limit.component)
    return [row for row in rows if row.kind in _DONE]


def _proposals(memory: RobotMemory) -> Iterator[ReviewItem]:
    for proposal in memory.long_term.levels.proposals.listed(ProposalStatus.PENDING):
        yield ReviewItem(
            ReviewKind.PROPOSAL, proposal.id, proposal.claim,
            "is this change of a procedural file right?",
            f"robot-memory levels show {proposal.id}",
            proposal.proposed_at,
            proposal.proposed_by,
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
        if state.startswith("proposed"):
            reason = f" ({inner(packet.note)})" if packet.note else ""
            yield ReviewItem(
                ReviewKind.PACKET, packet.id,
                f"{packet.proposed_by} proposes: {_changes_of(memory, packet)}{reason}",
                "is this change of stored evidence right?",
                f"robot-memory assist show {packet.id}",
                packet.time,
                packet.proposed_by,
            )  # fmt: skip


def _changes_of(memory: RobotMemory, packet: Packet) -> str:
    told = [_change_of(memory, one) for one in packet.candidates[:_MOST_ROWS]]
    more = len(packet.candidates) - len(told)
    return "; ".join([*told, *([f"and {more} more"] if more > 0 else [])])


def _change_of(memory: RobotMemory, candidate: PacketCandidate) -> str:
    number, score = candidate.observation_id, candidate.changes.get(SCORE)
    rows = memory.ledger.after(number - 1, 1) if memory.has_ledger else []
    row = next((one for one in rows if one.id == number), None)
    named = f"row {number}"
    if row is not None:
        said = one_line(row.summary).replace('"', "'")
        named = f'"{said}" (row {number})'
    if not isinstance(score, (int, float)):
        return f"{named} counts as out of date"
    old = None if row is None else importance_of(row.detail)
    return f"{named} weighs {score:g} instead of {NEUTRAL_SCORE if old is None else old:g}"
