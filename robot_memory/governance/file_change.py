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
    """

    id: str
    target: str
    previous: str | None
    content: str
    rrn: str = ""

    @property
    def scope(self) -> str:
        """Where it is made."""
        return SCOPE

    @property
    def digest(self) -> str:
        """What an approval is bound to: SHA-256 of the robot, the target and both texts."""
        whole = {
            **named(self.rrn),
            "target": self.target,
            "previous": self.previous,
            "content": self.content,
        }
        return hashlib.sha256(canonical_json(whole)).hexdigest()


def change_of(rrn: str, proposal: Proposal) -> FileChange:
    """Return what a proposal is to do on a robot."""
    return FileChange(proposal.id, proposal.target, proposal.previous, proposal.content, rrn)


def record_to_sign(rrn: str, proposal: Proposal) -> dict[str, Any]:
    """Return a proposal as a robot gives it to be signed elsewhere: it names the robot."""
    return {**proposal.as_record(), **named(rrn)}


def digest_of(data: bytes | str | None) -> str:
    """Return the SHA-256 of a file's content; empty where there is no file."""
    if data is None:
        return ""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
