"""The levels of memory (document 002): their sizes, conversations, what is due, proposals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import (
    ListAnswer,
    Question,
    QuestionAnswer,
    Takes,
)
from robot_memory.foundation.text.conversation import Conversation
from robot_memory.foundation.text.escaping import one_line
from robot_memory.long_term.levels import RETENTION_POLICY, Proposal, ProposalStatus
from robot_memory.long_term.levels.levels import LevelStats
from robot_memory.long_term.levels.retention import RetentionPlan
from robot_memory.memory import RobotMemory

_DECIDED = {
    ProposalStatus.APPROVED: "approved",
    ProposalStatus.REJECTED: "rejected",
    ProposalStatus.ROLLED_BACK: "approved, and taken back later,",
    ProposalStatus.SUPERSEDED: "superseded",
}


@dataclass(frozen=True)
class LevelsAnswer(QuestionAnswer):
    """How many files each level has, and how large they are."""

    stats: LevelStats

    @property
    def text(self) -> str:
        """A line for each level, and one for the archives."""
        levels = {level.value: usage for level, usage in self.stats.levels.items()}
        return "\n".join(
            f"{name:<10}  {usage.files:6} files  {usage.size / 1e6:8.1f} MB"
            for name, usage in {**levels, "archives": self.stats.archives}.items()
        )

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return self.stats.as_record()


@dataclass(frozen=True)
class CountLevels(Question):
    """Count the files of the levels."""

    NAME: ClassVar[str] = "levels stats"
    PATH: ClassVar[str] = "/stats"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory levels stats",)
    IS_SERVICE: ClassVar[bool] = False
    NOTHING: ClassVar[str] = ""
    SOURCE: ClassVar[str] = "002 §API Endpoints"

    def ask(self, memory: RobotMemory) -> LevelsAnswer:
        """Answer it; see :class:`.Question`."""
        return LevelsAnswer("", memory.long_term.levels.stats())


@dataclass(frozen=True)
class RetentionAnswer(QuestionAnswer):
    """What retention would archive now."""

    plan: RetentionPlan

    @property
    def text(self) -> str:
        """Why nothing leaves, if something holds it; then a line for each file that is due."""
        held = [f"nothing leaves now: {self.plan.held}"] if self.plan.held else []
        return "\n".join([*held, *(f"{step.path}: {step.reason}" for step in self.plan.steps)])

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        due = [{"path": step.path, "reason": step.reason} for step in self.plan.steps]
        return {"policy": RETENTION_POLICY, "held": self.plan.held, "due": due}


@dataclass(frozen=True)
class PlanRetention(Question):
    """List what retention would archive now; nothing is changed."""

    NAME: ClassVar[str] = "levels retention"
    PATH: ClassVar[str] = "/retention"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory levels retention",)
    IS_SERVICE: ClassVar[bool] = False
    NOTHING: ClassVar[str] = "nothing is due"
    SOURCE: ClassVar[str] = "002 §API Endpoints"

    def ask(self, memory: RobotMemory) -> RetentionAnswer:
        """Answer it; see :class:`.Question`."""
        return RetentionAnswer("", memory.long_term.levels.plan_retention())


@dataclass(frozen=True)
class SessionsAnswer(ListAnswer):
    """Conversations, newest first."""

    items: tuple[Conversation, ...]

    @property
    def text(self) -> str:
        """A line for each."""
        return "\n".join(
            f"{one.session_id}  {one.start:%Y-%m-%d %H:%M} UTC, {len(one.turns)} turns: "
            f"{one_line(_first_words(one))}"
            for one in self.items
        )

    def record_of(self, item: Any) -> dict[str, Any]:
        """Return a conversation as JSON data, without its turns: ``levels read`` gives these."""
        record: dict[str, Any] = item.as_record()
        turns = record.pop("turns")
        return {**record, "turn_count": len(turns), "first_words": _first_words(item)}


@dataclass(frozen=True)
class ListSessions(Question):
    """List the conversations that are kept, newest first."""

    NAME: ClassVar[str] = "levels sessions"
    PATH: ClassVar[str] = "/sessions"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory levels sessions",)
    IS_SERVICE: ClassVar[bool] = False
    NOTHING: ClassVar[str] = "no conversation is kept"

    def ask(self, memory: RobotMemory) -> SessionsAnswer:
        """Answer it; see :class:`.Question`."""
        store = memory.long_term.levels.conversations
        read = [one for one in map(store.read, store.paths()) if one is not None]
        return SessionsAnswer("", tuple(sorted(read, key=lambda one: one.start, reverse=True)))


def _first_words(conversation: Conversation) -> str:
    turn = next(iter(conversation.turns), None)
    return f"{turn.role}: {turn.content:.200}" if turn else ""


@dataclass(frozen=True)
class ProposalsAnswer(ListAnswer):
    """Proposals for skills."""

    items: tuple[Proposal, ...]

    @property
    def text(self) -> str:
        """Each with who proposed and decided it, when, and why."""
        return "\n".join(map(_proposal_lines, self.items))

    def record_of(self, item: Any) -> dict[str, Any]:
        """Return a proposal as JSON data."""
        record: dict[str, Any] = item.as_record()
        return record


@dataclass(frozen=True)
class ListProposals(Question):
    """List proposals that wait for a decision."""

    include_decided: Annotated[bool, Takes("decided ones as well", option="all")] = False

    NAME: ClassVar[str] = "levels proposals"
    PATH: ClassVar[str] = "/proposals"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory levels proposals",)
    IS_SERVICE: ClassVar[bool] = False
    NOTHING: ClassVar[str] = "nothing waits for a decision"

    def ask(self, memory: RobotMemory) -> ProposalsAnswer:
        """Answer it; see :class:`.Question`."""
        status = None if self.include_decided else ProposalStatus.PENDING
        return ProposalsAnswer("", tuple(memory.long_term.levels.proposals.listed(status)))


def _proposal_lines(proposal: Proposal) -> str:
    status, why = proposal.status, _after_semicolon(proposal.reason)
    when = f"{proposal.proposed_at:%Y-%m-%d %H:%M} UTC"
    lines = [f"{proposal.id}  {status.value}: procedural/{proposal.target}",
             f"      by {one_line(proposal.proposed_by)}, {when}{why}"]  # fmt: skip
    if proposal.decided_at is not None and status in _DECIDED:  # a file may say otherwise
        note = _after_semicolon(proposal.note) if proposal.decided_by else ""
        who = proposal.decided_by or f"a newer one, {proposal.note}"
        when = f"{proposal.decided_at:%Y-%m-%d %H:%M} UTC"
        lines.append(f"      {_DECIDED[status]} by {one_line(who)}, {when}{note}")
    return "\n".join(lines)


def _after_semicolon(words: str) -> str:
    return f"; {one_line(words)}" if words else ""
