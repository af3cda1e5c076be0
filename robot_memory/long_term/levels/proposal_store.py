"""Proposed changes of procedural memory, and their rejection (002 §Decay Implementation).

Nothing here changes a file: that takes an operator's signature (`robot_memory/governance`).

See docs/reference/levels.md, "Writing".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from robot_memory.foundation.errors import (
    DecisionRefused,
    Defect,
    InvalidInput,
    NotYours,
    UnknownProposal,
)
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.unicode_text import is_visible
from robot_memory.long_term.levels.json_files import locked, own_files, read_record, write_json
from robot_memory.long_term.levels.level_tree import LevelTree, MemoryLevel
from robot_memory.long_term.levels.markdown_page import read_text
from robot_memory.long_term.levels.proposal import (
    Proposal,
    ProposalStatus,
    is_agents,
    is_persons,
    proposal_ids,
    read_proposal,
)

_LONGEST_TEXT, _LONGEST_OF_AGENT = 1_000_000, 50_000  # characters
_MOST_OF_AGENTS = 500


def proposed_text(content: str) -> str:
    """Return a proposed text without secrets; InvalidInput if it is empty or too long."""
    content = without_secrets(content)
    if not content.strip() or len(content) > _LONGEST_TEXT:
        problem = f"{len(content)} characters; it takes 1 to {_LONGEST_TEXT}"
        raise InvalidInput("nothing was proposed", [Defect("content", problem)])
    return content


#: The types of proposal events in the record of changes.
MADE, REJECTED = "proposal_made", "proposal_rejected"


class Proposals:
    """The files in ``proposals/``, one per proposal; decided ones stay."""

    def __init__(self, tree: LevelTree) -> None:
        self._tree = tree
        self._folder = tree.proposals

    def propose(
        self,
        target: str,
        content: str,
        now: datetime,
        *,
        by: str,
        reason: str = "",
        sources: Sequence[str] = (),
    ) -> Proposal:
        """Propose a text for a file of the procedural level.

        The same change is not proposed again, whatever its outcome, except by a person, or if only
        agents proposed it: it then becomes pending again, and is no longer an agent's. An undecided
        proposal of the same proposer for the same file is superseded by the new one; that proposer,
        unless an agent, may propose it again.

        Args:
            target: the file, below ``procedural/``.
            sources: its basis.

        Raises:
            InvalidInput: the target cannot be written to, the text is empty or too long, or agents
                have proposed too much.
        """
        path = self._tree.resolve(MemoryLevel.PROCEDURAL, target)
        content, reason = proposed_text(content), without_secrets(reason)
        with self.locked():
            previous = read_text(path)
            identifier, known = self._known(target, previous, content)
            if known is not None and not _is_anew(known, by):
                return known
            if known is None and is_agents(by):
                self._check_room(content)
            proposal = Proposal(
                identifier, ProposalStatus.PENDING, target, content, previous, reason,
                tuple(sources),
                now, by, refused_at=known.refused_at if known else None,
            )  # fmt: skip
            write_json(self._path(identifier), proposal.as_record())
            self._supersede(proposal, now)
            return proposal

    def _known(
        self, target: str, previous: str | None, content: str
    ) -> tuple[str, Proposal | None]:
        """Return the id of a change, and its proposal if there is one."""
        identifier, long = proposal_ids(target, previous, content)
        known = read_record(self._path(identifier), read_proposal)
        is_same = known is None or (known.target, known.previous, known.content) == (
            target, previous, content,
        )  # fmt: skip
        if is_same:
            return identifier, known
        return long, read_record(self._path(long), read_proposal)

    def _check_room(self, content: str) -> None:
        """Check that agents do not fill the disk, because proposals are kept."""
        defects = []
        if len(content) > _LONGEST_OF_AGENT:
            problem = f"{len(content)} characters; an agent proposes up to {_LONGEST_OF_AGENT}"
            defects.append(Defect("content", problem))
        if sum(is_agents(one.proposed_by) for one in self.all()) >= _MOST_OF_AGENTS:
            problem = f"there are {_MOST_OF_AGENTS} proposals of agents: a person can propose it"
            defects.append(Defect("proposals", problem))
        if defects:
            raise InvalidInput("nothing was proposed", defects)

    def all(self, status: ProposalStatus | None = None) -> list[Proposal]:
        """Return the proposals, oldest first; only those with ``status`` if it is given."""
        found = [read_record(path, read_proposal) for path in own_files(self._folder, "*.json")]
        there = [one for one in found if one is not None and status in (None, one.status)]
        return sorted(there, key=lambda one: (one.proposed_at, one.id))

    def listed(self, status: ProposalStatus | None = None) -> list[Proposal]:
        """Return the proposals as a person reads them: agents' last, as there may be many."""
        return sorted(self.all(status), key=lambda one: is_agents(one.proposed_by))

    def get(self, identifier: str) -> Proposal:
        """Return a proposal; UnknownProposal if no proposal has that id."""
        found = next((one for one in self.all() if one.id == identifier), None)
        if found is None:
            raise UnknownProposal(identifier)
        return found

    def reject(
        self, identifier: str, operator: str, now: datetime, note: str = "", *,
        record: Callable[[Proposal], None] = lambda proposal: None,
    ) -> Proposal:  # fmt: skip
        """Reject a proposal; a rejection changes no file, so a name is enough.

        Args:
            operator: who decides: "person:ada", or "ada" for an operator who proved it by their
                keys. An agent can only reject what agents proposed. An operator with keys can also
                reject what was rejected before or superseded, since a signature could still apply
                it.
            record: writes the decision into the record. It is called first: a crash may require the
                decision to be repeated, but leaves none unrecorded. After an operator's rejection,
                earlier signatures no longer count.

        Raises:
            UnknownProposal: no proposal has that id.
            DecisionRefused: it was decided before, and the caller is no operator with keys.
            InvalidInput: the operator has no name.
            NotYours: an agent tried to reject a proposal that is not an agent's.
        """
        with self.locked():
            # With keys, operators also reject what others decided first, or what they signed anew.
            proposal = (self.waiting if ":" in operator else self.to_sign)(identifier)
            if is_agents(operator) and not is_agents(proposal.proposed_by):
                raise NotYours(
                    f"{identifier} was proposed by {proposal.proposed_by}, and an agent turns down "
                    "what agents proposed alone; nothing was done: a person can"
                )
            rejected = _rejected(proposal, operator, now, note)
            if rejected.refused_at != proposal.refused_at:
                self.keep(replace(proposal, refused_at=rejected.refused_at))
            record(rejected)
            self.keep(rejected)
            return rejected

    def waiting(self, identifier: str) -> Proposal:
        """Return a pending proposal.

        Raises:
            UnknownProposal: no proposal has that id.
            DecisionRefused: it is not pending.
        """
        return self._in(identifier, ProposalStatus.PENDING)

    def to_sign(self, identifier: str) -> Proposal:
        """Return a proposal that an operator may sign: also if it was rejected or superseded.

        Raises as :meth:`waiting`.
        """
        return self._in(
            identifier, ProposalStatus.PENDING, ProposalStatus.REJECTED, ProposalStatus.SUPERSEDED
        )

    def _in(self, identifier: str, *statuses: ProposalStatus) -> Proposal:
        proposal = self.get(identifier)
        if proposal.status not in statuses:
            raise DecisionRefused(f"{identifier} {proposal.fate}; nothing was done")
        return proposal

    def keep(self, proposal: Proposal) -> None:
        """Write the state of a proposal; this changes no memory. The caller holds the lock."""
        write_json(self._path(proposal.id), proposal.as_record())

    def locked(self) -> AbstractContextManager[None]:
        """Keep others from proposing and deciding; not reentrant."""
        return locked(self._folder)

    def _supersede(self, newer: Proposal, now: datetime) -> None:
        for old in self.all(ProposalStatus.PENDING):
            same = (old.target, old.proposed_by) == (newer.target, newer.proposed_by)
            if same and old.id != newer.id:
                self.keep(
                    replace(old, status=ProposalStatus.SUPERSEDED, decided_at=now, note=newer.id)
                )

    def _path(self, identifier: str) -> Path:
        return self._folder / f"{identifier}.json"


def _is_anew(known: Proposal, by: str) -> bool:
    """Tell whether a repeated proposal makes the change pending again.

    It does so from a person, unless the change is pending; from anybody but an agent if only agents
    proposed it, whatever agents did to it since; and from its own proposer, unless an agent, if it
    was superseded.
    """
    if is_agents(by):
        return False
    if known.status is ProposalStatus.SUPERSEDED and known.proposed_by == by:
        return True
    if is_agents(known.proposed_by) and (known.is_undecided or is_agents(known.decided_by)):
        return True
    return is_persons(by) and known.status is not ProposalStatus.PENDING


def _rejected(proposal: Proposal, operator: str, now: datetime, note: str) -> Proposal:
    name = without_secrets(operator.strip())
    if not name or not is_visible(name):
        problem = f"{operator!r:.80} is not a name; a person decides"
        raise InvalidInput("nothing was decided", [Defect("operator", problem)])
    words = without_secrets(" ".join(note.split()))
    return replace(
        proposal, status=ProposalStatus.REJECTED, decided_at=now, decided_by=name, note=words,
        refused_at=proposal.refused_at if ":" in name else now,
    )  # fmt: skip
