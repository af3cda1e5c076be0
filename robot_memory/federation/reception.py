"""Judges what others send: cheap questions first, nothing is parsed before its signature holds.

Pure but for what it is given to ask: rows come out of it, the ledger is its caller's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from robot_memory.clock import Instant
from robot_memory.errors import InvalidUpdate
from robot_memory.federation.envelope import MAX_SAMPLE, Envelope, inflate
from robot_memory.federation.flood import FloodGuard
from robot_memory.federation.order import check_order
from robot_memory.federation.seen import Seen, disputed, taken
from robot_memory.federation.update import Update, read_update
from robot_memory.federation.verdict import REVOKED, Outcome, Refused, Verdict, brief
from robot_memory.identity import is_rrn
from robot_memory.identity.card import Card
from robot_memory.identity.signature import verify
from robot_memory.identity.trust import Trusted

#: Furthest that another clock may be ahead of this one, seconds (rules.md §6.5).
_AHEAD = 300
_NO_NAME = "a sender without a name"
_TOO_FAST = "it sends more than an update each ten seconds; the last is read once it slows down"
_TOO_MUCH = "more comes than this robot checks; what is latched is read once that is over"


@dataclass(frozen=True)
class Judged:
    """A verdict, and what is to be remembered because of it (None: nothing new)."""

    verdict: Verdict
    seen: Seen | None = None


class Reception:
    """Judges updates against what is known of their senders.

    Args:
        own: this robot's card.
        session: the word of this start of its node.
        trusted: whom it believes, by RRN; asked each time, as that changes.
        seen: what is known of each robot's updates; kept up to date by the caller.
        is_open: believe anybody, for a bench.
    """

    def __init__(
        self,
        own: Card,
        session: str,
        trusted: Callable[[], Mapping[str, Trusted]],
        seen: Mapping[str, Seen],
        *,
        is_open: bool,
    ) -> None:
        self._own = own
        self._session = session
        self._trusted = trusted
        self._seen = seen
        self._is_open = is_open
        self.guard = FloodGuard()

    def judge(self, envelope: Envelope, size: int, now: Instant) -> Judged:
        """Judge one message.

        Args:
            envelope: what came.
            size: bytes of the whole message.
            now: the time of its receipt.
        """
        rrn = envelope.card.rrn
        name = rrn if is_rrn(rrn) else _NO_NAME
        try:
            if size > MAX_SAMPLE:
                raise Refused(Outcome.OVERSIZED, f"{size} bytes are more than {MAX_SAMPLE}")
            if name == _NO_NAME:
                raise Refused(Outcome.UNREADABLE, brief(f"{rrn!r:.80} is no Robot Resource Name"))
            if rrn == self._own.rrn:
                return Judged(self._judge_own(envelope, now))
            return self._judge_other(envelope, now)
        except Refused as refusal:
            return Judged(Verdict(name, refusal.outcome, str(refusal), rejected=1))
        except InvalidUpdate as error:
            reason = brief(*error.defects) or brief(str(error))
            return Judged(Verdict(name, Outcome.UNREADABLE, reason, rejected=1))

    # -- who ---------------------------------------------------------------------------------

    def _judge_own(self, envelope: Envelope, now: Instant) -> Verdict:
        """Tell this robot's own messages from those of whoever else uses its name."""
        if envelope.card != self._own:
            raise Refused(
                Outcome.TWO_ROBOTS, "another sender uses this robot's own RRN, with other keys"
            )
        update = _opened(self._inflated(envelope, now), envelope.signature, self._own)
        if update.session != self._session:
            raise Refused(
                Outcome.TWO_ROBOTS,
                "another sender uses this robot's own RRN and keys: a second node, a copy of its "
                "memory home on another robot, or a replay of what it said before it was restarted",
            )
        return Verdict(update.rrn, Outcome.OWN)

    def _judge_other(self, envelope: Envelope, now: Instant) -> Judged:
        rrn = envelope.card.rrn
        trusted = self._trusted().get(rrn)
        seen = _settled(self._seen.get(rrn), trusted)
        card = self._card(envelope, trusted, seen)
        message = self._inflated(envelope, now)
        digest = hashlib.sha256(message).hexdigest()
        if seen is not None and digest in seen.digests:
            if seen.problem:
                return Judged(Verdict(rrn, Outcome.DISPUTED, seen.problem, rejected=1))
            return Judged(Verdict(rrn, Outcome.KNOWN, accepted=len(seen.entries)))
        if not now.trusted:
            return Judged(Verdict(rrn, Outcome.WAITING, "this robot does not know the time yet"))
        update = _opened(message, envelope.signature, card)
        _check_time(update, now)
        dispute = check_order(update, seen)
        if not self.guard.may_take(rrn, now.uptime):
            raise Refused(Outcome.FLOOD, _TOO_FAST)
        if dispute is not None and seen is not None:
            verdict = Verdict(rrn, *dispute, rejected=1)
            return Judged(verdict, disputed(seen, update, digest, verdict.reason))
        usable, late = _in_time(update, now)
        name = trusted.name if trusted else ""
        new = taken(usable, digest, card.fingerprint, name, seen, now.time)
        return Judged(_accepted(usable, late), new)

    def _card(self, envelope: Envelope, trusted: Trusted | None, seen: Seen | None) -> Card:
        """Return the card to check a message with, if its sender is to be heard at all."""
        if trusted is not None and trusted.revoked_at is not None:
            raise Refused(Outcome.REVOKED, REVOKED)
        if trusted is None and not self._is_open:
            raise Refused(
                Outcome.UNKNOWN,
                "it is not trusted: `robot-memory peers trust` takes the card that "
                "`robot-memory peers card` prints there",
            )
        claimed = envelope.card
        is_bound = (
            claimed == trusted.card
            if trusted is not None
            else seen is None or claimed.fingerprint == seen.fingerprint
        )
        if not is_bound:
            raise Refused(
                Outcome.OTHER_KEY,
                f"it comes with another key (kid {claimed.kid}) than the one that the RRN is bound "
                "to: a forgery, two robots with one RRN, or new keys that have to be trusted anew",
            )
        return claimed

    # -- what --------------------------------------------------------------------------------

    def _inflated(self, envelope: Envelope, now: Instant) -> bytes:
        """Return the bytes that were signed; opening and checking them is what costs time."""
        if not self.guard.may_check(now.uptime):
            raise Refused(Outcome.FLOOD, _TOO_MUCH)
        return inflate(envelope.payload)


def _opened(message: bytes, signature: str, card: Card) -> Update:
    """Return the update, once its signature holds."""
    problem = verify(card, message, signature)
    if problem is not None:
        raise Refused(Outcome.FORGED, f"its signature does not hold: {problem}")
    update = read_update(message)
    if update.rrn != card.rrn:
        raise Refused(Outcome.FORGED, f"what is signed is of {update.rrn}")
    return update


def _settled(seen: Seen | None, trusted: Trusted | None) -> Seen | None:
    """Let a robot speak again that an operator has trusted anew since it was disputed.

    One with new keys begins anew: whoever had the old ones may have used up any number.
    """
    if seen is None or trusted is None:
        return seen
    if seen.fingerprint != trusted.card.fingerprint:
        return None
    if not (seen.problem and seen.at and trusted.since):
        return seen
    is_settled = trusted.since > seen.at
    return replace(seen, problem="", sessions=(), digests=()) if is_settled else seen


def _check_time(update: Update, now: Instant) -> None:
    ahead = (update.issued - now.time).total_seconds()
    if ahead > _AHEAD:
        raise Refused(
            Outcome.FUTURE,
            f"it is dated {ahead:.0f} s ahead, more than {_AHEAD} s: one of the clocks is wrong",
        )
    if update.valid_until < now.time:
        until = f"{update.valid_until:%Y-%m-%d %H:%M} UTC"
        raise Refused(Outcome.EXPIRED, f"it was valid until {until}")


def _in_time(update: Update, now: Instant) -> tuple[Update, int]:
    """Return the update without entries whose evidence is dated ahead, and how many those are."""
    limit = now.time + timedelta(seconds=_AHEAD)
    entries = tuple(entry for entry in update.entries if entry.last_reinforced <= limit)
    return replace(update, entries=entries), len(update.entries) - len(entries)


def _accepted(update: Update, late: int) -> Verdict:
    ahead = [f"{late} entries are dated more than {_AHEAD} s ahead"] if late else []
    unreadable = len({defect.path.partition(".")[0] for defect in update.defects})
    reason, accepted = brief(*ahead, *update.defects), len(update.entries)
    return Verdict(update.rrn, Outcome.ACCEPTED, reason, accepted, unreadable + late)
