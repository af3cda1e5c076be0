"""Keeps signed limits in force until their end is signed (rules.md §12.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from types import NoneType

from robot_memory.applications.limits.limit import LimitTerms, PlaceLimit
from robot_memory.applications.limits.limit_signature import LimitApproval, SignedLimit
from robot_memory.applications.limits.signed_limits import LimitSignatures, SignedLimits
from robot_memory.foundation.errors import Defect, InvalidPacket, LockHeld

_Held = tuple[SignedLimit, LimitApproval]
# Several if nobody may know which limit of the entry was signed: then all of them hold.
_Standing = tuple[tuple[SignedLimit, ...], LimitApproval]


class StandingApprovals:
    """Keeps acting limits in force until an operator signs otherwise (rules.md §12.4).

    A limit's approval may be damaged, edited or deleted, or its operator may no longer be enrolled:
    none of this is a signature. A limit that has not acted yet needs a valid approval to begin.
    """

    def __init__(self, signed: SignedLimits) -> None:
        self._signed = signed
        self._held: dict[str, _Standing] = {}
        self._problems: dict[str, str] = {}
        self._doubts: dict[str, str] = {}
        self._unknown: dict[str, str] = {}
        self._found = LimitSignatures({}, frozenset(), {})

    def resume(self, limits: Iterable[SignedLimit]) -> None:
        """Hold limits that acted in an earlier run of this node, unless their end was signed.

        A limit without a valid signature is held both as it acted and as recorded, so that no edit
        of either can loosen it. If the event log proves that nobody ever signed it, it is not held.
        If a newer signature is alleged but unconfirmed, it is held both as it acted and as validly
        signed.
        """
        found = self._signed.read()
        acted: dict[str, list[SignedLimit]] = defaultdict(list)
        for limit in limits:
            acted[limit.id].append(limit)
        for name, those in acted.items():
            signed, how = found.limits.get(name, (None, LimitApproval()))
            if signed is not None and how.acts:
                if name in found.doubted:
                    self._stand(name, [*those, signed], how, "what was signed")
                continue
            is_unknown = found.recorded is not None and name not in found.recorded
            if is_unknown and self._tells_all():
                self._unknown[name] = (
                    f"governance/in_force has {those[0].words()}, and the record has no approval "
                    "of it"
                )
            else:
                said = [*those, *self._signed.recorded(name)]
                self._stand(name, said, LimitApproval(), "what the record says")

    def _stand(
        self, name: str, limits: Sequence[SignedLimit], how: LimitApproval, other_source: str
    ) -> None:
        """Hold a limit as it acted and as in other sources, in addition to what is already held."""
        before, approved = self._held.get(name, ((), how))
        everything = _strictest([*before, *limits])
        self._held[name] = everything, approved
        doubt = _doubt([*limits, *before], everything, other_source)
        self._doubts[name] = doubt or self._doubts.get(name, "")

    def _tells_all(self) -> bool:
        try:
            return self._signed.approvals.tells_all()
        except (OSError, LockHeld):
            return False

    def look(self) -> list[_Held]:
        """Return the limits in force, each with its newest valid approval.

        The approval of a limit that is only held contains the reason why it is no longer valid.
        """
        found = self._found = self._signed.read()
        signed: dict[str, _Standing] = {
            name: ((limit,), how)
            for name, (limit, how) in found.limits.items()
            if how.acts and not self._is_doubted(name)
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
        # Also includes limits that never acted.
        self._problems = {**self._unknown, **found.unread, **void, **doubted}
        self._doubts = {name: doubt for name, doubt in self._doubts.items() if name in kept}
        for name in kept:
            problem = self._problems.get(name, "it is gone")
            self._problems[name] = f"{problem}{self._doubts.get(name, '')}"
        held = {
            name: (limits, replace(how, reason=self._problems[name], is_held=True))
            for name, (limits, how) in kept.items()
        }
        self._held = dict(sorted({**held, **signed}.items()))
        return self._in_force()

    def _in_force(self) -> list[_Held]:
        return [
            (limit, replace(how, value=limit.value))
            for limits, how in self._held.values()
            for limit in limits
        ]

    def _is_doubted(self, name: str) -> bool:
        """Whether a limit is held unchanged because a later signature cannot be confirmed.

        A new signature of an operator ends the doubt.
        """
        if name not in self._found.doubted or name not in self._held:
            return False
        return self._found.limits[name][1].approved_at == self._held[name][1].approved_at

    def listed(self) -> LimitSignatures:
        """Return the signatures found by the last look, with the held limits as they are held."""
        held: dict[str, list[_Held]] = defaultdict(list)
        for limit, how in self._in_force():
            held[limit.id].append((limit, how))
        found = self._found
        return replace(
            found,
            limits={**found.limits, **{name: those[0] for name, those in held.items()}},
            further=tuple(one for those in held.values() for one in those[1:]),
            unread={name: why for name, why in found.unread.items() if name not in held},
        )

    def check_learned(self) -> None:
        """Check that the approvals of all learned limits were readable and valid in the last look.

        Raises:
            InvalidPacket: lists the approvals that are unreadable or no longer valid.
        """
        self._check(LimitTerms, NoneType)

    def check_places(self) -> None:
        """Check that the approvals of all acting place limits are valid.

        Raises:
            InvalidPacket: lists the approvals that are no longer valid.
        """
        self._check(PlaceLimit)

    def _check(self, *kinds: type) -> None:
        defects = [
            Defect(name, f"{'is held' if name in self._held else 'is not held'}: {reason}")
            for name, reason in sorted(self._problems.items())
            # None: the limit is unknown
            if any(isinstance(one, kinds) for one in self._held.get(name, ((None,),))[0])
        ]
        if defects:
            raise InvalidPacket(
                "approvals of limits cannot be read, or do not count; a limit that is held goes on "
                "acting until its end is signed, and no other begins to: repair the file, sign it "
                "anew with `robot-memory limits approve ID --key FILE`, or end the limit with "
                "`robot-memory limits withdraw ID --key FILE`",
                defects,
            )


def _strictest(limits: Iterable[SignedLimit]) -> tuple[SignedLimit, ...]:
    """Return the smallest set of an entry's limits that covers all of them."""
    found: list[SignedLimit] = []
    for one in limits:
        if not any(other.covers(one) for other in found):
            found = [*(other for other in found if not one.covers(other)), one]
    return tuple(found)


def _doubt(limits: Sequence[SignedLimit], held: Sequence[SignedLimit], other_source: str) -> str:
    """Return the message about a limit whose sources may differ.

    Args:
        limits: first the limit in ``governance/in_force``, which anybody with write access may
            edit, then the limits in other sources.
    """
    if len(limits) == 1:
        return "; the record does not say what was approved, so it is held as it acted"
    if len({one.words() for one in limits}) == 1:
        return ""
    return (
        f"; governance/in_force has {limits[0].words()}, and {other_source} differs: held is "
        f"{' and '.join(one.words() for one in held)}"
    )


def signed_or_held(signed: SignedLimits) -> LimitSignatures:
    """Return the signed limits, and the limits that the node holds without a valid approval."""
    standing = StandingApprovals(signed)
    with suppress(OSError):  # unreadable node state: the node reports it itself
        standing.resume(signed.last_in_force())
    standing.look()
    return standing.listed()
