"""The limits of a memory: active ones, and ones that may act (rules.md §12.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from robot_memory.applications.limits.limit import Limit, LimitTerms, limit_of
from robot_memory.entries.limit_rules import explained_by
from robot_memory.foundation.errors import AssistRefused

if TYPE_CHECKING:
    from robot_memory.applications.limits.limit_signature import LimitApproval, SignedLimit
    from robot_memory.applications.limits.signed_limits import LimitSignatures, SignedLimits
    from robot_memory.foundation.identity.robot_keys import RobotKeys
    from robot_memory.memory import RobotMemory


class LearnedLimits:
    """Reads the limits of a memory."""

    def __init__(self, memory: RobotMemory) -> None:
        self._memory = memory

    @cached_property
    def signed(self) -> SignedLimits:
        """The limits that operators signed."""
        # imported only now: most memories need none
        from robot_memory.applications.limits.signed_limits import SignedLimits

        return SignedLimits(self._memory)

    def signed_or_held(self) -> LimitSignatures:
        """Return the signed limits, and the limits held without a valid approval."""
        from robot_memory.applications.limits.standing_approvals import signed_or_held

        return signed_or_held(self.signed)

    def active(self) -> list[Limit]:
        """Return the active limits, the strongest first (rules.md §12.1).

        A limit that was resolved, or whose confidence decayed below ``inject_min``, is not active.
        If an operator signed it, it holds all the same.
        """
        memory = self._memory
        if not memory.has_ledger:
            return []
        found: list[Limit] = []
        for confidence, entry in memory.entries(min_confidence=memory.settings.inject_min):
            row = memory.ledger.newest_limit(entry.id) if explained_by(entry) else None
            limit = limit_of(memory.rrn, row, entry, confidence) if row is not None else None
            if limit is not None:
                found.append(limit)
        return found

    def listed(
        self,
        signed: Iterable[tuple[LimitTerms, LimitApproval]],
        otherwise: Callable[[str], LimitApproval] | None = None,
    ) -> list[tuple[LimitTerms, LimitApproval]]:
        """Return the active limits, and signed limits that are no longer active."""
        from robot_memory.applications.limits.limit_signature import LimitApproval

        other = otherwise or (lambda _: LimitApproval())
        rest = list(signed)
        active: list[tuple[LimitTerms, LimitApproval]] = []
        for limit in self.active():
            mine = next((one for one in rest if one[0].limits_same_as(limit)), None)
            if mine is not None:
                rest.remove(mine)
            active.append((limit, mine[1] if mine is not None else other(limit.id)))
        return [*active, *rest]

    def approve(self, entry_id: str, keys: RobotKeys, now: datetime) -> SignedLimit:
        """Let an operator approve a limit as it is, or as it was signed; return it.

        Raises:
            UnknownEntry: no entry has that id.
            AssistRefused: it is no active limit, the robot has no name yet, or the operator is not
                enrolled with these keys.
            OSError: the disk refused; nothing was approved.
        """
        limit: SignedLimit | None = next((one for one in self.active() if one.id == entry_id), None)
        if limit is None:
            signed = self.signed_or_held()
            further = [one for one, _ in signed.further if one.id == entry_id]
            held = [signed.limits[entry_id][0], *further] if entry_id in signed.limits else []
            if len(held) > 1:
                raise AssistRefused(
                    f"nobody knows which of {len(held)} limits of {entry_id} was signed "
                    f"({'; '.join(one.words() for one in held)}); nothing was signed, and all of "
                    f"them are held: end them with `robot-memory limits withdraw {entry_id} "
                    "--key FILE`"
                )
            limit = held[0] if held else None
        if limit is None:
            entry, _ = self._memory.why(entry_id, limit=1)
            raise AssistRefused(
                f"{entry.id} is no active limit; nothing was signed: `robot-memory limits list` "
                "lists those that can be approved, and places, where a limit needs --speed or "
                "--keep-out"
            )
        self.signed.approvals.approve(limit, keys, now)
        return limit
