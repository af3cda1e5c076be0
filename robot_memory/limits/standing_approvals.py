"""Keeps signed limits in force until their end is signed (rules.md §12.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from types import NoneType

from robot_memory.errors import Defect, InvalidPacket, LockHeld
from robot_memory.limits.limit import LimitTerms
from robot_memory.limits.limit_signature import LimitApproval, SignedLimit
from robot_memory.limits.place_limit import PlaceLimit, stricter_place
from robot_memory.limits.signed_limits import LimitSignatures, SignedLimits

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
        self._unknown: dict[str, str] = {}
        self._found = LimitSignatures({}, frozenset(), {})

    def resume(self, limits: Iterable[SignedLimit]) -> None:
        """Hold limits that acted in an earlier run of this node, unless their end was signed.

        One without a signature that counts is held as the strictest of how it acted and of what
        the record says that was approved. Where the record shows that nobody ever signed it, it is
        not held. If somebody is said to have signed it anew, and no key confirms that, it is held
        as the strictest of how it acted and of the signature that counts.

        Args:
            limits: as ``governance/in_force`` has them, which somebody may have edited.
        """
        found = self._signed.read()
        acted: dict[str, list[SignedLimit]] = defaultdict(list)
        for limit in limits:
            acted[limit.id].append(limit)
        held: dict[str, _Held] = {}
        doubted: dict[str, _Held] = {}
        for name, those in acted.items():
            if name in found.limits and found.limits[name][1].acts:
                if name in found.doubted:
                    signed, how = found.limits[name]
                    before = [self._held[name][0]] if name in self._held else []
                    everything = [*those, signed, *before]
                    one, self._doubts[name] = _strictest(everything, "what was signed")
                    doubted[name] = one, how
                continue
            is_unknown = found.recorded is not None and name not in found.recorded
            if is_unknown and self._tells_all():
                self._unknown[name] = (
                    f"governance/in_force has {those[0].words()}, and the record has no approval "
                    "of it"
                )
            else:
                one, self._doubts[name] = _strictest([*those, *self._signed.recorded(name)])
                held[name] = one, LimitApproval(value=one.value)
        self._held = {**held, **self._held, **doubted}

    def _tells_all(self) -> bool:
        try:
            return self._signed.approvals.tells_all()
        except (OSError, LockHeld):
            return False

    def look(self) -> list[_Held]:
        """Return what is in force, each with the newest approval of it that counted.

        That of one that is held all the same says why it counts no longer.
        """
        found = self._found = self._signed.read()
        signed = {
            name: held
            for name, held in found.limits.items()
            if held[1].acts and not self._is_doubted(name)
        }
        kept = {
            name: held
            for name, held in self._held.items()
            if name not in signed and name not in found.withdrawn
        }
        void = {name: how.reason for name, (_, how) in found.limits.items() if how.reason}
        doubted = {
            name: f"{who} is said to have signed it anew, and no key confirms that"
            for name, who in found.doubted.items()
            if name in kept
        }
        # Also of what never acted.
        self._problems = {**self._unknown, **found.unread, **void, **doubted}
        self._doubts = {name: doubt for name, doubt in self._doubts.items() if name in kept}
        for name in kept:
            problem = self._problems.get(name, "it is gone")
            self._problems[name] = f"{problem}{self._doubts.get(name, '')}"
        held = {
            name: (limit, replace(how, reason=self._problems[name], is_held=True))
            for name, (limit, how) in kept.items()
        }
        self._held = dict(sorted({**held, **signed}.items()))
        return list(self._held.values())

    def _is_doubted(self, name: str) -> bool:
        """Tell whether a limit is held as it is, since a later signature cannot be confirmed.

        What an operator signs from now on ends the doubt.
        """
        if name not in self._found.doubted or name not in self._held:
            return False
        return self._found.limits[name][1].approved_at == self._held[name][1].approved_at

    def listed(self) -> LimitSignatures:
        """Return what the last look found, with what is held as it is held."""
        found, held = self._found, self._held
        unread = {name: why for name, why in found.unread.items() if name not in held}
        return replace(found, limits={**found.limits, **held}, unread=unread)

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


def _strictest(
    limits: Sequence[SignedLimit], other_source: str = "what the record says"
) -> tuple[SignedLimit, str]:
    """Return what is held of a limit whose newest signature does not count, and what to tell of it.

    Args:
        limits: what acted, as ``governance/in_force`` has it, and then as it is elsewhere; anybody
            who may write there may edit it.
        other_source: where that is, in words.
    """
    acted = held = limits[0]
    for other in limits[1:]:
        held = _stricter(held, other)
    if len(limits) == 1:
        return held, "; the record does not say what was approved, so it is held as it acted"
    if {one.words() for one in limits} == {held.words()}:
        return held, ""
    return held, (
        f"; governance/in_force has {acted.words()}, and {other_source} differs: held is "
        f"{held.words()}"
    )


def _stricter(one: SignedLimit, other: SignedLimit) -> SignedLimit:
    if isinstance(one, LimitTerms) and isinstance(other, LimitTerms):
        is_wider = other.is_speed_maximum and float(one.value) > float(other.value)
        return other if is_wider else one
    if isinstance(one, PlaceLimit) and isinstance(other, PlaceLimit):
        return stricter_place(one, other)
    return one


def signed_or_held(signed: SignedLimits) -> LimitSignatures:
    """Return what operators signed, and what the node holds without an approval that counts."""
    standing = StandingApprovals(signed)
    with suppress(OSError):  # what the node published cannot be read: it says so itself
        standing.resume(signed.last_in_force())
    standing.look()
    return standing.listed()
