"""The events of ``events.jsonl`` that a digest mentions (002 §Write Operation)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.time.stamps import time_of
from robot_memory.ledger import Source
from robot_memory.long_term.graph.known_fact import with_teller
from robot_memory.long_term.levels import Levels, ProposalStatus
from robot_memory.long_term.levels.hash_chain import is_ours
from robot_memory.long_term.levels.proposal import is_agents
from robot_memory.long_term.levels.proposals import MADE, REJECTED
from robot_memory.long_term.night_shift.digest_page import DigestLine, DigestSection

_LONGEST = 300  # characters of a text that a line repeats


@dataclass(frozen=True)
class DigestEvent:
    """A line for the digest of a day.

    Attributes:
        id: the same for the same event, also where a crash has noted it twice.
        time: when, UTC.
    """

    id: str
    time: datetime
    item: DigestLine


def digest_events(levels: Levels) -> Iterator[DigestEvent]:
    """Yield what is worth a line, oldest first; the record is read line by line."""
    decided = _decided(levels)
    for line in levels.events.read():
        if not is_ours(line.data):
            continue
        kind = str(line.data.get("type", ""))
        make_line = _LINE_MAKERS.get(kind)
        time = time_of(line.data.get("timestamp"))
        subject = line.data.get("id")
        if make_line is None or time is None or not isinstance(subject, str):
            continue
        if kind == MADE and subject in decided:
            continue
        item = make_line(line.data)
        if item is not None:
            yield DigestEvent(f"{kind.replace('_', '-')}:{subject}", time, item)


def _decided(levels: Levels) -> set[str]:
    """Return the proposals that wait for nobody any more."""
    return {one.id for one in levels.proposals.all() if one.status is not ProposalStatus.PENDING}


def one_line(text: object) -> str:
    """Return a text on one line, cut where it is long; empty for what is no text."""
    words = without_secrets(" ".join(text.split())) if isinstance(text, str) else ""
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rstrip()}…"


def _entry(lead: str) -> Callable[[Mapping[str, Any]], DigestLine | None]:
    def make_line(data: Mapping[str, Any]) -> DigestLine | None:
        text, word_of = one_line(data.get("text")), one_line(data.get("word_of"))
        is_said = data.get("source") == Source.PERSON.value and not word_of
        words = with_teller(f"{lead}{text}", word_of)
        line = DigestLine(DigestSection.FACTS, words, is_said=is_said)
        return line if text else None

    return make_line


def _stays_away(data: Mapping[str, Any]) -> DigestLine | None:
    """Return a line for a fault that stays away; that somebody asks to resolve it is no finding."""
    is_found = data.get("source") == Source.DETECTOR.value
    return _entry("Stays away: ")(data) if is_found else None


def _proposal(verb: str) -> Callable[[Mapping[str, Any]], DigestLine | None]:
    def make_line(data: Mapping[str, Any]) -> DigestLine | None:
        who, target = one_line(data.get("by")), one_line(data.get("target"))
        return (
            DigestLine(DigestSection.DECISIONS, f"{who} {verb} {target}")
            if who and target and not is_agents(who)  # what an agent says decides nothing
            else None
        )

    return make_line


def _proposed(data: Mapping[str, Any]) -> DigestLine | None:
    target = one_line(data.get("target"))
    by = one_line(data.get("by"))
    text = f"Approve or reject {data['id']}: {by} proposes {target}"
    line = with_teller(text, Source.AGENT.value if is_agents(by) else "")
    return DigestLine(DigestSection.ACTIONS, line, is_said=False) if target else None


_LINE_MAKERS: Mapping[str, Callable[[Mapping[str, Any]], DigestLine | None]] = {
    "entry_created": _entry(""),
    "entry_resolved": _entry("Resolved: "),
    "entry_reopened": _entry("Back again: "),
    "entry_recovered": _stays_away,
    "proposal_approved": _proposal("approved"),
    "proposal_taken_back": _proposal("took back the approved change of"),
    REJECTED: _proposal("rejected"),
    MADE: _proposed,
}
