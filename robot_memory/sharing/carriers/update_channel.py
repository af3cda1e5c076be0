"""Reads and checks the updates of one carrier, within limits, for the exchange.

Specification: rules.md §6.13.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.carriers.carrier import Carrier
from robot_memory.sharing.federation.flood_guard import AWAY, MOST_PEERS, InboundRateLimit
from robot_memory.sharing.federation.signed_envelope import (
    SignedEnvelope,
    read_envelope,
    write_envelope,
)
from robot_memory.sharing.federation.update_verdict import (
    IN_USE,
    UpdateOutcome,
    UpdateRefused,
    UpdateVerdict,
)

_SETTLED = 0.3  # s without a message, after which all latched updates have come
_MOST_REFUSALS = 512  # refusals stored by name; limited, as a sender can invent names
#: Including names whose updates wait for the time, before any signature is checked.
_MOST_VERDICTS = MOST_PEERS + _MOST_REFUSALS
_MOST_TOGETHER = 64  # updates that are judged together, each of at most 64 KiB
_A_SENDER = "a sender that cannot be read"
_ALL_SENDERS = "all senders together"
_TOO_MANY = f"more comes than robots have to say; what is latched is read after {AWAY:g} s"

#: Called for an update in use, with its RRN and its bytes.
Heard = Callable[[str, bytes], None]


class UpdateJudge(Protocol):
    """Decides about updates: a robot's exchange, or a fleet's receiver."""

    card: Card

    def receive_all(self, messages: Sequence[tuple[SignedEnvelope, int]]) -> list[UpdateVerdict]:
        """Accept or refuse updates, each with its size in bytes; never raises."""

    def refuse(self, verdict: UpdateVerdict) -> UpdateVerdict:
        """Count an unreadable message; any thread may call it."""


@dataclass(eq=False, repr=False)
class UpdateChannel:
    """Reads the updates that one carrier receives, in limited time and memory."""

    carrier: Carrier
    judge: UpdateJudge  # decides; only the carrier's thread calls it
    on_heard: Heard  # called for each update in use
    _overrun: InboundRateLimit = field(default_factory=InboundRateLimit, init=False)
    _waiting: list[tuple[SignedEnvelope, int]] = field(default_factory=list, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _verdicts: dict[str, UpdateVerdict] = field(default_factory=dict, init=False)
    _received_at: float = field(default=0.0, init=False)
    _is_reading_due: bool = field(default=False, init=False)

    def start(self) -> None:
        """Begin to receive."""
        self.carrier.listen(self._receive)

    def deliver(self, patience: float) -> None:
        """Judge received updates together; wait at most ``patience`` seconds for more."""
        self.carrier.deliver(patience)
        self._judge_waiting()

    def tick(self, now: float) -> None:
        """Do what is due: pause the carrier in a flood of messages, and read all again later."""
        self.carrier.tick(now)
        if self._overrun.is_away(now):
            if self.carrier.is_listening:
                self.carrier.pause()
        elif self._is_reading_due or not self.carrier.is_listening:
            with self._lock:
                self._is_reading_due = False
                self._verdicts.clear()
                self._received_at = time.monotonic()
            self.carrier.pause()
            self.carrier.listen(self._receive)

    def read_anew(self) -> None:
        """Have all latched updates delivered again at the next tick. Any thread may call it."""
        with self._lock:
            self._is_reading_due = True

    def verdicts(self) -> Mapping[str, UpdateVerdict]:
        """Return the verdicts since the last full read, by RRN. Any thread may call it."""
        with self._lock:
            return {} if self._is_reading_due else dict(self._verdicts)

    def is_settled(self, now: float) -> bool:
        """Whether all present robots were heard, as far as is known. Any thread may call it."""
        with self._lock:
            if self._is_reading_due or now - self._received_at < _SETTLED:
                return False
            heard = self._verdicts.keys() - {self.judge.card.rrn}
        return not self.carrier.awaits(heard)

    def _receive(self, origin: str, data: bytes) -> None:
        now = time.monotonic()
        if self._overrun.is_away(now):
            return
        if not self._overrun.may_take(now):
            self._refuse(_ALL_SENDERS, UpdateOutcome.FLOOD, _TOO_MANY)
            return
        try:
            envelope = read_envelope(data)
        except UpdateRefused as refusal:
            self._note(self._refuse(_A_SENDER, refusal.outcome, str(refusal)))
            return
        rrn = envelope.card.rrn
        if origin and rrn != origin:
            reason = f"an update in another robot's name came in the place of {origin}"
            self._note(self._refuse(_A_SENDER, UpdateOutcome.FORGED, reason))
            return
        self._waiting.append((envelope, len(data)))
        if len(self._waiting) >= _MOST_TOGETHER:
            self._judge_waiting()

    def _judge_waiting(self) -> None:
        if not self._waiting:
            return
        messages, self._waiting = self._waiting, []
        verdicts = self.judge.receive_all(messages)
        for (envelope, _), verdict in zip(messages, verdicts, strict=True):
            self._note(verdict)
            if verdict.outcome in IN_USE:
                self.on_heard(envelope.card.rrn, write_envelope(envelope))

    def _refuse(self, sender: str, outcome: UpdateOutcome, reason: str) -> UpdateVerdict:
        return self.judge.refuse(UpdateVerdict(sender, outcome, reason, rejected=1))

    def _note(self, verdict: UpdateVerdict) -> None:
        with self._lock:
            known = self._verdicts.get(verdict.rrn)
            is_kept = known.rejected if known is not None else self._has_room()
            if is_kept if verdict.rejected else known or len(self._verdicts) < _MOST_VERDICTS:
                self._verdicts[verdict.rrn] = verdict
            self._received_at = time.monotonic()

    def _has_room(self) -> bool:
        return sum(1 for one in self._verdicts.values() if one.rejected) < _MOST_REFUSALS
