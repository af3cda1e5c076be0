"""Events about other robots, for ``~/events``."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.sharing.federation.update_verdict import UpdateOutcome


@dataclass(frozen=True)
class PeerEvent:
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

    @property
    def actor(self) -> str:
        """Who caused it: the robot itself, or an agent that noted its words."""
        return "agent" if self.reason == UpdateOutcome.ECHO.value else "peer"
