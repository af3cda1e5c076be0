"""Checks received updates: cheap checks first, and nothing is parsed before its signature holds.

Pure except for the given callbacks; the caller stores the resulting records in the ledger.

Specification: rules.md §6.5, §6.8, §6.9, §6.10, §6.11 and §6.17.

See docs/reference/peer-updates.md, "What is refused"; docs/explanation/sharing.md, "What arrives".
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta

from robot_memory.foundation.errors import InvalidUpdate
from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.robot_keys import verify
from robot_memory.foundation.identity.trust_store import TrustedRobot
from robot_memory.foundation.time.clock import MOST_AHEAD, Instant
from robot_memory.sharing.federation.flood_guard import FloodGuard
from robot_memory.sharing.federation.peer_record import PeerRecord, disputed, record_of_update
from robot_memory.sharing.federation.robot_update import RobotUpdate, read_update
from robot_memory.sharing.federation.signed_envelope import MAX_SAMPLE, SignedEnvelope, inflate
from robot_memory.sharing.federation.update_verdict import (
    NEW_KEYS,
    NOT_LISTED,
    REVOKED,
    UpdateOutcome,
    UpdateRefused,
    UpdateVerdict,
    brief,
)

_UNTIL = "until it is started anew, or trusted anew"
_NO_NAME = "a sender without a name"
_TOO_FAST = "it sends more than an update each ten seconds; the last is read once it slows down"
_TOO_MUCH = "more comes than this robot checks; what is latched is read once that is over"


def distrust(trusted: TrustedRobot | None, fingerprint: str) -> str:
    """Return why no statement of a robot with these keys may be used; empty if they may."""
    if trusted is None:
        return NOT_LISTED
    if trusted.is_revoked:
        return REVOKED
    return "" if trusted.card.fingerprint == fingerprint else NEW_KEYS


@dataclass(eq=False, repr=False)
class UpdateReceiver:
    """Judges updates by the records of their senders."""

    own: Card
    session: str  # identifies this start of its node
    # returns a robot's trust; called each time, because it may change
    trusted: Callable[[str], TrustedRobot | None]
    # returns a robot's record, which the caller keeps up to date
    seen: Callable[[str], PeerRecord | None]
    is_open: bool = field(kw_only=True)  # believe any robot, for a test bench
    # limits the updates that are checked and taken in
    guard: FloodGuard = field(kw_only=True, default_factory=FloodGuard)
    #: For each robot's payload in use: sha256 of the checked payload with its signature, as
    #: received, and sha256 of the inflated payload.
    _opened: dict[str, tuple[bytes, str]] = field(default_factory=dict, init=False)

    def judge(self, envelope: SignedEnvelope, size: int, now: Instant) -> JudgedUpdate:
        """Judge one message; ``size`` is that of the whole message in bytes."""
        rrn = envelope.card.rrn
        name = rrn if is_rrn(rrn) else _NO_NAME
        try:
            if size > MAX_SAMPLE:
                raise UpdateRefused(
                    UpdateOutcome.OVERSIZED, f"{size} bytes are more than {MAX_SAMPLE}"
                )
            if name == _NO_NAME:
                raise UpdateRefused(
                    UpdateOutcome.UNREADABLE, brief(f"{rrn!r:.80} is no Robot Resource Name")
                )
            if rrn == self.own.rrn:
                return JudgedUpdate(self._judge_own(envelope, now))
            return self._judge_other(envelope, now)
        except UpdateRefused as refusal:
            return JudgedUpdate(UpdateVerdict(name, refusal.outcome, str(refusal), rejected=1))
        except InvalidUpdate as error:
            reason = brief(*error.defects) or brief(str(error))
            return JudgedUpdate(UpdateVerdict(name, UpdateOutcome.UNREADABLE, reason, rejected=1))

    # -- sender ------------------------------------------------------------------------------

    def _judge_own(self, envelope: SignedEnvelope, now: Instant) -> UpdateVerdict:
        """Distinguish this robot's own messages from those of others that use its name."""
        if envelope.card != self.own:
            raise UpdateRefused(
                UpdateOutcome.TWO_ROBOTS,
                "another sender uses this robot's own RRN, with other keys",
            )
        update = _opened(self._inflated(envelope, now), envelope.signature, self.own)
        if update.session != self.session:
            raise UpdateRefused(
                UpdateOutcome.TWO_ROBOTS,
                "another sender uses this robot's own RRN and keys: a second node, a copy of its "
                "memory home on another robot, or a replay of what it said before it was restarted",
            )
        return UpdateVerdict(update.rrn, UpdateOutcome.OWN)

    def _judge_other(self, envelope: SignedEnvelope, now: Instant) -> JudgedUpdate:
        rrn = envelope.card.rrn
        trusted, before = self.trusted(rrn), self.seen(rrn)
        seen = _settled(before, trusted)
        card = self._card(envelope, trusted, seen)
        came = hashlib.sha256(envelope.signature.encode() + b"\0" + envelope.payload).digest()
        last_checked, last_digest = self._opened.get(rrn, (b"", ""))
        if came == last_checked and seen is not None and last_digest in seen.digests:
            # Costs no check: a re-read of all latched updates quickly reaches the new ones.
            return JudgedUpdate(_known(seen))
        message = self._inflated(envelope, now)
        digest = hashlib.sha256(message).hexdigest()
        if seen is not None and digest in seen.digests:
            # A bridge passes on what it received: a copy with another signature must not replace
            # it.
            _opened(message, envelope.signature, card)
            self._opened[rrn] = came, digest
            return JudgedUpdate(_known(seen))
        if not now.trusted:
            return JudgedUpdate(
                UpdateVerdict(rrn, UpdateOutcome.WAITING, "this robot does not know the time yet")
            )
        update = _opened(message, envelope.signature, card)
        _check_time(update, now)
        dispute = _check_order(update, seen)
        if not self.guard.may_take(rrn, now.uptime):
            raise UpdateRefused(UpdateOutcome.FLOOD, _TOO_FAST)
        if dispute is not None and seen is not None:
            verdict = UpdateVerdict(rrn, *dispute, rejected=1)
            known = disputed(seen, update, digest, verdict.reason, now.time)
            return JudgedUpdate(verdict, known)
        usable, late = _in_time(update, now)
        name, is_fleet = (trusted.name, trusted.is_fleet) if trusted else ("", False)
        new = record_of_update(
            usable, digest, card.fingerprint, name, seen, now.time, is_fleet=is_fleet,
            past=_past(before, trusted),
        )  # fmt: skip
        self._opened[rrn] = came, digest
        return JudgedUpdate(_accepted(usable, late), new, usable)

    def _card(
        self, envelope: SignedEnvelope, trusted: TrustedRobot | None, seen: PeerRecord | None
    ) -> Card:
        """Return the card to check a message with, if its sender may be heard."""
        if trusted is not None and trusted.is_revoked:
            raise UpdateRefused(UpdateOutcome.REVOKED, REVOKED)
        if trusted is None and not self.is_open:
            raise UpdateRefused(
                UpdateOutcome.UNKNOWN,
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
            raise UpdateRefused(
                UpdateOutcome.OTHER_KEY,
                f"it comes with another key (kid {claimed.kid}) than the one that the RRN is bound "
                "to: a forgery, two robots with one RRN, or new keys that have to be trusted anew",
            )
        return claimed

    # -- content -----------------------------------------------------------------------------

    def _inflated(self, envelope: SignedEnvelope, now: Instant) -> bytes:
        """Return the signed bytes; opening and checking them is the costly part."""
        if not self.guard.may_check(now.uptime):
            raise UpdateRefused(UpdateOutcome.FLOOD, _TOO_MUCH)
        return inflate(envelope.payload)


@dataclass(frozen=True)
class JudgedUpdate:
    """A verdict, and the record to store because of it (None: nothing new)."""

    verdict: UpdateVerdict  # on the update
    seen: PeerRecord | None = None  # the robot's record from now on
    update: RobotUpdate | None = None  # the accepted update; None if there is none

    @property
    def warning(self) -> UpdateVerdict | None:
        """The warning about a robot whose update was accepted; None if all is well."""
        problem = self.seen.record_problem if self.seen and self.update else ""
        if not problem:
            return None
        return UpdateVerdict(self.verdict.rrn, UpdateOutcome.RECORD_CUT, problem)


def _check_order(update: RobotUpdate, seen: PeerRecord | None) -> tuple[UpdateOutcome, str] | None:
    """Return how a robot contradicts itself; None if it does not.

    Args:
        update: has a valid signature, and is not the update that was taken in last.
        seen: the record of its sender.

    Raises:
        UpdateRefused: it is old, or its sender is disputed already.
    """
    if seen is None:
        return None
    if update.sequence < seen.sequence:
        raise UpdateRefused(
            UpdateOutcome.REPLAYED,
            f"sequence {update.sequence} comes after {seen.sequence}: late, or a replay",
        )
    if update.sequence == seen.sequence and seen.digests:
        story = f"it told two stories under sequence {update.sequence}"
        return UpdateOutcome.TWO_STORIES, f"{story}; neither is used {_UNTIL}"
    if seen.problem and update.session in seen.sessions:
        raise UpdateRefused(UpdateOutcome.DISPUTED, seen.problem)
    if update.session in seen.sessions[:-1]:
        # An earlier start of the node is back after a later one: both run.
        story = "two nodes speak in turn under its RRN and keys"
        return UpdateOutcome.TWO_ROBOTS, f"{story}; neither is used {_UNTIL}"
    return None


def _opened(message: bytes, signature: str, card: Card) -> RobotUpdate:
    """Return the update after a check of its signature."""
    problem = verify(card, message, signature)
    if problem is not None:
        raise UpdateRefused(UpdateOutcome.FORGED, f"its signature is not valid: {problem}")
    update = read_update(message)
    if update.rrn != card.rrn:
        raise UpdateRefused(UpdateOutcome.FORGED, f"the signed update is of {update.rrn}")
    return update


def _settled(seen: PeerRecord | None, trusted: TrustedRobot | None) -> PeerRecord | None:
    """Return the record of a robot, reset if an operator has trusted it again since a dispute.

    A robot with new keys starts from nothing: somebody with the old keys may have used any number.
    A robot that gets earlier keys back continues after the last number under these.
    """
    if seen is None or trusted is None:
        return seen
    if seen.fingerprint != trusted.card.fingerprint:
        return seen.under(trusted.card.fingerprint)
    if not (seen.problem and seen.at):
        return seen
    is_settled = trusted.since > seen.at
    return replace(seen, problem="", sessions=(), digests=()) if is_settled else seen


def _past(seen: PeerRecord | None, trusted: TrustedRobot | None) -> PeerRecord | None:
    """Return a record without its event log's setback, if an operator trusts the robot again."""
    if not (seen and seen.cut_to and seen.at and trusted):
        return seen
    return replace(seen, audit=None, cut_to=None) if trusted.since > seen.at else seen


def _known(seen: PeerRecord) -> UpdateVerdict:
    """Return the verdict on an update that was taken in, or disputed, before."""
    if seen.problem:
        return UpdateVerdict(seen.rrn, UpdateOutcome.DISPUTED, seen.problem, rejected=1)
    return UpdateVerdict(seen.rrn, UpdateOutcome.KNOWN, accepted=len(seen.entries))


def _check_time(update: RobotUpdate, now: Instant) -> None:
    ahead = (update.issued - now.time).total_seconds()
    if ahead > MOST_AHEAD:
        raise UpdateRefused(
            UpdateOutcome.FUTURE,
            f"it is dated {ahead:.0f} s ahead, more than {MOST_AHEAD} s: one of the clocks is "
            "wrong",
        )
    if update.valid_until < now.time:
        until = f"{update.valid_until:%Y-%m-%d %H:%M} UTC"
        raise UpdateRefused(UpdateOutcome.EXPIRED, f"it was valid until {until}")


def _in_time(update: RobotUpdate, now: Instant) -> tuple[RobotUpdate, int]:
    """Return the update without entries and deletions dated ahead, and their number."""
    limit = now.time + timedelta(seconds=MOST_AHEAD)
    entries = tuple(entry for entry in update.entries if entry.last_reinforced <= limit)
    deleted = tuple(one for one in update.deleted if one.at <= limit)
    late = len(update.entries) - len(entries) + len(update.deleted) - len(deleted)
    return replace(update, entries=entries, deleted=deleted), late


def _accepted(update: RobotUpdate, late: int) -> UpdateVerdict:
    ahead = (
        [f"{late} entries or deletions are dated more than {MOST_AHEAD} s ahead"] if late else []
    )
    unreadable = len({defect.path.partition(".")[0] for defect in update.defects})
    reason, accepted = brief(*ahead, *update.defects), len(update.entries)
    return UpdateVerdict(update.rrn, UpdateOutcome.ACCEPTED, reason, accepted, unreadable + late)
