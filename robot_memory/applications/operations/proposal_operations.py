"""Proposals for skills (document 002 §Decay Implementation): which wait, and what is decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import (
    ListAnswer,
    Operation,
    OperationAnswer,
    Question,
    QuestionAnswer,
    RecordAnswer,
    Takes,
)
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.tokens import TokenScope
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time.clock import machine_clock
from robot_memory.governance import AssistPath
from robot_memory.governance.file_change import SignableRecord, record_to_sign
from robot_memory.long_term.levels import Proposal, ProposalStatus
from robot_memory.long_term.levels.proposal import ProposalRecord, proposal_difference
from robot_memory.long_term.levels.proposal_store import proposed_text
from robot_memory.long_term.levels.skill_store import target_of
from robot_memory.memory import RobotMemory

_DECIDED = {
    ProposalStatus.APPROVED: "approved",
    ProposalStatus.REJECTED: "rejected",
    ProposalStatus.ROLLED_BACK: "approved, and taken back later,",
    ProposalStatus.SUPERSEDED: "superseded",
}
_Id = Annotated[str, Takes("the id, as `levels proposals` lists it", least=1, most=100)]
_Note = Annotated[str, Takes("why")]


@dataclass(frozen=True)
class ProposalsAnswer(ListAnswer):
    """Proposals for skills."""

    items: tuple[Proposal, ...]

    @property
    def text(self) -> str:
        """Each with who proposed and decided it, when, and why."""
        return "\n".join(map(_proposal_lines, self.items))

    def record_of(self, item: Proposal) -> ProposalRecord:
        """Return a proposal as JSON data."""
        return item.as_record()


@dataclass(frozen=True)
class ListProposals(Question):
    """List proposals that wait for a decision."""

    include_decided: Annotated[bool, Takes("decided ones as well", option="all")] = False

    NAME: ClassVar[str] = "levels proposals"
    PATH: ClassVar[str] = "/proposals"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory levels proposals",)
    NOTHING: ClassVar[str] = "nothing waits for a decision"

    def ask(self, memory: RobotMemory) -> ProposalsAnswer:
        """Answer it; see :class:`.Question`."""
        status = None if self.include_decided else ProposalStatus.PENDING
        return ProposalsAnswer("", tuple(memory.long_term.levels.proposals.listed(status)))


@dataclass(frozen=True)
class ProposalShown(QuestionAnswer):
    """A proposal, and what an operator decides by."""

    proposal: Proposal
    rrn: str  # the robot that it is for
    # knows what ran before; asked where the record is wanted, which is what is signed
    assist: AssistPath

    @property
    def text(self) -> str:
        """Whose word the reason is, then the difference."""
        return "\n".join([one_line(self.proposal.claim), *proposal_difference(self.proposal)])

    def as_record(self) -> SignableRecord:
        """Return it as it is signed elsewhere."""
        return record_to_sign(self.proposal, self.assist.to_sign(self.rrn, self.proposal))


@dataclass(frozen=True)
class ShowProposal(Question):
    """Show a proposal: who proposes what and why, and the difference."""

    id: _Id

    NAME: ClassVar[str] = "levels show"
    PATH: ClassVar[str] = "/proposals/{id}"

    def ask(self, memory: RobotMemory) -> ProposalShown:
        """Answer it; see :class:`.Question`.

        Raises:
            UnknownProposal: there is none of that id.
        """
        long_term = memory.long_term
        proposal = long_term.levels.proposals.get(self.id)
        return ProposalShown("", proposal, memory.rrn, long_term.assist)


@dataclass(frozen=True)
class ProposedChange(RecordAnswer):
    """What a proposal changes."""

    id: str
    difference: list[str]  # lines, as `diff -u` shows them
    subject_sha256: str  # the digest that is signed
    operators: list[str]  # who may approve it


@dataclass(frozen=True)
class ShowProposedChange(Question):
    """Return what a proposal changes, the digest that is signed, and who may approve it."""

    id: _Id

    PATH: ClassVar[str] = "/proposals/{id}/change"

    def ask(self, memory: RobotMemory) -> ProposedChange:
        """Answer it; see :class:`.Question`.

        Raises:
            UnknownProposal: there is none of that id.
        """
        assist = memory.long_term.assist
        proposal = memory.long_term.levels.proposals.get(self.id)
        digest = assist.to_sign(memory.rrn, proposal).digest
        return ProposedChange(
            proposal.id, proposal_difference(proposal), digest, assist.operators()
        )


@dataclass(frozen=True)
class ProposalAnswer(OperationAnswer):
    """What became of a proposal."""

    proposal: Proposal

    @classmethod
    def of(cls, proposal: Proposal) -> ProposalAnswer:
        """Return what is said of a proposal as it is now."""
        run_id = f" (run {proposal.run_id})" if proposal.run_id else ""
        target = f"procedural/{proposal.target}{run_id}"
        return cls(f"{proposal.id} {proposal.status.value}: {target}", proposal)

    def as_record(self) -> ProposalRecord:
        """Return the proposal as JSON data."""
        return self.proposal.as_record()


@dataclass(frozen=True)
class ProposeSkill(Operation):
    """Propose a skill (the text of SKILL.md). A person decides; until then nothing changes."""

    skill: Annotated[str, Takes("its name", least=1, most=100)]
    text: Annotated[str, Takes("the whole of SKILL.md", least=1, most=100_000)]
    reason: Annotated[str, Takes("why it is better", most=500)] = ""

    SERVICE: ClassVar[str] = "propose"
    IS_TOOL: ClassVar[bool] = True
    TITLE: ClassVar[str] = "Propose a skill"
    REFUSAL: ClassVar[str] = "nothing was proposed"

    def check(self, settings: Settings, by: str) -> None:
        """Refuse what no memory would store."""
        target_of(self.skill)
        proposed_text(self.text)

    def run(self, memory: RobotMemory, by: str) -> ProposalAnswer:
        """Propose it.

        Raises:
            InvalidInput: it is no skill, agents have proposed too much, or it was decided before.
        """
        levels = memory.long_term.levels
        made = levels.propose(target_of(self.skill), self.text, by=by, reason=self.reason)
        if made.status is not ProposalStatus.PENDING:
            refusal = f"{made.id} proposed that before and {made.fate}; {self.REFUSAL}"
            raise InvalidInput(refusal)
        return ProposalAnswer.of(made)


@dataclass(frozen=True)
class ApproveProposal(Operation):
    """Apply a proposal that an operator signed with `robot-memory levels sign`."""

    id: _Id
    approval: Annotated[Mapping[str, Any], Takes("what `robot-memory levels sign` printed")]
    note: _Note = ""

    PATH: ClassVar[str] = "/proposals/{id}/approve"
    SCOPE: ClassVar[TokenScope] = TokenScope.APPROVE
    SOURCE: ClassVar[str] = "002 §Decay Implementation"

    def run(self, memory: RobotMemory, by: str) -> ProposalAnswer:
        """Apply it.

        Raises:
            UnknownProposal, DecisionRefused, AssistRefused: nothing was changed.
        """
        now = machine_clock(memory.clock).now()
        return ProposalAnswer.of(memory.long_term.assist.take_signed_approval(
            memory.rrn, self.id, self.approval, now, self.note, by=by
        ))  # fmt: skip


@dataclass(frozen=True)
class RejectProposal(Operation):
    """Reject a proposal; this changes nothing."""

    id: _Id
    note: _Note = ""

    PATH: ClassVar[str] = "/proposals/{id}/reject"
    SCOPE: ClassVar[TokenScope] = TokenScope.APPROVE

    def run(self, memory: RobotMemory, by: str) -> ProposalAnswer:
        """Reject it.

        Raises:
            UnknownProposal, DecisionRefused: nothing was changed.
        """
        return ProposalAnswer.of(memory.long_term.levels.reject(self.id, by, self.note))


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
