"""Counts rejected updates, and logs each kind once."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.federation.update_verdict import UpdateOutcome, UpdateVerdict

_MOST = 64  # kinds of refusals told apart; whoever invents names shares the last one
_OTHERS = "others"


@dataclass
class Rejection:
    """Refusals of one sender for one reason.

    Attributes:
        count: how many.
        reason: of the last one.
    """

    count: int
    reason: str


class RejectionCounter:
    """Counts refusals by sender and outcome, in bounded memory."""

    def __init__(self) -> None:
        self._by_kind: dict[tuple[str, UpdateOutcome], Rejection] = {}

    def note(self, verdict: UpdateVerdict) -> bool:
        """Count a refusal; return whether it is the first of its kind."""
        kind = (verdict.rrn, verdict.outcome)
        if kind not in self._by_kind and len(self._by_kind) >= _MOST:
            kind = (_OTHERS, verdict.outcome)
        known = self._by_kind.get(kind)
        if known is None:
            self._by_kind[kind] = Rejection(1, verdict.reason)
            return True
        known.count += 1
        known.reason = verdict.reason
        return False

    def counts(self) -> list[tuple[str, str]]:
        """Return sender and kind of what was refused, each with how often and why at last."""
        return [
            (f"{outcome.value} {rrn}", f"{rejection.count} times: {rejection.reason}")
            for (rrn, outcome), rejection in list(self._by_kind.items())
        ]
