"""Keeps signed limits in force until their end is signed (rules.md §12.4)."""

from __future__ import annotations

from collections.abc import Iterable
from types import NoneType

from robot_memory.errors import Defect, InvalidPacket
from robot_memory.limits.limit import LimitTerms
from robot_memory.limits.limit_approvals import LimitApproval, SignedLimit
from robot_memory.limits.place_limit import PlaceLimit
from robot_memory.limits.signed_limits import SignedLimits

_Held = tuple[SignedLimit, LimitApproval]


class StandingApprovals:
    """Lets a limit that acted go on acting until an operator signs otherwise (rules.md §12.4).

    Its approval may be damaged, edited or deleted, or its operator may be enrolled no longer: none
    of that is a signature. A limit that has not acted begins with an approval that counts alone.

    Args:
        signed: reads the approvals.
    """

    def __init__(self, signed: SignedLimits) -> None:
        self._signed = signed
        self._held: dict[str, _Held] = {}
        self._problems: dict[str, str] = {}

    def resume(self, limits: Iterable[SignedLimit]) -> None:
        """Hold limits that acted in an earlier run of this node, unless their end was signed."""
        self._held = {**{limit.id: (limit, LimitApproval()) for limit in limits}, **self._held}

    def look(self) -> list[_Held]:
        """Return what is in force, each with the newest approval of it that counted."""
        found = self._signed.read()
        valid = {name: held for name, held in found.limits.items() if held[1].is_valid}
        kept = {
            name: held
            for name, held in self._held.items()
            if name not in valid and name not in found.withdrawn
        }
        void = {name: how.reason for name, (_, how) in found.limits.items() if not how.is_valid}
        self._problems = {**found.unread, **void}  # also of limits that never acted
        for name in kept:
            self._problems.setdefault(name, "its approval is gone")
        self._held = dict(sorted({**kept, **valid}.items()))
        return list(self._held.values())

    def check_learned(self) -> None:
        """Check that the last look could read all approvals of learned limits, and they count.

        Raises:
            InvalidPacket: lists those that it could not read, or that count no longer.
        """
        self._check(LimitTerms, NoneType)

    def check_places(self) -> None:
        """Check that the approvals of limits at places that act count.

        Raises:
            InvalidPacket: lists those that count no longer.
        """
        self._check(PlaceLimit)

    def _check(self, *kinds: type) -> None:
        defects = [
            Defect(name, f"{self._effect(name)}: {reason}")
            for name, reason in sorted(self._problems.items())
            if isinstance(self._held.get(name, (None,))[0], kinds)
        ]
        if defects:
            raise InvalidPacket(
                "approvals of limits cannot be read, or do not count; a limit that is held goes on "
                "acting until its end is signed, and no other begins to: repair the file, sign it "
                "anew with `robot-memory limits approve ID --key FILE`, or end the limit with "
                "`robot-memory limits withdraw ID --key FILE`",
                defects,
            )

    def _effect(self, name: str) -> str:
        return "is held" if name in self._held else "is not held"
