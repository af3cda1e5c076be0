"""A change of procedural memory as an operator signs it: one file, what it was, what it becomes.

See docs/reference/governance.md, "Procedural memory".
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from robot_memory.governance.approval import named
from robot_memory.identity.canonical import canonical_json
from robot_memory.levels.proposal import Proposal
from robot_memory.stamps import to_text

SCOPE = "procedural"


@dataclass(frozen=True)
class FileChange:
    """What a proposal is to do (002 §Decay Implementation).

    Attributes:
        id: the proposal's.
        target: the file, below ``procedural/``.
        previous: its text before; None where there is no file.
        content: its text afterwards.
        rrn: the robot, for which alone it is signed; empty in runs of before signatures named it.
        refused_at: when an operator last refused the proposal; empty: never. What was signed before
            that, whatever its date says, is of another digest.
    """

    id: str
    target: str
    previous: str | None
    content: str
    rrn: str = ""
    refused_at: str = ""

    @property
    def scope(self) -> str:
        """Where it is made."""
        return SCOPE

    @property
    def digest(self) -> str:
        """What an approval is bound to: SHA-256 of robot, target, both texts and last refusal."""
        whole = {
            **named(self.rrn),
            **self.refusal,
            "target": self.target,
            "previous": self.previous,
            "content": self.content,
        }
        return hashlib.sha256(canonical_json(whole)).hexdigest()

    @property
    def refusal(self) -> dict[str, str]:
        """The field of the last refusal; none where there was none."""
        return {"refused_at": self.refused_at} if self.refused_at else {}


def change_of(rrn: str, proposal: Proposal) -> FileChange:
    """Return what a proposal is to do on a robot."""
    refused_at = "" if proposal.refused_at is None else to_text(proposal.refused_at)
    return FileChange(
        proposal.id, proposal.target, proposal.previous, proposal.content, rrn, refused_at
    )


def record_to_sign(rrn: str, proposal: Proposal) -> dict[str, Any]:
    """Return a proposal as a robot gives it to be signed elsewhere: it names the robot."""
    return {**proposal.as_record(), **named(rrn)}


def digest_of(data: bytes | str | None) -> str:
    """Return the SHA-256 of a file's content; empty where there is no file."""
    if data is None:
        return ""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
