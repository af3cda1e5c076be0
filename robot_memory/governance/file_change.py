"""A procedural change in the form that an operator signs: a file, its old and its new text.

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
#: A signature holds only under these circumstances; receipts hold them, too.
CIRCUMSTANCES = ("rrn", "refused_at", "after_run")


@dataclass(frozen=True)
class FileChange:
    """The change that a proposal makes (002 §Decay Implementation)."""

    id: str  # the proposal's
    target: str  # the file's path below ``procedural/``
    previous: str | None  # the old text; None if there is no file
    content: str  # the new text
    # the robot that it is signed for; empty in runs from before signatures named it
    rrn: str = ""
    refused_at: str = ""  # when an operator last refused the proposal; empty: never
    # the newest run that changed the file, or rolled a change back; empty: none. An older
    # signature, from before that run or the refusal, has another digest, whatever its date and the
    # robot's clock say.
    after_run: str = ""
    scope = SCOPE

    @property
    def digest(self) -> str:
        """The SHA-256 that an approval is bound to: of target, both texts and circumstances."""
        whole = {
            **self.circumstances,
            "target": self.target,
            "previous": self.previous,
            "content": self.content,
        }
        return hashlib.sha256(canonical_json(whole)).hexdigest()

    @property
    def circumstances(self) -> dict[str, str]:
        """The fields of :data:`CIRCUMSTANCES` that are not empty."""
        found = {name: str(getattr(self, name)) for name in CIRCUMSTANCES}
        return {name: value for name, value in found.items() if value}


def change_of(rrn: str, proposal: Proposal, after_run: str) -> FileChange:
    """Return a proposal's change on a robot."""
    refused_at = "" if proposal.refused_at is None else to_text(proposal.refused_at)
    texts = proposal.previous, proposal.content
    return FileChange(proposal.id, proposal.target, *texts, rrn, refused_at, after_run)


class _Circumstances(TypedDict, total=False):
    rrn: Annotated[str, "The robot that it is for."]
    after_run: Annotated[str, "The newest run that changed the file, or took a change back."]


class SignableRecord(_Circumstances, ProposalRecord):
    """A proposal as it is signed elsewhere: with what an approval is bound to."""


def record_to_sign(proposal: Proposal, change: FileChange) -> SignableRecord:
    """Return a proposal for signing elsewhere, with the circumstances."""
    return cast(SignableRecord, {**proposal.as_record(), **change.circumstances})


def digest_of(data: bytes | str | None) -> str:
    """Return the SHA-256 of a file's content; empty if there is no file."""
    if data is None:
        return ""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()
