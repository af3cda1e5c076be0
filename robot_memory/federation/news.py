"""What happens with other robots, for ``~/events``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PeerNews:
    """Something that happened with another robot; each kind of refusal is told once.

    Attributes:
        kind: peer_accepted or peer_rejected.
        rrn: whose.
        detail: what, in a sentence.
        reason: why it was refused, in the words of ``/diagnostics``; empty where it was not.
    """

    kind: str
    rrn: str
    detail: str
    reason: str = ""
