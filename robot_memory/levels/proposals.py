"""Procedural memory changes only where a person says so (002 §Decay Implementation)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from robot_memory import files
from robot_memory.errors import DecisionRefused, Defect, InvalidInput, UnknownProposal
from robot_memory.levels.disk import LOCK, own_files, put_aside, read_json, write, write_json
from robot_memory.levels.proposal import Proposal, Status, proposal_id, read_proposal
from robot_memory.levels.tree import Level, Tree

_LONGEST_TEXT = 1_000_000  # characters


class Proposals:
    """The files in ``proposals/``, one for each; they stay when they are decided."""

    def __init__(self, tree: Tree) -> None:
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

        The same change is not proposed again, whatever became of it. A proposal of the same
        proposer for the same file that nobody has decided yet makes way for the new one.

        Args:
            target: the file, below ``procedural/``.
            content: its whole text.
            now: when.
            by: who proposes it.
            reason: why.
            sources: what it rests on.

        Raises:
            InvalidInput: the target cannot be written to, or the text is too long.
        """
        path = self._tree.resolve(Level.PROCEDURAL, target)
        if not content.strip() or len(content) > _LONGEST_TEXT:
            problem = f"{len(content)} characters; it takes 1 to {_LONGEST_TEXT}"
            raise InvalidInput("nothing was proposed", [Defect("content", problem)])
        with self._locked():
            previous = _text(path)
            identifier = proposal_id(target, previous, content)
            known = self._read(self._path(identifier))
            if known is not None:
                return known
            proposal = Proposal(
                identifier, Status.PENDING, target, content, previous, reason, tuple(sources),
                now, by,
            )  # fmt: skip
            write_json(self._path(identifier), proposal.as_record())
            self._supersede(proposal, now)
            return proposal

    def all(self, status: Status | None = None) -> list[Proposal]:
        """Return the proposals, oldest first; of one status where it is given."""
        found = [self._read(path) for path in own_files(self._folder, "*.json")]
        there = [one for one in found if one is not None and status in (None, one.status)]
        return sorted(there, key=lambda one: (one.proposed_at, one.id))

    def get(self, identifier: str) -> Proposal:
        """Return a proposal.

        Raises:
            UnknownProposal: there is none of that id.
        """
        found = next((one for one in self.all() if one.id == identifier), None)
        if found is None:
            raise UnknownProposal(identifier)
        return found

    def approve(self, identifier: str, operator: str, now: datetime, note: str = "") -> Proposal:
        """Let a proposal take effect: a person says so.

        The decision is on disk before the file is replaced; a crash in between is made good by
        :meth:`recover`.

        Raises:
            UnknownProposal: there is none of that id.
            DecisionRefused: it was decided before, or the file has changed since it was proposed.
            InvalidInput: the operator has no name.
        """
        with self._locked():
            proposal = self._open_one(identifier)
            current = _text(self._target(proposal))
            if current != proposal.previous:
                raise DecisionRefused(
                    f"procedural/{proposal.target} has changed since {identifier} was proposed; "
                    "nothing was done: reject it, and let it be proposed anew"
                )
            decided = _decided(proposal, Status.APPROVED, operator, now, note)
            write_json(self._path(identifier), decided.as_record())
            return self._apply(decided, now)

    def reject(self, identifier: str, operator: str, now: datetime, note: str = "") -> Proposal:
        """Turn a proposal down; it is not proposed again.

        Raises:
            UnknownProposal: there is none of that id.
            DecisionRefused: it was decided before.
            InvalidInput: the operator has no name.
        """
        with self._locked():
            decided = _decided(self._open_one(identifier), Status.REJECTED, operator, now, note)
            write_json(self._path(identifier), decided.as_record())
            return decided

    def recover(self, now: datetime) -> list[str]:
        """Carry out what was approved before a crash; return the ids."""
        done = []
        with self._locked():
            for proposal in self.all(Status.APPROVED):
                current = _text(self._target(proposal))
                if proposal.applied_at is None and current in (
                    proposal.previous,
                    proposal.content,
                ):
                    self._apply(proposal, now)
                    done.append(proposal.id)
        return done

    def _supersede(self, newer: Proposal, now: datetime) -> None:
        for old in self.all(Status.PENDING):
            same = (old.target, old.proposed_by) == (newer.target, newer.proposed_by)
            if same and old.id != newer.id:
                done = replace(old, status=Status.SUPERSEDED, decided_at=now, note=newer.id)
                write_json(self._path(old.id), done.as_record())

    def _apply(self, proposal: Proposal, now: datetime) -> Proposal:
        write(self._target(proposal), proposal.content.encode())
        applied = replace(proposal, applied_at=now)
        write_json(self._path(proposal.id), applied.as_record())
        return applied

    def _open_one(self, identifier: str) -> Proposal:
        proposal = self.get(identifier)
        if proposal.status is not Status.PENDING:
            raise DecisionRefused(
                f"{identifier} was {proposal.status.value} by "
                f"{proposal.decided_by or proposal.note}; nothing was done"
            )
        return proposal

    def _target(self, proposal: Proposal) -> Path:
        return self._tree.resolve(Level.PROCEDURAL, proposal.target)

    def _path(self, identifier: str) -> Path:
        return self._folder / f"{identifier}.json"

    def _read(self, path: Path) -> Proposal | None:
        data = read_json(path)
        if data is None:
            return None
        try:
            return read_proposal(data, str(path))
        except InvalidInput as error:
            put_aside(path, str(error))
            return None

    def _locked(self) -> AbstractContextManager[None]:
        files.make_private_folder(self._folder)
        return files.locked(self._folder / LOCK)


def _decided(
    proposal: Proposal, status: Status, operator: str, now: datetime, note: str
) -> Proposal:
    name = operator.strip()
    if not name or not name.isprintable():
        problem = f"{operator!r:.80} is no name; a person decides, and signs for it"
        raise InvalidInput("nothing was decided", [Defect("operator", problem)])
    return replace(
        proposal, status=status, decided_at=now, decided_by=name, note=" ".join(note.split())
    )


def _text(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return None
