"""Keeps signed limits in force until their end is signed (rules.md §12.4)."""

from __future__ import annotations

from collections.abc import Iterable
from types import NoneType

from robot_memory.errors import Defect, InvalidPacket, LockHeld
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
        self._doubts: dict[str, str] = {}

    def resume(self, limits: Iterable[SignedLimit]) -> None:
        """Hold limits that acted in an earlier run of this node, unless their end was signed.

        One without an approval that counts is held as the record says that it was approved, where
        that is tighter. Where the record does not say that, it is held as it acted.
        """
        found = self._signed.read().limits
        acted = {limit.id: limit for limit in limits}
        bare = [name for name in acted if name not in found or not found[name][1].is_valid]
        if bare:
            recorded = self._recorded()
            for name in bare:
                acted[name], self._doubts[name] = _allowed(acted[name], recorded.get(name))
        held = {name: (limit, LimitApproval()) for name, limit in acted.items()}
        self._held = {**held, **self._held}

    def _recorded(self) -> dict[str, SignedLimit]:
        try:
            return self._signed.recorded()
        except (OSError, LockHeld):
            return {}

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
        self._doubts = {name: doubt for name, doubt in self._doubts.items() if name in kept}
        for name in kept:
            problem = self._problems.get(name, "its approval is gone")
            self._problems[name] = f"{problem}{self._doubts.get(name, '')}"
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


def _allowed(acted: SignedLimit, recorded: SignedLimit | None) -> tuple[SignedLimit, str]:
    """Return what is held of a limit that acted, and what the record says otherwise.

    Args:
        acted: as ``governance/in_force`` has it, which anybody who may write there may edit.
        recorded: as the record says that it was approved last; None where it does not say that.
    """
    if recorded is None or type(recorded) is not type(acted):
        return acted, "; the record does not say what was approved, so it is held as it acted"
    if not _is_wider(acted, recorded):
        return acted, ""
    return recorded, (
        f"; governance/in_force has {acted.words()}, and the record says that "
        f"{recorded.words()} was approved, which is held"
    )


def _is_wider(acted: SignedLimit, recorded: SignedLimit) -> bool:
    """Tell whether a limit may allow what was not approved; of a place, whether it is another."""
    if isinstance(acted, LimitTerms) and isinstance(recorded, LimitTerms):
        return recorded.is_speed_maximum and float(acted.value) > float(recorded.value)
    return acted != recorded
