"""A proposed change of procedural memory: reader, writer, diff (002 §Write)."""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Annotated, Any, TypedDict

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.text.escaping import terminal_text
from robot_memory.foundation.text.field_reader import FieldReader
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of

#: The memory itself as proposer.
NIGHT_SHIFT = "night shift"
_OTHERS = frozenset({NIGHT_SHIFT, "write_memory"})  # neither persons nor agents
_TIMES = ("decided_at", "applied_at", "refused_at")
_TEXTS = ("id", "status", "target", "content", "reason", "proposed_by")
_NO_END = "\\ No newline at end of file"


class ProposalStatus(str, Enum):
    """What became of a proposal."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    ROLLED_BACK = "rolled_back"  # approved, and taken back later
    SUPERSEDED = "superseded"  # by a newer one for the same file, before anybody decided


class ProposalRecord(TypedDict):
    """A file of the procedural level as it is to be, and what became of that."""

    id: str
    status: Annotated[str, ProposalStatus]
    target: Annotated[str, "The file, below the procedural level."]
    reason: str
    sources: Annotated[list[str], "What it rests on: files, ids of entries."]
    proposed_at: Annotated[str, datetime]
    proposed_by: str
    decided_at: Annotated[str, datetime] | None
    decided_by: Annotated[str, "Empty where nobody decided."]
    note: Annotated[str, "Why it was decided so."]
    applied_at: Annotated[Annotated[str, datetime] | None, "When the file was replaced."]
    run_id: Annotated[str, "The run that replaced it; else empty."]
    refused_at: Annotated[Annotated[str, datetime] | None, "No earlier signature counts."]
    content_sha256: str
    content: Annotated[str, "The file as it is to be."]
    previous: Annotated[str | None, "The text that it replaces; null where there was no file."]


@dataclass(frozen=True)
class Proposal:
    """A file of the procedural level as it is to be.

    Attributes:
        id: ``prop-`` and eight hexadecimal digits (32 if another change has the short id), computed
            from the file, its old and its new text: the same change is proposed once.
        target: the file, below ``procedural/``: ``skills/navigation/SKILL.md``.
        previous: the text that it replaces, for a rollback; None if there was no file.
        sources: its basis: files of the memory home, ids of entries.
        applied_at: when the file was replaced, by a run that can be rolled back.
        refused_at: when an operator last rejected it with their keys, or took it back: no earlier
            signature counts.
    """

    id: str
    status: ProposalStatus
    target: str
    content: str
    previous: str | None
    reason: str
    sources: tuple[str, ...]
    proposed_at: datetime
    proposed_by: str
    decided_at: datetime | None = None
    decided_by: str = ""
    note: str = ""
    applied_at: datetime | None = None
    run_id: str = ""
    refused_at: datetime | None = None

    def tells_refusals(self, times: Sequence[datetime]) -> bool:
        """Tell whether it has the last of the refusals in the record of changes.

        It has not if it names none, or an earlier one. The times are not compared, because a clock
        may have been set. A refusal whose time is not in the record was cut off by a crash before
        it was recorded.

        Args:
            times: the times of refusals by operators' keys, in the order of the record.
        """
        return not times or self.refused_at == times[-1] or self.refused_at not in (None, *times)

    @property
    def is_undecided(self) -> bool:
        """Whether nobody decided it: it is pending, or was superseded by a newer one."""
        return self.status in (ProposalStatus.PENDING, ProposalStatus.SUPERSEDED)

    @property
    def claim(self) -> str:
        """Who proposes what, and why: the path and the reason are only the proposer's words."""
        return f"{self.proposed_by} proposes {self.target}: {self.reason or 'no reason is given'}"

    @property
    def fate(self) -> str:
        """Its outcome, in words."""
        is_taken_back = self.status is ProposalStatus.ROLLED_BACK
        verb = "approved and taken back" if is_taken_back else self.status.value
        return f"was {verb} by {self.decided_by or self.note}"

    @property
    def content_sha256(self) -> str:
        """The digest of the content, for a receipt."""
        return hashlib.sha256(self.content.encode()).hexdigest()

    def as_record(self) -> ProposalRecord:
        """Return it as JSON data."""
        return {
            "id": self.id,
            "status": self.status.value,
            "target": self.target,
            "reason": self.reason,
            "sources": list(self.sources),
            "proposed_at": stamps.to_text(self.proposed_at),
            "proposed_by": self.proposed_by,
            "decided_at": _text_of(self.decided_at),
            "decided_by": self.decided_by,
            "note": self.note,
            "applied_at": _text_of(self.applied_at),
            "run_id": self.run_id,
            "refused_at": _text_of(self.refused_at),
            "content_sha256": self.content_sha256,
            "content": self.content,
            "previous": self.previous,
        }


def is_agents(by: str) -> bool:
    """Tell whether a name is an agent's, or one that cannot be verified: "agent:planner"."""
    return by.replace(":", " ").split(" ")[0] in ("agent", "claimed")


def is_persons(by: str) -> bool:
    """Tell whether a proposer is a person: neither an agent nor the memory itself."""
    return not is_agents(by) and by not in _OTHERS


def proposal_ids(target: str, previous: str | None, content: str) -> tuple[str, str]:
    """Return the short and the long id of a proposal, the same for the same change of a file.

    The long id is for a change whose short id another change has: colliding texts are easy to make.
    """
    change = json.dumps([target, previous, content])
    digest = hashlib.sha256(change.encode()).hexdigest()
    return f"prop-{digest[:8]}", f"prop-{digest[:32]}"


def read_proposal(data: Any, where: str) -> Proposal:
    """Read a record of :meth:`Proposal.as_record`; InvalidInput lists everything wrong with it."""
    if not isinstance(data, dict):
        raise InvalidInput(f"{where} cannot be read", [Defect("", "is not a JSON object")])
    reader = FieldReader(data)
    for name in _TEXTS:
        reader.text(name)
    if not reader.defects and data["status"] not in [status.value for status in ProposalStatus]:
        reader.refuse("status", f"{data['status']!r:.80} is not a status")
    times = {name: time_of(data.get(name)) for name in ("proposed_at", *_TIMES)}
    for name, time in times.items():
        if time is None and (name == "proposed_at" or data.get(name) is not None):
            reader.refuse(name, f"{data.get(name)!r:.80} is not a time")
    proposed_at = times["proposed_at"]
    if reader.defects or proposed_at is None:
        raise InvalidInput(f"{where} cannot be read", reader.defects)
    previous = data.get("previous")
    proposal = Proposal(
        data["id"], ProposalStatus(data["status"]), data["target"], data["content"],
        previous if isinstance(previous, str) else None, data["reason"],
        tuple(map(str, data.get("sources") or ())), proposed_at, data["proposed_by"],
        times["decided_at"], str(data.get("decided_by", "")), str(data.get("note", "")),
        times["applied_at"], str(data.get("run_id", "")), times["refused_at"],
    )  # fmt: skip
    changed = "somebody changed it after it was proposed"
    if data.get("content_sha256") != proposal.content_sha256:
        reader.refuse("content_sha256", f"is not that of the content: {changed}")
    elif proposal.id not in proposal_ids(proposal.target, proposal.previous, proposal.content):
        reader.refuse("id", f"is that of another change: {changed}")
    if reader.defects:
        raise InvalidInput(f"{where} cannot be read", reader.defects)
    return proposal


def _text_of(time: datetime | None) -> str | None:
    return None if time is None else stamps.to_text(time)


def proposal_difference(proposal: Proposal) -> list[str]:
    """Return the changes of a proposal as lines of a unified diff.

    The texts are compared unchanged; hidden characters in a line are shown by their numbers.
    """
    difference = difflib.unified_diff(
        _lines(proposal.previous or ""), _lines(proposal.content), f"procedural/{proposal.target}",
        f"{proposal.id} ({proposal.status.value})",
    )  # fmt: skip
    return [shown for line in difference for shown in _shown(line)]


def _lines(text: str) -> list[str]:
    """Return lines with their ends; str.splitlines would also split at hidden characters."""
    *whole, last = text.split("\n")
    lines = [f"{line}\n" for line in whole]
    return [*lines, last] if last else lines


def _shown(line: str) -> list[str]:
    shown = terminal_text(line.removesuffix("\n"))
    return [shown] if line.endswith("\n") else [shown, _NO_END]
