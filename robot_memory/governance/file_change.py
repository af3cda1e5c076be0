"""A change of procedural memory as an operator signs it: one file, what it was, what it becomes.

See docs/reference/governance.md, "Procedural memory".
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Annotated, TypedDict, cast

from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.time.stamps import to_text
from robot_memory.long_term.levels.proposal import Proposal, ProposalRecord

SCOPE = "procedural"
#: Under which alone a signature holds; receipts hold them too.
CIRCUMSTANCES = ("rrn", "refused_at", "after_run")


@dataclass(frozen=True)
class FileChange:
    """What a proposal is to do (002 §Decay Implementation)."""

    id: str  # the proposal's
    target: str  # the file, below ``procedural/``
    previous: str | None  # its text before; None where there is no file
    content: str  # its text afterwards
    # the robot, for which alone it is signed; empty in runs of before signatures named it
    rrn: str = ""
    refused_at: str = ""  # when an operator last refused the proposal; empty: never
    # the newest run that changed the file, or took a change of it back; empty: none. What was
    # signed before that, or before the refusal, is of another digest, whatever its date and the
    # robot's clock say.
    after_run: str = ""
    scope = SCOPE

    @property
    def digest(self) -> str:
        """What an approval is bound to: SHA-256 of target, both texts and circumstances."""
        whole = {
            **self.circumstances,
            "target": self.target,
            "previous": self.previous,
            "content": self.content,
        }
        return hashlib.sha256(canonical_json(whole)).hexdigest()

    @property
    def circumstances(self) -> dict[str, str]:
        """The fields of :data:`CIRCUMSTANCES` that there is something to say of."""
        found = {name: str(getattr(self, name)) for name in CIRCUMSTANCES}
        return {name: value for name, value in found.items() if value}


def change_of(rrn: str, proposal: Proposal, after_run: str) -> FileChange:
    """Return what a proposal is to do on a robot."""
    refused_at = "" if proposal.refused_at is None else to_text(proposal.refused_at)
    texts = proposal.previous, proposal.content
    return FileChange(proposal.id, proposal.target, *texts, rrn, refused_at, after_run)


class _Circumstances(TypedDict, total=False):
    rrn: Annotated[str, "The robot that it is for."]
    after_run: Annotated[str, "The newest run that changed the file, or took a change back."]


class SignableRecord(_Circumstances, ProposalRecord):
    """A proposal as it is signed elsewhere: with what an approval is bound to."""


def record_to_sign(proposal: Proposal, change: FileChange) -> SignableRecord:
    """Return a proposal as a robot gives it to be signed elsewhere, with the circumstances."""
    return cast(SignableRecord, {**proposal.as_record(), **change.circumstances})


def digest_of(data: bytes | str | None) -> str:
    """Return the SHA-256 of a file's content; empty where there is no file."""
    if data is None:
        return ""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
