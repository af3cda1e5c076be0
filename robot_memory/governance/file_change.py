"""A change of procedural memory as an operator signs it: one file, what it was, what it becomes.

See docs/reference/governance.md, "Procedural memory".
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

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
    """

    id: str
    target: str
    previous: str | None
    content: str

    @property
    def scope(self) -> str:
        """Where it is made."""
        return SCOPE

    @property
    def digest(self) -> str:
        """What an approval is bound to: SHA-256 of the canonical JSON of target and texts."""
        whole = {
            "target": self.target,
            "previous": self.previous,
            "content": self.content,
        }
        return hashlib.sha256(canonical_json(whole)).hexdigest()


def change_of(proposal: Proposal) -> FileChange:
    """Return what a proposal is to do."""
    return FileChange(proposal.id, proposal.target, proposal.previous, proposal.content)


def digest_of(data: bytes | str | None) -> str:
    """Return the SHA-256 of a file's content; empty where there is no file."""
    if data is None:
        return ""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
